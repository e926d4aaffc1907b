"""Standard errors where rows belong to clusters: what rows of a cluster share is not counted once for each of them."""

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.data import encode
from ordag.expectation import start_factors
from ordag.inference import estimates
from ordag.maximization.observed import clustered_slope_covariance, slope_covariance, unit_noise_slopes
from ordag.remarks import ClustersModelled

DAG = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])


@pytest.mark.filterwarnings("ignore:every 5 rows in turn are equal")
def test_rows_that_are_copies_of_one_another_count_once() -> None:
    frame = ordag.simulate.ordinal_data(DAG, 400, levels=4, rng=1).frame
    network = ordag.fit_dag(frame, DAG)
    edges = np.argwhere(network.dag)
    by_edge = unit_noise_slopes(network.parameters)[tuple(edges.T)]
    once = network.boxes(encode(frame))
    copied = network.boxes(encode(frame.loc[np.repeat(frame.index, 5)]))
    single = slope_covariance(once, edges, by_edge, start_factors(once))
    clustered = clustered_slope_covariance(copied, edges, by_edge, start_factors(copied), np.repeat(np.arange(400), 5))
    assert np.sqrt(np.diag(clustered)) == pytest.approx(np.sqrt(np.diag(single)), rel=0.02)


def test_weights_that_vary_between_clusters_have_larger_errors() -> None:
    rng = np.random.default_rng(2)
    school = np.repeat(np.arange(30), 20)
    first = rng.normal(size=600)
    second = (0.6 + 0.6 * rng.normal(size=30))[school] * first + rng.normal(size=600)
    values = np.column_stack([first, second]) + 0.5 * rng.normal(size=30)[school, None]
    frame = pd.DataFrame(np.digitize(values, [-1, 0, 1]), columns=["first", "second"]).assign(school=school)
    with pytest.warns(ClustersModelled):
        model = ordag.OSEM(required=[("first", "second")]).fit(frame, clusters="school")
    plain = estimates(model.network_, frame.drop(columns="school"))
    robust = estimates(model.network_, frame, clusters="school")
    assert robust.df == 29
    assert robust.weights["standard_error"][0] > 1.4 * plain.weights["standard_error"][0]
    assert (robust.thresholds["standard_error"] > plain.thresholds["standard_error"]).all()
    labelled = estimates(model.network_, frame.drop(columns="school"), clusters=frame["school"])
    assert labelled.weights.equals(robust.weights)


def test_rows_of_their_own_have_the_errors_of_independent_rows_though_entries_are_missing() -> None:
    rng = np.random.default_rng(3)
    frame = ordag.simulate.ordinal_data(DAG, 600, levels=4, rng=1).frame.astype(float)
    frame[["V2", "V3"]] = frame[["V2", "V3"]].where(rng.random((600, 2)) > 0.3)
    network = ordag.fit_dag(frame, DAG)
    plain = estimates(network, frame).thresholds["standard_error"]
    alone = estimates(network, frame, clusters=np.arange(600)).thresholds["standard_error"]
    assert alone.to_numpy() == pytest.approx(plain.to_numpy(), rel=0.15)
