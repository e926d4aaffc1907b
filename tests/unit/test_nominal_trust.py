"""How sure the links of nominal columns are: resamples, standard errors, influential rows, the check of the fit."""

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.checks.influential import pull, sensitivity
from ordag.inference import estimates, sample
from ordag.model import FittedNetwork
from reference.choices import KINDS, choices

pytestmark = pytest.mark.filterwarnings("ignore::ordag.errors.OrdagWarning")
# Latent variables behind questions carry a little more than the answers, so that means shrink by about a tenth.
SHRUNKEN = 0.06
# Deviation over 60 sets of a 3-category cause of an ordinal column, and mean of its standard errors, agreed to 0.1.
AGREEMENT = 0.3


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return choices(600, seed=1)


@pytest.fixture(scope="module")
def network(frame: pd.DataFrame) -> FittedNetwork:
    return ordag.OSEM(kinds=KINDS).fit(frame).network_


def test_resamples_that_lost_a_category_are_learned_from_where_all_rows_led(frame: pd.DataFrame) -> None:
    rare = frame.assign(region=np.where(np.arange(len(frame)) < 1, "r9", frame["region"]))
    found = ordag.bootstrap(ordag.OSEM(kinds=KINDS), rare, n_boot=6, n_jobs=1, keep_networks=True)
    counts = {network.coordinates.blocks.sizes[network.index("region")] for network in found.networks}
    assert counts == {3, 4}
    mood, region, apart = (found.names.index(name) for name in ("mood", "region", "apart"))
    assert found.support[mood, region] == 1
    assert found.support[apart, region] < 0.5


def test_a_warm_resample_has_the_class_of_a_cold_one(frame: pd.DataFrame) -> None:
    warm, cold = (
        ordag.bootstrap(ordag.OSEM(kinds=KINDS), frame, n_boot=4, n_jobs=1, warm_start=start) for start in (True, False)
    )
    np.testing.assert_array_equal(warm.support, cold.support)


def test_standard_errors_of_a_link_shrink_with_the_rows_and_its_slopes_are_tested_at_once(
    frame: pd.DataFrame, network: FittedNetwork
) -> None:
    found = estimates(network, frame)
    twice = estimates(network, pd.concat([frame] * 4))
    linked = found.weights.set_index(["from", "to"])
    more = twice.weights.set_index(["from", "to"])
    assert (linked["p_value"] < 0.001).all()
    assert (linked["low"] >= 0).all()
    np.testing.assert_allclose(more["standard_error"] / linked["standard_error"], 0.5, atol=0.02)
    np.testing.assert_allclose(
        found.r_squared["standard_error"][:1] * 0.5, twice.r_squared["standard_error"][:1], rtol=0.1
    )


def test_means_by_category_are_those_of_the_rows_with_errors_of_their_size() -> None:
    rng = np.random.default_rng(3)
    n = 2000
    group = rng.choice(3, n, p=[0.5, 0.3, 0.2])
    other = np.array([0.0, 0.6, -0.4])[group] + rng.normal(size=n)
    data = pd.DataFrame({"group": np.array(list("abc"))[group], "other": other})
    model = ordag.OSEM(kinds={"group": "nominal", "other": "continuous"}, required=[("group", "other")]).fit(data)
    found = estimates(model.network_, data).categories
    standard = (other - other.mean()) / other.std()
    means = pd.Series(standard).groupby(data["group"]).mean()
    shares = data["group"].value_counts().sort_index()
    errors = np.sqrt((1 / shares - 1 / n) * np.var(standard - means[data["group"]].to_numpy()))
    np.testing.assert_allclose(found["mean"].astype(float), means, atol=SHRUNKEN)
    np.testing.assert_allclose(found["standard_error"].astype(float), errors, rtol=AGREEMENT)


def test_the_rows_that_pull_at_a_nominal_link_are_those_that_go_against_it(
    frame: pd.DataFrame, network: FittedNetwork
) -> None:
    means = frame.groupby("region")["work"].mean()
    odd = frame.copy()
    moved = frame.index[frame["region"] == means.idxmax()][:3]
    odd.loc[moved, "work"] = 0
    pulls = pull(network, network.encode(odd))
    assert pulls[moved].min() > np.quantile(pulls, 0.9)


def test_a_network_with_a_nominal_column_is_learned_again_without_influential_rows(
    frame: pd.DataFrame, network: FittedNetwork
) -> None:
    found = sensitivity(ordag.OSEM(kinds=KINDS), network, network.encode(frame))
    assert (found.n_left_out, found.gone) == (6, ())


def test_a_network_fits_its_own_rows_and_not_without_a_link_of_a_nominal_column(network: FittedNetwork) -> None:
    rows = sample(network, 1000, random_state=4)
    whole = ordag.OSEM(kinds=KINDS).fit(rows).network_
    without = ordag.OSEM(kinds=KINDS, forbidden=[("work", "region"), ("region", "work")]).fit(rows).network_
    assert whole.fit_check is not None
    assert whole.fit_check.acceptable
    assert without.fit_check is not None
    assert not without.fit_check.acceptable
    worst = without.fit_check.misfits[0]
    assert {worst.first, worst.second} == {"region", "work"}
    assert {worst.first: worst.first_bands, worst.second: worst.second_bands}["region"] == ("r0", "r1", "r2", "r3")
    observed = pd.crosstab(rows[worst.first], rows[worst.second], normalize="all").to_numpy()
    np.testing.assert_allclose(worst.observed, observed, atol=1e-9)
    assert np.sum(worst.expected) == pytest.approx(1, abs=1e-3)
