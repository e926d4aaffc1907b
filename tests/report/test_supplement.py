"""The part of a report that goes into a paper: every number in it is that of the network."""

import re
from dataclasses import replace

import numpy as np
import pytest

import ordag
from ordag.checks.influential import Sensitivity, sensitivity
from ordag.model.provenance import DataChoices
from ordag.remarks import ModelChosen
from ordag.report import Repeat, describe, render
from ordag.report.methods import methods_paragraph
from report.small_page import small_network, small_support, small_table

DATA = ordag.simulate.ordinal_data(ordag.simulate.random_dag(6, 2, rng=2), 400, levels=4, rng=2, missing=0.03)


@pytest.fixture(scope="module")
def fitted():
    model = ordag.OSEM(random_state=5).fit(DATA.frame)
    table = model.network_.encode(DATA.frame)
    return model, table


@pytest.fixture(scope="module")
def content(fitted):
    model, table = fitted
    found = ordag.bootstrap(ordag.OSEM(penalty=3.0), table, 10, 1, keep_networks=True)
    return describe(model.network_, table=table, bootstrap=found, repeat=Repeat("sleep.csv", "ordag fit sleep.csv"))


def numbers(text):
    return re.findall(r"\d[\d,.]*\d|\d", text)


def test_every_number_of_the_methods_is_one_of_the_network(fitted, content):
    network, table = fitted[0].network_, fitted[1]
    text = content.supplement.methods.text
    known = [
        *("6", "6", "2021", "2001", "1999", "2006", "2004", "70", "80", "256"),  # items, kinds, years, bounds, SHA
        *{str(len(levels)) for levels in network.levels},
        "400",
        f"{table.missing.mean():.1%}".rstrip("%"),
        "10",
        *numbers(" ".join(version for _, version in network.provenance.versions)),
        "5",
        *numbers(network.provenance.data_sha256[:12]),
    ]
    assert set(numbers(text)) - set(known) == set()
    for told in ("6 items (6 ordinal with", "from 400 rows", "on 10 resamples", "seed 5"):
        assert told in text


def test_every_number_of_the_results_is_one_of_the_network(fitted, content):
    network = fitted[0].network_
    text = content.supplement.results.text
    stand = [link for link in content.links if link.stands]
    arrows = [link for link in stand if str(link.standing) == "arrow"]
    assert f"The network had {network.n_edges} links of 15 possible ones among 6 items." in text
    assert f"Of these, {len(stand)} ({len(stand) / network.n_edges:.0%}) were stable, and {len(arrows)} of" in text
    estimates = ordag.inference.estimates(network, DATA.frame).weights
    strongest = estimates.set_index(["from", "to"]).loc[network.names[stand[0].start], network.names[stand[0].end]]
    assert f"95% CI [{strongest['low']:+.2f}, {strongest['high']:+.2f}]".replace("-", "−") in text
    explained = (1 - network.noise)[network.dag.any(axis=0)]
    assert f"{explained.min():.0%} to {explained.max():.0%} (median {np.median(explained):.0%})" in text
    check = network.fit_check
    assert f"χ²({check.df:.0f}) = {check.statistic:.1f}" in text


def test_what_is_cited_is_listed_and_what_is_listed_is_cited(content):
    paper = content.supplement
    cited = set(re.findall(r"(\w[\w-]*)(?: et al\.| & Joe)?, (\d{4})\)", f"{paper.methods.text} {paper.results.text}"))
    listed = {(work.split(",")[0], re.search(r"\((\d{4})\)", work)[1]) for work in paper.references}
    assert cited == listed


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"penalty": 4.0}, "with a penalty of 4 times the cost of a link"),
        ({"criterion": "bic"}, "less a cost for each link, that of the Bayesian information criterion."),
        ({"forbidden": [("V1", "V2"), ("V2", "V1")]}, "Two arrows were forbidden beforehand."),
        ({"max_parents": 2}, "No item had more than 2 parents."),
    ],
)
def test_the_methods_tell_of_settings_that_were_changed(fitted, changed, told):
    network = ordag.OSEM(**changed).fit(DATA.frame).network_
    assert told in methods_paragraph(network, None, None, (), errors=False).text


def test_tables_have_a_row_for_each_link_and_item(fitted, content):
    network = fitted[0].network_
    links, items = content.supplement.tables
    assert len(links.rows) == network.n_edges
    assert [row[0] for row in items.rows] == list(network.names)
    assert items.rows[0][-1] == ", ".join(f"{cut:.2f}" for cut in network.thresholds[0]).replace("-", "−")
    assert links.latex.count(r"\\") == network.n_edges + 1
    assert "%" not in re.sub(r"\\%", "", links.latex)


def test_items_have_intervals_over_the_resamples(content):
    items = content.supplement.tables[1]
    place = items.headings.index("Effects out")
    assert all(re.fullmatch(r"\d+\.\d\d \[\d+\.\d\d, \d+\.\d\d\]", row[place]) for row in items.rows)
    assert "In brackets 95% of the values in 10 resamples." in items.note


def test_the_script_gives_the_network_that_was_reported(fitted, content, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    DATA.frame.to_csv("sleep.csv", index=False)
    ordag.data.plan_columns("sleep.csv").to_toml("columns.toml")
    names = {}
    exec(content.supplement.script.replace("n_boot=10", "n_boot=1"), names)
    assert np.array_equal(names["network"].dag, fitted[0].network_.dag)


def test_the_check_list_ticks_what_is_there(content):
    where = {item.what.split(" ")[0]: item.where for item in content.supplement.checklist}
    assert where["Stability"]
    assert not where["Wording"]
    bare = describe(small_network()).supplement.checklist
    assert not next(item.where for item in bare if item.what.startswith("Stability"))


def test_graphs_of_other_models_have_no_supplement(fitted):
    remark = ModelChosen("codes", {"latent": 12.0}, confirmed=True)
    assert describe(fitted[0].network_, remarks=[remark]).supplement is None
    assert "For a paper" not in render(describe(fitted[0].network_, remarks=[remark]))


def test_the_page_has_paragraphs_tables_and_commands(content):
    page = render(content)
    assert content.supplement.methods.text.split(" (")[0] in page
    assert "<caption>Links of the network</caption>" in page
    assert r"\begin{table}" in page
    assert "ordag fit sleep.csv" in page


def test_weighted_rows_are_told_with_their_effective_number():
    made = replace(small_network().provenance, choices=DataChoices(weights="w", effective_rows=120.0))
    network = replace(small_network(), provenance=made)
    text = methods_paragraph(network, None, small_support(), (), errors=False).text
    assert "from 200 rows, weighted by w (120 effective)" in text


def told_of(gone, come):
    content = describe(small_network(), bootstrap=small_support(), sensitivity=Sensitivity(2, gone, come))
    return next(check for check in content.checks if check.topic == "Influential rows")


def test_links_that_hang_on_few_rows_are_told():
    assert told_of((), ()).text == "Without the two most influential rows the network has the same links."
    assert told_of((("sleep", "mood"),), ()).verdict == "caution"
    told = told_of((("mood", "work"),), (("age", "pain"),)).text
    assert told.endswith("1 unsure link is gone and 1 is new; every link that stands is there.")


def test_rows_that_run_against_all_others_are_left_out(rng):
    sleep = rng.integers(0, 5, 300)
    mood = np.clip(sleep + rng.integers(-1, 2, 300), 0, 4)
    pain = rng.integers(0, 5, 300)
    pain[:9], sleep[:9], mood[:9] = 4, 0, 4
    pain[9:18], sleep[9:18], mood[9:18] = 0, 4, 0
    model = ordag.OSEM(penalty=1.0).fit(np.column_stack([sleep, mood, pain]))
    table = small_table() if model is None else model.network_.encode(np.column_stack([sleep, mood, pain]))
    found = sensitivity(model, model.network_, table, share=0.06)
    assert found.n_left_out == 18
    assert ("x0", "x1") not in found.gone
