"""What the tests of RPC make of independent columns, here and in the studies of the paper."""

import numpy as np
import pytest

import ordag
from ordag.errors import OptionTypeError
from ordag.study import studies

N_COLUMNS = 6


def joined(rng: np.random.Generator, **options: object) -> float:
    """Share of pairs of independent binary columns that are linked at alpha = 0.05."""
    tables = [rng.integers(0, 2, (300, N_COLUMNS)) for _ in range(25)]
    graphs = [ordag.learn(table, "rpc", alpha=0.05, **options).cpdag for table in tables]
    return float(np.mean([np.triu(graph | graph.T, 1).sum() for graph in graphs])) / (N_COLUMNS * (N_COLUMNS - 1) / 2)


def test_independent_columns_are_seldom_joined(rng: np.random.Generator) -> None:
    """A link has to survive tests given other columns, too, so that fewer than 5 % are left."""
    assert 0.01 < joined(rng) < 0.08


def test_the_published_test_joins_many(rng: np.random.Generator) -> None:
    assert joined(rng, sized=False) > 0.12


def test_studies_of_the_paper_keep_the_published_test() -> None:
    variants = {
        (trial.variant.label, dict(trial.variant.options).get("sized"))
        for study in studies().values()
        for trial in study.trials("smoke")
        if trial.variant.method == "rpc"
    }
    assert variants == {("RPC", False)}


def test_sized_is_yes_or_no() -> None:
    with pytest.raises(OptionTypeError, match="sized"):
        ordag.learn(np.tile([[0], [1]], (2, 2)), "rpc", sized="no")
