"""The look at other families beside a fit: silent where the network holds, and right where another family does."""

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.data import OrdinalTable
from ordag.families.look import better_family, remark_on_models
from ordag.remarks import ClustersModelled, ModelOutdone
from ordag.report.content import describe
from reference.families import regression_rows, table_rows

N_NODES, N_ROWS = 6, 800


def table_of(codes: np.ndarray) -> OrdinalTable:
    return OrdinalTable.from_codes(codes).merged().table


def rows_of(family: str, seed: int) -> OrdinalTable:
    rng = np.random.default_rng(seed)
    dag = ordag.simulate.random_dag(N_NODES, 3, rng=rng)
    if family == "latent":
        return ordag.data.encode(ordag.simulate.ordinal_data(dag, N_ROWS, levels=4, rng=rng).frame)
    return table_of(table_rows(dag, N_ROWS, rng) if family == "tables" else regression_rows(dag, N_ROWS, rng, family))


@pytest.mark.parametrize("seed", range(5))
def test_rows_of_the_network_itself_are_silent(seed: int) -> None:
    table = rows_of("latent", seed)
    assert better_family(ordag.OSEM().fit(table), table) is None


@pytest.mark.parametrize("family", ["codes", "dummies", "tables"])
def test_rows_of_another_family_name_it(family: str) -> None:
    table = rows_of(family, 1)
    found = better_family(ordag.OSEM().fit(table), table)
    assert found is not None
    assert found.model == family
    assert found.lead > 5
    assert found.left_out_lead > 0


def test_the_summary_begins_with_it() -> None:
    table = rows_of("tables", 1)
    model = ordag.OSEM().fit(table)
    with pytest.warns(ModelOutdone) as caught:
        remark_on_models(model, table)
    remark = caught[0].message
    assert isinstance(remark, ModelOutdone)
    first = describe(model.network_, table=table, remarks=[remark]).findings[0].text
    assert first.startswith("The model 'tables' describes the rows better than the network")
    assert "--model tables" in first


def test_knowledge_of_the_graph_holds_for_all_families() -> None:
    table = rows_of("tables", 1)
    names = table.names
    apart = [(x, y) for x in names for y in names if x != y]
    assert better_family(ordag.OSEM(forbidden=apart).fit(table), table) is None


def test_incomplete_rows_are_left_out() -> None:
    table = rows_of("tables", 1)
    frame = pd.DataFrame(table.codes).astype(float)
    frame.iloc[:50, 0] = np.nan
    encoded = ordag.data.encode(frame.to_numpy())
    found = better_family(ordag.OSEM().fit(encoded), encoded)
    assert found is not None
    assert found.model == "tables"


def test_continuous_columns_and_clusters_are_not_looked_at() -> None:
    table = rows_of("tables", 1)
    clustered = table.with_clusters(np.arange(N_ROWS) % 20)
    with pytest.warns(ClustersModelled):
        model = ordag.OSEM().fit(clustered)
    assert better_family(model, clustered) is None
    ages = np.random.default_rng(1).normal(size=(N_ROWS, 1))
    encoded = ordag.data.encode(np.hstack([table.codes, ages]), kinds={f"x{N_NODES}": "continuous"})
    assert better_family(ordag.OSEM().fit(encoded), encoded) is None
