"""The raw survey of the tutorial: what its generator makes is what lies in the documentation."""

import numpy as np
import pandas as pd
import pyreadstat
import pytest
from wellbeing_survey import ITEMS, PATH, survey, weights, wordings, write

KILOBYTES = 60


@pytest.fixture(scope="module")
def stored():
    return pyreadstat.read_sav(PATH, user_missing=True)


def test_the_stored_file_is_what_the_generator_makes(stored):
    frame = survey()
    assert list(stored[0].columns) == list(frame.columns)
    for name in frame:
        pd.testing.assert_series_equal(stored[0][name], frame[name], check_dtype=False, rtol=1e-12)


def test_a_survey_written_anew_has_the_labels_of_the_stored_one(stored, tmp_path):
    write(tmp_path / "wellbeing.sav")
    meta = pyreadstat.read_sav(tmp_path / "wellbeing.sav")[1]
    assert meta.variable_value_labels == stored[1].variable_value_labels
    assert meta.column_names_to_labels == stored[1].column_names_to_labels == {n: wordings()[n] for n in survey()}


def test_the_stored_file_is_small():
    assert PATH.stat().st_size < KILOBYTES * 1000


def test_nothing_but_the_wording_tells_the_kind_of_a_variable(stored):
    assert {*stored[1].variable_measure.values()} == {"nominal"}


def test_the_survey_has_the_troubles_that_it_is_made_for(stored):
    frame = stored[0]
    items = frame[[f"phq{i}" for i in range(1, 6)]]
    complete = ((items < 9) & items.notna()).all(axis="columns")
    assert (frame["phq_sum"].notna() == complete).all()
    assert (frame["phq_sum"] == items.sum(axis="columns"))[complete].all()
    assert frame["consent"].nunique() == 1
    assert (frame["age"] + frame["born"]).nunique() == 1
    assert frame.loc[frame["smoker"] == 0, "cigs"].isna().all()
    assert frame["id"].is_unique
    assert {*stored[1].missing_ranges} == {"educ", "income"}


def test_items_worded_the_other_way_round_run_against_their_scale(stored):
    answers = stored[0][["supp1", "supp3", "stress1", "stress3"]].corr(method="spearman")
    assert answers.loc["supp1", "supp3"] < -0.3
    assert answers.loc["stress1", "stress3"] < -0.3


def test_the_network_behind_the_answers_has_no_cycle():
    assert np.count_nonzero(weights()) > len(ITEMS)
    assert np.allclose(np.linalg.matrix_power((weights() != 0).astype(float), len(weights())), 0)
