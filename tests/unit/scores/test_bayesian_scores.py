import itertools
import pickle

import numpy as np
import pytest
from scipy.special import gammaln

from ordag.errors import InputTypeError, InputValueError
from ordag.scores import BDe, BGe


def random_codes(rng, n_rows=40, n_levels=(2, 3, 4, 2)):
    return np.stack([rng.integers(k, size=n_rows) for k in n_levels], axis=1)


def plain_bde(codes, n_levels, sample_size, node, parents):
    """Sum over all parent configurations, seen or not."""
    n_configurations = np.prod([n_levels[p] for p in parents], dtype=float)
    total = 0.0
    for configuration in itertools.product(*(range(n_levels[p]) for p in parents)):
        rows = np.all(codes[:, parents] == np.array(configuration), axis=1) if parents else np.ones(len(codes), bool)
        counts = np.array([(codes[rows, node] == level).sum() for level in range(n_levels[node])])
        cell, level = sample_size / n_configurations, sample_size / n_configurations / n_levels[node]
        total += gammaln(cell) - gammaln(cell + rows.sum()) + (gammaln(level + counts) - gammaln(level)).sum()
    return total


@pytest.mark.parametrize("parents", [[], [1], [0, 2], [0, 1, 2]])
def test_bde_follows_the_formula(rng, parents):
    codes = random_codes(rng)
    expected = plain_bde(codes, (2, 3, 4, 2), 1.5, 3, parents)
    score = BDe(codes, [2, 3, 4, 2], sample_size=1.5)
    assert score.local(3, parents) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("n_parents", [8, 14, 18])
def test_bde_of_very_many_parent_configurations_keeps_its_digits(n_parents):
    codes = np.random.default_rng(1).integers(0, 5, (100, 19))
    cell = 1e-4 / 5.0**n_parents
    _, seen = np.unique(codes[:, 1 : n_parents + 1], axis=0, return_counts=True)
    assert (seen == 1).all()  # each row is alone: log of (cell / 5) / cell
    found = BDe(codes, [5] * 19, sample_size=1e-4).local(0, list(range(1, n_parents + 1)))
    expected = len(codes) * (gammaln(cell / 5 + 1) - gammaln(cell / 5) + gammaln(cell) - gammaln(cell + 1))
    assert found == pytest.approx(expected, abs=1e-9)


def test_weighted_rows_count_as_repeated_rows(rng):
    codes, weights = random_codes(rng, 10), rng.integers(1, 5, size=10)
    repeated = BDe(np.repeat(codes, weights, axis=0), [2, 3, 4, 2])
    assert BDe(codes, [2, 3, 4, 2], weights=weights).local(0, [1, 2]) == pytest.approx(repeated.local(0, [1, 2]))


def test_weights_of_a_billion_rows_follow_the_formula_in_little_memory():
    counts = np.array([[3_000_000_000, 70_000], [5, 65_536]])  # parent by node; some are tabled, some are not
    codes = [[node, parent] for parent in (0, 1) for node in (0, 1)]
    in_cells = gammaln(0.5) - gammaln(0.5 + counts.sum(axis=1)) + (gammaln(0.25 + counts) - gammaln(0.25)).sum(axis=1)
    found = BDe(codes, [2, 2], weights=counts.ravel(), sample_size=1.0).local(0, [1])
    assert found == pytest.approx(in_cells.sum(), rel=1e-9)  # what is left of terms 10⁵ times as large


def test_bde_of_a_family_does_not_depend_on_the_families_asked_for_before():
    rng = np.random.default_rng(4)
    score = BDe(rng.integers(3, size=(80, 6)), [3] * 6)
    handle = score.native()
    for _ in range(200):
        node, *others = rng.permutation(6).tolist()
        parents = sorted(others[: rng.integers(6)])
        assert handle.local(node, parents) == pytest.approx(score.native().local(node, parents), abs=1e-10)


def test_bde_of_weights_near_counts_is_near_that_of_the_counts():
    """Weights that are no counts take another way through the kernel; close to a count the ways must meet."""
    codes = random_codes(np.random.default_rng(3), 12)
    counts = np.arange(1, 13)
    whole = BDe(codes, [2, 3, 4, 2], weights=counts).local(0, [1, 2])
    nearly = BDe(codes, [2, 3, 4, 2], weights=counts + 1e-9).local(0, [1, 2])
    assert nearly == pytest.approx(whole, abs=1e-6)


@pytest.mark.parametrize("make", [lambda x: BDe(x, edge_penalty=3.0), lambda x: BGe(x, edge_penalty=3.0)])
def test_edge_penalty_costs_its_logarithm(rng, make):
    codes = random_codes(rng)
    free = type(make(codes))(codes)
    assert make(codes).local(0, [1, 2]) == pytest.approx(free.local(0, [1, 2]) - 2 * np.log(3))


@pytest.mark.parametrize("make", [BDe, BGe])
def test_equivalent_dags_score_alike(rng, make):
    score = make(random_codes(rng))
    chain = np.zeros((4, 4), dtype=int)
    chain[[0, 1, 2], [1, 2, 3]] = 1
    assert score.total(chain) == pytest.approx(score.total(chain.T), abs=1e-9)


@pytest.mark.parametrize("n_parents", range(5))
def test_bge_gains_are_differences_of_local_scores(rng, n_parents):
    score = BGe(rng.standard_normal((30, 6)) @ rng.standard_normal((6, 6)))
    parents, candidates = list(range(n_parents)), list(range(n_parents, 5))
    for candidate, gain in zip(candidates, score.native().gains(5, parents, candidates), strict=True):
        assert gain == pytest.approx(score.local(5, [*parents, candidate]) - score.local(5, parents), abs=1e-9)


@pytest.mark.parametrize("make", [BDe, BGe])
def test_pickled_score_scores_alike(rng, make):
    score = make(random_codes(rng))
    before = score.local(0, [1, 2])
    assert pickle.loads(pickle.dumps(score)).local(0, [1, 2]) == before


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: BDe([[0, -1]]), InputValueError, "row 0, column 1 holds -1"),
        (lambda: BDe([[0.5, 1]]), InputTypeError, "codes have dtype float64; integers"),
        (lambda: BDe([[0, 1], [1]]), InputValueError, "rows all have the same length"),
        (lambda: BDe(np.zeros((0, 2), dtype=int)), InputValueError, r"found shape \(0, 2\)"),
        (lambda: BDe([[40_000, 1], [0, 0]]), InputValueError, "the largest code is 40000; codes must be at most 32767"),
        (lambda: BDe([[0, 1], [1, 0]], weights=[1, np.inf]), InputValueError, "2 finite numbers"),
        (lambda: BDe([[2, 0]], [2, 2]), InputValueError, "column 0 has 2 levels; it holds the code 2"),
        (lambda: BDe([[0, 0]], sample_size=0), InputValueError, "sample_size is 0; it must be above zero"),
        (lambda: BDe([[0, 0]], weights=[-1]), InputValueError, "weights must be 1 finite numbers"),
        (lambda: BGe([[np.nan, 1]]), InputValueError, "row 0, column 0"),
        (lambda: BGe([[1.0, 2.0]], alpha_w=3), InputValueError, "alpha_w is 3; it must be above 3"),
    ],
)
def test_unusable_inputs_are_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
