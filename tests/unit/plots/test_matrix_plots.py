"""Heat maps."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from ordag.errors import InputValueError
from ordag.plots import plot_correlation, plot_support


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def test_rows_are_causes_and_columns_effects():
    ax = plot_support([[0, 0.8], [0.1, 0]], names=["a", "b"])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("to", "from")
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["a", "b"]
    assert {text.get_position(): text.get_text() for text in ax.texts} == {(1, 0): "0.8", (0, 1): "0.1"}


@pytest.mark.parametrize(("plot", "limits"), [(plot_support, (0, 1)), (plot_correlation, (-1, 1))])
def test_the_colour_scale_does_not_depend_on_the_data(plot, limits):
    assert plot(np.full((3, 3), 0.1)).images[0].get_clim() == limits


def test_large_matrices_leave_the_figures_out():
    assert len(plot_correlation(np.eye(16)).texts) == 0


@pytest.mark.parametrize("plot", [plot_support, plot_correlation])
def test_a_frame_brings_its_names(plot):
    frame = pd.DataFrame(np.eye(2), index=["sleep", "mood"], columns=["sleep", "mood"])
    assert [tick.get_text() for tick in plot(frame).get_xticklabels()] == ["sleep", "mood"]
    assert [tick.get_text() for tick in plot(frame, names=["a", "b"]).get_yticklabels()] == ["a", "b"]


def test_it_draws_on_the_given_axes():
    _, ax = plt.subplots()
    assert plot_support(np.zeros((2, 2)), ax=ax) is ax


def test_bad_inputs_are_refused():
    with pytest.raises(InputValueError, match=r"support must be a square matrix; found shape \(2, 3\)"):
        plot_support(np.zeros((2, 3)))
    with pytest.raises(InputValueError, match="names must have one entry per variable; found 1 for 2 variables"):
        plot_correlation(np.eye(2), names=["a"])
