"""Hidden causes of resamples beside those of a network: found again by their loadings, whatever order and sign."""

import numpy as np
import pytest

import ordag
from ordag.errors import RequirementError
from ordag.hidden.matching import matched_causes
from ordag.inference import hidden_causes
from ordag.model import FittedNetwork
from ordag.model.hidden_support import HiddenSupport
from ordag.simulate import factor_data

LOADINGS = np.array([[0.8, 0.7, 0.6, 0.5, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.3, 0.6, 0.6, 0.7, 0.9]])


def test_order_and_sign_are_free() -> None:
    matched = matched_causes(LOADINGS, LOADINGS[::-1] * [[-1.0], [1.0]])
    assert matched.other.tolist() == [1, 0]
    assert matched.signs.tolist() == [1, -1]


def test_another_cause_of_the_same_items_is_not_found_again() -> None:
    assert not matched_causes(LOADINGS[:1], np.abs(LOADINGS[:1] - 0.8)).found.any()


def test_without_hidden_causes_none_is_found_again() -> None:
    assert matched_causes(LOADINGS, np.zeros((0, 8))).found.tolist() == [False, False]


def test_shares_count_resamples_that_lack_the_cause() -> None:
    weaker = LOADINGS.copy()
    weaker[0, 3] = 0.0
    support = HiddenSupport.of(LOADINGS, [LOADINGS, -weaker, LOADINGS[1:], np.zeros((0, 8))])
    assert support.found.tolist() == [0.5, 0.75]
    assert support.loads[0, [0, 3, 4]].tolist() == [0.5, 0.25, 0.0]
    assert support.means[0, :4] == pytest.approx([0.8, 0.7, 0.6, 0.25])
    assert support.deviations[0, 3] == pytest.approx(0.5 / np.sqrt(2))
    assert (support.counts, support.n_resamples) == ((1, 1, 2), 4)


def test_support_has_one_row_for_each_cause() -> None:
    with pytest.raises(RequirementError, match="one row"):
        HiddenSupport(np.ones(3), LOADINGS, LOADINGS, LOADINGS, (1,))


def test_a_bootstrap_counts_hidden_causes(tmp_path) -> None:
    data = factor_data(2, 5, 600, random_state=2)
    model = ordag.OSEM(hidden="auto").fit(data.frame)
    store = tmp_path / "resamples.jsonl"
    found = ordag.bootstrap(model, data.frame, n_boot=3, n_jobs=1, store=store)
    assert len(found.loadings) == 3
    again = ordag.bootstrap(model, data.frame, n_boot=3, n_jobs=1, store=store)  # read from the file
    assert all(np.array_equal(one, other) for one, other in zip(found.loadings, again.loadings, strict=True))
    network = found.attached(model.network_)
    support = network.hidden.support
    assert (support.found >= 2 / 3).all()
    network.save(tmp_path / "model.json")
    read = FittedNetwork.load(tmp_path / "model.json")
    assert read == network
    table = hidden_causes(read).to_frame()
    assert set(table.columns) == {"cause", "item", "loading", "standard_error", "support", "resampled_error"}
    assert "found again in" in hidden_causes(read).sentences()[0]


def test_a_plain_learner_counts_none() -> None:
    frame = factor_data(2, 4, 200, random_state=2).frame
    assert ordag.bootstrap(ordag.OSEM(penalty=3), frame, n_boot=2, n_jobs=1).loadings == ()
