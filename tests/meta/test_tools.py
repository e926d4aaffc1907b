"""What judges the code changes when we say so, not when it is released."""

import tomllib
from pathlib import Path

import pytest

LINT = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text())["project"][
    "optional-dependencies"
]["lint"]


@pytest.mark.parametrize("tool", ["clang-format", "mypy", "pandas-stubs", "ruff"])
def test_tools_that_judge_have_an_upper_bound(tool: str) -> None:
    assert any(needed.startswith(f"{tool}~=") for needed in LINT)
