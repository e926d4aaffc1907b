"""Fixtures shared by all tests."""

import signal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

# Examples do not change from run to run, and a busy machine is no failure.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

# A shell that starts the tests in the background has them ignore Ctrl-C, for which some of them wait.
signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder with the data bank and the golden numbers; tests that need it skip where it is not at hand."""
    if not SHARED.is_dir():
        pytest.skip(f"golden numbers and data bank not found at {SHARED}")
    return SHARED


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20261115)
