"""Ctrl-C returns the best graph so far, with a warning, and long runs say how far they are."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from ordag.errors import ConvergenceWarning
from ordag.independence import FisherZ
from ordag.progress import showing
from ordag.scores import Score
from ordag.search import boss, exact, ges, hill_climb, iterative_mcmc, order_mcmc, partition_mcmc, pc
from ordag.search.iterative_mcmc import Growth
from reference.problems import gaussian_problem

AT_ONCE = 30  # seconds within which even a busy machine ends a search that would run much longer

# Each would run for many seconds, most of them inside one kernel: (nodes, search, label of its progress bar).
ENDLESS = {
    "boss": (21, lambda score: boss(score, n_starts=1_000_000), "BOSS starts"),
    "boss, one start": (300, lambda score: boss(score, n_starts=1), "moves of variables"),
    "hill_climb": (21, lambda score: hill_climb(score, n_restarts=1_000_000), "climbs"),
    "hill_climb, one climb": (21, lambda score: hill_climb(score, patience=10**9), "steps of the climb"),
    "exact": (21, exact, "subsets of the nodes"),
    "ges": (300, ges, "forward steps of GES"),
    "iterative_mcmc": (8, lambda score: iterative_mcmc(score, n_steps=2 * 10**9), "steps of the chains"),
    "order_mcmc": (8, lambda score: order_mcmc(score, thin=2 * 10**6), "steps of the chains"),
    "order_mcmc, best": (8, lambda score: order_mcmc(score, thin=2 * 10**6, objective="max"), "steps of the chains"),
    "partition_mcmc": (8, lambda score: partition_mcmc(score, thin=2 * 10**6), "steps of the chains"),
}


class Recorder:
    """A display that remembers what it was told."""

    def __init__(self) -> None:
        self.running: list[list] = []  # [label, total, steps]
        self.advanced: dict[str, int] = {}

    def start(self, label: str, total: int | None) -> None:
        self.running.append([label, total, 0])

    def advance(self, steps: int = 1) -> None:
        label, total, n_done = self.running[-1]
        assert steps >= 0
        assert total is None or n_done + steps <= total
        self.running[-1][2] += steps
        self.advanced[label] = self.advanced.get(label, 0) + steps

    def stop(self) -> None:
        self.running.pop()


@contextmanager
def pressed_after_a_step(display: Recorder, label: str) -> Iterator[None]:
    """Ctrl-C once the search has reported a step of this kind."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.01):
            if display.advanced.get(label, 0) > 0:
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
                return

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


@pytest.mark.parametrize(("n_nodes", "run", "label"), ENDLESS.values(), ids=ENDLESS)
def test_interrupted_search_returns_its_best_graph(n_nodes, run, label) -> None:
    score = gaussian_problem(n_nodes, 500, np.random.default_rng(0))
    display = Recorder()
    with (
        pytest.warns(ConvergenceWarning, match="interrupted"),
        showing(display),
        pressed_after_a_step(display, label),
    ):
        result = run(score)
    assert result.interrupted
    assert result.score > score.total(np.zeros((n_nodes, n_nodes)))
    assert result.score == pytest.approx(score.total(result.adjacency), abs=1e-6)
    assert result.seconds < AT_ONCE
    assert display.running == []


def test_interrupted_pc_returns_the_edges_that_are_left() -> None:
    # Everything depends on everything: 2^18 tests a pair, far more than can be made before the signal.
    display = Recorder()
    with (
        pytest.warns(ConvergenceWarning, match="pc was interrupted"),
        showing(display),
        pressed_after_a_step(display, "independence tests"),
    ):
        result = pc(FisherZ(0.5 * np.eye(20) + 0.5, 10**6))
    assert result.interrupted
    assert result.skeleton.sum() == 20 * 19
    assert result.seconds < AT_ONCE
    assert display.running == []


class Impatient(Score):
    """Noise; Ctrl-C is pressed inside the score."""

    n_nodes = 8

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def local(self, node: int, parents) -> float:
        self.patience -= 1
        if self.patience == 0:
            raise KeyboardInterrupt
        return float(np.random.default_rng([node, *parents, 99]).normal())


# With the number of local scores after which it is pressed: a first start or climb takes some 260, GES 160 in all.
IN_PYTHON = {
    "boss": (300, lambda score: boss(score, n_starts=50)),
    "hill_climb": (400, lambda score: hill_climb(score, n_restarts=50)),
    "ges": (120, ges),
    "exact": (500, exact),
}


@pytest.mark.parametrize(("patience", "search"), IN_PYTHON.values(), ids=IN_PYTHON)
def test_ctrl_c_inside_a_score_written_in_python_ends_a_search(patience, search) -> None:
    score = Impatient(patience)
    with pytest.warns(ConvergenceWarning, match="search interrupted"):
        result = search(score)
    assert result.interrupted
    assert result.score == pytest.approx(score.total(result.adjacency))


def test_ctrl_c_inside_a_test_written_in_python_ends_pc() -> None:
    class ImpatientTest:
        n_nodes = 4
        patience = 3

        def p_value(self, x: int, y: int, conditioning: tuple[int, ...]) -> float:
            self.patience -= 1
            if self.patience == 0:
                raise KeyboardInterrupt
            return 1.0

    with pytest.warns(ConvergenceWarning, match="pc was interrupted"):
        result = pc(ImpatientTest(), orientation="majority")
    assert result.interrupted
    assert result.n_tests == 2
    assert result.skeleton.sum() == 4 * 3 - 2 * 2


def interrupt_after_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Growth._search

    def once(self, *arguments):
        order = search(self, *arguments)
        self.interrupted = True
        return order

    monkeypatch.setattr(Growth, "_search", once)


@pytest.mark.parametrize("sampler", [order_mcmc, partition_mcmc])
def test_sampler_interrupted_before_its_first_draw_has_the_best_graph_and_no_draws(sampler, monkeypatch, rng) -> None:
    score = gaussian_problem(12, 200, rng)
    interrupt_after_one_search(monkeypatch)
    with pytest.warns(ConvergenceWarning, match="interrupted before the first draw"):
        result = sampler(score)
    assert result.interrupted
    assert result.score == pytest.approx(score.total(result.adjacency), abs=1e-8)
    assert len(result.samples) == len(result.sample_scores) == result.n_chains == 0
    assert np.isnan(result.edge_probabilities).all()


def test_best_order_interrupted_before_its_chains_is_that_of_the_search_before(monkeypatch, rng) -> None:
    score = gaussian_problem(12, 200, rng)
    interrupt_after_one_search(monkeypatch)
    with pytest.warns(ConvergenceWarning, match="search interrupted"):
        result = order_mcmc(score, objective="max")
    assert result.interrupted
    assert result.score == pytest.approx(score.total(result.adjacency), abs=1e-8)
