"""Data by reference: the project holds path and fingerprint, says what has become of the file, and copies nothing."""

import io
import json
import os
import shutil
import urllib.error
import zipfile
from urllib.parse import quote

import pytest

from app.running import Server, two_sites

NAME = "sites.csv"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("user")


@pytest.fixture(scope="module")
def beside(place):
    """A server that was started with a file that stays where it is."""
    (place / "data").mkdir()
    (place / "data" / NAME).write_text(two_sites())
    (place / "data" / "notes.pdf").write_text("no data")
    (place / "data" / ".hidden.csv").write_text("a,b\n1,2\n2,1\n")
    running = Server(place / "home", str(place / "data" / NAME), "--in-place")
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")
def held(beside) -> str:
    """Key of the project of that file; every test leaves it as it was."""
    return beside.ask("/api/projects")["projects"][0]["key"]


def entry(server, name, key=None) -> str:
    """Key of something that the dialog shows."""
    found = server.ask("/api/folder" + (f"?key={key}" if key else ""))
    return next(entry["key"] for entry in [*found["entries"], *found["way"]] if entry["name"] == name)


def opened(server, *, copy: bool) -> str:
    return server.ask("/api/open", {"entry": entry(server, NAME), "copy": copy})["key"]


def data_of(server, key):
    return server.ask(f"/api/projects/{key}")["data"]


def test_a_file_named_in_the_terminal_stays_where_it_is(beside, place, held) -> None:
    assert [project["is_copy"] for project in beside.ask("/api/projects")["projects"]] == [False]
    assert data_of(beside, held)["path"] == str(place / "data" / NAME)


def test_the_dialog_shows_data_files_and_folders_only(beside, place) -> None:
    shown = beside.ask("/api/folder")
    assert [found["name"] for found in shown["entries"]] == [NAME]
    assert shown["way"][-1]["name"] == "data"
    up = beside.ask(f"/api/folder?key={shown['way'][-2]['key']}")
    assert "data" in [found["name"] for found in up["entries"]]


def test_no_path_from_the_browser_reaches_a_file(beside, place) -> None:
    path = str(place / "data" / NAME)
    for asked in (path, "/etc/passwd", "..", "", "../" * 9 + "etc/passwd", None, 0, ["x"], {"key": path}):
        assert "was not shown" in beside.refusal("/api/open", {"entry": asked})
    for asked in (path, "/", "..", "%2fetc"):
        assert "was not shown" in beside.refusal(f"/api/folder?key={quote(asked)}")


def test_nothing_is_copied_and_what_is_learned_is_the_same(beside, place, held) -> None:
    keys = [held, opened(beside, copy=True)]
    copies = [[path.name for path in (place / "home" / key).glob("data*")] for key in keys]
    assert copies == [[], ["data.csv"]]
    for key in keys:
        beside.edit(key, do="choices", choices={"support": "none"})
        beside.learned(key)
    here, there = (beside.raw(f"/api/projects/{key}/analyses/1/files/model.json") for key in keys)
    assert here == there


def test_a_changed_or_missing_file_is_told_and_can_be_pointed_to_again(beside, place, held) -> None:
    key, path = held, place / "data" / NAME
    kept, n_before = path.read_bytes(), len(beside.ask(f"/api/projects/{key}")["analyses"])
    path.write_bytes(kept + b"1,1,1,1,north\n")
    assert data_of(beside, key)["presence"] == "changed"
    assert "is not what it was" in beside.refusal(f"/api/projects/{key}/learn", {})
    assert len(beside.ask(f"/api/projects/{key}")["analyses"]) == n_before
    again = {"entry": entry(beside, NAME), "project": key, "copy": False}
    assert "is another file" in beside.refusal("/api/open", again)
    path.unlink()
    assert data_of(beside, key)["presence"] == "missing"
    assert "is not there" in beside.refusal(f"/api/projects/{key}/learn", {})
    (path.parent / "moved").mkdir()
    (path.parent / "moved" / "other name.csv").write_bytes(kept)
    moved = entry(beside, "other name.csv", entry(beside, "moved"))
    beside.ask("/api/open", {"entry": moved, "project": key, "copy": False})
    assert data_of(beside, key)["presence"] == "here"
    assert beside.learned(key)["analyses"][-1]["state"] == "done"
    path.write_bytes(kept)
    beside.ask("/api/open", again)
    shutil.rmtree(path.parent / "moved")


def test_a_file_that_was_only_touched_is_the_same_file(beside, place, held) -> None:
    key = held
    os.utime(place / "data" / NAME, (1, 1))
    assert data_of(beside, key)["presence"] == "here"


def test_a_copy_can_be_made_and_given_up_again(beside, place, held) -> None:
    key = held
    beside.ask(f"/api/projects/{key}/hold", {})
    assert data_of(beside, key)["path"] is None
    assert (place / "home" / key / "data.csv").read_bytes() == (place / "data" / NAME).read_bytes()
    beside.ask("/api/open", {"entry": entry(beside, NAME), "project": key, "copy": False})
    assert data_of(beside, key) == {**data_of(beside, key), "path": str(place / "data" / NAME), "presence": "here"}
    assert not (place / "home" / key / "data.csv").exists()


def test_deleting_the_project_leaves_the_file(beside, place) -> None:
    key = opened(beside, copy=False)
    beside.ask(f"/api/projects/{key}/delete", {})
    assert not (place / "home" / key).exists()
    assert (place / "data" / NAME).is_file()


def test_an_archive_holds_no_path_and_without_the_data_no_answers(beside, place, held) -> None:
    packed = contents(beside, f"/api/projects/{held}/archive")
    assert not any(str(place).encode() in content for content in packed.values())
    assert json.loads(packed["project.json"])["data"]["path"] is None
    assert not any(column["preview"] for column in json.loads(packed["seen.json"]))
    whole = contents(beside, f"/api/projects/{held}/archive?data=1")
    assert whole["data.csv"] == (place / "data" / NAME).read_bytes()


def contents(server, path) -> dict[str, bytes]:
    """Files of an archive by their names."""
    with zipfile.ZipFile(io.BytesIO(server.raw(path))) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def test_what_an_archive_calls_its_path_is_not_followed(beside, place, held, tmp_path) -> None:
    archive, packed = tmp_path / "elsewhere.ordag", contents(beside, f"/api/projects/{held}/archive")
    plain = json.loads(packed["project.json"])
    plain["data"]["path"] = str(place / "data" / NAME)
    with zipfile.ZipFile(archive, "w") as made:
        for name, content in {**packed, "project.json": json.dumps(plain)}.items():
            made.writestr(name, content)
    other = beside.upload(archive)
    assert data_of(beside, other)["path"] is None
    assert data_of(beside, other)["presence"] == "missing"
    with pytest.raises(urllib.error.HTTPError):
        beside.raw(f"/api/projects/{other}/archive?data=1")
    beside.raw(f"/api/upload?name={NAME}&project={other}", (place / "data" / NAME).read_bytes())
    assert data_of(beside, other)["presence"] == "here"
    assert any(column["preview"] for column in beside.ask(f"/api/projects/{other}/seen"))


def test_the_way_of_a_file_that_stays_where_it_is(visit, beside, place) -> None:
    page = visit(at=beside)
    page.click("#brand")
    page.click("#in-place")
    page.wait_for_selector("dialog .entry")
    assert page.evaluate("document.activeElement.textContent").startswith(NAME)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click("#in-place")
    page.locator("dialog .way button").nth(-2).click()
    page.locator("dialog .entry", has_text="data").first.click()
    page.locator("dialog .entry.is-file", has_text=NAME).click()
    page.wait_for_selector("#column")
    path = place / "data" / NAME
    kept = path.rename(path.with_name("elsewhere.csv"))
    page.reload()
    page.wait_for_selector("text=is not there any more")
    page.click("#go-learn")
    assert page.locator("#learn").is_disabled()
    page.click("#point")
    page.locator("dialog .entry.is-file", has_text="elsewhere.csv").click()
    page.wait_for_selector("#absent", state="detached")
    assert page.locator("#learn").is_enabled()
    page.click("#go-take")
    page.click("#hold-copy")
    page.wait_for_selector("#hold-path")
    kept.rename(path)
