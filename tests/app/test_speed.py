"""How long the page takes: to the first picture of a survey, and to answer evidence among 60 items.

``pytest tests/app/test_speed.py -m slow --log-cli-level=INFO`` says the figures.
"""

import logging
import os
import time
from pathlib import Path

import numpy as np
import pytest

from app.running import PATIENCE, workers

pytest.importorskip("pyreadstat", reason="pyreadstat is not installed (pip install 'ordag[files]')")

LOG = logging.getLogger(__name__)
N_ASKED = 60
MOST_MILLISECONDS = 100.0
MOST_SECONDS = 15.0  # to the first picture of 25 items and 2 500 rows

pytestmark = pytest.mark.slow


def traits(path: Path, n_rows: int, n_items: int, n_traits: int) -> Path:
    """A questionnaire of related traits, each asked by several items with six answers."""
    rng = np.random.default_rng(5)
    common = rng.normal(size=(n_rows, 1))
    behind = 0.4 * common + rng.normal(size=(n_rows, n_traits))
    answers = behind[:, np.arange(n_items) % n_traits] + 0.9 * rng.normal(size=(n_rows, n_items))
    codes = np.digitize(answers, [-2, -1, 0, 1, 2]) + 1
    head = ",".join(f"q{j + 1}" for j in range(n_items))
    path.write_text("\n".join([head, *(",".join(map(str, row)) for row in codes.tolist())]) + "\n")
    return path


def processor_seconds(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_the_first_picture_comes_within_seconds(server, tmp_path) -> None:
    key = server.upload(traits(tmp_path / "traits.csv", 2500, 25, 5))
    before = {pid: processor_seconds(pid) for pid in workers()}
    begun = time.monotonic()
    server.ask(f"/api/projects/{key}/learn", {})
    server.wait(key, lambda state: state["analyses"][0]["is_pictured"])
    waited = time.monotonic() - begun
    # On a busy machine one waits longer than the work takes; a worker that was started ahead has loaded by then.
    spent = max(processor_seconds(pid) - before.get(pid, 0.0) for pid in workers())
    server.ask(f"/api/projects/{key}/cancel", {})
    server.wait(key, lambda state: state["job"] is None)
    LOG.info("first picture after %.1f s, %.1f processor seconds", waited, spent)
    assert min(waited, spent) <= MOST_SECONDS, (waited, spent)


def test_evidence_is_answered_at_once_among_sixty_items(visit, server, tmp_path) -> None:
    key = server.upload(traits(tmp_path / "many.csv", 500, 60, 10))
    server.edit(key, do="choices", choices={"support": "none"})
    server.ask(f"/api/projects/{key}/learn", {})
    server.wait(key, lambda state: state["analyses"][0]["is_pictured"])
    page = visit(f"{key}/see")
    page.wait_for_selector(".node", timeout=1000 * PATIENCE)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    waited, spent = [], []
    for k in range(N_ASKED):
        before = processor_milliseconds(session)
        waited.append(page.evaluate(CLICK, k))
        spent.append(processor_milliseconds(session) - before)
    assert page.locator(".changed").count() > 0 or page.locator("#clear-all").is_disabled()
    for name, times in (("by the clock", waited), ("of the processor", spent)):
        LOG.info("%s: median %.0f ms, 95th percentile %.0f ms", name, *np.quantile(times, [0.5, 0.95]))
    # What is measured while other work has the processor says nothing of the page.
    assert min(np.quantile(waited, 0.95), np.quantile(spent, 0.95)) <= MOST_MILLISECONDS


# Assume an answer of one item after the other, of four at most at once; the milliseconds until everything is redrawn.
CLICK = """async k => {
  const nodes = [...document.querySelectorAll('#network .node')];
  if (k % 4 === 0) document.querySelector('#clear-all').click();
  nodes[5 * k % nodes.length].dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await new Promise(requestAnimationFrame);
  const begun = performance.now();
  document.querySelector('#panel input[type=radio]').click();
  document.body.offsetHeight;
  return performance.now() - begun;
}"""


def processor_milliseconds(session) -> float:
    """Processor time of the page's main thread, which also selects the item and paints."""
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return 1000.0 * metrics["TaskDuration"]
