"""An estimator is one of scikit-learn's, whichever of the two is loaded first."""

import copy
import pickle
import subprocess
import sys

import pytest

from ordag import OSEM
from ordag.errors import UnknownNameError
from ordag.estimator import clone

FIRST_OURS = """
import sys, ordag
early = ordag.OSEM(3.0)
assert not {"scipy.stats", "sklearn"} & set(sys.modules), "loaded without need"
"""
FIRST_THEIRS = """
import sklearn.base, ordag
early = ordag.OSEM(3.0)
"""
HOLDS = """
from sklearn import base, config_context, set_config
from sklearn.utils.metadata_routing import get_routing_for_object
late = ordag.OSEM(3.0)
for model in (early, late, base.clone(early)):
    assert isinstance(model, base.BaseEstimator) and isinstance(model, base.TransformerMixin)
    assert model.__sklearn_tags__().input_tags.allow_nan
    assert model.set_output(transform="pandas") is model
    with config_context(enable_metadata_routing=True):
        model.set_fit_request(sample_weight=True)
        assert get_routing_for_object(model).fit.requests["sample_weight"] is True
    assert "penalty" in model._repr_html_()
assert sklearn_loader() is not None
"""
LOADER = """
def sklearn_loader():
    import inspect, sklearn.base
    assert "class BaseEstimator" in inspect.getsource(sklearn.base)
    return type(sklearn.base.__loader__) is type(sklearn.base.__spec__.loader) and sklearn.base.__loader__
"""


def complaint_of(code: str) -> str:
    """What a process of its own, in which nothing is loaded yet, has to say against some code; nothing if all holds."""
    answer = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True)
    return answer.stderr if answer.returncode else ""


@pytest.mark.parametrize("first", [FIRST_OURS, FIRST_THEIRS], ids=["ordag", "scikit-learn"])
def test_an_estimator_is_one_of_scikit_learn_whichever_is_loaded_first(first):
    assert complaint_of(LOADER + first + HOLDS) == ""


@pytest.mark.parametrize(
    "asked", ["set_output(transform='pandas')", "_repr_html_()", "get_metadata_routing()", "_repr_mimebundle_()"]
)
def test_what_only_scikit_learn_has_loads_it(asked):
    code = f"import sys, ordag\nassert ordag.OSEM(3.0).{asked}\nassert 'sklearn' in sys.modules"
    assert complaint_of(code) == ""


def test_what_does_not_hold_is_complained_of():
    assert "AssertionError: not so" in complaint_of("assert False, 'not so'")


def test_to_ask_for_what_is_not_there_loads_nothing():
    code = "import sys, ordag\nassert not hasattr(ordag.OSEM(), 'network_')\nassert 'sklearn' not in sys.modules"
    assert complaint_of(code) == ""


def test_only_options_that_were_changed_are_shown():
    assert repr(OSEM()) == "OSEM()"
    assert repr(OSEM(3.0, tiers=[["a"], ["b"]])) == "OSEM(penalty=3.0, tiers=[['a'], ['b']])"


def test_an_option_that_is_not_there_is_refused_and_those_before_it_are_not_lost():
    model = OSEM()
    with pytest.raises(UnknownNameError, match="did you mean 'penalty'"):
        model.set_params(mode="paper", penalti=3)
    assert model.mode == "paper"


def test_a_clone_shares_nothing_with_its_model():
    model = OSEM(3.0, tiers=[["a"], ["b"]])
    other = clone(model)
    other.tiers[0].append("c")
    assert model.tiers == [["a"], ["b"]]
    assert other.penalty == 3.0


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))])
def test_a_copy_keeps_what_scikit_learn_was_told(copied):
    model = OSEM(3.0).set_output(transform="pandas")
    assert copied(model)._sklearn_output_config == {"transform": "pandas"}
