import hashlib
import http.server
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.datasets import describe, fetch, load
from ordag.errors import FetchError, InputValueError, MissingDependencyError

NAMES = ["anes96", "ocd", "votes", "contraceptive", "tumor", "spect"]
SIZE_LIMIT = 100_000  # bytes of data inside the package


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No folder of raw files, an empty cache, and an address that nobody serves."""
    monkeypatch.delenv("ORDAG_DATA", raising=False)
    monkeypatch.setattr("pooch.os_cache", lambda _: tmp_path / "cache")
    monkeypatch.setattr(fetch, "BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    return tmp_path


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

    (tmp_path / "site" / "UCI_datasets").mkdir(parents=True)
    handler = partial(Quiet, directory=str(tmp_path / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


def test_anes_needs_no_network(away: Path) -> None:
    frame = load("anes96")
    assert frame.shape == (944, 10)
    assert not frame.isna().any().any()


def test_anes_follows_the_codebook() -> None:
    frame = load("anes96")
    assert frame["PID"].value_counts()["strong Democrat"] == 200
    assert frame["vote"].value_counts().to_dict() == {"Clinton": 551, "Dole": 393}
    assert frame["income"].value_counts()["$105,000 and over"] == 68
    assert frame["TVnews"].value_counts()[7] == 288
    assert frame.loc[1, "logpopul"] == pytest.approx(np.log(190.1))


def test_anes_encodes_with_its_described_kinds() -> None:
    table = ordag.data.encode(load("anes96"), kinds=describe("anes96").kinds)
    assert table.kinds == tuple(item.kind for item in describe("anes96").items)
    assert table.n_levels == (0, 8, 7, 7, 7, 7, 0, 7, 24, 2)


def test_embedded_data_stay_small() -> None:
    folder = Path(fetch.__file__).parent
    assert sum(path.stat().st_size for path in folder.glob("*.csv")) < SIZE_LIMIT


@pytest.mark.parametrize("name", NAMES)
def test_every_item_has_a_name_and_a_wording_of_its_own(name: str) -> None:
    dataset = describe(name)
    assert dataset.name == name
    assert len(dataset.kinds) == len(dataset.items)
    assert all(dataset.wordings.values())
    assert len(set(dataset.wordings.values())) == len(dataset.items)


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(InputValueError, match="unknown data set 'anes'; did you mean 'anes96'"):
        load("anes")


def test_offline_without_cache_says_which_file_to_put_where(away: Path) -> None:
    with pytest.raises(FetchError) as caught:
        load("spect")
    assert str(caught.value) == (
        "'SPECT.csv' is not in the cache and could not be fetched (ConnectionError). Get "
        "http://127.0.0.1:9/UCI_datasets/SPECT.csv and put it as 'SPECT.csv' into a folder named by the environment "
        f"variable ORDAG_DATA, or into '{away / 'cache'}'."
    )


def test_an_absent_pooch_is_named_with_its_extra(away: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pooch", None)
    with pytest.raises(MissingDependencyError) as caught:
        load("spect")
    assert str(caught.value) == (
        "fetching 'SPECT.csv' needs the package pooch. Install ordag[data], or get "
        "http://127.0.0.1:9/UCI_datasets/SPECT.csv and put it as 'SPECT.csv' into a folder named by the environment "
        "variable ORDAG_DATA."
    )


def spect_like(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A small file in the format of SPECT.csv whose hash is the expected one."""
    content = b"\n".join(b",".join([b"%d" % (k % 2)] * 23) for k in range(4))
    entry = fetch.RawFile("UCI_datasets", hashlib.sha256(content).hexdigest())
    monkeypatch.setitem(fetch.RAW_FILES, "SPECT.csv", entry)
    return content


def test_files_are_fetched_once_and_kept(
    away: Path, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site/UCI_datasets/SPECT.csv").write_bytes(spect_like(monkeypatch))
    monkeypatch.setattr(fetch, "BASE_URL", server)
    fetched = load("spect")
    monkeypatch.setattr(fetch, "BASE_URL", "http://127.0.0.1:9")
    pd.testing.assert_frame_equal(load("spect"), fetched)
    assert fetched.shape == (4, 23)


def test_a_fetched_file_with_another_hash_is_refused(
    away: Path, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site/UCI_datasets/SPECT.csv").write_bytes(b"0,1\n")
    monkeypatch.setattr(fetch, "BASE_URL", server)
    with pytest.raises(FetchError, match=r"'SPECT\.csv' is not in the cache and could not be fetched"):
        load("spect")


def test_the_named_folder_is_looked_in_first(away: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (away / "SPECT.csv").write_bytes(spect_like(monkeypatch))
    monkeypatch.setenv("ORDAG_DATA", str(away))
    assert load("spect")["V1"].tolist() == [0, 1, 0, 1]


def test_a_changed_file_in_the_named_folder_is_refused(away: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (away / "SPECT.csv").write_text("0,1\n")
    monkeypatch.setenv("ORDAG_DATA", str(away))
    with pytest.raises(InputValueError, match=r"SPECT\.csv' differs from the file of the paper"):
        load("spect")
