"""Simulated panels: the process that they say they are."""

import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.panels.transitions import TransitionGraph, WaveLayout
from ordag.simulate import panel_data, panel_weights

LAGGED, WITHIN = np.array([[0.5, 0.3], [0.0, 0.4]]), np.array([[0.0, 0.0], [0.5, 0.0]])


def test_items_have_the_same_shares_at_all_waves_and_the_stated_correlation() -> None:
    panel = panel_data(LAGGED, WITHIN, 20_000, 3, levels=2, rng=0)
    codes = panel.frame.astype(int).to_numpy().reshape(-1, 3, 2)
    shares = codes.mean(axis=0)
    assert np.abs(shares - shares[0]).max() < 0.02
    agreeing = np.corrcoef(codes[:, :, 0].ravel(), codes[:, :, 1].ravel())[0, 1]
    assert np.sign(agreeing) == np.sign(panel.correlation[0, 1])


def test_weights_keep_the_stated_correlation_from_wave_to_wave() -> None:
    panel = panel_data(LAGGED, WITHIN, 50, rng=0)
    graph = TransitionGraph((LAGGED != 0).astype(np.int8), (WITHIN != 0).astype(np.int8))
    layout = WaveLayout((graph,), 2)
    zero = np.zeros((2, 2))
    step = np.block([[zero, panel.lagged], [zero, panel.contemporaneous]])
    at = layout.correlation(layout.started(panel.correlation, [step]))  # of two items, the slope is the correlation
    assert at is not None
    assert np.allclose(at.correlation[2:, 2:], panel.correlation)


def test_the_long_frame_has_the_same_answers() -> None:
    panel = panel_data(LAGGED, WITHIN, 40, 3, rng=0, drop_out=0.3)
    long = panel.long()
    assert len(long) == int(panel.frame[[f"V1_t{t}" for t in (1, 2, 3)]].notna().to_numpy().sum())
    second = long[long["wave"] == 2].set_index("person")["V2"]
    assert second.tolist() == panel.frame["V2_t2"].dropna().tolist()


def test_who_drops_out_does_not_come_back() -> None:
    seen = panel_data(LAGGED, WITHIN, 300, 4, rng=0, drop_out=0.3).frame[[f"V1_t{t}" for t in (1, 2, 3, 4)]].notna()
    assert (np.diff(seen.to_numpy().astype(int), axis=1) <= 0).all()
    assert 0.05 < seen["V1_t4"].mean() < 0.8


def test_traits_make_answers_far_apart_alike() -> None:
    apart = [
        panel_data(0.3 * np.eye(2), np.zeros((2, 2)), 4000, 6, levels=5, rng=1, trait_shares=share).frame.astype(int)
        for share in (0.0, 0.5)
    ]
    without, with_traits = (frame["V1_t1"].corr(frame["V1_t6"]) for frame in apart)
    assert abs(without) < 0.06
    assert with_traits > 0.35


def test_random_weights_settle_and_processes_that_grow_are_refused() -> None:
    lagged, within = panel_weights(6, rng=1)
    step = lagged @ np.linalg.inv(np.eye(6) - within)
    assert np.abs(np.linalg.eigvals(step)).max() < 1
    with pytest.raises(InputValueError):
        panel_data(2 * np.eye(2), np.zeros((2, 2)), 50)
    with pytest.raises(InputValueError):
        panel_data(LAGGED, np.ones((2, 2)), 50)
    with pytest.raises(InputValueError):
        panel_data(LAGGED, WITHIN, 50, trait_shares=1.0)
