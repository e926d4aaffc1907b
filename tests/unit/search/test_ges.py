import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.scores import GaussianBIC
from ordag.search import ges
from reference.ges import greedy_equivalence_search
from reference.problems import gaussian_problem


def assert_equals_the_twin(seed, phases):
    rng = np.random.default_rng(seed)
    # Few rows make wrong turns on the way, so that every kind of step is taken.
    score = gaussian_problem(int(rng.integers(3, 6)), int(rng.integers(8, 60)), rng, neighbours=3)
    cpdag, trace = greedy_equivalence_search(score, phases)
    result = ges(score, phases=phases)
    assert result.trace == pytest.approx(trace, abs=1e-7)
    assert (result.cpdag == cpdag).all()


@pytest.mark.parametrize("seed", range(60))
def test_search_takes_the_steps_of_its_definition(seed):
    assert_equals_the_twin(seed, ("forward", "backward", "turning"))


@pytest.mark.parametrize("seed", range(20))
def test_turning_first_takes_the_steps_of_its_definition(seed):
    assert_equals_the_twin(seed, ("turning", "forward", "turning", "backward"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60, 500))
def test_search_takes_the_steps_of_its_definition_in_hundreds_of_problems(seed):
    assert_equals_the_twin(seed, ("forward", "backward", "turning"))


def test_without_iteration_each_phase_runs_once(rng):
    score = gaussian_problem(10, 40, rng)
    assert len(ges(score, iterate=False).trace) <= len(ges(score).trace)


def test_unknown_phase_is_refused():
    with pytest.raises(InputValueError, match="did you mean 'forward'"):
        ges(GaussianBIC(np.eye(2), 10), phases=["foreward"])
