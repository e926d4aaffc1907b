"""Names in scripts that the usual font does not know."""

import io
import warnings
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from matplotlib.font_manager import FontProperties, findfont, get_font

from ordag.cli.results import save_figure
from ordag.errors import OrdagWarning
from ordag.model import FittedNetwork
from ordag.plots import fonts, plot_network

OTHER = "STIXGeneral"  # comes with matplotlib


@pytest.fixture
def network() -> FittedNetwork:
    return FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["睡眠", "気分"])


def letters_of(family: str) -> set[int]:
    return set(get_font(findfont(FontProperties(family=[family]))).get_charmap())


def test_a_name_that_no_font_has_is_told_once_and_left_to_the_viewer(
    network: FittedNetwork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "FALLBACKS", ())
    with pytest.warns(OrdagWarning, match="no installed font has the characters 睡眠気分; ") as told:
        save_figure(network.plot, network.names, tmp_path / "network.svg")
    assert len(told) == 1
    assert "睡眠</text>" in (tmp_path / "network.svg").read_text(encoding="utf-8")


def test_a_notebook_shows_a_name_that_no_font_has_with_one_warning(
    network: FittedNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "FALLBACKS", ())
    with pytest.warns(OrdagWarning, match="no installed font") as told:
        network._repr_html_()
    assert len(told) == 1


def test_another_installed_font_serves_what_the_usual_one_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    rare = chr(min(code for code in letters_of(OTHER) - letters_of("sans-serif") if chr(code).isprintable()))
    monkeypatch.setattr(fonts, "FALLBACKS", ("no such font", OTHER))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with fonts.fonts_for([rare, "mood"]):
            assert plt.rcParams["font.family"] == ["sans-serif", OTHER]
        ax = plot_network([[0, 1], [0, 0]], [rare, "mood"])
        ax.figure.savefig(io.BytesIO(), format="svg")
    assert OTHER in next(text for text in ax.texts if text.get_text() == rare).get_fontfamily()
    plt.close(ax.figure)
