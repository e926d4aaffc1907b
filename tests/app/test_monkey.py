"""Somebody who presses everything: nothing may fail, and memory may not grow.

``ORDAG_MONKEY_MINUTES=60 pytest tests/app/test_monkey.py -m slow --log-cli-level=INFO`` presses for an hour.
"""

import logging
import os
import random
import time
from contextlib import suppress
from pathlib import Path

import pytest

from app.running import WELLBEING, Server, two_sites

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (pip install 'ordag[test]')")
pytest.importorskip("pyreadstat", reason="pyreadstat is not installed (pip install 'ordag[files]')")

MINUTES = float(os.environ.get("ORDAG_MONKEY_MINUTES", "3"))
WARM = 0.35  # share of the time after which all is loaded that ever will be
MOST_GROWTH = 1.2
MOST_PROJECTS = 3
SEED = int(os.environ.get("ORDAG_MONKEY_SEED", "1"))
PRESSED = (
    "button, summary, [role=tab], a[href^='#'], input, select, .node, .arrow-node, .drawn, .item, .grip, label.tile"
)
KEYS = ["ArrowDown", "ArrowUp", "ArrowLeft", "Enter", "Escape", "Tab", "Control+z", "Control+Shift+z", "+", "0"]
# A request that the server refuses in words is written to the console by the browser, too.
REFUSED = "status of 422"

pytestmark = pytest.mark.slow


@pytest.fixture
def place(tmp_path):
    (tmp_path / "sites.csv").write_text(two_sites())
    running = Server(tmp_path / "home", str(tmp_path / "sites.csv"), "--in-place")
    yield running
    assert running.stop() == 0


def test_pressing_everything_breaks_nothing_and_fills_no_memory(browser, place, tmp_path) -> None:
    chance, complaints = random.Random(SEED), []
    context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: dialog.accept() if chance.random() < 0.3 else dialog.dismiss())
    session = context.new_cdp_session(page)
    page.goto(place.address.split("&")[0])
    begun, n_done, early = time.monotonic(), 0, None
    while (spent := time.monotonic() - begun) < 60 * MINUTES:
        act(page, chance, tmp_path, place)
        n_done += 1
        if early is None and spent > WARM * 60 * MINUTES:
            early = memory(page, session, place)
        assert [text for text in complaints if REFUSED not in text] == [], f"after {n_done} acts"
        assert page.url.startswith(place.base)
    late = memory(page, session, place)
    said = "%d acts; megabytes of server and page: %s after %.0f %% of the time, %s in the end"
    logging.getLogger(__name__).info(said, n_done, early, 100 * WARM, late)
    assert early is not None
    assert place.process.poll() is None
    logging.getLogger(__name__).info("the server's log: %s", place.complaints() or "nothing")
    assert place.complaints() == ""
    assert late[0] <= MOST_GROWTH * early[0]
    assert late[1] <= MOST_GROWTH * early[1] + 1.0  # a megabyte: the page itself takes a few only
    context.close()


def act(page, chance, folder: Path, place) -> None:
    """Do one thing at random, whatever the page shows."""
    dice = chance.random()
    if page.locator("#file").count() and dice < 0.5:
        if page.locator(".projects li").count() < MOST_PROJECTS:
            # The page may have gone on meanwhile, by what was pressed before.
            with suppress(api.TimeoutError):
                page.set_input_files("#file", str(chance.choice([WELLBEING, folder / "sites.csv"])), timeout=5_000)
                page.wait_for_selector("#column", timeout=120_000)
    elif dice < 0.06:
        page.keyboard.press(chance.choice(KEYS))
    elif dice < 0.12:
        drag(page, chance)
    elif dice < 0.13:
        page.reload()
        page.wait_for_selector("#main > *")
    else:
        press(page, chance)
    page.wait_for_timeout(chance.choice([0, 20, 100, 300]))


def press(page, chance) -> None:
    """Press, choose or fill in something that is to be seen; it may be gone by then."""
    found = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map((element, k) => [k, element])
        .filter(([, element]) => element.checkVisibility() && !element.disabled && element.id !== 'file')
        .map(([k, element]) => [k, element.localName, element.type || ''])""",
        PRESSED,
    )
    if not found:
        return
    k, name, kind = chance.choice(found)
    text = (
        chance.choice(["", "a", "zz", "<b>", "3", "-1", "ü 漢"]) if kind != "number" else str(chance.randrange(-5, 9))
    )
    page.evaluate(
        """([selector, k, name, kind, text, dice]) => {
          const element = document.querySelectorAll(selector)[k];
          if (!element) return;
          const tell = type => element.dispatchEvent(new Event(type, { bubbles: true }));
          if (name === 'select') { element.selectedIndex = Math.floor(dice * element.length); tell('change'); }
          else if (name === 'input' && kind === 'range') { element.value = dice; tell('input'); }
          else if (name === 'input' && !['radio', 'checkbox', 'file'].includes(kind)) {
            element.value = text;
            tell('input');
            tell('change');
          }
          else if (element instanceof SVGElement) for (const type of ['pointerdown', 'pointerup', 'click'])
            element.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: 400, clientY: 400, pointerId: 1 }));
          else element.click();
        }""",
        [PRESSED, k, name, kind, text, chance.random()],
    )


def drag(page, chance) -> None:
    """Drag from somewhere to somewhere."""
    page.mouse.move(chance.randrange(20, 1260), chance.randrange(60, 850))
    page.mouse.down()
    page.mouse.move(chance.randrange(20, 1260), chance.randrange(60, 850), steps=3)
    page.mouse.up()


def memory(page, session, place) -> tuple[float, float]:
    """Megabytes of the server and of what the page holds on its first step."""
    page.goto(f"{place.base}/#")
    page.wait_for_selector("#survey")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    status = Path(f"/proc/{place.process.pid}/status").read_text()
    resident = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return round(int(resident) / 1024, 1), round(heap / 2**20, 1)
