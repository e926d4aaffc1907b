import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.kernels import scores as kernels
from ordag.scores import GaussianBIC, Score


class Counting(Score):
    n_nodes = 3

    def __init__(self):
        self.calls = 0

    def local(self, node, parents):
        self.calls += 1
        return float(node) - len(parents)


def test_total_is_the_sum_of_local_scores():
    assert Counting().total([[0, 1, 1], [0, 0, 1], [0, 0, 0]]) == 3.0 - 3.0


def test_total_refuses_a_graph_of_other_size():
    with pytest.raises(InputValueError, match="must have 3 nodes"):
        Counting().total([[0, 1], [0, 0]])


def test_totals_of_compiled_scores_are_the_totals_one_by_one(rng):
    score = GaussianBIC([[1.0, 0.6, 0.2], [0.6, 1.0, 0.4], [0.2, 0.4, 1.0]], n_rows=100)
    dags = [np.triu(rng.integers(0, 2, (3, 3)), 1)[np.ix_(order, order)] for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0])]
    dags += [np.zeros((3, 3), dtype=np.int8)]
    assert np.allclose(score.totals(dags), [score.total(dag) for dag in dags], rtol=1e-14)


def test_native_handle_asks_a_python_score_once_per_family():
    score = Counting()
    handle = score.native()
    assert [handle.local(2, [0, 1]) for _ in range(3)] == [0.0] * 3
    assert score.calls == 1


def test_exception_of_a_python_score_comes_back():
    class Broken(Counting):
        def local(self, node, parents):
            raise ZeroDivisionError("broken")

    with pytest.raises(ZeroDivisionError, match="broken"):
        Broken().native().local(0, [])


def test_nan_is_refused():
    class Undefined(Counting):
        def local(self, node, parents):
            return float("nan")

    with pytest.raises(ValueError, match="return -inf"):
        Undefined().native().local(0, [])


def test_what_is_no_number_is_refused():
    class Text(Counting):
        def local(self, node, parents):
            return "high"

    with pytest.raises(TypeError, match="a local score is no number"):
        Text().native().local(0, [])


@pytest.mark.parametrize("cached", [False, True])
def test_relabelled_score_is_the_score_of_the_translated_family(rng, cached):
    values = rng.standard_normal((50, 5)) @ rng.standard_normal((5, 5))
    score = GaussianBIC(np.cov(values.T), 50, penalty_factors=rng.uniform(size=(5, 5)))
    handle = kernels.cached(score.native()) if cached else score.native()
    order = [3, 0, 4, 1, 2]
    relabelled = kernels.relabel(handle, order)
    assert relabelled.local(0, [1, 2]) == pytest.approx(score.local(3, [0, 4]), abs=1e-10)
    assert relabelled.gains(0, [3], [1, 4])[0] == pytest.approx(score.native().gains(3, [1], [0, 2])[0], abs=1e-10)


def test_content_order_follows_the_nodes_through_a_permutation(rng):
    covariance = np.corrcoef((rng.standard_normal((50, 5)) @ rng.standard_normal((5, 5))).T)
    order = kernels.content_order(GaussianBIC(covariance, 50).native())
    shuffle = rng.permutation(5)
    shuffled = kernels.content_order(GaussianBIC(covariance[np.ix_(shuffle, shuffle)], 50).native())
    assert [int(shuffle[k]) for k in shuffled] == order
