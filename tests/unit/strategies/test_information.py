"""How much of the latent data the levels show."""

import numpy as np
import pytest

from ordag.strategies.information import explained_share, hidden_variances, information_share
from reference.latent_boxes import boxes_of

MEDIAN_SPLIT = 2 / np.pi


@pytest.fixture
def boxes():
    """A column cut at its median, the same half missing, a continuous one, and that half missing, by weight."""
    codes = np.tile([[0, 0, 0, 0], [1, -1, 0, -1]], (10, 1))
    values = np.where(codes < 0, np.nan, 0.5)
    return boxes_of(codes, [[0.0], [0.0], None, None], values=values, weights=np.tile([1.0, 3.0], 10))


def test_levels_explain_the_variance_between_them_as_far_as_they_are_seen(boxes):
    shares = [explained_share(boxes, column) for column in range(4)]
    assert shares == pytest.approx([MEDIAN_SPLIT, MEDIAN_SPLIT / 4, 1, 1 / 4])


def test_the_information_on_a_correlation_is_the_square_of_the_mean_share(boxes):
    assert information_share(boxes) == pytest.approx(((MEDIAN_SPLIT + 1) * (1 + 1 / 4) / 4) ** 2)


def test_hidden_variances_are_those_of_an_error_that_leaves_the_share(boxes):
    shares = 1 / (1 + hidden_variances(boxes))
    assert shares == pytest.approx([explained_share(boxes, column) for column in range(4)])
