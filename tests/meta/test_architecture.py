"""Imports go downhill, modules and functions stay small: the rules of the house, checked."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import ordag

SOURCE = Path(__file__).resolve().parents[2] / "src" / "ordag"
MODULES = sorted(SOURCE.rglob("*.py"))
CPP = SOURCE.parents[1] / "cpp"
BINDINGS = sorted((CPP / "bind").glob("*.cpp"))
HEADERS = sorted(CPP.rglob("*.hpp"))
COMPILED = sorted([*HEADERS, *(CPP / "src").rglob("*.cpp")])

MAX_FUNCTION_LINES = 50
MAX_PARAMETERS = 8
MAX_MODULE_LINES = 450
MAX_BINDING_LINES = 200

# The flow of the method: a step may import what stands before it or in its own step, never what stands later.
FLOW = [
    {"blas", "characters", "citation", "messages", "processes"},
    {
        "errors",
        "estimator",
        "remarks",
        "files",
        "options",
        "osem_options",
        "progress",
        "random_state",
        "kernels",
        "_core",
    },
    {"graphs", "metrics"},
    {"data", "datasets"},
    {"simulate"},
    {"latent"},
    {"expectation"},
    {"independence", "scores"},
    {"search"},
    {"maximization"},
    {"structural_em"},
    {"strategies"},
    {"learning"},
    {"hidden"},
    {"fitting"},
    {"model"},
    {"clusters"},
    {"inference"},
    {"posterior"},
    {"plots"},
    {"goodness"},
    {"pipelines"},
    {"osem"},
    {"confirm"},
    {"learners"},
    {"families"},
    {"checks"},
    {"hints"},
    {"stability"},
    {"plan"},
    {"groups"},
    {"panels"},
    {"report"},
    {"study"},
    {"app"},
    {"cli"},
]
STEP = {name: k for k, names in enumerate(FLOW) for name in names}

# Against the flow for a reason.
UPHILL_EXCEPTIONS: dict[tuple[str, str], str] = {
    ("model/notebook.py", "plots"): "a network draws itself in a notebook, where objects show themselves",
}
# Longer than the rule for a reason.
FUNCTION_EXCEPTIONS: dict[str, str] = {}
PARAMETER_EXCEPTIONS: dict[str, str] = {
    "osem.py:__init__": "a scikit-learn estimator declares one parameter per option",
    "stability/replication.py:bootstrap": "the front door takes what encode takes, and where to keep what",
    "groups/comparison.py:compare_groups": "the front door: what is compared, how, and where to keep what",
    "data/encoding/encode.py:encode": "the front door takes what can be declared of columns and of rows",
    "panels/learning.py:waves": "the front door: which columns are which, what is known, and how to learn",
    "data/encoding/read.py:read": "the front door takes what encode takes, and what a file does not tell of itself",
    "learners/osem.py:run": "a method declares one parameter per option of its card",
    "learners/__init__.py:learn": "the front door takes what encode takes, and the constraints",
}


def test_the_page_on_the_architecture_lists_all_steps_in_order() -> None:
    tree = (SOURCE.parents[1] / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
    lines = [line for line in tree.splitlines()[1:] if not line.startswith(" ")]
    first = [name for line in lines for name in re.split(r"\s{2,}", line)[0].replace("/", "").split(", ")]
    beside = [name for line in lines for name in re.findall(r"\s{4,}([a-z_]+)/\s", line)]
    assert {*first, *beside} == set(STEP) - {"_core"}
    assert [STEP[name] for name in first] == sorted(STEP[name] for name in first)


def part_of(module: Path) -> str:
    return module.relative_to(SOURCE).parts[0].removesuffix(".py")


def home_of(public: str) -> str:
    """Module behind a name that is imported from the front door."""
    return ordag._PUBLIC.get(public) or f"ordag.{public}"


def imported_parts(module: Path) -> set[str]:
    parts = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [home_of(alias.name) for alias in node.names] if node.module == "ordag" else [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        parts |= {name.split(".")[1] for name in names if name.startswith("ordag.")}
    return parts - {"__version__"}


def functions_of(module: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.FunctionDef)]


def name_of(module: Path, function: ast.FunctionDef) -> str:
    return f"{module.relative_to(SOURCE)}:{function.name}"


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(SOURCE)))
def test_imports_go_downhill(module: Path) -> None:
    part = part_of(module)
    if part in {"__init__", "__main__"}:
        pytest.skip("the front door names everything")
    path = str(module.relative_to(SOURCE))
    later = {other for other in imported_parts(module) if STEP[other] > STEP[part]}
    uphill = {other for other in later if (path, other) not in UPHILL_EXCEPTIONS}
    assert not uphill, f"{part} (step {STEP[part]}) must not import {uphill}"


def test_only_kernels_imports_the_extension() -> None:
    importers = {part_of(m) for m in MODULES if "_core" in imported_parts(m)}
    assert importers == {"kernels"}


def test_warnings_go_through_one_door() -> None:
    # Whoever collects the warnings of a thread would miss those issued elsewhere.
    issuing = {str(m.relative_to(SOURCE)) for m in MODULES if re.search(r"(?<!>>> )warnings\.warn\(", m.read_text())}
    assert issuing == {"errors.py"}


def test_functions_are_small() -> None:
    long = {
        name_of(m, f): f.body[-1].end_lineno - f.body[bool(ast.get_docstring(f))].lineno + 1
        for m in MODULES
        for f in functions_of(m)
        if len(f.body) > bool(ast.get_docstring(f))
    }
    assert {k: v for k, v in long.items() if v > MAX_FUNCTION_LINES and k not in FUNCTION_EXCEPTIONS} == {}


def test_functions_take_few_parameters() -> None:
    counts = {
        name_of(m, f): len(f.args.args) + len(f.args.kwonlyargs) + len(f.args.posonlyargs)
        for m in MODULES
        if part_of(m) != "cli"  # a command declares one parameter per option
        for f in functions_of(m)
    }
    assert {k: v for k, v in counts.items() if v > MAX_PARAMETERS + 1 and k not in PARAMETER_EXCEPTIONS} == {}


def test_modules_are_short() -> None:
    limits = dict.fromkeys([*MODULES, *COMPILED], MAX_MODULE_LINES) | dict.fromkeys(BINDINGS, MAX_BINDING_LINES)
    long = {str(file): n for file, most in limits.items() if (n := len(file.read_text("utf-8").splitlines())) > most}
    assert long == {}


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(SOURCE)))
def test_every_module_names_its_licence(module: Path) -> None:
    assert module.read_text().startswith("# SPDX-License-Identifier: MIT\n")


def test_no_two_headers_declare_types_of_one_name() -> None:
    # The linker would take the destructor of one for that of the other.
    declared = Counter(
        name
        for header in HEADERS
        for name in re.findall(r"^(?:struct|class|enum class) (\w+)[^;]*\{", header.read_text("utf-8"), re.MULTILINE)
    )
    assert len(declared) > len(HEADERS) / 2, "types are no longer found"
    assert [name for name, times in declared.items() if times > 1] == []


def test_no_two_classes_of_the_package_share_a_name() -> None:
    declared = Counter(
        node.name
        for module in MODULES
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert len(declared) > len(MODULES) / 2, "classes are no longer found"
    assert [name for name, times in declared.items() if times > 1] == []
