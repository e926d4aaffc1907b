"""What judges the code changes when we say so, not when it is released; packages carry no data of tests."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
LINT = SETTINGS["project"]["optional-dependencies"]["lint"]


@pytest.mark.parametrize("tool", ["clang-format", "mypy", "pandas-stubs", "ruff"])
def test_tools_that_judge_have_an_upper_bound(tool: str) -> None:
    assert any(needed.startswith(f"{tool}~=") for needed in LINT)


def test_golden_numbers_stay_out_of_the_packages() -> None:
    scikit_build = SETTINGS["tool"]["scikit-build"]
    assert "tests/golden/data" in scikit_build["sdist"]["exclude"]
    assert scikit_build["wheel"]["packages"] == ["src/ordag"]
