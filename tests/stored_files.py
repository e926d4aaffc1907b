"""Where files are that tests read: golden numbers in the repository, and data that may not be distributed beside it."""

import os
from pathlib import Path

import pytest

GOLDEN_DATA = Path(__file__).with_name("golden") / "data"
UNDISTRIBUTED = Path(__file__).resolve().parents[2] / "shared"


def golden_data() -> Path:
    """Folder of golden numbers and of the simulated sets that they were made from.

    A package of the sources comes without it; a checkout, which is what continuous integration tests, does not.
    """
    if not GOLDEN_DATA.is_dir():
        missing = f"no golden numbers in {GOLDEN_DATA}"
        pytest.fail(missing) if "CI" in os.environ else pytest.skip(missing)
    return GOLDEN_DATA


def undistributed(allow_module_level: bool = False) -> Path:
    """Folder with the OCD answers, what was computed from them, and the raw files of the other data sets.

    Without it, the test that asks is skipped, or its whole module where it asks while it is imported.
    """
    if not UNDISTRIBUTED.is_dir():
        missing = f"data that may not be distributed are not at {UNDISTRIBUTED}"
        pytest.skip(missing, allow_module_level=allow_module_level)
    return UNDISTRIBUTED
