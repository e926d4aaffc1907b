"""The command line as a user meets it, where it matters in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

import ordag
from cli.running import ended

PATIENCE = 5  # seconds allowed for an answer that takes a tenth of one on an idle machine


def run_apart(*arguments: object, encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ordag", *map(str, arguments)]
    told = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding=encoding, env=told)


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    path = tmp_path / "survey.csv"
    path.write_text("sleep,age\nnever,20.5\nalways,31\nnever,\n")
    return path


@pytest.mark.parametrize(
    ("option", "expected"), [("--version", f"ordag {ordag.__version__}\n"), ("--cite", "@article")]
)
def test_simple_questions_are_answered_at_once(option: str, expected: str) -> None:
    start = time.perf_counter()
    answer = run_apart(option)
    assert time.perf_counter() - start < PATIENCE
    assert answer.returncode == 0
    assert expected in answer.stdout


def test_simple_questions_load_nothing_heavy() -> None:
    code = (
        "import sys; from ordag.cli import main; sys.argv = ['ordag', '--version']\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(sorted({'numpy', 'pandas', 'scipy', 'sklearn', 'matplotlib', 'igraph'} & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("arguments", [["convert"], ["nonsense"], ["simulate"], ["demo", "--nonsense"]])
def test_bad_usage_ends_with_code_2(arguments: list[str]) -> None:
    assert ended(*arguments).returncode == 2


def test_a_failure_is_one_message_without_traceback(tmp_path: Path) -> None:
    answer = run_apart("convert", tmp_path / "none.csv", tmp_path / "a.parquet")
    assert answer.returncode == 1
    assert answer.stderr == f"error: '{tmp_path / 'none.csv'}' does not exist.\nhint: check the path.\n"
    assert answer.stdout == ""


def test_convert_writes_another_format(survey: Path, tmp_path: Path) -> None:
    assert ended("convert", survey, tmp_path / "a.parquet").returncode == 0
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "a.parquet"), pd.read_csv(survey))


def test_convert_says_what_it_inferred_and_saves_it(survey: Path, tmp_path: Path) -> None:
    answer = ended("convert", survey, tmp_path / "a.sav", "--save-levels", tmp_path / "a.json")
    assert answer.returncode == 0
    assert answer.stderr == (
        "warning: inferred, not declared: 'sleep': never < always. Declare it by --levels or --types.\n"
    )
    saved = json.loads((tmp_path / "a.json").read_text())
    assert saved == {"levels": {"sleep": ["never", "always"]}, "kinds": {"age": "continuous"}}
    assert ordag.data.read(tmp_path / "a.sav").levels == (("never", "always"), ())


def test_convert_takes_declared_levels(survey: Path, tmp_path: Path) -> None:
    (tmp_path / "d.toml").write_text('[levels]\nsleep = ["always", "never"]\n[kinds]\nage = "continuous"\n')
    declared = tmp_path / "d.toml"
    answer = ended("convert", survey, tmp_path / "a.parquet", "--levels", declared, "--types", declared)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert list(pd.read_parquet(tmp_path / "a.parquet")["sleep"].cat.categories) == ["always", "never"]


def test_nothing_is_overwritten_without_force(survey: Path, tmp_path: Path) -> None:
    target = tmp_path / "a.tsv"
    target.write_text("mine")
    refused = ended("convert", survey, target)
    assert refused.returncode == 1
    assert refused.stderr == (
        f"error: '{target}' already exists; nothing was written.\n"
        "hint: choose another name.\n"
        "hint: use --force to replace it.\n"
    )
    assert target.read_text() == "mine"
    assert ended("convert", survey, target, "--force").returncode == 0
    assert target.read_text().startswith("sleep\tage\n")


def test_convert_works_between_streams(survey: Path) -> None:
    command = [sys.executable, "-m", "ordag", "convert", "-", "-"]
    text = survey.read_text()
    answer = subprocess.run(command, input=text, capture_output=True, text=True, check=True, encoding="utf-8")
    assert answer.stdout == "sleep,age\nnever,20.5\nalways,31\nnever,\n"


def test_a_summary_is_printed_whatever_the_terminal_can_show(tmp_path: Path) -> None:
    pd.DataFrame({"größe": [0, 1] * 20, "ελ": [0, 1] * 18 + [0] * 4}).to_csv(tmp_path / "a.csv", index=False)
    learning = ["fit", tmp_path / "a.csv", "-o", tmp_path / "out", "--penalty", 4, "--required", "größe>ελ"]
    answer = run_apart(*learning, encoding="cp1252")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "+ No entry is missing." in answer.stdout
    assert "größe -> ??" in answer.stdout
    assert run_apart("fit", "--help", encoding="cp1252").returncode == 0


def test_data_are_not_printed_with_letters_lost(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("größe\n1\n2\n", encoding="utf-8")
    assert run_apart("convert", tmp_path / "a.csv", "-", encoding="cp1252").stdout == "größe\n1\n2\n"
    (tmp_path / "b.csv").write_text("ελ\n1\n2\n", encoding="utf-8")
    answer = run_apart("convert", tmp_path / "b.csv", "-", encoding="cp1252")
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == (
        "error: the data hold '\\u03b5', which standard output cannot show in its encoding, cp1252.\n"
        "hint: write to a file.\n"
        "hint: set PYTHONIOENCODING=utf-8.\n"
    )


def test_methods_are_listed_for_machines() -> None:
    cards = json.loads(ended("methods", "--json").stdout)
    assert {card["name"] for card in cards} == set(ordag.methods())
    assert [card["name"] for card in json.loads(ended("methods", "bge", "--json").stdout)] == ["bge"]


def test_learn_tells_machines_its_edges(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    cause = rng.integers(0, 3, 300)
    effect = np.clip(cause + rng.integers(-1, 2, 300), 0, 2)
    pd.DataFrame({"cause": cause, "effect": effect, "id": range(300)}).to_csv(tmp_path / "a.csv", index=False)
    options = ["--method", "gpc", "--required", "cause>effect", "--ignore", "id", "--json"]
    answer = ended("learn", tmp_path / "a.csv", "-o", tmp_path / "out", *options)
    assert json.loads(answer.stdout)["edges"] == [{"from": "cause", "to": "effect", "kind": "directed"}], answer.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_learn_tells_people_its_edges(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    cause = rng.integers(0, 3, 300)
    effect = np.clip(cause + rng.integers(-1, 2, 300), 0, 2)
    pd.DataFrame({"cause": cause, "effect": effect}).to_csv(tmp_path / "a.csv", index=False)
    for name, options, line in (("a", [], "cause — effect"), ("b", ["--required", "cause>effect"], "cause → effect")):
        answer = ended("learn", tmp_path / "a.csv", "-o", tmp_path / name, "--method", "gpc", *options)
        first, last = answer.stdout.splitlines()
        assert first == line
        assert last.startswith("gpc: 1 edge in ")


def test_a_method_that_cannot_take_a_column_has_hints_for_the_command_line(tmp_path: Path) -> None:
    pd.DataFrame({"a": [0, 1] * 30, "age": np.arange(60) / 2}).to_csv(tmp_path / "a.csv", index=False)
    answer = ended("learn", tmp_path / "a.csv", "--method", "bde", "-o", tmp_path / "out")
    assert answer.returncode == 1
    assert answer.stderr.splitlines() == [
        "error: column 'age' is continuous; method 'bde' takes binary, nominal, ordinal columns only.",
        'hint: use --types FILE, a text file with the line  age = "ordinal", "binary" or "continuous".',
        "hint: use --ignore age to leave it out.",
        "hint: see `ordag methods` for what each takes.",
    ]


def test_learn_takes_labels_without_an_order_where_none_is_needed(tmp_path: Path) -> None:
    regions = ["north", "west", "south"] * 20
    pd.DataFrame({"region": regions, "tongue": regions}).to_csv(tmp_path / "a.csv", index=False)
    answers = {
        name: ended("learn", tmp_path / "a.csv", "-o", tmp_path / name, "--method", name) for name in ("npc", "gpc")
    }
    assert (answers["npc"].returncode, answers["gpc"].returncode) == (0, 1), answers
    said = answers["gpc"].stderr.splitlines()
    assert said[0].startswith("error: none of the 2 columns can be used: 'region' (its labels name groups without an ")


def test_the_file_that_a_hint_asks_for_is_taken(tmp_path: Path) -> None:
    regions = ["north", "west", "south"] * 20
    pd.DataFrame({"region": regions, "sex": ["m", "f"] * 30}).to_csv(tmp_path / "a.csv", index=False)
    (tmp_path / "levels.txt").write_text('region = ["south", "west", "north"]\n')
    (tmp_path / "types.txt").write_text('sex = "binary"\n')
    files = ["--levels", tmp_path / "levels.txt", "--types", tmp_path / "types.txt"]
    answer = ended("learn", tmp_path / "a.csv", "-o", tmp_path / "out", "--method", "gpc", *files)
    assert answer.returncode == 0, answer.stderr


def test_an_interrupted_command_leaves_no_half_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    pd.DataFrame(rng.integers(0, 5, (2000, 60))).add_prefix("q").to_csv(tmp_path / "a.csv", index=False)
    command = [sys.executable, "-m", "ordag", "fit", "a.csv", "-o", "out", "--boot", "500"]
    for seconds in (4, 16, 64):  # by then it is reading or fitting, unless the machine is very busy
        with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
        if process.returncode != -signal.SIGINT:  # Python itself was up
            break
    assert process.returncode == 130
    assert "Traceback" not in said
    assert [path.name for path in tmp_path.rglob("*")] == ["a.csv"]


def test_simulate_is_determined_by_its_seed(tmp_path: Path) -> None:
    options = ["--nodes", 5, "--neighbours", 2, "--rows", 60, "--missing", 0.1]
    assert ended("simulate", "-o", tmp_path / "a", *options).returncode == 0
    assert run_apart("simulate", "-o", tmp_path / "b", *options).returncode == 0
    assert ended("simulate", "-o", tmp_path / "c", *options, "--seed", 1).returncode == 0
    text = {name: (tmp_path / name / "data.csv").read_text() for name in "abc"}
    assert text["a"] == text["b"] != text["c"]
    assert ordag.data.read(tmp_path / "a" / "data.csv").codes.shape == (60, 5)
    dag = pd.read_csv(tmp_path / "a" / "dag.csv").to_numpy()
    assert dag.shape == (5, 5)
    assert set(np.unique(dag)) <= {0, 1}
    assert np.allclose(np.diagonal(pd.read_csv(tmp_path / "a" / "correlation.csv")), 1)


def test_simulate_writes_nothing_if_one_file_is_there(tmp_path: Path) -> None:
    (tmp_path / "dag.csv").write_text("mine")
    assert ended("simulate", "-o", tmp_path).returncode == 1
    assert [path.name for path in tmp_path.iterdir()] == ["dag.csv"]


def test_columns_that_cannot_be_used_are_set_aside_unless_that_is_refused(tmp_path: Path) -> None:
    frame = pd.DataFrame({"mood": [0, 1, 2] * 10, "wave": 1, "open answer": list("abcdefghij") * 3, "note": None})
    frame["pain"] = ["0", "1", "don't know", "1", "0"] * 6
    frame["sleep"] = ["never", "don't know", "often", "always", "rarely"] * 6
    frame.to_csv(tmp_path / "a.csv", index=False)
    answer = ended("fit", tmp_path / "a.csv", "-o", tmp_path / "out")
    assert answer.returncode == 0, answer.stderr
    said = " ".join(answer.stdout.split())
    assert "30 rows · 3 items" in said
    assert "Set aside: 'wave' is always the same; 'open answer' holds open text; 'note' has no entries." in said
    assert "Taken as no answer: \"don't know\" in 'pain', 'sleep'." in said
    refused = ended("fit", tmp_path / "a.csv", "-o", tmp_path / "strict", "--strict")
    assert refused.returncode == 1
    assert refused.stderr.startswith("error: 3 columns would be set aside: 'wave' (always the same); 'open answer' (")


def test_lines_above_the_names_may_be_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Survey of 2024\n\nmood, sleep\n" + "0,1\n1,0\n" * 6)
    answers = [ended("convert", tmp_path / "a.csv", "-", *options) for options in ([], ["--skip", 1])]
    assert [answer.stdout for answer in answers] == ["mood,sleep\n" + "0,1\n1,0\n" * 6] * 2
    assert answers[0].stderr.count("warning: 1 line above the column names was left out") == 1
    assert answers[1].stderr == ""


def test_what_was_noticed_before_a_failure_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with pd.ExcelWriter(path) as writer:
        pd.DataFrame({"who": list("abc") * 4, "when": 1}).to_excel(writer, sheet_name="Log", index=False)
        pd.DataFrame({"a": [0, 1] * 6, "b": [1, 0] * 6}).to_excel(writer, sheet_name="Data", index=False)
    said = ended("fit", path, "-o", tmp_path / "out").stderr.splitlines()
    assert said[0].startswith("warning: the first sheet, 'Log', was read; there is also 'Data'.")
    assert said[1].startswith("warning: not sure, please check: 'who': nominal")
    assert said[-1].startswith("error: a network needs at least 2 columns; found 1.")


@pytest.mark.parametrize("checked", [True, False])
def test_convert_leaves_out_what_it_is_told_to(tmp_path: Path, checked: bool) -> None:
    (tmp_path / "a.csv").write_text("id,mood,sleep\nx,1,99\ny,2,1\nz,99,2\n")
    options = ["--ignore", "id", "--missing", 99, *(["--save-levels", tmp_path / "a.json"] if checked else [])]
    answer = ended("convert", tmp_path / "a.csv", "-", *options)
    assert answer.stdout.replace(".0", "") == "mood,sleep\n1,\n2,1\n,2\n"


def test_convert_keeps_the_zeros_that_identifiers_begin_with(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,zip,mood,share\n007,01234,1,0.5\n012,98765,0,0.25\nNA,00501,2,0\n")
    assert ended("convert", tmp_path / "a.csv", "-").stdout == (
        "id,zip,mood,share\n007,01234,1,0.5\n012,98765,0,0.25\nNA,00501,2,0\n"
    )
    assert ended("convert", tmp_path / "a.csv", tmp_path / "a.parquet").returncode == 0
    stored = pd.read_parquet(tmp_path / "a.parquet")
    assert stored["zip"].tolist() == ["01234", "98765", "00501"]
    assert stored["mood"].tolist() == [1, 0, 2]


def test_convert_refuses_a_code_that_nobody_gave(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,mood\n007,1\n012,0\n")
    assert (
        "missing holds '99', which no entry of the data is"
        in ended("convert", tmp_path / "a.csv", "-", "--missing", 99).stderr
    )
    assert ended("convert", tmp_path / "a.csv", "-", "--missing", "007").stdout == "id,mood\n,1\n012,0\n"


@pytest.mark.parametrize("command", [("fit", "--penalty", 3), ("bootstrap", "--penalty", 3, "--n-boot", 2)])
def test_no_cores_to_work_with_is_told_by_the_name_of_the_option(tmp_path: Path, command: tuple[object, ...]) -> None:
    pd.DataFrame({"a": [0, 1] * 20, "b": [0, 1, 1, 0] * 10}).to_csv(tmp_path / "a.csv", index=False)
    answer = ended(command[0], tmp_path / "a.csv", "-o", tmp_path / "out", *command[1:], "--jobs", 0)
    assert answer.returncode == 1
    assert answer.stderr == ("error: --jobs is 0; it must be how many to run at a time, or -1 for all cores.\n")


def labelled(path: Path) -> Path:
    """An SPSS file with a column of each sort."""
    pyreadstat.write_sav(
        pd.DataFrame({"area": [12.0, 10.0, 11.0, 12.0], "mood": [0.0, 2.0, 1.0, 0.0], "n": [4.0, 2.0, 3.0, 2.0]}),
        str(path),
        column_labels={"area": "Where do you live?", "mood": "How do you feel?"},
        variable_value_labels={"area": {10: "N", 11: "S", 12: "W"}, "mood": {0: "bad", 1: "fair", 2: "good"}},
        variable_measure={"area": "nominal", "mood": "ordinal", "n": "ordinal"},
    )
    return path


def test_convert_keeps_values_labels_and_wordings_of_a_labelled_file(tmp_path: Path) -> None:
    source, target = labelled(tmp_path / "a.sav"), tmp_path / "b.sav"
    assert ended("convert", source, target).returncode == 0
    (frame, told), (kept, said) = pyreadstat.read_sav(str(source)), pyreadstat.read_sav(str(target))
    pd.testing.assert_frame_equal(kept, frame)
    for what in ("variable_value_labels", "column_names_to_labels", "variable_measure"):
        assert getattr(said, what) == getattr(told, what)


def test_convert_numbers_declared_levels_by_their_order_and_leaves_others(tmp_path: Path) -> None:
    (tmp_path / "d.toml").write_text('[levels]\narea = ["W", "N", "S"]\n')
    answer = ended("convert", labelled(tmp_path / "a.sav"), tmp_path / "b.sav", "--levels", tmp_path / "d.toml")
    assert answer.returncode == 0, answer.stderr
    frame, told = pyreadstat.read_sav(str(tmp_path / "b.sav"))
    assert frame.to_dict("list") == {"area": [1, 2, 3, 1], "mood": [0, 2, 1, 0], "n": [4, 2, 3, 2]}
    assert told.variable_value_labels == {"area": {1: "W", 2: "N", 3: "S"}, "mood": {0: "bad", 1: "fair", 2: "good"}}
    assert told.column_labels == ["Where do you live?", "How do you feel?", None]
