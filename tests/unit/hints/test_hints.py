"""Hints are given where there is cause, with the number that prompted them, and are silent where there is none."""

import numpy as np
import pytest

import ordag
from ordag.data import OrdinalTable
from ordag.hints import find_hints
from ordag.hints.answers import one_tendency
from ordag.hints.columns import arrows_into_given, totals_left
from ordag.messages.terminal import TERMINAL
from ordag.model import FittedNetwork
from ordag.remarks import ArrowsIntoGiven, OneTendency, TotalLeft, TwoKindsOfRows

N, N_ROWS, N_LEVELS = 10, 500, 5


def latent_rows(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    dag = ordag.simulate.random_dag(N, 2, rng)
    weights = np.where(dag, rng.uniform(0.4, 1, dag.shape) * rng.choice([-1, 1], dag.shape), 0.0)
    rows = rng.standard_normal((N_ROWS, N)) @ np.linalg.inv(np.eye(N) - weights)
    return rows / rows.std(axis=0)


def table_of(latent: np.ndarray) -> OrdinalTable:
    cuts = np.quantile(latent, np.arange(1, N_LEVELS) / N_LEVELS)
    return OrdinalTable.from_codes(np.digitize(latent, cuts)).merged().table


def hints_of(table: OrdinalTable) -> dict[type, object]:
    return {type(hint): hint for hint in find_hints(ordag.OSEM().fit(table).network_, table)}


@pytest.mark.parametrize("seed", range(6))
def test_clean_rows_give_no_hint(seed: int) -> None:
    assert hints_of(table_of(latent_rows(seed))) == {}


def test_one_tendency_behind_all_answers_is_named() -> None:
    agreeing = 1.0 * np.random.default_rng(1).standard_normal((N_ROWS, 1))
    hint = hints_of(table_of(latent_rows(1) + agreeing))[OneTendency]
    assert isinstance(hint, OneTendency)
    assert hint.share > 0.7
    assert hint.reliability > 0.7


def test_one_tendency_is_named_where_few_items_still_go_against_each_other() -> None:
    named = 0
    for seed in range(10, 16):
        agreeing = 0.7 * np.random.default_rng(seed).standard_normal((N_ROWS, 1))
        table = table_of(latent_rows(seed) + agreeing)
        empty = FittedNetwork.from_parameters(np.zeros((N, N)), [[-0.84, -0.25, 0.25, 0.84]] * N, names=table.names)
        named += one_tendency(empty, table) is not None
    assert named >= 5


def test_rows_of_two_kinds_are_named() -> None:
    kind = np.random.default_rng(1).random((N_ROWS, 1)) < 0.5
    hint = hints_of(table_of(latent_rows(2) + 2 * kind))[TwoKindsOfRows]
    assert isinstance(hint, TwoKindsOfRows)
    assert hint.kurtosis < hint.expected - 0.25


def test_a_mean_among_its_items_is_named() -> None:
    codes = table_of(latent_rows(3)).codes
    total = np.round(4 * codes[:, :5].mean(axis=1)).astype(int)
    hint = totals_left(OrdinalTable.from_codes(np.column_stack([codes, total])))
    assert isinstance(hint, TotalLeft)
    assert (hint.column, hint.parts) == (f"x{N}", tuple(f"x{k}" for k in range(5)))
    assert hint.explained > 0.95


def test_a_column_of_unequal_parts_is_no_total() -> None:
    codes = table_of(latent_rows(3)).codes
    mixed = np.round(codes[:, 0] + 3 * codes[:, 1] + 0.4 * codes[:, 2]).astype(int)
    assert totals_left(OrdinalTable.from_codes(np.column_stack([codes, mixed]))) is None


def test_arrows_into_age_are_named_with_tiers_to_paste() -> None:
    collider = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    network = FittedNetwork.from_parameters(0.6 * collider, [[0.0]] * 3, names=["mood", "sleep", "Age"])
    hint = arrows_into_given(network)
    assert isinstance(hint, ArrowsIntoGiven)
    assert hint.arrows == (("mood", "Age"), ("sleep", "Age"))
    assert "Pass tiers=[['Age'], ['mood', 'sleep']]" in str(hint)
    told = 'put this line into order.toml and use --tiers order.toml:  tiers = [["Age"], ["mood", "sleep"]]'
    assert told in TERMINAL.act(hint.remedies[0])


def test_arrows_between_what_is_given_are_no_matter() -> None:
    collider = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    network = FittedNetwork.from_parameters(0.6 * collider, [[0.0]] * 3, names=["sex", "birth_year", "race"])
    assert arrows_into_given(network) is None


def test_open_directions_are_no_arrows() -> None:
    network = FittedNetwork.from_parameters([[0, 0.6], [0, 0]], [[0.0]] * 2, names=["mood", "age"])
    assert arrows_into_given(network) is None
