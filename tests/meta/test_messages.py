"""Messages are data: nothing asks for their words, and every class has words for every audience."""

import ast
import copy
import importlib
import pickle
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import ordag
from ordag import errors, remarks
from ordag.data import checks, unusable
from ordag.data.reading import remarks as reading
from ordag.errors import OrdagError, OrdagWarning
from ordag.files import BusyError
from ordag.files.bounds import TooLargeError
from ordag.messages import (
    PYTHON,
    Advise,
    Cause,
    Column,
    DataRow,
    DeclareKind,
    DeclareLevels,
    DeclareValues,
    File,
    Function,
    If,
    InPython,
    Install,
    LeaveOutColumns,
    LeaveOutOptions,
    MarkMissing,
    Message,
    OptionName,
    Overwrite,
    RaiseLimits,
    SetOption,
    Setting,
    StateTiers,
    UseFunction,
    UseMethod,
    Value,
)
from ordag.messages.parts import Part
from ordag.messages.remedies import Act
from ordag.messages.report import REPORT
from ordag.messages.terminal import OPTIONS as FLAGS
from ordag.messages.terminal import TERMINAL
from ordag.osem_options import OPTIONS as OSEM_OPTIONS
from ordag.osem_options.renamed import UnknownArgumentError
from ordag.stability.journal import OtherReplicatesError
from ordag.strategies.memory import NotEnoughMemoryError
from ordag.study.rows import NoRowWentWellError

SOURCE = Path(ordag.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
VOICES = {"Python": PYTHON, "command line": TERMINAL, "report": REPORT}

# What asks for a text: comparisons apart, these methods and the functions of `re`.
SEARCHES = {"startswith", "endswith", "find", "index", "count", "split", "partition", "removeprefix", "replace"}
PATTERNS = {"search", "match", "fullmatch"}
# Traces of Python that whoever uses the command line would not understand.
PYTHONIC = re.compile(
    r"(?<![-\w])[a-z_]+=|\bordag\.|\bNone\b|\bTrue\b|\bFalse\b|(?<!data )\bframe\b|\(\)|\[\.\.\.\]|\{"
)
OPTIONS = re.compile(r"--[a-z-]+ \S+|\[\.\.\.\]")  # as they may be pasted, and lines of a file of levels
# Errors that only those who pass Python objects can meet.
PYTHON_ONLY = (
    "graphs/",
    "independence/",
    "inference/",
    "learners/comparison.py",
    "osem_options/renamed.py",
    "model/",
    "plots/",
    "scores/",
    "search/",
)

VARYING = unusable.ConstantColumnError("wave", "has 1 observed level (1)", "an ordinal variable needs at least 2")
UNORDERED = unusable.UnorderedLabelsError("region", "holds text labels with no known order ('n', 's')", ["n"])
CLASSES: dict[type[Message], Message] = {
    type(message): message
    for message in (
        errors.OrdagError("the fit", "has failed"),
        errors.InputValueError("the data", "have no columns", "at least 1 is needed"),
        errors.InputTypeError("the data", "are a set", "a table is needed"),
        errors.OptionError("n_jobs", 0, "a number of cores"),
        errors.OptionTypeError("max_parents", 1.5, ("a whole number or ", Value(None))),
        errors.RequirementError(OptionName("tiers"), "not overlap", "found 'a' twice"),
        errors.RequirementTypeError(OptionName("tiers"), "be a list", "found 3"),
        errors.OptionsClashError(Setting("prior", "wishart"), "learns from all rows", ["max_rows"]),
        errors.UnknownNameError(("column in ", OptionName("levels")), "slep", ["sleep", "mood"]),
        errors.FileError("a.csv", "is empty"),
        errors.NotFittedError("this OSEM", "has not been fitted", remedies=[InPython("call fit first")]),
        errors.MissingDependencyError("reading .sav files", "pyreadstat", "files"),
        errors.FetchError("'a.csv'", "could not be fetched", remedies=[Advise("put it into the folder")]),
        checks.ColumnNamesError("column 2 of 3", "has an empty name"),
        unusable.UnusableColumnError("a", "holds lists"),
        unusable.UnusableValuesError("a", "has 300 levels", remedies=[DeclareKind("a", "continuous")]),
        unusable.UnusableTypeError("a", "has type datetime64"),
        UNORDERED,
        VARYING,
        unusable.OneAnswerError("a", "has 1 observed level ('yes') and blanks", "an ordinal variable needs 2"),
        unusable.UnusableColumnsError([VARYING, UNORDERED]),
        unusable.TooFewRowsError(VARYING, 3),
        OtherReplicatesError(Path("replicates.jsonl"), ["seed"]),
        BusyError(Path("results"), 4711),
        NotEnoughMemoryError(10**6, 50, 6 * 10**9, 10**9),
        TooLargeError("survey.csv", "columns", 30_000, 20_000),
        remarks.FilesOfAnotherResult(Path("results"), ["network.svg"]),
        NoRowWentWellError("recovery", 4, "no space left"),
        errors.OrdagWarning("something", "was noticed"),
        errors.RepairWarning("a level", "was merged"),
        errors.InferenceWarning("an order", "was inferred"),
        errors.ConvergenceWarning("a search", "has not settled"),
        errors.DeprecatedOptionWarning(["average"], "GraphPrior", "GraphPrior(average=True)", removed_in="1.0"),
        UnknownArgumentError("penalti", ["penalty"]),
        remarks.RowsWithoutAnswers(2),
        remarks.BlankLines(1),
        remarks.DescribingLines(2),
        reading.LinesAboveNames(2),
        reading.NamesOverTwoLines(),
        reading.QuestionsInNames(["q1", "q2"]),
        reading.NamesNumbered(["Complete?"]),
        reading.NamelessColumns(["V2"]),
        reading.EncodingAssumed("cp1252"),
        reading.MissingAsEntries(["q1"], ".csv"),
        reading.MissingMerged("q1", 2),
        reading.LettersLost(["income"]),
        remarks.RowNames(),
        remarks.EmptyColumns(1),
        remarks.InfiniteEntries({"age": 2}),
        remarks.NormalScores({"income": 8.8}, {"income": (0.0, 0.68)}),
        remarks.FirstSheetRead("Log", ["Data 2"]),
        remarks.RowsWithoutWeight(2),
        remarks.WholeSurveyWeights("w", 1000, 400.0),
        remarks.ManyCounts("n", 100, 5000.0),
        remarks.ColumnsUnsure({"ordinal, few different values, each often": ["wave"]}),
        remarks.OrderUnconfirmed(["plan"]),
        remarks.OrderUnconfirmed(["plan", "year"]),
        remarks.ColumnsSetAside({"identifies rows": ["id"]}),
        remarks.WeightsNotUsed("w", ["w2", "w3"]),
        remarks.WeightsNotUsed("w", ["w2"]),
        remarks.ClustersNotUsed("school"),
        remarks.RowsInBlocks(4, ["income", "age"]),
        remarks.ColumnsSetAside({"identifies rows": ["id"], "is nominal": ["town"]}, refused=["town"]),
        remarks.TakenAsNoAnswer({("don't know", 9): ["mood"]}),
        remarks.ColumnsInferred({"never < always": ["sleep", "mood"]}),
        remarks.ColumnsAbsent(["pain"], ("pain", "pian")),
        remarks.ColumnsNotInGraph(["age", "town"]),
        remarks.LevelsMerged({"mood": ["fair"]}),
        remarks.IncompleteRowsLeftOut(3, 100),
        remarks.ModelChosen("codes", {"latent": 12.0}, confirmed=True),
        remarks.ModelOutdone("tables", 120.0, 40.0),
        remarks.MarginsUnsettled(20, "pain", 0.96),
        remarks.LearnedFromSample(100, 3000),
        remarks.ReplicatesLearnedFromSample(100, 3000),
        remarks.SearchUnsettled(20, 12),
        remarks.PosteriorDoubted("the chains disagree"),
        remarks.CorrelationRepaired("nearest", -0.1, 0.05),
        remarks.NearestCorrelationUnsettled(100),
        remarks.CorrelationsHeld([("a", "b"), ("a", "c")], 0.999),
        remarks.FewSharedRows(("a", "b"), 0, 20000),
        remarks.CoreCut(14, 2),
        remarks.Interrupted("a search", "was interrupted"),
        remarks.SearchInterrupted(),
        remarks.SkeletonInterrupted(),
        remarks.SamplingInterrupted(has_draws=False),
        remarks.CopulaInterrupted(50),
        remarks.BootstrapInterrupted(3, 8),
        remarks.PermutationsInterrupted(3, 8),
        remarks.RowsWithoutGroup(2, 100),
        remarks.HiddenCausesBetter(2, 11, 5),
        remarks.OneTendency(14, 1.0, (0.2, 0.9), 0.9),
        remarks.TwoKindsOfRows(1.9, 2.7),
        remarks.TotalLeft("total", ["a", "b", "c"], 0.99),
        remarks.ArrowsIntoGiven([("mood", "age")], (["age"], ["mood", "sleep"])),
        remarks.ClustersModelled(20, 60.0, {"mood": 0.3, "sleep": 0.1}),
        remarks.ColumnsWithoutWave(["id", "age"]),
        remarks.GlyphsLacking("睡眠"),
        remarks.RowsDoubted(30, 500, {"same_answers": 30}),
        remarks.RowsScreened(30, 500, {"improbable": 30}, remarks.ChangedLinks([("a", "b")]), dropped=False),
        remarks.ScreeningStopped(500),
    )
}
REMEDIES = (
    DeclareLevels("sleep"),
    DeclareKind("age", "continuous"),
    DeclareValues(("income",), "as they are"),
    MarkMissing(("99", "don't know")),
    LeaveOutColumns(("id",)),
    SetOption("encoding", "cp1252"),
    StateTiers((("age",), ("mood",))),
    LeaveOutOptions(("penalty", "criterion")),
    Overwrite(),
    UseMethod("bde"),
    UseFunction("ordag.bootstrap"),
    RaiseLimits(10),
    Install("files"),
    InPython("call fit first"),
)
PARTS = (
    OptionName("n_jobs"),
    Setting("max_rows", 100),
    Value(None),
    Function("ordag.bootstrap"),
    Column("sleep"),
    DataRow(2),
    File(Path("a.csv")),
    Cause(errors.InputValueError("the file", "is torn")),
)


def everything(kind: type) -> Iterator[type]:
    yield kind
    for other in kind.__subclasses__():
        yield from everything(other)


@pytest.fixture(scope="module")
def declared() -> set[type]:
    for module in pkgutil.walk_packages(ordag.__path__, "ordag."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    kinds = {*everything(OrdagError), *everything(OrdagWarning)}
    return {kind for kind in kinds if kind.__module__.startswith("ordag.")}


def test_every_class_of_message_has_an_example_here(declared: set[type]) -> None:
    assert declared == set(CLASSES)


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("message", CLASSES.values(), ids=lambda message: type(message).__name__)
def test_every_class_is_worded_for_every_audience(message: Message, voice: str) -> None:
    words = message.worded(VOICES[voice])
    assert len(words) > 10
    assert words.endswith((".", "?"))


@pytest.mark.parametrize("message", CLASSES.values(), ids=lambda message: type(message).__name__)
def test_no_message_speaks_python_at_the_command_line(message: Message) -> None:
    words = [TERMINAL.sentence(message.statement), *TERMINAL.hints(message.remedies)]
    assert [text for text in words if PYTHONIC.search(OPTIONS.sub("", text))] == []


@pytest.mark.parametrize("message", CLASSES.values(), ids=lambda message: type(message).__name__)
def test_a_message_survives_its_way_between_processes(message: Message) -> None:
    for again in (pickle.loads(pickle.dumps(message)), copy.copy(message)):
        assert type(again) is type(message)
        assert str(again) == str(message)
        assert again.__dict__.keys() == message.__dict__.keys()


def test_every_remedy_has_words_for_every_audience_that_can_follow_it() -> None:
    assert {type(remedy) for remedy in REMEDIES} == set(get_args(Act))
    for remedy in (*REMEDIES, Advise("check the path"), If("it is missing", DeclareLevels("sleep"))):
        assert PYTHON.remedy(remedy)
        assert REPORT.remedy(remedy)
        assert bool(TERMINAL.remedy(remedy)) is not isinstance(remedy, InPython)


def test_every_part_has_words_for_every_audience() -> None:
    assert {type(part) for part in PARTS} == set(get_args(Part))
    for voice in VOICES.values():
        assert all(voice.text(part) for part in PARTS)


def test_options_are_called_in_messages_as_the_commands_call_them() -> None:
    called = {name: option.command.flag for name, option in OSEM_OPTIONS.items() if option.command is not None}
    assert {name: flag for name, flag in called.items() if FLAGS.get(name) != flag} == {}


def texts_of_messages(tree: ast.AST) -> set[ast.AST]:
    """Expressions with the words of a message: str(error), error.args, warning.message, message.worded(...)."""
    caught = {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name}
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in {"str", "repr", "format"} and node.args:
            first = node.args[0]
            if (isinstance(first, ast.Name) and first.id in caught) or getattr(first, "attr", "") == "message":
                found.add(node)
        if isinstance(called, ast.Attribute) and called.attr == "worded":
            found.add(node)
        if isinstance(node, ast.Attribute) and node.attr == "args" and getattr(node.value, "id", "") in caught:
            found.add(node)
        if isinstance(node, ast.JoinedStr) and any(
            isinstance(part, ast.FormattedValue) and getattr(part.value, "id", "") in caught for part in node.values
        ):
            found.add(node)
    kept = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and node.value in found
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return found | {node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in kept}


def questions_about(tree: ast.AST) -> list[int]:
    """Lines in which the words of a message are compared or searched."""
    texts = texts_of_messages(tree)
    lines = []
    for node in ast.walk(tree):
        asked: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            is_pattern = getattr(node.func.value, "id", "") == "re" or node.func.attr in {
                "search",
                "match",
                "fullmatch",
            }
            asked = list(node.args) if is_pattern else [node.func.value] if node.func.attr in SEARCHES else []
        elif isinstance(node, ast.Match):
            asked = [node.subject]
        if any(part in texts for whole in asked for part in ast.walk(whole)):
            lines.append(node.lineno)
    return lines


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    f()\nexcept ValueError as error:\n    if 'levels' in str(error):\n        g()",
        "try:\n    f()\nexcept ValueError as error:\n    if error.args[0] == 'levels':\n        g()",
        "try:\n    f()\nexcept ValueError as error:\n    text = f'{error}'\n    re.search('levels', text)",
        "[w for w in caught if str(w.message).startswith('posterior:')]",
        "said = remark.worded(PYTHON)\nfound = said.startswith('posterior:')",
    ],
)
def test_questions_about_words_are_found(code: str) -> None:
    assert questions_about(ast.parse(code))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(SOURCE)))
def test_nothing_asks_for_the_words_of_a_message(module: Path) -> None:
    assert questions_about(ast.parse(module.read_text("utf-8"))) == []


def raised(tree: ast.AST, kinds: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds:
            yield node


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(SOURCE)))
def test_no_message_is_one_sentence_without_fields(module: Path) -> None:
    general = {"OrdagError", "InputValueError", "InputTypeError", "NotFittedError", "FetchError"}
    general |= {"OrdagWarning", "RepairWarning", "InferenceWarning", "ConvergenceWarning"}
    calls = raised(ast.parse(module.read_text("utf-8")), general)
    assert [call.lineno for call in calls if len(call.args) < 2] == []


def plain_texts(call: ast.AST) -> Iterator[str]:
    """Literal texts in the arguments of a message, but for those that are meant for Python alone."""
    if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"InPython", "UseFunction", "SetOption"}:
        return
    if isinstance(call, ast.Constant) and isinstance(call.value, str):
        yield call.value
    for part in ast.iter_child_nodes(call):
        if not isinstance(part, ast.FormattedValue):
            yield from plain_texts(part)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(SOURCE)))
def test_no_text_of_a_message_speaks_python(module: Path) -> None:
    if str(module.relative_to(SOURCE)).startswith(PYTHON_ONLY):
        pytest.skip("met in Python only")
    kinds = {kind.__name__ for kind in CLASSES}
    texts = [text for call in raised(ast.parse(module.read_text("utf-8")), kinds) for text in plain_texts(call)]
    assert [text for text in texts if PYTHONIC.search(text)] == []
