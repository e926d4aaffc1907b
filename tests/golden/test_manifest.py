"""Golden numbers are those that were collected, all of them, and small."""

from pathlib import Path

import pytest

import stored_files
from golden import collect

MAX_FILE, MAX_FOLDER = 100_000, 2_000_000  # bytes


def listed(manifest: Path) -> dict[str, str]:
    """Checksum of each file by its path."""
    return dict(reversed(line.split("  ", 1)) for line in manifest.read_text().splitlines())


def test_golden_files_are_those_of_the_manifest(golden_data: Path) -> None:
    assert collect.checksums() == listed(golden_data / "MANIFEST")


def test_golden_files_are_small(golden_data: Path) -> None:
    sizes = {path: path.stat().st_size for path in golden_data.rglob("*") if path.is_file()}
    assert {path for path, size in sizes.items() if size > MAX_FILE} == set()
    assert sum(sizes.values()) < MAX_FOLDER


def test_a_changed_golden_file_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collect, "DATA", tmp_path)
    (tmp_path / "scores.json").write_text("1.0")
    before = collect.checksums()
    (tmp_path / "scores.json").write_text("1.1")
    assert collect.checksums().keys() == before.keys()
    assert collect.checksums() != before


def test_collecting_does_not_overwrite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(collect, "DATA", tmp_path)
    monkeypatch.setattr(collect, "collected", lambda folder: iter([("scores.json", b"2"), ("runs/a.json", b"3")]))
    (tmp_path / "scores.json").write_bytes(b"1")
    with pytest.raises(SystemExit, match="1"):
        collect.main(["folder of R"])
    assert "scores.json" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["scores.json"]
    collect.main(["folder of R", "--overwrite"])
    assert (tmp_path / "scores.json").read_bytes() == b"2"
    assert listed(tmp_path / "MANIFEST").keys() == {"scores.json", "runs/a.json"}


@pytest.mark.parametrize(("is_ci", "outcome"), [(True, pytest.fail.Exception), (False, pytest.skip.Exception)])
def test_golden_numbers_may_be_missing_but_in_continuous_integration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_ci: bool, outcome: type[BaseException]
) -> None:
    monkeypatch.setattr(stored_files, "GOLDEN_DATA", tmp_path / "none")
    monkeypatch.setenv("CI", "1")
    if not is_ci:
        monkeypatch.delenv("CI")
    with pytest.raises(outcome, match="no golden numbers"):
        stored_files.golden_data()
