"""The commands around a fitted network, each from start to end in a folder of its own."""

import html
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

import ordag
from cli.running import run
from ordag.cli.app import app
from ordag.cli.resampling import Took
from ordag.errors import OptionsClashError, OrdagError
from ordag.messages.terminal import TERMINAL

COMMANDS = {
    "demo",
    "groups",
    "waves",
    "plan",
    "app",
    "fit",
    "bootstrap",
    "predict",
    "impute",
    "simulate",
    "columns",
    "learn",
    "study",
    "report",
    "convert",
    "methods",
}
RESULTS = {"model.json", "edges.csv", "network.svg", "report.html"}
FILES = RESULTS | {"columns.toml"}


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("[!.]*")}


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sleep, then mood, then work, each at random around the one before."""
    rng = np.random.default_rng(4)
    sleep = rng.integers(0, 4, 300)
    mood = np.clip(sleep + rng.integers(-1, 2, 300), 0, 3)
    work = np.clip(3 - mood + rng.integers(-1, 2, 300), 0, 3)
    frame = pd.DataFrame({"sleep": sleep, "mood": mood, "work": work, "noise": rng.integers(0, 2, 300)}).astype("Int64")
    frame.loc[:9, "mood"] = pd.NA
    path = tmp_path_factory.mktemp("survey") / "survey.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def fitted(survey: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fitted")
    assert run("fit", survey, "-o", folder).exit_code == 0
    return folder


def test_fit_writes_its_files_and_sums_up(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path / "new")
    assert answer.exit_code == 0, answer.output
    assert names_in(tmp_path / "new") == FILES
    text = " ".join(answer.output.split())
    for said in (
        "What was found (300 rows · 4 items · 2 links)",
        "noise is without links",
        "strong: higher mood, higher sleep",
        "strong: higher mood, lower work",
        "How far to trust it",
        "0.8% of the entries are missing",
        "No resamples were drawn",
    ):
        assert said in text
    assert (tmp_path / "new" / "network.svg").read_text().count("<svg") == 1
    edges = pd.read_csv(tmp_path / "new" / "edges.csv")
    assert set(map(frozenset, zip(edges["from"], edges["to"], strict=True))) == {
        frozenset(("sleep", "mood")),
        frozenset(("mood", "work")),
    }


def test_the_same_command_writes_the_same_files(survey: Path, fitted: Path, tmp_path: Path) -> None:
    assert run("fit", survey, "-o", tmp_path).exit_code == 0
    for name in FILES - {"model.json"}:
        assert (tmp_path / name).read_bytes() == (fitted / name).read_bytes(), name


def test_fit_says_when_it_learned_from_some_rows_only(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path, "--penalty", 2, "--max-rows", 40)
    assert answer.exit_code == 0, answer.output
    said = " ".join(answer.output.split())
    (learned,) = re.findall(r"learned from (\d+) of 300 rows, drawn at random", said)  # until 40 differ
    assert 40 <= int(learned) < 300
    assert f"{learned} of 300 rows · 4 items" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_bootstrap_says_when_networks_were_learned_from_some_rows_only(survey: Path, tmp_path: Path) -> None:
    command = ["bootstrap", survey, "-o", tmp_path, "--penalty", 2, "--max-rows", 40, "--n-boot", 3, "--jobs", 1]
    for more in ([], ["--force"]):  # the second time from the finished replicates
        answer = run(*command, *more)
        assert answer.exit_code == 0, answer.output
        assert re.search(r"learned from about \d+ of the 300 resampled rows", " ".join(answer.output.split()))


def test_fit_obeys_knowledge_given_at_the_command_line(survey: Path, tmp_path: Path) -> None:
    tiers = tmp_path / "order.toml"
    tiers.write_text('tiers = [["work"], ["mood", "sleep", "noise"]]\n')
    options = ["--tiers", tiers, "--forbidden", "sleep>mood", "--required", "noise -> sleep", "--penalty", 2]
    answer = run("fit", survey, "-o", tmp_path / "a", *options, "--json")
    edges = {(edge["source"], edge["target"]) for edge in json.loads(answer.stdout)["edges"]}
    assert ("noise", "sleep") in edges
    assert ("sleep", "mood") not in edges
    assert not {source for source, target in edges if target == "work"}


def test_codes_for_no_answer_are_named_and_can_be_taken_out(survey: Path, tmp_path: Path) -> None:
    coded = tmp_path / "coded.csv"
    pd.read_csv(survey).fillna(99).to_csv(coded, index=False)
    answer = run("fit", coded, "-o", tmp_path / "a")
    assert "Taken as no answer: 99 in 'mood'." in " ".join(answer.stdout.split())
    run("fit", coded, "-o", tmp_path / "b", "--missing", "99")
    run("fit", survey, "-o", tmp_path / "c")
    edges = [(tmp_path / folder / "edges.csv").read_text() for folder in "abc"]
    assert edges[0] == edges[1] == edges[2]


def test_codes_for_no_answer_can_be_taken_out_of_new_data_too(survey: Path, fitted: Path, tmp_path: Path) -> None:
    frame = pd.read_csv(survey)
    frame.iloc[3, 0] = 55
    frame.to_csv(tmp_path / "new.csv", index=False)
    model = fitted / "model.json"
    for command in ("predict", "impute", "report"):
        files = [model, tmp_path / "new.csv", "-o", tmp_path / f"{command}.csv"]
        refused = run(command, *files)
        assert isinstance(refused.exception, OrdagError)
        assert any(hint.startswith("use --missing ") for hint in TERMINAL.hints(refused.exception.remedies))
        assert run(command, *files, "--missing", 55).exit_code == 0


@pytest.mark.parametrize("code", [99, "mood=99", "NA"])
def test_new_data_need_not_hold_a_code_for_no_answer(survey: Path, fitted: Path, tmp_path: Path, code: object) -> None:
    for command in ("predict", "impute", "report"):
        written = [tmp_path / f"{command}.{name}" for name in ("plain.csv", "coded.csv")]
        assert run(command, fitted / "model.json", survey, "-o", written[0]).exit_code == 0
        assert run(command, fitted / "model.json", survey, "-o", written[1], "--missing", code).exit_code == 0
        assert written[0].read_text() == written[1].read_text()


@pytest.mark.filterwarnings("ignore:'mood', 'noise' are not in the data")
def test_a_code_for_no_answer_may_be_of_a_column_that_new_data_lack(survey: Path, fitted: Path, tmp_path: Path) -> None:
    pd.read_csv(survey)[["sleep", "work"]].to_csv(tmp_path / "a.csv", index=False)
    assert run("predict", fitted / "model.json", tmp_path / "a.csv", "--missing", "mood=99").exit_code == 0
    refused = run("predict", fitted / "model.json", tmp_path / "a.csv", "--missing", "moood=99")
    assert "did you mean 'mood'?" in str(refused.exception)


@pytest.mark.parametrize("command", [("fit",), ("learn", "--method", "npc"), ("bootstrap", "--n-boot", 2)])
def test_a_code_that_nobody_gave_is_refused_where_a_network_is_learned(survey: Path, tmp_path: Path, command) -> None:
    name, *options = command
    refused = run(name, survey, "-o", tmp_path / "out", *options, "--missing", 99)
    assert "missing holds '99', which no entry of the data is" in str(refused.exception)


@pytest.mark.parametrize("name", ["res [v2]", "[/b]", ":star:", "[bold]"])
def test_names_that_look_like_markup_are_printed_as_they_are(survey: Path, tmp_path: Path, name: str) -> None:
    frame = pd.read_csv(survey).rename(columns={"mood": name}).assign(**{f"w{name}": 1.5})
    frame.to_csv(tmp_path / "a.csv", index=False)
    options = ["--penalty", 3, "--weights", f"w{name}", "--boot", 2]
    fit = run("fit", tmp_path / "a.csv", "-o", tmp_path / name, *options)
    assert fit.exit_code == 0, fit.exception
    assert f"{tmp_path / name / 'report.html'}  open this" in fit.stdout
    assert f"weighted by w{name}" in fit.stdout
    assert f"{name} — sleep" in fit.stdout or f"sleep — {name}" in fit.stdout
    options = ["--penalty", 3, "--n-boot", 2, "--ignore", f"w{name}", "--effect", f"sleep>{name}"]
    bootstrap = run("bootstrap", tmp_path / "a.csv", "-o", tmp_path / f"b{name}", *options)
    assert bootstrap.exit_code == 0, bootstrap.exception
    assert f"{name} = 3" in bootstrap.stdout
    assert f"written: {tmp_path / f'b{name}' / 'support.csv'}" in bootstrap.stdout


def test_the_file_of_draws_is_told_under_any_name(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path / "a [v2]", "--bayes")
    assert f"{tmp_path / 'a [v2]' / 'posterior.json'}  the draws" in answer.stdout


@pytest.fixture(scope="module")
def with_income(survey: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The survey with a continuous column."""
    frame = pd.read_csv(survey)
    frame["income"] = (frame["sleep"] + np.random.default_rng(5).normal(size=len(frame))) / 3
    path = tmp_path_factory.mktemp("income") / "a.csv"
    frame.astype({"mood": "Int64"}).to_csv(path, index=False)
    return path


@pytest.mark.parametrize(
    ("effects", "title"),
    [
        (["sleep>income"], "Effects: change of the mean"),
        (["income>mood"], "Effects: change of each answer's probability"),
        (["sleep>mood", "sleep>income"], "Effects: change of each answer's probability or of the mean"),
    ],
)
def test_effects_are_titled_by_what_changes(with_income: Path, tmp_path: Path, effects: list[str], title: str) -> None:
    options = [part for effect in effects for part in ("--effect", effect)]
    answer = run("bootstrap", with_income, "-o", tmp_path, "--n-boot", 3, "--jobs", 1, "--penalty", 3, *options)
    assert [line.strip() for line in answer.stdout.splitlines() if "Effects" in line] == [title]
    assert ("mean of income" in answer.stdout) == ("sleep>income" in effects)


def test_levels_stay_whole_beside_the_values_of_a_continuous_cause(with_income: Path, tmp_path: Path) -> None:
    options = ["--n-boot", 3, "--jobs", 1, "--penalty", 3, "--effect", "income>mood", "--effect", "sleep>mood"]
    answer = run("bootstrap", with_income, "-o", tmp_path, *options)
    ends = pd.read_csv(tmp_path / "effects.csv").loc[0, ["from", "to"]]
    assert {f"{end:g}" for end in ends} <= set(answer.stdout.split())
    assert "sleep: 0 → 3" in answer.stdout
    effects = pd.read_csv(tmp_path / "effects.csv", dtype=str)
    assert effects.loc[effects["cause"] == "sleep", ["from", "to"]].to_numpy().tolist() == [["0", "3"]] * 4
    assert effects["level"].tolist() == ["0", "1", "2", "3"] * 2


@pytest.mark.parametrize("how", ["--max-parents", "--forbidden"])
def test_a_fit_without_any_link_to_look_for_says_so(survey: Path, tmp_path: Path, how: str) -> None:
    names = pd.read_csv(survey).columns
    ruled_out = [f"{a}>{b}" for a in names for b in names if a != b] if how == "--forbidden" else [0]
    answer = run("fit", survey, "-o", tmp_path, *(part for value in ruled_out for part in (how, value)))
    assert "No link was looked for among 4 items: every link was forbidden." in answer.stdout
    assert "every link was forbidden" in (tmp_path / "report.html").read_text()


def test_json_output_is_json_alone(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path, "--penalty", 3, "--boot", 3, "--jobs", 1, "--json")
    summary = json.loads(answer.stdout)
    assert summary["n_rows"] == 300
    assert summary["penalty"] == 3
    assert summary["edges"][0]["support"] == 1
    assert {Path(path).name for path in summary["files"]} == FILES


def test_bootstrap_support_is_kept_in_the_model(survey: Path, tmp_path: Path) -> None:
    assert "100%" in run("fit", survey, "-o", tmp_path, "--penalty", 3, "--boot", 3, "--jobs", 1).output
    support = ordag.FittedNetwork.load(tmp_path / "model.json").support
    assert support is not None
    assert support.n_resamples == 3


def test_what_was_inferred_is_part_of_the_summary(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"pain": rng.choice(["never", "sometimes", "always"], 80), "sad": rng.integers(0, 3, 80)})
    frame.to_csv(tmp_path / "a.csv", index=False)
    answer = run("fit", tmp_path / "a.csv", "-o", tmp_path / "out", "--penalty", 3)
    said = "Inferred, not declared: 'pain': never < sometimes < always"
    assert said in " ".join(answer.output.split())
    assert html.escape(said) in (tmp_path / "out" / "report.html").read_text(encoding="utf-8").replace(
        "&#39;", "&#x27;"
    )


def test_fit_reads_standard_input(survey: Path, fitted: Path, tmp_path: Path) -> None:
    assert run("fit", "-", "-o", tmp_path, given=survey.read_text()).exit_code == 0
    assert (tmp_path / "edges.csv").read_text() == (fitted / "edges.csv").read_text()


def test_weights_of_rows_count(survey: Path, tmp_path: Path) -> None:
    frame = pd.read_csv(survey).assign(count=2)
    frame.to_csv(tmp_path / "a.csv", index=False)
    assert run("fit", tmp_path / "a.csv", "-o", tmp_path / "a", "--weights", "count").exit_code == 0
    network = ordag.FittedNetwork.load(tmp_path / "a" / "model.json")
    assert network.names == ("sleep", "mood", "work", "noise")


@pytest.mark.parametrize(
    "options",
    [
        ["--penalty", "low"],
        ["--required", "sleep"],
        ["--forbidden", "sleep>mood>work"],
        ["--required", ">mood"],
        ["--seed", "-1"],
        ["--nonsense"],
    ],
)
def test_bad_usage_of_fit_ends_with_code_2(survey: Path, tmp_path: Path, options: list[str]) -> None:
    assert run("fit", survey, "-o", tmp_path / "a", *options).exit_code == 2
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("command", sorted(COMMANDS - {"app", "demo", "methods"}))
def test_commands_without_arguments_are_bad_usage(command: str) -> None:
    assert run(command).exit_code == 2


def test_every_command_of_the_contract_is_there() -> None:
    commands = [command for command in app.registered_commands if command.callback]
    assert {command.name or command.callback.__name__ for command in commands} == COMMANDS


def test_help_is_wrapped_to_the_width_of_the_terminal() -> None:
    lines = [line.strip() for line in run("fit", "--help").stdout.splitlines()]
    start = next(k for k, line in enumerate(lines) if line.startswith("Writes model.json"))
    paragraph = lines[start : lines.index("", start)]
    assert len(paragraph) > 1
    following = [line.split()[0] for line in paragraph[1:]]
    widest = max(map(len, paragraph))
    assert all(len(line) + 1 + len(word) > widest for line, word in zip(paragraph[:-1], following, strict=True))


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_shows_an_example(command: str) -> None:
    answer = run(command, "--help")
    assert answer.exit_code == 0
    assert f"Example: ordag {command} " in answer.output


@pytest.mark.parametrize(
    ("content", "message"),
    [('{"tiers": 3}', "list of lists"), ("[[", "not valid TOML or JSON"), ('[["age"]]', "age")],
)
def test_a_tiers_file_that_says_nothing_useful_is_refused(
    survey: Path, tmp_path: Path, content: str, message: str
) -> None:
    (tmp_path / "tiers.json").write_text(content)
    answer = run("fit", survey, "-o", tmp_path / "a", "--tiers", tmp_path / "tiers.json")
    assert answer.exit_code == 1
    assert isinstance(answer.exception, OrdagError)
    assert message in str(answer.exception)
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("force", [(), ("--force",)])
@pytest.mark.parametrize("command", [("fit",), ("learn", "--method", "npc"), ("bootstrap", "--n-boot", 2)])
def test_a_file_in_place_of_the_folder_is_refused(survey: Path, tmp_path: Path, command, force) -> None:
    (tmp_path / "mine").write_text("mine")
    name, *options = command
    answer = run(name, survey, *options, "-o", tmp_path / "mine", *force)
    assert answer.exit_code == 1
    assert isinstance(answer.exception, OrdagError)
    assert "is a file where a folder is needed" in str(answer.exception)
    assert (tmp_path / "mine").read_text() == "mine"


@pytest.mark.parametrize("name", sorted(FILES))
def test_fit_replaces_files_only_with_force(survey: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    answer = run("fit", survey, "-o", tmp_path, "--penalty", 3)
    assert answer.exit_code == 1
    assert "already exists" in str(answer.exception)
    assert names_in(tmp_path) == {name}
    assert (tmp_path / name).read_text() == "mine"
    assert run("fit", survey, "-o", tmp_path, "--penalty", 3, "--force").exit_code == 0
    assert (tmp_path / name).read_text() != "mine"


def test_an_interrupted_drawing_leaves_no_half_file(
    fitted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ordag.cli.results import save_figure

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    network = ordag.FittedNetwork.load(fitted / "model.json")
    monkeypatch.setattr("matplotlib.pyplot.savefig", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save_figure(network.plot, network.names, tmp_path / "network.svg")
    assert names_in(tmp_path) == set()


def test_bootstrap_counts_edges_and_goes_on_where_it_stopped(survey: Path, tmp_path: Path) -> None:
    options = ["--penalty", 3, "--jobs", 1]
    answer = run("bootstrap", survey, "-o", tmp_path, "--n-boot", 3, *options)
    assert answer.exit_code == 0, answer.output
    assert names_in(tmp_path) == {"support.csv", "averaged.csv", "support.svg", "replicates.jsonl"}
    assert "Edges in 3 resamples" in answer.output
    assert run("bootstrap", survey, "-o", tmp_path, "--n-boot", 5, *options).exit_code == 1
    again = run("bootstrap", survey, "-o", tmp_path, "--n-boot", 5, *options, "--force", "--json")
    summary = json.loads(again.stdout)
    assert summary["n_boot"] == 5
    assert len((tmp_path / "replicates.jsonl").read_text().splitlines()) == 6  # one line says what they belong to
    support = pd.read_csv(tmp_path / "support.csv")
    assert support["support"].head(2).tolist() == [1, 1]
    assert np.allclose(support["direction"] + support["reverse"], support["support"])
    averaged = pd.read_csv(tmp_path / "averaged.csv", index_col="from")
    assert averaged.to_numpy().sum() == 2


def test_force_replaces_the_replicates_of_another_bootstrap(survey: Path, tmp_path: Path) -> None:
    command = ["bootstrap", survey, "-o", tmp_path, "--n-boot", 2, "--jobs", 1]
    assert run(*command, "--penalty", 3).exit_code == 0
    assert run(*command, "--penalty", 4).exit_code == 1
    answer = run(*command, "--penalty", 4, "--force")
    assert answer.exit_code == 0, answer.exception
    first, *replicates = (tmp_path / "replicates.jsonl").read_text().splitlines()
    assert "('penalty', 4.0)" in json.loads(first)["learner"]
    assert len(replicates) == 2
    assert names_in(tmp_path) == {"support.csv", "averaged.csv", "support.svg", "replicates.jsonl"}


def test_force_keeps_replicates_that_are_not_to_blame(survey: Path, tmp_path: Path) -> None:
    assert run("bootstrap", survey, "-o", tmp_path, "--n-boot", 2, "--jobs", 1, "--penalty", 3).exit_code == 0
    before = (tmp_path / "replicates.jsonl").read_text()
    refused = run("bootstrap", survey, "-o", tmp_path, "--n-boot", 2, "--jobs", 1, "--penalty", -1, "--force")
    assert refused.exit_code == 1
    assert (tmp_path / "replicates.jsonl").read_text() == before


def test_bootstrap_takes_any_method_and_its_options(survey: Path, tmp_path: Path) -> None:
    complete = pd.read_csv(survey).dropna().astype(int)
    complete.to_csv(tmp_path / "a.csv", index=False)
    options = ["--method", "gpc", "--option", "alpha=0.01", "--n-boot", 3, "--jobs", 1, "--json"]
    answer = run("bootstrap", tmp_path / "a.csv", "-o", tmp_path / "a", *options, "--forbidden", "sleep>mood")
    assert answer.exit_code == 0, answer.exception
    pairs = json.loads(answer.stdout)["pairs"]
    assert ("sleep", "mood") not in {(pair["from"], pair["to"]) for pair in pairs if pair["direction"]}
    assert "gpc" in (tmp_path / "a" / "replicates.jsonl").read_text()


def test_bootstrap_refuses_rows_without_a_cluster(survey: Path, tmp_path: Path) -> None:
    frame = pd.read_csv(survey)
    frame.assign(school=[None, *["a", "b"] * 149, "c"]).to_csv(tmp_path / "a.csv", index=False)
    answer = run("bootstrap", tmp_path / "a.csv", "-o", tmp_path / "a", "--clusters", "school", "--penalty", 3)
    assert "1 of 300 rows have none, the first of them row 1 of the data" in str(answer.exception)


@pytest.mark.parametrize(("option", "value"), [("--penalty", "9"), ("--criterion", "aic")])
def test_bootstrap_of_another_method_refuses_what_only_osem_uses(
    survey: Path, tmp_path: Path, option: str, value: str
) -> None:
    answer = run("bootstrap", survey, "-o", tmp_path / "a", "--method", "gpc", option, value)
    assert answer.exit_code == 2
    assert option in answer.output
    assert "only osem" in answer.output


def test_bootstrap_draws_whole_clusters(survey: Path, tmp_path: Path) -> None:
    frame = pd.read_csv(survey)
    frame.assign(school=np.arange(300) % 7, row=np.arange(300)).to_csv(tmp_path / "a.csv", index=False)
    options = ["--penalty", 3, "--n-boot", 2, "--jobs", 1, "--json", "--ignore", "row"]
    answer = run("bootstrap", tmp_path / "a.csv", "-o", tmp_path / "a", "--clusters", "school", *options)
    assert answer.exit_code == 0, answer.exception
    by_hand = ordag.bootstrap(ordag.OSEM(3), frame, 2, 1, clusters=np.arange(300) % 7)
    support = {(pair["from"], pair["to"]): pair["support"] for pair in json.loads(answer.stdout)["pairs"]}
    for (source, target), share in support.items():
        assert by_hand.support[by_hand.names.index(source), by_hand.names.index(target)] == share
    assert "school" not in {name for pair in support for name in pair}


def test_bootstrap_gives_effects_with_intervals(survey: Path, tmp_path: Path) -> None:
    options = ["--penalty", 3, "--n-boot", 4, "--jobs", 1, "--required", "sleep>mood", "--effect", "sleep > mood"]
    answer = run("bootstrap", survey, "-o", tmp_path, *options)
    assert answer.exit_code == 0, answer.exception
    assert "sleep: 0 → 3" in answer.output
    effects = pd.read_csv(tmp_path / "effects.csv")
    assert effects["level"].tolist() == [0, 1, 2, 3]
    assert (effects["low"] <= effects["change"]).all()
    assert effects["change"].iloc[-1] > 0.2
    assert effects["change"].sum() == pytest.approx(0, abs=1e-9)


def test_names_of_columns_may_hold_the_mark_of_an_edge(survey: Path, tmp_path: Path) -> None:
    renamed = {"sleep": "Q > three", "mood": "a->b", "work": "Age"}
    pd.read_csv(survey).rename(columns=renamed).to_csv(tmp_path / "a.csv", index=False)
    edges = ["--required", "Q > three>Age", "--forbidden", "a->b -> Q > three"]
    answer = run("fit", tmp_path / "a.csv", "-o", tmp_path / "fit", "--penalty", 3, *edges)
    assert answer.exit_code == 0, answer.output
    network = ordag.FittedNetwork.load(tmp_path / "fit" / "model.json")
    assert network.dag[network.index("Q > three"), network.index("Age")]
    asked = [*edges, "--effect", "Q > three>a->b", "--penalty", 3, "--n-boot", 2, "--jobs", 1]
    answer = run("bootstrap", tmp_path / "a.csv", "-o", tmp_path / "boot", *asked)
    assert answer.exit_code == 0, answer.output
    assert set(pd.read_csv(tmp_path / "boot" / "effects.csv")["outcome"]) == {"a->b"}
    answer = run("learn", tmp_path / "a.csv", "-o", tmp_path / "learn", "--method", "gpc", *edges)
    assert "Q > three → Age" in answer.output


def test_an_edge_that_fits_two_pairs_of_columns_is_bad_usage(survey: Path, tmp_path: Path) -> None:
    renamed = {"sleep": "a", "mood": "b>c", "work": "a>b", "noise": "c"}
    pd.read_csv(survey).rename(columns=renamed).to_csv(tmp_path / "a.csv", index=False)
    answer = run("fit", tmp_path / "a.csv", "-o", tmp_path / "fit", "--penalty", 3, "--required", "a>b>c")
    assert answer.exit_code == 2
    assert "'a>b>c' fits more than one pair of columns" in " ".join(answer.output.split())


@pytest.mark.parametrize(
    "options",
    [
        ["--effect", "sleep"],
        ["--method", "bge", "--effect", "sleep>mood"],
        ["--method", "bge", "--max-parents", 2],
        ["--method", "bge", "--max-rows", 20],
        ["--option", "alpha=1"],
        ["--method", "bge", "--option", "chi"],
    ],
)
def test_bad_usage_of_bootstrap_ends_with_code_2(survey: Path, tmp_path: Path, options: list[str]) -> None:
    assert run("bootstrap", survey, "-o", tmp_path / "a", *options).exit_code == 2
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("options", [["--effect", "sleep>moood"], ["--clusters", "scool"], ["--ignore", "rwo"]])
def test_names_that_are_no_columns_are_told_before_any_work(survey: Path, tmp_path: Path, options: list[str]) -> None:
    answer = run("bootstrap", survey, "-o", tmp_path / "a", *options)
    assert answer.exit_code == 1
    assert isinstance(answer.exception, OrdagError)
    assert options[1].split(">")[-1] in str(answer.exception)
    assert not (tmp_path / "a").exists()


def test_resamples_of_a_fit_give_the_report_its_effects(survey: Path, tmp_path: Path) -> None:
    assert run("fit", survey, "-o", tmp_path, "--penalty", 3, "--boot", 3, "--jobs", 1).exit_code == 0
    assert "What would change" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_predict_gives_probabilities_of_the_target(fitted: Path, survey: Path) -> None:
    answer = run("predict", fitted / "model.json", survey, "--target", "mood")
    rows = [line.split(",") for line in answer.stdout.splitlines()]
    assert rows[0] == ["0", "1", "2", "3"]
    assert len(rows) == 301
    assert sum(map(float, rows[1])) == pytest.approx(1)


def test_predict_gives_the_mean_of_a_continuous_target(survey: Path, tmp_path: Path) -> None:
    frame = pd.read_csv(survey)
    frame["age"] = 30.5 + frame["sleep"] + np.arange(len(frame)) % 30
    frame.to_csv(tmp_path / "a.csv", index=False)
    assert run("fit", tmp_path / "a.csv", "-o", tmp_path / "fit", "--penalty", 3).exit_code == 0
    model = tmp_path / "fit" / "model.json"
    answer = run("predict", model, tmp_path / "a.csv", "--target", "age", "-o", tmp_path / "age.csv")
    assert answer.exit_code == 0, answer.exception
    expected = ordag.inference.predict(ordag.FittedNetwork.load(model), frame, "age")
    given = pd.read_csv(tmp_path / "age.csv")
    assert list(given.columns) == ["age"]
    np.testing.assert_allclose(given["age"], expected, rtol=1e-5)
    assert run("predict", model, tmp_path / "a.csv", "-o", tmp_path / "all.csv").exit_code == 0
    every = pd.read_csv(tmp_path / "all.csv")
    assert list(every.columns) == list(frame.columns)
    np.testing.assert_allclose(every["age"], expected, rtol=1e-5)


def test_predict_without_target_gives_the_likeliest_levels(fitted: Path, survey: Path, tmp_path: Path) -> None:
    assert run("predict", fitted / "model.json", survey, "-o", tmp_path / "a.csv").exit_code == 0
    predicted = pd.read_csv(tmp_path / "a.csv")
    assert list(predicted) == ["sleep", "mood", "work", "noise"]
    assert (predicted["mood"] == pd.read_csv(survey)["mood"]).mean() > 0.4
    assert run("predict", fitted / "model.json", survey, "-o", tmp_path / "a.csv").exit_code == 1


def test_predict_reads_standard_input_and_prints_json(fitted: Path) -> None:
    answer = run(
        "predict", fitted / "model.json", "-", "--target", "work", "--json", given="sleep,mood,noise\n,3,\n,0,\n"
    )
    low, high = json.loads(answer.stdout)
    assert low["0"] > high["0"]


def test_predict_of_an_unknown_target_names_the_nearest(fitted: Path, survey: Path) -> None:
    answer = run("predict", fitted / "model.json", survey, "--target", "moood")
    assert answer.exit_code == 1
    assert "did you mean 'mood'?" in str(answer.exception)


def test_impute_fills_every_hole_and_nothing_else(fitted: Path, survey: Path, tmp_path: Path) -> None:
    assert run("impute", fitted / "model.json", survey, "-o", tmp_path / "full.csv").exit_code == 0
    full, holes = pd.read_csv(tmp_path / "full.csv"), pd.read_csv(survey)
    assert full.notna().all(axis=None)
    assert (full.to_numpy() == holes.to_numpy())[holes.notna().to_numpy()].all()


@pytest.mark.parametrize("draws", [0, 2])
def test_impute_leaves_columns_that_are_not_in_the_model_in_place(
    fitted: Path, survey: Path, tmp_path: Path, draws: int
) -> None:
    frame = pd.read_csv(survey)[["work", "noise", "mood", "sleep"]]
    frame.insert(1, "id", np.arange(3, 303))
    frame["weight"] = 0.5
    frame.to_csv(tmp_path / "a.csv", index=False)
    options = ["--draws", draws, "--missing", 3, "-o", tmp_path / "full.csv"]
    assert run("impute", fitted / "model.json", tmp_path / "a.csv", *options).exit_code == 0
    full = pd.read_csv(tmp_path / "full.csv")
    assert full.columns.tolist() == [*(["draw"] if draws else []), *frame.columns]
    assert full["id"].tolist() == frame["id"].tolist() * max(draws, 1)
    assert full.notna().all(axis=None)


def test_impute_gives_back_text_of_other_columns_as_it_is_written(fitted: Path, survey: Path, tmp_path: Path) -> None:
    header, *lines = survey.read_text().splitlines()
    others = {"id": ("007", "NA", "012"), "code": ("1", "", "2"), "note": ("NA", " a", "?"), "asked": ("TRUE", "", "F")}
    beside = [",".join(entries) for entries in zip(*others.values(), strict=True)]
    written = [f"{','.join(others)},{header}", *(f"{beside[k % 3]},{line}" for k, line in enumerate(lines))]
    (tmp_path / "a.csv").write_text("\n".join(written) + "\n")
    answer = run(
        "impute", fitted / "model.json", tmp_path / "a.csv", "--missing", "mood=3", "-o", tmp_path / "full.csv"
    )
    assert answer.exit_code == 0
    found = (tmp_path / "full.csv").read_text().splitlines()
    kept = [line.split(",")[: len(others)] for line in found]
    assert kept == [line.split(",")[: len(others)] for line in written]
    assert not any("" in line.split(",")[len(others) :] for line in found)


def test_impute_writes_a_text_file_as_it_was_written(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    mood = rng.integers(1, 4, 60)
    age, bmi = rng.normal(40 + 10 * mood, 5).round(), rng.normal(18 + 3 * mood, 1)
    answers = enumerate(zip(mood, age, bmi, strict=True))
    rows = [f"{k:03};{m};{a:.0f};{f'{b:.1f}'.replace('.', ',')};0,50" for k, (m, a, b) in answers]
    full = ["id;mood;age;bmi;w", *rows]
    gaps = [full[0], *("{};{};;NA;{}".format(*row.split(";")[:2], row[-4:]) for row in rows[:9]), *rows[9:]]
    for name, lines in (("full.csv", full), ("gaps.csv", gaps)):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    options = ["--ignore", "id", "--ignore", "w", "--penalty", 1]
    assert run("fit", tmp_path / "full.csv", "-o", tmp_path / "out", *options).exit_code == 0
    answer = run("impute", tmp_path / "out" / "model.json", tmp_path / "gaps.csv", "-o", tmp_path / "filled.csv")
    assert answer.exit_code == 0, answer.exception
    filled = (tmp_path / "filled.csv").read_text().splitlines()
    assert [filled[0], *filled[10:]] == [full[0], *full[10:]]
    for line, known in zip(filled[1:10], full[1:10], strict=True):
        assert re.fullmatch(rf"{known[:5]};\d\d;\d\d,\d;0,50", line)


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_impute_fills_what_the_model_takes_for_no_answer_and_keeps_row_names(
    fitted: Path, survey: Path, tmp_path: Path, ending: str
) -> None:
    frame = pd.read_csv(survey, dtype="Int64").assign(other=99)
    frame.loc[3, "mood"] = 99
    frame.insert(0, "", [f"row {k}" for k in range(len(frame))])
    frame.to_csv(tmp_path / "a.csv", index=False)
    answer = run("impute", fitted / "model.json", tmp_path / "a.csv", "-o", tmp_path / f"full.{ending}")
    assert answer.exit_code == 0, answer.exception
    name = tmp_path / f"full.{ending}"
    full = pd.read_csv(name) if ending == "csv" else pd.read_excel(name)
    assert full.iloc[:, 0].tolist() == frame[""].tolist()
    assert full["mood"].between(0, 5).all()
    assert (full["other"] == 99).all()


def test_impute_keeps_the_types_that_a_file_tells(fitted: Path, survey: Path, tmp_path: Path) -> None:
    frame = pd.read_csv(survey).assign(id="007", number=range(300), weight=0.5)
    for name in ("a.xlsx", "a.parquet"):
        ordag.data.write_frame(frame, tmp_path / name)
        full = tmp_path / f"full_{name}"
        assert run("impute", fitted / "model.json", tmp_path / name, "-o", full).exit_code == 0
        kept = ordag.data.read_frame(full, variables=())[["id", "number", "weight"]]
        pd.testing.assert_frame_equal(kept, frame[["id", "number", "weight"]], check_dtype=name == "a.parquet")


def test_impute_refuses_a_column_that_would_be_lost_to_the_number_of_the_table(
    fitted: Path, survey: Path, tmp_path: Path
) -> None:
    pd.read_csv(survey).assign(draw=1).to_csv(tmp_path / "a.csv", index=False)
    answer = run("impute", fitted / "model.json", tmp_path / "a.csv", "--draws", 2)
    assert "the data have a column 'draw'" in str(answer.exception)


def test_impute_draws_several_tables(fitted: Path, survey: Path, tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        assert run("impute", fitted / "model.json", survey, "--draws", 2, "-o", tmp_path / name).exit_code == 0
    drawn = pd.read_csv(tmp_path / "a.csv")
    assert drawn["draw"].value_counts().to_dict() == {0: 300, 1: 300}
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()


def test_report_is_written_from_a_model(fitted: Path, survey: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("report", fitted / "model.json", survey, "-o", page, "--title", "Nights").exit_code == 0
    assert "<h1>Nights</h1>" in page.read_text(encoding="utf-8")
    assert run("report", fitted / "model.json", "-o", page).exit_code == 1
    assert run("report", fitted / "model.json", "-o", page, "--force").exit_code == 0


def test_a_damaged_model_is_a_plain_failure(survey: Path, tmp_path: Path) -> None:
    (tmp_path / "model.json").write_text("{")
    answer = run("predict", tmp_path / "model.json", survey)
    assert answer.exit_code == 1
    assert isinstance(answer.exception, OrdagError)


def test_links_of_an_item_with_two_named_answers_are_worded_by_these(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    knows = rng.integers(0, 4, 400)
    sex = np.where(knows + rng.normal(size=400) > 1.5, "male", "female")
    pd.DataFrame({"knows": knows, "sex": sex}).to_csv(tmp_path / "survey.csv", index=False)
    answer = run("fit", tmp_path / "survey.csv", "-o", tmp_path / "out", "--quick")
    said = " ".join(answer.output.split())
    assert "higher knows, sex more often male" in said or "sex male, higher knows" in said


def test_demo_goes_from_data_to_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ordag.cli.demo.N_RESAMPLES", 3)
    answer = run("demo", "-o", tmp_path)
    assert answer.exit_code == 0, answer.output
    assert names_in(tmp_path) == RESULTS | {"data.csv", "levels.json"}
    assert len(pd.read_csv(tmp_path / "data.csv")) == 944
    assert "American National Election Study 1996: 944 rows" in answer.output
    assert all(item.name in answer.output for item in ordag.datasets.describe("anes96").items)
    assert "How far to trust it" in answer.output
    assert "3 resamples" in answer.output
    declared = ("--levels", tmp_path / "levels.json", "--types", tmp_path / "levels.json")
    again = run("fit", tmp_path / "data.csv", *declared, "--boot", 3, "-o", tmp_path / "again")
    assert again.exit_code == 0, again.exception
    assert (tmp_path / "again" / "edges.csv").read_text() == (tmp_path / "edges.csv").read_text()
    assert run("demo", "-o", tmp_path).exit_code == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["datCMC", "datRogers", "datSPECT", "datTumor", "datVotes"])
def test_fit_needs_no_options_on_real_data(undistributed: Path, tmp_path: Path, name: str) -> None:
    answer = run("fit", undistributed / "data" / "real" / f"{name}.csv", "-o", tmp_path)
    assert answer.exit_code == 0, answer.output
    assert names_in(tmp_path) == FILES


def test_a_bayesian_fit_keeps_its_draws_and_says_so(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path, "--bayes", "--jobs", 1, "--json")
    assert answer.exit_code == 0, answer.output
    summary = json.loads(answer.stdout)
    assert names_in(tmp_path) == FILES | {"posterior.json"}
    assert summary["edges"][0]["support"] > 0.9
    assert "posterior draws" in html.unescape((tmp_path / "report.html").read_text())
    posterior = ordag.posterior.Posterior.load(tmp_path / "posterior.json")
    support = ordag.FittedNetwork.load(tmp_path / "model.json").support
    assert support is not None
    assert support.unit == "posterior draw"
    assert np.allclose(support.support, posterior.edge_probabilities)


def test_resamples_are_drawn_unless_told_otherwise(survey: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("ORDAG_BOOT")
    monkeypatch.setattr("ordag.cli.resampling.MOST", 3)
    drawn = run("fit", survey, "-o", tmp_path / "a", "--penalty", 3, "--jobs", 1)
    said = " ".join(drawn.output.split())
    assert "3 resamples were drawn in 30 s; --boot 3 repeats them." in said
    assert "Two links join 3 of 4 items; all of them stand, being in all 3 resamples. So few resamples" in said
    again = run("fit", survey, "-o", tmp_path / "b", "--penalty", 3, "--jobs", 1, "--boot", 3)
    assert "repeats them" not in again.output
    for name in FILES:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name
    quick = run("fit", survey, "-o", tmp_path / "c", "--penalty", 3, "--quick")
    assert "No resamples were drawn" in quick.output


def test_after_a_long_fit_resamples_wait_until_they_are_asked_for(survey: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("ORDAG_BOOT")
    monkeypatch.setattr("ordag.cli.resampling.SECONDS", 0.0)
    answer = run("fit", survey, "-o", tmp_path, "--penalty", 3)
    assert "--boot 20 draws 20 of them" in " ".join(answer.output.split())
    assert ordag.FittedNetwork.load(tmp_path / "model.json").support is None


def test_none_and_some_resamples_are_not_asked_for_at_once(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path, "--quick", "--boot", 3)
    assert answer.exit_code == 2
    assert "draws none, but --boot asks for some" in answer.stderr


def test_posterior_and_resamples_are_shown_side_by_side(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path, "--bayes", "--boot", 2, "--jobs", 1)
    assert answer.exit_code == 0, answer.output
    said = " ".join(answer.output.split())
    assert "in resamples in posterior draws" in said
    assert "Resamples and posterior draws are more than 30% apart for" in said
    assert ordag.FittedNetwork.load(tmp_path / "model.json").support.n_resamples == 2
    assert "posterior.json" in names_in(tmp_path)


def test_a_given_graph_is_fitted_and_tested(survey: Path, tmp_path: Path) -> None:
    (tmp_path / "theory.txt").write_text("mood -> sleep\nmood -> work\nnoise\n")
    answer = run("fit", survey, "-o", tmp_path / "out", "--graph", tmp_path / "theory.txt")
    assert answer.exit_code == 0, answer.output
    assert names_in(tmp_path / "out") == FILES | {"independences.csv", "hints.csv"}
    network = ordag.FittedNetwork.load(tmp_path / "out" / "model.json")
    edges = {(network.names[i], network.names[j]) for i, j in np.argwhere(network.dag)}
    assert edges == {("mood", "sleep"), ("mood", "work")}
    tests = pd.read_csv(tmp_path / "out" / "independences.csv")
    assert "sleep" in set(tests["first"]) | set(tests["second"])
    said = " ".join(answer.output.split())
    assert f"of {len(tests)} independences are rejected" in said
    assert "Links and arrows are those of the graph that was given." in said
    report = html.unescape((tmp_path / "out" / "report.html").read_text())
    assert "The graph was given and not learned" in report
    assert "Graphs were searched" not in report


def test_a_given_graph_takes_no_options_of_learning(survey: Path, tmp_path: Path) -> None:
    (tmp_path / "theory.txt").write_text("mood -> sleep\n")
    answer = run("fit", survey, "-o", tmp_path / "out", "--graph", tmp_path / "theory.txt", "--boot", 3)
    assert isinstance(answer.exception, OrdagError)
    assert "leaves nothing to learn" in str(answer.exception)


def test_draws_of_an_earlier_run_are_not_told_of(survey: Path, tmp_path: Path) -> None:
    assert "posterior.json" in run("fit", survey, "-o", tmp_path, "--bayes", "--jobs", 1).stdout
    answer = run("fit", survey, "-o", tmp_path, "--boot", 2, "--jobs", 1, "--force")
    assert answer.exit_code == 0, answer.output
    assert (tmp_path / "posterior.json").exists()
    assert "posterior.json" not in answer.stdout


def test_a_bayesian_fit_overwrites_nothing(survey: Path, tmp_path: Path) -> None:
    (tmp_path / "posterior.json").write_text("mine")
    answer = run("fit", survey, "-o", tmp_path, "--bayes")
    assert answer.exit_code == 1
    assert names_in(tmp_path) == {"posterior.json"}
    assert (tmp_path / "posterior.json").read_text() == "mine"


@pytest.mark.parametrize("option", ["--penalty", "--max-rows"])
def test_a_bayesian_fit_takes_no_option_that_has_no_say(survey: Path, tmp_path: Path, option: str) -> None:
    answer = run("fit", survey, "-o", tmp_path, "--bayes", option, 3)
    assert isinstance(answer.exception, OrdagError)
    assert f"leave out {option}" in " and ".join(TERMINAL.hints(answer.exception.remedies)).replace(
        "and ", "leave out "
    )


def test_weights_and_columns_left_out_are_told_and_kept(survey: Path, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    frame = pd.read_csv(survey).assign(w=np.exp(rng.normal(0, 1.5, 300)), id=range(300))
    frame.to_csv(tmp_path / "a.csv", index=False)
    answer = run("fit", tmp_path / "a.csv", "-o", tmp_path / "a", "--penalty", 3, "--weights", "w", "--ignore", "id")
    worth = ordag.data.effective_weights(frame["w"].to_numpy()).sum()
    said = " ".join(answer.output.split())
    assert f"(300 rows, weighted by w ({worth:.0f} effective) · 4 items" in said
    assert f"300 rows, weighted by w ({worth:.0f} effective) for 4 items: {worth / 4:.0f} rows per item" in said
    assert "Left out on request: columns: id." in said
    made = ordag.FittedNetwork.load(tmp_path / "a" / "model.json").provenance
    assert made is not None
    assert (made.choices.weights, made.choices.ignored, made.choices.missing) == ("w", ("id",), ())
    assert made.choices.effective_rows == pytest.approx(worth, abs=0.05)
    # The report of the stored model tells the same, whether it is given the data or not.
    for data in ([], [tmp_path / "a.csv"]):
        page = tmp_path / f"page{len(data)}.html"
        assert run("report", tmp_path / "a" / "model.json", *data, "-o", page).exit_code == 0
        assert f"weighted by w ({worth:.0f} effective)" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "command", [("fit", "--penalty", 3), ("bootstrap", "--penalty", 3, "--n-boot", 2, "--jobs", 1)]
)
def test_lines_of_a_summary_end_without_spaces(survey: Path, tmp_path: Path, command: tuple[object, ...]) -> None:
    name, *options = command
    answer = run(name, survey, "-o", tmp_path, *options)
    assert answer.exit_code == 0, answer.output
    assert [line for line in answer.stdout.splitlines() if line != line.rstrip()] == []


def test_lists_of_methods_and_items_end_without_spaces(tmp_path: Path) -> None:
    for answer in (run("methods"), run("demo", "-o", tmp_path)):
        assert [line for line in answer.stdout.splitlines() if line != line.rstrip()] == []


def test_predicted_probabilities_have_six_digits(fitted: Path, survey: Path) -> None:
    lines = run("predict", fitted / "model.json", survey, "--target", "mood").stdout.splitlines()[1:]
    assert all(len(entry) <= len("1.23456e-05") for line in lines for entry in line.split(","))


def test_what_a_file_does_not_tell_can_be_told(survey: Path, tmp_path: Path) -> None:
    text = survey.read_text()
    below = text.partition("\n")[2]
    (tmp_path / "a.csv").write_text(below)
    refused = run("fit", tmp_path / "a.csv", "-o", tmp_path / "a", "--penalty", 3)
    assert any("--no-header" in hint for hint in TERMINAL.hints(refused.exception.remedies))
    answer = run("fit", tmp_path / "a.csv", "-o", tmp_path / "a", "--penalty", 3, "--no-header", "--json")
    assert json.loads(answer.stdout)["n_rows"] == 300
    (tmp_path / "b.csv").write_bytes(text.replace("noise", "lärm").encode("cp1252"))
    model = tmp_path / "b" / "model.json"
    assert run("fit", tmp_path / "b.csv", "-o", model.parent, "--penalty", 3, "--encoding", "cp1252").exit_code == 0
    with pd.ExcelWriter(tmp_path / "c.xlsx") as writer:
        pd.DataFrame({"note": ["x", "y"]}).to_excel(writer, sheet_name="Notes", index=False)
        pd.read_csv(survey).rename(columns={"noise": "lärm"}).to_excel(writer, sheet_name="Data", index=False)
    for command in (["impute"], ["predict", "--target", "mood"], ["report"]):
        name, *options = command
        target = tmp_path / f"{name}.{'html' if name == 'report' else 'csv'}"
        answer = run(name, model, tmp_path / "c.xlsx", *options, "--sheet", "Data", "-o", target)
        assert answer.exit_code == 0, answer.exception
    assert run("convert", tmp_path / "c.xlsx", tmp_path / "c.csv", "--sheet", "Data").exit_code == 0
    assert len(pd.read_csv(tmp_path / "c.csv")) == 300


def test_clusters_are_those_of_the_rows_that_are_kept(survey: Path, tmp_path: Path) -> None:
    frame = pd.read_csv(survey).assign(school=np.arange(300) % 7)
    frame.loc[4, ["sleep", "mood", "work", "noise"]] = None
    frame.to_csv(tmp_path / "a.csv", index=False)
    options = ["--penalty", 3, "--n-boot", 2, "--jobs", 1, "--clusters", "school", "--json"]
    answer = run("bootstrap", tmp_path / "a.csv", "-o", tmp_path / "a", *options)
    assert answer.exit_code == 0, answer.exception
    assert json.loads(answer.stdout)["remarks"] == [
        {"kind": "RowsWithoutAnswers", "text": "1 row holds no answer and was left out."}
    ]


@pytest.mark.parametrize("nodes", [1, 2, 4])
def test_simulate_by_default_joins_no_more_neighbours_than_there_are(tmp_path: Path, nodes: int) -> None:
    answer = run("simulate", "-o", tmp_path, "--nodes", nodes)
    assert answer.exit_code == 0, answer.exception
    assert pd.read_csv(tmp_path / "dag.csv").shape == (nodes, nodes)


def test_a_level_called_na_is_an_answer_of_new_rows_too(tmp_path: Path) -> None:
    frame = pd.DataFrame({"care": ["NA", "low", "high"] * 20, "pain": [0, 1, 1] * 19 + [1, 0, 1]})
    frame.to_csv(tmp_path / "survey.csv", index=False)
    (tmp_path / "levels.toml").write_text('care = ["NA", "low", "high"]')
    learned = run("fit", tmp_path / "survey.csv", "-o", tmp_path, "--levels", tmp_path / "levels.toml")
    assert learned.exit_code == 0
    answered = run("predict", tmp_path / "model.json", "-", "--target", "pain", given="care\nNA\nhigh\n").stdout
    _, at_lowest, at_highest = answered.splitlines()
    assert float(at_lowest.split(",")[0]) > 0.5 > float(at_highest.split(",")[0])


@pytest.fixture(scope="module")
def questionnaire(survey: Path) -> Path:
    """The survey as an SPSS file: values from 0, and a region and an age that are no part of the model."""
    frame = (
        pd.read_csv(survey).astype(float).assign(region=[10.0, 11.0, 99.0] * 100, year=[1990.0, 1991.0, 1992.0] * 100)
    )
    wording = {0: "not at all", 1: "a little", 2: "much", 3: "very much"}
    path = survey.parent / "survey.sav"
    pyreadstat.write_sav(
        frame,
        str(path),
        column_labels={"sleep": "How well did you sleep?", "mood": "How do you feel?", "region": "Where do you live?"},
        variable_value_labels={
            **dict.fromkeys(("sleep", "mood", "work"), wording),
            "region": {10: "N", 11: "S", 12: "W", 99: "refused"},
        },
        missing_ranges={"region": [{"lo": 90, "hi": 99}]},
        variable_measure={"sleep": "ordinal", "mood": "scale", "region": "nominal", "noise": "ordinal"},
    )
    return path


@pytest.fixture(scope="module")
def answered(questionnaire: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("answered")
    options = ["--ignore", "region", "--ignore", "year", "--penalty", 3]
    assert run("fit", questionnaire, "-o", folder, *options).exit_code == 0
    return folder


@pytest.mark.parametrize("draws", [0, 2])
def test_impute_changes_nothing_of_an_spss_file_but_its_gaps(
    answered: Path, questionnaire: Path, tmp_path: Path, draws: int
) -> None:
    full = tmp_path / "full.sav"
    assert run("impute", answered / "model.json", questionnaire, "--draws", draws, "-o", full).exit_code == 0
    (frame, told), (filled, said) = (pyreadstat.read_sav(str(x), user_missing=True) for x in (questionnaire, full))
    seen = frame.notna().to_numpy()
    assert not seen.all()
    for k in range(max(draws, 1)):
        part = filled[frame.columns].iloc[300 * k : 300 * (k + 1)]
        assert part.isin([*range(4), 10, 11, 99, 1990, 1991, 1992]).all(axis=None)
        assert (part.to_numpy() == frame.to_numpy())[seen].all()
    for what in ("variable_value_labels", "column_names_to_labels", "variable_measure", "missing_ranges"):
        kept = getattr(said, what)
        assert {name: kept[name] for name in kept if name != "draw"} == getattr(told, what)


def test_reports_on_an_spss_file_show_what_was_asked(answered: Path, questionnaire: Path, tmp_path: Path) -> None:
    assert run("report", answered / "model.json", questionnaire, "-o", tmp_path / "page.html").exit_code == 0
    for page in (answered / "report.html", tmp_path / "page.html"):
        assert "<td>How well did you sleep?</td>" in page.read_text(encoding="utf-8")


def test_rows_of_clusters_are_fitted_within_them(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    school = np.arange(400) % 20
    latent = rng.normal(size=(400, 4)) + rng.normal(size=20)[school, None]
    frame = pd.DataFrame(np.digitize(latent, [-1, 0, 1]), columns=list("abcd")).assign(school=school)
    frame.to_csv(tmp_path / "survey.csv", index=False)
    given = ("fit", tmp_path / "survey.csv", "--clusters", "school")
    assert "20 clusters differ" in run(*given, "-o", tmp_path / "out").stdout
    assert ordag.FittedNetwork.load(tmp_path / "out" / "model.json").n_edges <= 1
    refused = run(*given, "-o", tmp_path / "other", "--screen")
    assert isinstance(refused.exception, OptionsClashError)


@pytest.mark.parametrize(("before", "left"), [(1.0, 30.0), (20.0, 25.0), (44.0, 15.0), (300.0, 15.0)])
def test_resamples_take_what_is_left_of_a_minute(before: float, left: float) -> None:
    assert Took(5.0, before).left == left


def test_items_are_grouped_by_subscales_unless_links_are_to_group_them(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    moods = rng.standard_normal((300, 2)).repeat(3, axis=1) + rng.standard_normal((300, 6))
    names = ["mood1", "mood2", "mood3", "sleep1", "sleep2", "sleep3"]
    pd.DataFrame(np.digitize(moods, [-1, 0, 1]), columns=names).to_csv(tmp_path / "a.csv", index=False)
    for flags, said in (
        ((), "A (mood): mood1, mood2 and mood3"),
        (("--no-subscales",), "ordag fit a.csv -o results --boot 0 --no-subscales"),
    ):
        output = tmp_path / f"out{len(flags)}"
        run("fit", tmp_path / "a.csv", "-o", output, "--quick", *flags)
        page = (output / "report.html").read_text()
        assert said in page
        assert ("grouped by the subscales" in page) is (not flags)
