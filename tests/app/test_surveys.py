"""Real surveys from drop to picture, without a key being pressed but those that lead on.

``pytest tests/app/test_surveys.py -m slow --log-cli-level=INFO`` says how long each took.
"""

import logging
import time

import pytest

import stored_files
from app.running import PATIENCE
from ordag.data.reading.loading import FORMATS

pytest.importorskip("pyreadstat", reason="pyreadstat is not installed (pip install 'ordag[files]')")

LOG = logging.getLogger(__name__)
WAIT = 1000 * PATIENCE
_FOLDER = stored_files.UNDISTRIBUTED / "data" / "surveys"
SURVEYS = sorted(path.name for path in _FOLDER.glob("*") if path.name.endswith(FORMATS))

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not SURVEYS, reason=f"no surveys in {_FOLDER}")]


@pytest.mark.parametrize("name", SURVEYS)
def test_a_survey_becomes_a_picture_without_typing(visit, name: str) -> None:
    page = visit()
    begun = time.monotonic()
    page.set_input_files("#file", str(_FOLDER / name))
    page.wait_for_selector("#column", timeout=WAIT)
    planned = time.monotonic() - begun
    page.click("#next")
    page.click("#next")
    assert page.locator("#expected").inner_text()
    page.click("#learn")
    page.wait_for_selector(".working [aria-current='step']", timeout=WAIT)
    page.wait_for_selector("#network .node", timeout=WAIT)
    LOG.info("%s: columns after %.1f s, picture after %.1f s", name, planned, time.monotonic() - begun)
    assert page.locator("#network .node").count() > 1
    # Supports fill in while one looks, and can be stopped.
    if page.locator("#stop").count():
        page.click("#stop")
        page.wait_for_selector(".working", state="detached", timeout=WAIT)
    assert page.locator("#network .node").count() > 1
