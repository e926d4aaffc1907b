"""The probability of levels never exceeds one, however bad the slopes are. (Fails on 10b451c.)"""

import numpy as np
import pytest

from ordag.expectation import start_factors
from ordag.maximization.observed import Climb, fit_graph
from reference.latent_boxes import boxes_of

N_TRIES = 15


@pytest.mark.parametrize("size", [1.0, 10.0, 1e3, 1e5, 1e8, np.inf])
def test_a_climb_from_bad_slopes_with_an_empty_column_ends_at_a_probability(size: float) -> None:
    for seed in range(N_TRIES):
        rng = np.random.default_rng(seed)
        n_columns, n_rows = int(rng.integers(3, 8)), int(rng.integers(20, 80))
        codes = rng.integers(0, 3, (n_rows, n_columns))
        codes[rng.random(codes.shape) < 0.1 * (seed % 3)] = -1
        codes[:, 0] = -1
        boxes = boxes_of(codes, [[-0.4, 0.5]] * n_columns)
        dag = np.triu(np.ones((n_columns, n_columns), dtype=np.int8), 1)
        slopes = np.where(dag, rng.normal(size=dag.shape) * size, 0.0)
        fit = fit_graph(boxes, dag, slopes, start_factors(boxes), Climb())
        assert np.isfinite(fit.log_likelihood)
        assert fit.log_likelihood <= 0
        assert fit.expected_gain >= 0
        assert np.isfinite(fit.slopes).all()
