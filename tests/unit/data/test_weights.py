"""Row weights as numbers of rows, however small."""

import numpy as np
import pytest

from ordag.data import effective_weights


@pytest.mark.parametrize("unit", [1e-300, 1e-200, 1e-3, 0.5])
def test_the_unit_of_weights_does_not_matter(unit: float) -> None:
    weights = np.array([0.5, 1.5, 1.25])
    found = effective_weights(weights * unit)
    np.testing.assert_allclose(found, weights * weights.sum() / (weights**2).sum(), rtol=1e-14)


def test_effective_rows_are_at_least_one() -> None:
    assert effective_weights(np.array([0.3, 1e-30])).sum() >= 1.0


def test_weights_without_weight_are_left_alone() -> None:
    np.testing.assert_array_equal(effective_weights(np.zeros(3)), np.zeros(3))
