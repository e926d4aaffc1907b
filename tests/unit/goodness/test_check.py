"""Alarms of the check of fit: rare where the model holds, sure where it does not, and what it says of pairs."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.data import OrdinalTable, TablePlan, plan_columns
from ordag.errors import InputValueError
from ordag.goodness.check import check_table
from ordag.model import FittedNetwork
from ordag.model.fit_check import LARGE
from ordag.model.storage import from_json, to_json
from ordag.remarks import NormalScores

N_ROWS = 500


def true_network(data: ordag.simulate.SimulatedData) -> FittedNetwork:
    """The network that the data come from."""
    return FittedNetwork.from_parameters(data.weights, data.thresholds)


def native(seed: int, **options: object) -> ordag.simulate.SimulatedData:
    """Data that follow the model."""
    dag = ordag.simulate.random_dag(8, 2, rng=seed)
    return ordag.simulate.ordinal_data(dag, N_ROWS, levels=4, rng=seed, **options)


def encoded(data: ordag.simulate.SimulatedData) -> OrdinalTable:
    """The rows with the kinds that they were given."""
    kinds = {name: "continuous" for name, cuts in zip(data.frame, data.thresholds, strict=True) if not len(cuts)}
    return ordag.data.encode(data.frame, kinds=kinds)


def u_shaped(n_rows: int = N_ROWS) -> np.ndarray:
    """An item that is high at both ends of another, and one that has nothing to do with them."""
    rng = np.random.default_rng(1)
    cause = rng.normal(size=n_rows)
    effect = cause**2 + rng.normal(size=n_rows)
    return np.column_stack([np.digitize(x, [-1, 0, 1]) for x in (cause, effect - 1, rng.normal(size=n_rows))])


@pytest.mark.parametrize("options", [{}, {"continuous": (0, 1)}, {"missing": 0.1}])
def test_p_values_of_true_models_are_uniform(options):
    p_values = []
    for seed in range(20):
        data = native(seed, **options)
        table = encoded(data)
        network = ordag.confirm.fit_dag(table, data.dag)
        p_values.append(check_table(network, table, n_pairs=0).p_value)
    # 20 uniform numbers: mean within four standard errors, and at most four below 0.05 (chance of more 0.003).
    assert np.mean(p_values) == pytest.approx(0.5, abs=4 * np.sqrt(1 / 12 / 20))
    assert np.sum(np.array(p_values) < 0.05) <= 4


def test_a_statistic_that_is_small_by_chance_does_not_rule_out_a_misfit():
    checks = []
    for seed in range(12):
        data = native(seed)
        network = ordag.confirm.fit_dag(encoded(data), data.dag)
        checks.append(check_table(network, encoded(data), n_pairs=0))
    luckiest = min(checks, key=lambda check: check.ratio)
    assert luckiest.ratio < 0.8
    assert luckiest.size == 0
    assert luckiest.interval[1] > LARGE


def test_a_curved_link_is_found_and_named():
    rows = u_shaped()
    check = ordag.check_fit(ordag.OSEM().fit(rows).network_, rows)
    worst = check.pairs.iloc[0]
    assert not check.acceptable
    assert {worst["first"], worst["second"]} == {"x0", "x1"}
    assert worst["size"] > 0.2


def test_the_table_of_a_pair_holds_the_shares_of_the_data():
    rows = u_shaped()
    check = ordag.check_fit(ordag.OSEM().fit(rows).network_, rows)
    cells = check.table("x1", "x0").set_index(["x0", "x1"])
    assert cells.loc[("0", "3"), "observed"] == pytest.approx(np.mean((rows[:, 0] == 0) & (rows[:, 1] == 3)))
    assert cells.sum().tolist() == pytest.approx([1, 1])


def test_size_does_not_grow_with_the_rows_but_significance_does():
    small, large = (ordag.check_fit(ordag.OSEM().fit(rows).network_, rows) for rows in (u_shaped(400), u_shaped(6000)))
    assert large.statistic / large.df > 3 * small.statistic / small.df
    assert large.size == pytest.approx(small.size, rel=0.3)
    assert small.interval[0] < small.size < small.interval[1]


def test_a_missing_link_is_found():
    data = native(3)
    table = encoded(data)
    pair = tuple(np.argwhere(data.dag)[0])
    without = data.dag.copy()
    without[pair] = 0
    check = check_table(ordag.confirm.fit_dag(table, without), table)
    assert check.significant
    assert {check.misfits[0].first, check.misfits[0].second} == {table.names[node] for node in pair}


def test_weights_count_rows():
    rows = u_shaped(300)
    network = ordag.OSEM().fit(rows).network_
    table = network.encode(rows)
    doubled = check_table(network, replace(table, weights=np.full(300, 2.0)))
    repeated = check_table(network, network.encode(np.repeat(rows, 2, axis=0)))
    assert doubled.n_rows == 600
    assert doubled.statistic == pytest.approx(repeated.statistic)


def test_entries_missing_at_random_only_are_no_misfit():
    data = native(5)
    codes = data.codes.copy()
    start, end = np.argwhere(data.dag)[0]
    codes[codes[:, start] == 0, end] = -1  # whoever answers low to one is not asked the other
    table = OrdinalTable.from_codes(codes, levels=[range(count) for count in data.n_levels])
    assert check_table(true_network(data), table).p_value > 0.01


def test_very_long_tables_are_sampled():
    network = FittedNetwork.from_parameters(np.zeros((2, 2)), [[0.0], [0.0]])
    rows = np.random.default_rng(1).integers(0, 2, (30_000, 2))
    assert ordag.check_fit(network, rows).n_rows == 20_000


def test_checks_agree_with_one_another():
    rows = u_shaped(200)
    network = ordag.OSEM().fit(rows).network_
    assert ordag.check_fit(network, rows) == ordag.check_fit(network, rows)
    assert network.fit_check == ordag.check_fit(network, rows).worst(10)


def test_a_fit_keeps_its_check_in_its_file():
    network = ordag.OSEM().fit(u_shaped(200)).network_
    again = from_json(to_json(network))
    assert again.fit_check == network.fit_check
    assert again == network


def test_networks_of_many_columns_are_not_checked_by_themselves():
    rows = np.random.default_rng(1).integers(0, 2, (60, 101))
    model = ordag.OSEM(penalty=4).fit(rows)
    assert model.network_.fit_check is None


def test_a_pair_of_other_columns_is_refused():
    network = ordag.OSEM().fit(u_shaped(200)).network_
    with pytest.raises(InputValueError, match="pair"):
        network.fit_check.table("x0", "elsewhere")


def test_a_skewed_continuous_column_is_a_misfit_only_as_it_is():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"income": rng.exponential(size=500), "age": rng.normal(size=500)})
    with pytest.warns(NormalScores):
        network = ordag.OSEM().fit(frame).network_
    assert ordag.check_fit(network, frame).acceptable
    as_it_is = [replace(column, values="as they are") for column in plan_columns(frame)]
    network = ordag.OSEM(columns=TablePlan(tuple(as_it_is))).fit(frame).network_
    assert not ordag.check_fit(network, frame).acceptable
