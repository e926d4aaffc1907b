"""Analyses without a browser: what comes out, that it is repeated exactly, and that nothing is lost."""

import io
import json
import os
import shlex
import subprocess
import time
import urllib.error
import zipfile
from importlib.util import find_spec

import numpy as np
import pytest

from app.running import WELLBEING, Server, two_sites, workers
from ordag.processes import python

pytest.importorskip("pyreadstat", reason="pyreadstat is not installed (pip install 'ordag[files]')")


def unpacked(server, key, folder) -> None:
    """Unpack what repeats the first analysis of a project."""
    with zipfile.ZipFile(io.BytesIO(server.raw(f"/api/projects/{key}/analyses/1/repeat?data=1"))) as archive:
        archive.extractall(folder)


FILES = ("model.json", "edges.csv")


def by_script_and_command(server, key, folder) -> list[bytes]:
    """The model and the edges that the script makes, then those that the command makes."""
    unpacked(server, key, folder)
    subprocess.run(python("analysis.py"), cwd=folder, check=True)
    program, *arguments = shlex.split((folder / "command.txt").read_text())
    subprocess.run([*python("-m", program), *arguments], cwd=folder, check=True, capture_output=True)
    return [(made / name).read_bytes() for made in (folder, folder / "results") for name in FILES]


def of_the_page(server, key) -> list[bytes]:
    """The model and the edges that the page gives."""
    return [server.raw(f"/api/projects/{key}/analyses/1/files/{name}") for name in FILES]


def test_script_and_command_give_the_same_bytes(server, tmp_path) -> None:
    key = server.ask("/api/survey", {})["key"]
    server.edit(key, do="choices", choices={"support": "none", "seed": 3})
    server.edit(key, do="roles", names=["TVnews"], role="aside")
    known = {"tiers": [["age"], ["educ", "income"]], "required": [["educ", "income"]], "forbidden": [["vote", "PID"]]}
    server.edit(key, do="knowledge", knowledge=known)
    server.learned(key)
    assert by_script_and_command(server, key, tmp_path) == 2 * of_the_page(server, key)


@pytest.mark.slow
def test_script_and_command_give_the_same_bytes_with_resamples(server, learned, tmp_path) -> None:
    assert by_script_and_command(server, learned, tmp_path) == 2 * of_the_page(server, learned)


def test_groups_differ_where_the_data_differ_and_nowhere_else(server, grouped) -> None:
    view = server.ask(f"/api/projects/{grouped}/analyses/1/view")
    assert [group["name"] for group in view["groups"]] == ["north", "south"]
    north, south = ({frozenset((link["start"], link["end"])) for link in group["links"]} for group in view["groups"])
    assert [node["name"] for node in view["groups"][0]["drawing"]["nodes"]] == ["q1", "q2", "q3", "q4"]
    assert north - south == {frozenset((2, 3))}
    assert south <= north
    assert "2 of them the same in all groups" in view["said"]


def test_a_script_repeats_groups_to_the_byte(server, grouped, tmp_path) -> None:
    unpacked(server, grouped, tmp_path)
    subprocess.run(python("analysis.py"), cwd=tmp_path, check=True)
    for name in ("model-1.json", "model-2.json", "edges.csv"):
        assert (tmp_path / name).read_bytes() == server.raw(f"/api/projects/{grouped}/analyses/1/files/{name}")
    assert (tmp_path / "command.txt").read_text().startswith("ordag groups sites.csv")


def test_an_answer_is_set_in_the_network_of_a_group(server, grouped) -> None:
    last = [
        server.ask(f"/api/projects/{grouped}/analyses/1/set", {"name": "q3", "answer": 3, "group": group})
        for group in (1, 2)
    ]
    moved = [max(answers["outcomes"]["q4"]["high"]) for answers in last]
    assert moved[0] > moved[1]
    assert "Unknown file" in server.refusal(
        f"/api/projects/{grouped}/analyses/1/set", {"name": "q3", "answer": 0, "group": 99}
    )


@pytest.mark.slow
def test_hidden_causes_are_found_drawn_and_repeated(server, tmp_path) -> None:
    path = tmp_path / "trait.csv"
    rng = np.random.default_rng(1)
    answers = np.digitize(rng.normal(size=(400, 1)) + 0.7 * rng.normal(size=(400, 5)), [-1, 0, 1]) + 1
    path.write_text("\n".join([",".join("abcde"), *(",".join(map(str, row)) for row in answers.tolist())]) + "\n")
    key = server.upload(path)
    server.edit(key, do="choices", choices={"hidden": "auto", "n_resamples": 3})
    server.learned(key)
    nodes = server.ask(f"/api/projects/{key}/analyses/1/view")["drawing"]["nodes"]
    assert sum(node["hidden"] for node in nodes) == 1
    assert by_script_and_command(server, key, tmp_path) == 2 * of_the_page(server, key)


@pytest.mark.slow
def test_items_without_an_order_are_repeated_to_the_byte(server, tmp_path) -> None:
    path, rng = tmp_path / "regions.csv", np.random.default_rng(4)
    region = rng.integers(4, size=400)
    leaning = np.array([1.5, -0.5, 0.0, -1.0])[region] + rng.normal(size=400)
    answers = np.digitize(np.stack([leaning, leaning + rng.normal(size=400)], axis=1), [-1, 0, 1]) + 1
    names = np.array(["north", "south", "east", "west"])[region]
    rows = [f"{name},{first},{second}" for name, (first, second) in zip(names, answers, strict=True)]
    path.write_text("\n".join(["region,trust,vote", *rows]) + "\n")
    key = server.upload(path)
    server.edit(key, do="choices", choices={"n_resamples": 4})
    assert next(column["kind"] for column in server.learned(key)["columns"] if column["name"] == "region") == "nominal"
    assert server.ask(f"/api/projects/{key}/analyses/1/view")["links"]
    assert by_script_and_command(server, key, tmp_path) == 2 * of_the_page(server, key)


@pytest.mark.slow
def test_columns_that_are_cut_off_are_repeated_to_the_byte(server, tmp_path) -> None:
    path, rng = tmp_path / "hours.csv", np.random.default_rng(6)
    worked = rng.normal(size=400)
    answers = np.digitize(np.stack([worked, worked + rng.normal(size=400)], axis=1), [-1, 0, 1]) + 1
    hours = np.maximum(np.round(5 + 6 * worked + 3 * rng.normal(size=400), 2), 0)
    rows = [f"{spent},{first},{second}" for spent, (first, second) in zip(hours, answers, strict=True)]
    path.write_text("\n".join(["hours,stress,sleep", *rows]) + "\n")
    key = server.upload(path)
    server.edit(key, do="kinds", names=["hours"], kind="censored")
    server.edit(key, do="limits", names=["hours"], floor=0, ceiling=None)
    server.edit(key, do="choices", choices={"support": "none"})
    assert server.learned(key)["analyses"][0]["state"] == "done"
    assert by_script_and_command(server, key, tmp_path) == 2 * of_the_page(server, key)


@pytest.mark.parametrize("choices", [{"hidden": 11}, {"hidden": "many"}, {"groups": "no such column"}, {"hidden": -1}])
def test_choices_that_mean_nothing_are_refused(server, learned, choices) -> None:
    before = server.ask(f"/api/projects/{learned}")["choices"]
    assert server.refusal(f"/api/projects/{learned}/edit", {"do": "choices", "choices": choices})
    assert server.ask(f"/api/projects/{learned}")["choices"] == before


def test_knowledge_is_kept(server, learned) -> None:
    links = server.ask(f"/api/projects/{learned}/analyses/1/view")
    names = [node["name"] for node in links["drawing"]["nodes"]]
    arrows = {(names[link["start"]], names[link["end"]]) for link in links["links"] if link["directed"]}
    assert ("smoker", "cigs") not in arrows
    assert [arrow for arrow in arrows if arrow[1] in {"sex", "age"} and arrow[0] not in {"sex", "age"}] == []


def test_setting_an_item_moves_no_cause_of_it(server, learned) -> None:
    found = server.ask(f"/api/projects/{learned}/analyses/1/set", {"name": "lifesat", "answer": 0})
    now = server.ask(f"/api/projects/{learned}/analyses/1/set", {"name": "lifesat", "answer": 10})
    assert found["outcomes"]["age"]["mean"] == now["outcomes"]["age"]["mean"]


def test_a_stopped_analysis_ends_at_once_and_goes_on_where_it_was(server) -> None:
    key = server.ask("/api/survey", {})["key"]
    server.edit(key, do="choices", choices={"n_resamples": 400})
    server.ask(f"/api/projects/{key}/learn", {})
    server.wait(key, lambda state: state["analyses"][0]["n_supported"] >= 5)
    busy = set(workers())
    begun = time.monotonic()
    server.ask(f"/api/projects/{key}/cancel", {})
    state = server.wait(key, lambda state: state["job"] is None)
    assert time.monotonic() - begun < 10
    assert busy - set(workers())
    assert state["analyses"][0]["state"] == "stopped"
    n_kept = state["analyses"][0]["n_supported"]
    server.ask(f"/api/projects/{key}/analyses/1/resume", {})
    server.wait(key, lambda state: state["analyses"][0]["n_supported"] > n_kept)
    server.ask(f"/api/projects/{key}/cancel", {})
    server.wait(key, lambda state: state["job"] is None)


def weighted(folder):
    """The items of two sites with weights of the rows, as a file."""
    path, lines = folder / "weighted.csv", two_sites().splitlines()
    weights = np.random.default_rng(8).uniform(0.4, 1.6, size=len(lines) - 1).round(3)
    rows = [f"{line},{weight}" for line, weight in zip(lines[1:], weights, strict=True)]
    path.write_text("\n".join([f"{lines[0]},weight", *rows]) + "\n")
    return path


def test_a_stopped_analysis_is_written_with_what_it_has_and_repeated_to_the_byte(server, tmp_path) -> None:
    key = server.upload(weighted(tmp_path))
    assert server.ask(f"/api/projects/{key}")["weights"] is None
    server.edit(key, do="counts", role="weight", name="weight")
    server.edit(key, do="choices", choices={"n_resamples": 900})
    server.ask(f"/api/projects/{key}/learn", {})
    server.wait(key, lambda state: state["analyses"][0]["n_supported"] >= 5)
    server.ask(f"/api/projects/{key}/cancel", {})
    stopped = server.wait(key, lambda state: state["job"] is None)["analyses"][0]
    assert "report.html" not in stopped["files"]
    server.ask(f"/api/projects/{key}/analyses/1/finish", {})
    done = server.wait(key, lambda state: state["job"] is None)["analyses"][0]
    assert (done["state"], done["n_boot"], done["n_supported"]) == ("done", *2 * [stopped["n_supported"]])
    assert done["is_current"]
    assert {"report.html", "network.svg", "paper.docx"} <= set(done["files"])
    assert by_script_and_command(server, key, tmp_path) == 2 * of_the_page(server, key)
    assert 'role = "weight"\nuse = true' in (tmp_path / "columns.toml").read_text()


@pytest.mark.slow  # the page goes on with the next server in a fast test
def test_a_killed_server_loses_nothing(tmp_path) -> None:
    first = Server(tmp_path / "home")
    key = first.ask("/api/survey", {})["key"]
    first.edit(key, do="roles", names=["TVnews"], role="aside")
    first.edit(key, do="choices", choices={"n_resamples": 300})
    first.ask(f"/api/projects/{key}/learn", {})
    before = first.wait(key, lambda state: state["analyses"][0]["n_supported"] >= 5)
    first.kill()
    again = Server(tmp_path / "home")
    try:
        state = again.ask(f"/api/projects/{key}")
        assert state["columns"] == before["columns"]
        assert state["undo"] == before["undo"]
        assert state["analyses"][0]["state"] == "stopped"
        assert state["analyses"][0]["n_supported"] >= 5
        assert again.ask(f"/api/projects/{key}/analyses/1/view")["n_resamples"] >= 5
        state = again.edit(key, do="undo")
        assert state["choices"]["n_resamples"] != 300
    finally:
        again.stop()


def shown(server, key) -> list[tuple[object, ...]]:
    """What the page says of the columns, their answers by name."""
    seen = {column["name"]: list(map(str, column["entries"])) for column in server.ask(f"/api/projects/{key}/seen")}
    columns = []
    for column in server.ask(f"/api/projects/{key}")["columns"]:
        entries = seen[column["name"]] + column["extra"]
        named = [[entries[k] for k in column[which]] for which in ("levels", "missing")]
        columns.append((column["name"], column["role"], column["kind"], column["why"], *named))
    return columns


def test_a_project_goes_elsewhere_without_its_data(server, learned, tmp_path) -> None:
    path = tmp_path / "moved.ordag"
    path.write_bytes(server.raw(f"/api/projects/{learned}/archive"))
    key = server.upload(path)
    state = server.ask(f"/api/projects/{key}")
    assert state["data"]["presence"] == "missing"
    assert shown(server, key) == shown(server, learned)
    assert server.ask(f"/api/projects/{key}/analyses/1/view") == server.ask(f"/api/projects/{learned}/analyses/1/view")
    assert "did not come with this project" in server.refusal(f"/api/projects/{key}/learn", {})
    server.raw(f"/api/upload?name=wellbeing.sav&project={key}", WELLBEING.read_bytes())
    assert server.ask(f"/api/projects/{key}")["data"]["presence"] == "here"


def test_two_servers_do_not_share_a_folder(server) -> None:
    second = subprocess.run(
        python("-m", "ordag", "app", "--no-browser", "--projects", str(server.home)), capture_output=True, text=True
    )
    assert second.returncode == 1
    assert "is busy" in second.stderr


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.sav", b"no such thing", "cannot be read"),
        ("a.exe", b"MZ", "Unknown file ending"),
        ("a.ordag", b"PK", "is no project of ordag"),
        ("a.csv", b"", "is empty"),
    ],
)
def test_files_that_cannot_be_used_are_refused_in_words(server, tmp_path, name, content, said) -> None:
    before = len(list(server.home.iterdir()))
    path = tmp_path / name
    path.write_bytes(content)
    assert said in refused_upload(server, path)
    assert len(list(server.home.iterdir())) == before


def refused_upload(server, path) -> str:
    try:
        server.upload(path)
    except urllib.error.HTTPError as error:
        with error:
            return json.loads(error.read())["message"]
    raise AssertionError("it was taken")


@pytest.mark.parametrize(
    "entry", ["../evil", "/evil", "analyses/../../evil", "analyses/1/x/y", ".hidden", "a\\b", "C:evil"]
)
def test_an_archive_writes_only_into_its_project(server, learned, tmp_path, entry) -> None:
    path = tmp_path / "evil.ordag"
    packed = zipfile.ZipFile(io.BytesIO(server.raw(f"/api/projects/{learned}/archive")))
    with zipfile.ZipFile(path, "w") as archive, packed:
        for name in ("project.json", "seen.json"):
            archive.writestr(name, packed.read(name))
        archive.writestr(entry, "evil")
    assert "no part of a project" in refused_upload(server, path)
    assert not list(server.home.parent.glob("**/evil"))


def test_a_worker_may_not_take_all_memory() -> None:
    pytest.importorskip("resource", reason="this system limits no memory of processes")
    said = subprocess.run(
        python("-c", TAKES_ALL), capture_output=True, text=True, timeout=120, check=True
    ).stdout.split()
    limit, total = int(said[0]), os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert 0 < limit <= max(total, 2 << 30)
    assert said[1] == "refused"


TAKES_ALL = """
import resource
from ordag.app.worker import limit_memory
limit_memory()
limit = resource.getrlimit(resource.RLIMIT_AS)[0]
try:
    bytearray(limit + 1)
except MemoryError:
    print(limit, "refused")
"""


def test_a_window_that_cannot_be_shown_is_refused_with_what_to_install(tmp_path) -> None:
    if find_spec("webview") is not None:
        pytest.skip("windows can be shown here")
    command = python("-m", "ordag", "app", "--window", "--projects", str(tmp_path))
    refused = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert refused.returncode == 1
    assert "ordag[window]" in refused.stderr


def test_a_file_that_cannot_be_read_is_called_as_the_user_calls_it(server, tmp_path) -> None:
    for name, content in (("empty.csv", ""), ("prose.csv", "This is a letter.\nIt has no table,\nnone at all.\n")):
        (tmp_path / name).write_text(content)
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.upload(tmp_path / name)
        with refused.value as answer:
            said = json.loads(answer.read())["message"]
        assert name in said
        assert str(server.home) not in said
