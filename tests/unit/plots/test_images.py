"""Drawings as stored pictures: they look as they did when somebody looked at them."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

from reference.drawings import DRAWINGS, STORED, STYLE, difference, picture

# Of the mean colour of a block of 6 × 6 pixels: a line one pixel wide may move by a sixth of a pixel.
TOLERANCE = 0.03
# Before 3.11 matplotlib may place the cells of an image a pixel elsewhere, a sixth of a block.
IMAGE_TOLERANCE = TOLERANCE if mpl.__version_info__ >= (3, 11) else 1 / 6
LARGEST_FILE = 25_000  # bytes
# What may go unnoticed: lines of outliers that have none, and the faint diagonal of the ROC plane.
UNNOTICED = {"boxes": 2, "roc": 1}


@pytest.fixture(autouse=True)
def _fixed_style():
    with mpl.rc_context(STYLE):
        yield
    plt.close("all")


def stored(name):
    return plt.imread(STORED / f"{name}.png")[..., :3]


def parts(ax):
    return [*ax.lines, *ax.patches, *ax.collections, *ax.images]


def tolerance(ax):
    return IMAGE_TOLERANCE if ax.images else TOLERANCE


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_look_as_they_did(name):
    ax = DRAWINGS[name]()
    assert difference(picture(ax), stored(name)) < tolerance(ax)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_missing_part_is_noticed(name):
    """The control: without any one of its parts a drawing differs from the stored picture."""
    ax, unnoticed = DRAWINGS[name](), 0
    for part in parts(ax):
        part.set_visible(False)
        unnoticed += difference(picture(ax), stored(name)) < TOLERANCE
        part.set_visible(True)
    assert unnoticed == UNNOTICED.get(name, 0)


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_font_renderer_does_not_matter(name):
    with mpl.rc_context({"text.hinting": "none"}):
        ax = DRAWINGS[name]()
        assert difference(picture(ax), stored(name)) < tolerance(ax)


def test_stored_pictures_are_small_and_all_in_use():
    sizes = {path.stem: path.stat().st_size for path in STORED.glob("*.png")}
    assert set(sizes) == set(DRAWINGS)
    assert max(sizes.values()) < LARGEST_FILE
