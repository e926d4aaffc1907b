"""One test may be asked by several threads at once, and sent to another process."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ordag.data import OrdinalTable
from ordag.independence import CompiledTest, FisherZ, GSquared, JonckheereTerpstra, SymmetricLRT, kendall_correlation
from ordag.search import pc

N_NODES = 6
N_THREADS = 4


@pytest.fixture(params=["fisher", "g squared", "jonckheere", "symmetric"])
def compiled(request: pytest.FixtureRequest, rng: np.random.Generator) -> CompiledTest:
    codes = rng.integers(0, 3, (400, N_NODES))
    codes[:, 1:] += codes[:, :-1]
    match request.param:
        case "fisher":
            return FisherZ(*kendall_correlation(codes))
        case "g squared":
            return GSquared(codes, min_rows_per_df=0)
        case "jonckheere":
            return JonckheereTerpstra(codes)
        case _:
            return SymmetricLRT(OrdinalTable.from_codes(codes))


def test_threads_that_share_a_test_get_the_answers_of_one_thread(
    compiled: CompiledTest, rng: np.random.Generator
) -> None:
    questions = [[int(node) for node in rng.permutation(N_NODES)[:k]] for k in rng.integers(2, 5, 100)]

    def answer(question: list[int]) -> float:
        first, second, *others = question
        return compiled.p_value(first, second, others)

    alone = [answer(question) for question in questions]
    with ThreadPoolExecutor(N_THREADS) as threads:
        assert list(threads.map(answer, questions * N_THREADS)) == alone * N_THREADS


def test_searches_in_threads_share_a_test(compiled: CompiledTest) -> None:
    levels = [0.001, 0.01, 0.1, 0.4, 0.7]

    def search(alpha: float) -> list[list[int]]:
        return pc(compiled, alpha, max_conditioning=2).cpdag.tolist()

    alone = [search(alpha) for alpha in levels]
    with ThreadPoolExecutor(N_THREADS) as threads:
        assert list(threads.map(search, levels * N_THREADS)) == alone * N_THREADS


def test_a_test_survives_pickling(compiled: CompiledTest) -> None:
    value = compiled.p_value(0, 2, [1])
    assert pickle.loads(pickle.dumps(compiled)).p_value(0, 2, [1]) == value


def test_a_test_keeps_to_the_matrix_it_was_given() -> None:
    correlation = np.array([[1.0, 0.5], [0.5, 1.0]])
    test = FisherZ(correlation, 100)
    correlation[:] = np.eye(2)
    assert test.partial_correlation(0, 1) == 0.5
