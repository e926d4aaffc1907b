"""Ctrl-C returns the best graph so far, with a warning."""

import signal
import threading

import numpy as np
import pytest

from ordag.errors import ConvergenceWarning
from ordag.search import boss, exact, hill_climb
from reference.problems import gaussian_problem

# Each would run for many seconds; exact search is inside one kernel all the while, the others go from kernel to kernel.
LONG_RUNS = {
    "boss": lambda score: boss(score, n_starts=1_000_000),
    "hill_climb": lambda score: hill_climb(score, n_restarts=1_000_000),
    "exact": exact,
}
PRESSED_AFTER = 0.3  # seconds


@pytest.mark.parametrize("run", LONG_RUNS.values(), ids=LONG_RUNS)
def test_interrupted_search_returns_its_best_graph(run):
    score = gaussian_problem(21, 200, np.random.default_rng(0))
    main = threading.main_thread().ident
    timer = threading.Timer(PRESSED_AFTER, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    with pytest.warns(ConvergenceWarning, match="search interrupted"):
        result = run(score)
    timer.join()
    assert result.interrupted
    assert result.score > score.total(np.zeros((21, 21)))
    assert result.seconds < 30
