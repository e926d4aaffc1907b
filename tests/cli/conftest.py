"""What tests of whole commands share."""

import warnings
from pathlib import Path

import pytest
from typer.testing import Result

from cli.running import N_RESAMPLES, run


@pytest.fixture(scope="module")
def results(survey: Path) -> tuple[Path, Result]:
    """A fit of the module's survey with all that follows it: the folder, and what was said."""
    folder = survey.parent / "out"
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        return folder, run("fit", survey, "-o", folder, "--boot", N_RESAMPLES, "--jobs", 1)
