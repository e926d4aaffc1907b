"""Fixtures shared by all tests."""

import os
import shutil
import signal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

import stored_files

# Examples do not change from run to run, and a busy machine is no failure.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

# Commands draw resamples where a test asks for them.
os.environ["ORDAG_BOOT"] = "0"

# A shell that starts the tests in the background has them ignore Ctrl-C, for which some of them wait.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def browser():
    """A real browser; there may be one at a time."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed (pip install 'ordag[test]')"
    )
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no chromium on this machine (Debian package chromium)")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with playwright.sync_playwright() as runner:
        started = runner.chromium.launch(executable_path=chromium, args=flags)
        yield started
        started.close()


@pytest.fixture(scope="session")
def golden_data() -> Path:
    """Folder of golden numbers and of the simulated sets that they were made from."""
    return stored_files.golden_data()


@pytest.fixture(scope="session")
def undistributed() -> Path:
    """Folder with data that may not be distributed; tests that need it are skipped where it is not at hand."""
    return stored_files.undistributed()


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20261115)
