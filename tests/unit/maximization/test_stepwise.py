"""Terms of a quadratic form against sets that are solved one by one."""

from itertools import combinations

import numpy as np
import pytest

from ordag.maximization.stepwise import Terms, toggle_and_improve

N_TERMS = 7
COST = 1.3


@pytest.fixture(scope="module")
def form():
    """Information of correlated terms, and a score in which some matter."""
    rng = np.random.default_rng(4)
    rows = rng.standard_normal((40, N_TERMS)) @ np.triu(rng.uniform(0, 1, (N_TERMS, N_TERMS)))
    information = rows.T @ rows
    return information, information @ np.array([0.6, 0, 0, -0.5, 0, 0.3, 0])


def worth(form, chosen, cost=COST):
    information, score = form
    part = np.flatnonzero(chosen)
    return score[part] @ np.linalg.solve(information[np.ix_(part, part)], score[part]) / 2 - cost * len(part)


def swept(form, present):
    """The form swept on the terms that are present, by blocks."""
    information, score = form
    whole = np.block([[information, score[:, None]], [score[None, :], np.zeros((1, 1))]])
    inside, outside = np.flatnonzero(present), np.append(np.flatnonzero(~present), N_TERMS)
    inverse = np.linalg.inv(whole[np.ix_(inside, inside)])
    out = np.empty_like(whole)
    out[np.ix_(inside, inside)] = -inverse
    out[np.ix_(inside, outside)] = inverse @ whole[np.ix_(inside, outside)]
    out[np.ix_(outside, inside)] = out[np.ix_(inside, outside)].T
    out[np.ix_(outside, outside)] = (
        whole[np.ix_(outside, outside)] - whole[np.ix_(outside, inside)] @ out[np.ix_(inside, outside)]
    )
    return out


def terms_of(form, present, *, held=(), least=0.0, group=0, limit=N_TERMS):
    stay = np.zeros(N_TERMS, dtype=bool)
    stay[list(held)] = True
    groups = np.broadcast_to(group, N_TERMS)
    return Terms(swept(form, present), present, stay, np.full(N_TERMS, least), groups, limit)


def flags(*chosen):
    return np.isin(np.arange(N_TERMS), chosen)


def test_gains_are_those_of_the_sets(form):
    present = flags(1, 4, 5)
    chosen, gains = toggle_and_improve(terms_of(form, present), COST, np.arange(-1, N_TERMS))
    for found, gain in zip(chosen, gains, strict=True):
        assert gain == pytest.approx(worth(form, found) - worth(form, present))


def test_no_single_change_is_left_but_the_one_that_was_toggled(form):
    chosen, gains = toggle_and_improve(terms_of(form, flags(1, 4)), COST, np.arange(-1, N_TERMS))
    for toggled, found in zip(range(-1, N_TERMS), chosen, strict=True):
        for other in set(range(N_TERMS)) - {toggled}:
            assert worth(form, found ^ flags(other)) <= worth(form, found) + 1e-6
    assert gains[0] == pytest.approx(gains.max())


def test_the_best_set_of_all_is_found_from_some_toggle(form):
    best = max(
        (flags(*subset) for size in range(N_TERMS + 1) for subset in combinations(range(N_TERMS), size)),
        key=lambda chosen: worth(form, chosen),
    )
    chosen, gains = toggle_and_improve(terms_of(form, flags(2, 6)), COST, np.arange(-1, N_TERMS))
    assert chosen[np.argmax(gains)].tolist() == best.tolist()


def test_toggled_and_held_terms_stay(form):
    chosen, _ = toggle_and_improve(terms_of(form, flags(0, 3), held=[1, 3]), COST, np.array([0, 6]))
    assert not chosen[0, 0]
    assert chosen[1, 6]
    assert not chosen[:, 1].any()
    assert chosen[:, 3].all()


def test_groups_are_limited(form):
    group = np.array([0, 0, 0, 0, 1, 1, 1])
    chosen, gains = toggle_and_improve(terms_of(form, flags(3), group=group, limit=1), 0.0, np.array([-1, 0]))
    assert chosen[0, :4].sum() <= 1
    assert chosen[0, 4:].sum() <= 1
    assert gains[1] == -np.inf  # its group is full


def test_terms_that_others_tell_do_not_come(form):
    everything = terms_of(form, flags(0), least=np.inf)
    chosen, _ = toggle_and_improve(everything, 0.0, np.array([-1]))
    assert chosen[0].tolist() == flags(0).tolist()
