"""The options of a posterior: one value, checked when it is made, and the names that they had before."""

import inspect
import pickle
import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from ordag import OSEM, GraphPrior
from ordag.errors import (
    ConvergenceWarning,
    DeprecatedOptionWarning,
    InputTypeError,
    InputValueError,
    OrdagWarning,
    UnknownNameError,
)
from reference.fits import problem

_, FRAME = problem(n=4, n_rows=200)
NAMES = list(FRAME.columns)
STATED = {(NAMES[0], NAMES[1]): 0.9}


def fitted(model):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # few draws, short chains
        return model.fit(FRAME)


def with_former_names(**options):
    with pytest.warns(DeprecatedOptionWarning):
        return OSEM(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"over": "graphs"}, "unknown over 'graphs'. Valid: dags, classes"),
        ({"n_draws": 0}, "n_draws is 0; it must be a whole number from 1 on"),
        ({"n_draws": 2.5}, "n_draws is 2.5"),
        ({"n_draws": "many"}, "n_draws is 'many'"),
        ({"edges": "dense"}, "unknown edges 'dense'. Valid: sparse, uniform"),
        ({"edges": 2.0}, "edges is 2.0; it must be a probability between 0 and 1"),
        ({"edges": None}, "edges is None; it must be a probability"),
        ({"edges": float("nan")}, "edges is nan; it must be a probability"),
        ({"edges": 0.0}, "edges is 0.0;"),
        ({"edges": 1}, "edges is 1;"),
        ({"edges": {("a", "b"): "much"}}, "edges, a → b, is 'much'; it must be a probability"),
        ({"edges": {("a", "a"): 0.5}}, r"edges has the key \('a', 'a'\); each must be a pair"),
        ({"edges": {"ab": 0.5}}, "edges has the key 'ab'; each must be a pair"),
        ({"edges": {("a", "b"): 1.0}}, "edges, a → b, is 1.0; it must be a probability between 0 and 1"),
    ],
)
def test_a_prior_without_meaning_is_refused_when_it_is_made(options, message):
    with pytest.raises(InputValueError, match=message):
        GraphPrior(**options)


def test_whether_to_average_is_a_yes_or_a_no():
    with pytest.raises(InputTypeError, match="average is 'no'; it must be True or False"):
        GraphPrior(average="no")


def test_the_word_stands_for_a_prior_with_its_defaults():
    by_word, by_value = (fitted(OSEM(prior=prior)) for prior in ("wishart", GraphPrior()))
    assert np.array_equal(by_word.posterior_.edge_probabilities, by_value.posterior_.edge_probabilities)


def test_a_prior_is_cloned_pickled_and_searched_over():
    model = OSEM(prior=GraphPrior(edges=STATED, n_draws=5))
    assert clone(model).get_params() == model.get_params()
    assert pickle.loads(pickle.dumps(model.prior)) == model.prior
    priors = [GraphPrior(edges=share, n_draws=5) for share in (0.1, 0.9)]
    search = GridSearchCV(OSEM(), {"prior": priors}, cv=2)
    assert fitted(search).best_params_["prior"] in priors


def test_a_prior_that_averages_gives_probabilities_averaged_over_the_draws():
    averaged, single = (fitted(OSEM(prior=GraphPrior(n_draws=20, average=average))) for average in (True, False))
    posterior = averaged.posterior_
    assert np.array_equal(averaged.log_likelihood(FRAME), posterior.log_likelihood(FRAME))
    assert not np.array_equal(single.log_likelihood(FRAME), posterior.log_likelihood(FRAME))


def test_the_file_of_a_network_tells_its_prior():
    settings = fitted(OSEM(prior=GraphPrior(n_draws=5))).network_.provenance.settings
    assert settings.prior == "GraphPrior(edges='sparse', over='dags', n_draws=5, average=False)"


# ---- former names ----


def test_former_names_give_the_same_prior():
    model = with_former_names(prior="wishart", edge_prior=STATED, prior_over="classes", n_posterior=7, average=True)
    assert model.prior == GraphPrior(edges=STATED, over="classes", n_draws=7, average=True)
    assert "n_posterior" not in model.get_params()


def test_former_names_give_the_same_result():
    former = fitted(with_former_names(prior="wishart", n_posterior=20, average=True))
    present = fitted(OSEM(prior=GraphPrior(n_draws=20, average=True)))
    assert np.array_equal(former.posterior_.edge_probabilities, present.posterior_.edge_probabilities)
    assert np.array_equal(former.weights_, present.weights_)


def test_a_former_name_is_warned_of_where_it_is_written():
    line = inspect.currentframe().f_lineno + 2
    with pytest.warns(DeprecatedOptionWarning) as caught:
        OSEM(prior="wishart", n_posterior=7, average=True)
    (warning,) = caught
    assert str(warning.message) == (
        "n_posterior and average are options of ordag.GraphPrior now, and OSEM will refuse such arguments from 1.0 on. "
        "Write prior=ordag.GraphPrior(n_draws=7, average=True)."
    )
    assert (warning.filename, warning.lineno) == (__file__, line)
    assert issubclass(warning.category, OrdagWarning)
    assert issubclass(warning.category, FutureWarning)  # shown to everyone, unlike a DeprecationWarning


def test_former_names_can_be_set():
    model = OSEM(prior=GraphPrior(over="classes"))
    with pytest.warns(DeprecatedOptionWarning, match=r"Write prior=ordag.GraphPrior\(n_draws=7\)"):
        model.set_params(n_posterior=7, penalty="auto")
    assert model.prior == GraphPrior(over="classes", n_draws=7)
    with pytest.warns(DeprecatedOptionWarning):
        assert OSEM().set_params(average=True, prior="wishart").prior == GraphPrior(average=True)


def test_former_names_without_a_prior_change_nothing():
    model = with_former_names(n_posterior=7)
    assert model.prior is None


def test_an_average_without_a_prior_is_refused():
    with pytest.raises(
        InputValueError, match=r"average=True needs a posterior.*Write prior=GraphPrior\(average=True\)"
    ):
        OSEM(average=True)


def test_a_prior_that_is_none_is_refused_with_former_names_too():
    model = with_former_names(prior="normal", n_posterior=7)
    with pytest.raises(InputValueError, match="unknown prior 'normal'"):
        model.fit(FRAME)


@pytest.mark.parametrize(
    ("name", "hint"), [("penality", "did you mean 'penalty'"), ("zzz", "valid are penalty, mode, criterion")]
)
def test_a_name_that_never_was_is_refused(name, hint):
    with pytest.raises(InputTypeError, match=f"unexpected keyword argument '{name}'; {hint}"):
        OSEM(**{name: 1})
    with pytest.raises(UnknownNameError, match=f"unknown option of OSEM '{name}'"):
        OSEM().set_params(**{name: 1})
