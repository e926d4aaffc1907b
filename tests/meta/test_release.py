"""What a release says of itself says it once, and what GitHub runs can be run by hand."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import ordag

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
VERSION = re.escape(ordag.__version__)


def test_the_version_is_written_in_the_package_alone() -> None:
    assert "version" not in PROJECT
    assert PROJECT["dynamic"] == ["version"]
    assert "project(ordag VERSION ${SKBUILD_PROJECT_VERSION} " in (ROOT / "CMakeLists.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("file", "line"), [("CITATION.cff", rf"^version: {VERSION}$"), ("CHANGELOG.md", rf"^## .*\b{VERSION}\b")]
)
def test_what_is_written_by_hand_names_the_same_version(file: str, line: str) -> None:
    assert re.search(line, (ROOT / file).read_text("utf-8"), re.MULTILINE)


def test_classifiers_name_every_supported_python() -> None:
    named = {
        Version(version)
        for classifier in PROJECT["classifiers"]
        if re.fullmatch(r"3\.\d+", version := classifier.rpartition(" :: ")[2])
    }
    oldest = Version(PROJECT["requires-python"].removeprefix(">="))
    assert min(named) == oldest
    assert {version.minor for version in named} == set(range(oldest.minor, max(named).minor + 1))


def test_every_dependency_has_a_lower_bound_to_be_tested_with() -> None:
    optional = (PROJECT["optional-dependencies"][extra] for extra in ("data", "files", "graphs", "distributed"))
    needed = [Requirement(line) for lines in (PROJECT["dependencies"], *optional) for line in lines]
    assert [str(need) for need in needed if [bound.operator for bound in need.specifier] != [">="]] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_targets_that_exist(workflow: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    called = set(re.findall(r"(?:run: |\n +)make ([\w-]+)", workflow.read_text("utf-8")))
    assert called
    assert called <= targets


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_only_read_unless_a_job_says_more(workflow: Path) -> None:
    text = workflow.read_text("utf-8")
    assert "\npermissions:\n  contents: read\n\n" in text
    assert "\nconcurrency:\n" in text
    assert "secrets." not in text
