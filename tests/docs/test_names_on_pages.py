"""What pages name exists: modules, functions, classes, files and benchmarks."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import ordag

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
WHERE = [
    ROOT,
    ROOT / "src" / "ordag",
    ROOT / "cpp",
    DOCS,
    ROOT / "tests",
]  # paths on pages are relative to one of these
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)+\.(?:py|cpp|hpp|css)")
PUBLIC = re.compile(r"(ordag(?:\.\w+)+)(?:\(.*\))?")
CALL = re.compile(r"([A-Z][a-z]\w+)\(.*\)")
STATION = re.compile(r"\| [^|]+ \| `([\w/]+\.py)` \| `([\w.]+)`")


def names_on(page: Path, pattern: re.Pattern[str]) -> list[str]:
    """What stands between backticks in the running text of a page and is written so."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    found = (pattern.fullmatch(code) for code in re.findall(r"`([^`\n]+)`", text))
    return [match[1] if match.groups() else match[0] for match in found if match]


def exists(dotted: str) -> bool:
    """Whether a name can be reached by imports and attributes; fields of dataclasses count."""
    parts = dotted.split(".")
    for n in range(len(parts), 0, -1):
        try:
            place = importlib.import_module(".".join(parts[:n]))
        except ModuleNotFoundError:
            continue
        return _reaches(place, parts[n:])
    return False


def _reaches(place: object, names: list[str]) -> bool:
    for name in names:
        if name in getattr(place, "__dataclass_fields__", {}):
            return True
        if not hasattr(place, name):
            return False
        place = getattr(place, name)
    return True


@cache
def classes() -> frozenset[str]:
    """Names of all classes that a module of the package defines or imports."""
    modules = (importlib.import_module(found.name) for found in _modules())
    return frozenset(name for module in modules for name, value in vars(module).items() if isinstance(value, type))


def _modules() -> Iterator[pkgutil.ModuleInfo]:
    found = pkgutil.walk_packages(ordag.__path__, "ordag.")
    return (each for each in found if "__main__" not in each.name and not each.name.startswith("ordag.app"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_names_of_the_package_on_a_page_exist(page: Path) -> None:
    assert [name for name in names_on(page, PUBLIC) if not exists(name)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_that_a_page_names_exist(page: Path) -> None:
    assert [path for path in names_on(page, PATH) if not any((root / path).exists() for root in WHERE)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_benchmarks_that_a_page_names_exist(page: Path) -> None:
    named = re.findall(r"python\s+-m\s+benchmarks\s+(\w+)", page.read_text("utf-8"))
    assert [name for name in named if not (ROOT / "benchmarks" / f"{name}.py").exists()] == []


@pytest.mark.parametrize("page", sorted((DOCS / "decisions").glob("*.md")), ids=lambda page: page.stem)
def test_classes_that_a_decision_names_exist(page: Path) -> None:
    assert set(names_on(page, CALL)) <= classes()


def test_every_term_of_the_glossary_has_a_module_that_exists() -> None:
    tables = (DOCS / "notation.md").read_text("utf-8").partition("## Terms of the data")[2]
    cells = [
        line.rpartition(" | ")[2].rstrip(" |") for line in tables.splitlines() if re.match(r"\| (?!term |---)", line)
    ]
    assert len(cells) > 40
    named = [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
    assert len(named) >= len(cells)
    assert [name for name in named if not exists(f"ordag.{name}")] == []


def test_every_station_of_the_walk_is_where_the_page_says() -> None:
    stations = STATION.findall((DOCS / "architecture.md").read_text("utf-8"))
    assert len(stations) > 25
    named = [f"ordag.{file.removesuffix('.py').replace('/', '.')}.{function}" for file, function in stations]
    assert [name for name in named if not exists(name)] == []
