"""What a report says, on values."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from ordag import OSEM
from ordag.data import ColumnPlan, OrdinalTable, TablePlan, encode
from ordag.errors import InputValueError
from ordag.model import EdgeSupport, FittedNetwork
from ordag.model.provenance import DataChoices, FitSettings, Provenance
from ordag.remarks import CopulaInterrupted, LearnedFromSample
from ordag.report import describe
from ordag.report.suspects import find_repeats
from ordag.report.trust import CheckTopic
from ordag.stability import Bootstrap
from ordag.structural_em import Iteration
from report.small_page import small_content, small_network, small_support, small_table


def finding(content, topic):
    return next(f for f in content.findings if f.topic == topic)


def check(content, topic):
    return next(c for c in content.checks if c.topic == topic)


def two_pairs(bridge=0.0):
    """a → b and c → d, with an optional link b → c."""
    weights = np.zeros((4, 4))
    weights[0, 1] = weights[2, 3] = 2.0
    weights[1, 2] = bridge
    return FittedNetwork.from_parameters(weights, [[0.0]] * 4, names=["a", "b", "c", "d"])


def test_it_opens_with_how_much_is_linked():
    told = "Three links join 4 of 5 items; two of them stand, being in at least 70 of 100 resamples."
    assert small_content().findings[0].text == told


def test_without_resamples_it_opens_with_what_is_unknown():
    assert describe(small_network()).findings[0].text.endswith("; which of them other rows would show is unknown.")


def test_the_strongest_link_is_told_first_with_its_sign_and_support():
    told = finding(small_content(), "Strongest links")
    assert told.text.startswith("The strongest link is sleep — mood (weight +0.58): a higher answer to one goes with a")
    assert [line.split(":")[0] for line in told.lines] == ["sleep — mood", "age — work"]
    assert told.lines[0].endswith("+0.58 (in 100 of 100 resamples)")


def test_links_that_many_resamples_lack_are_told_apart():
    told = finding(small_content(), "Unsure links")
    assert told.text.startswith("One link is not in at least 70 of 100 resamples: it is drawn faint")
    assert told.lines == ("work ┄ mood (in 40 of 100 resamples)",)


def test_a_link_whose_direction_is_open_has_a_dash():
    links = describe(small_network()).links
    assert [(link.start, link.end, link.directed) for link in links] == [(0, 1, True), (2, 1, True), (4, 2, False)]


def test_links_that_stand_come_first_and_have_arrows_by_support():
    standing = [(link.start, link.end, str(link.standing)) for link in small_content().links]
    assert standing == [(0, 1, "line"), (4, 2, "line"), (2, 1, "weak")]


def test_an_arrow_that_knowledge_forces_is_an_arrow_in_every_sentence():
    network = replace(two_pairs(bridge=0.5), cpdag=two_pairs(bridge=0.5).dag)  # as tiers direct it
    joined = (network.dag | network.dag.T) * 0.75
    content = describe(network, bootstrap=EdgeSupport(joined, network.dag * 0.75, 40))
    assert {str(link.standing) for link in content.links} == {"arrow"}
    assert check(content, "Stability of arrows").verdict == "good"
    assert not any("line" in found.text for found in content.findings)


def test_resamples_and_draws_of_a_posterior_stand_side_by_side():
    draws = replace(small_support(), support=np.sign(small_support().support), unit="posterior draw")
    content = describe(small_network(), bootstrap=[small_support(), draws])
    assert [(link.support, link.beside) for link in content.links] == [(1.0, 1.0), (0.75, 1.0), (0.4, 1.0)]
    told = check(content, "Resamples beside posterior draws").text
    assert told.startswith("Resamples and posterior draws are more than 30% apart for 1 of three links.")


def test_few_resamples_are_said_to_tell_little():
    content = describe(small_network(), bootstrap=replace(small_support(), n_resamples=4))
    assert check(content, "Stability of links").text.endswith("So few resamples tell little: shares are rough.")


def test_groups_and_the_bridge_between_them_are_told():
    content = describe(two_pairs(bridge=0.1))
    assert finding(content, "Groups").lines == ("A: a and b", "B: c and d")
    assert finding(content, "Bridges").text == "One link bridges the groups."
    assert [link.bridge for link in content.links] == [False, False, True]
    assert [item.group.badge for item in content.items if item.group] == ["A", "A", "B", "B"]


def test_items_are_grouped_by_the_subscales_of_their_plan():
    network = two_pairs(bridge=0.1)
    subscale_of = {"a": "mood", "b": "sleep", "c": "mood", "d": "sleep"}
    plan = TablePlan(tuple(ColumnPlan(name, "item", subscale=subscale) for name, subscale in subscale_of.items()))
    network = replace(network, provenance=Provenance(100, 0, "").with_plan(plan, network.names))
    content = describe(network)
    assert finding(content, "Groups").text == "The items belong to two subscales."
    assert finding(content, "Groups").lines == ("A (mood): a and c", "B (sleep): b and d")
    assert [item.group.title for item in content.items if item.group] == [f"subscale {x}" for x in subscale_of.values()]
    assert content.supplement is not None
    assert "grouped by the subscales" in content.supplement.methods.text
    assert "modularity" not in content.supplement.methods.text


def test_short_names_of_subscales_are_their_badges():
    network = two_pairs(bridge=0.1)
    plan = TablePlan(tuple(ColumnPlan(name, "item", subscale=name.upper()) for name in network.names))
    network = replace(network, provenance=Provenance(100, 0, "").with_plan(plan, network.names))
    assert [item.group.badge for item in describe(network).items if item.group] == ["A", "B", "C", "D"]


def test_groups_without_a_bridge_say_so():
    assert finding(describe(two_pairs()), "Bridges").text == "No link joins one group to another."


def test_lone_items_are_named():
    assert finding(small_content(), "Without links").text == "pain is without links."


def test_an_empty_network_makes_no_claims():
    network = FittedNetwork.from_parameters(np.zeros((3, 3)), [[0.0]] * 3)
    content = describe(network)
    assert [f.topic for f in content.findings] == ["Extent"]
    assert content.findings[0].text.startswith("No link was found among 3 items")


@pytest.mark.parametrize("ruled_out", [{"max_parents": 0}, {"forbidden": [("a", "b"), ("b", "a")]}])
def test_no_link_is_said_to_matter_little_if_none_was_allowed(ruled_out):
    frame = pd.DataFrame({"a": [0, 1] * 20, "b": [0, 1, 1, 0] * 10})
    content = describe(OSEM(penalty=3, **ruled_out).fit(frame).network_)
    assert content.findings[0].text == "No link was looked for among 2 items: every link was forbidden."
    assert ("links", "all forbidden") in content.settings


def test_a_link_that_may_be_there_is_looked_for():
    frame = pd.DataFrame({"a": [0, 1] * 20, "b": [0, 1, 1, 0] * 10})
    content = describe(OSEM(penalty=3, forbidden=[("a", "b")]).fit(frame).network_)
    assert content.findings[0].text.startswith("No link was found among 2 items")


def test_weakly_supported_links_are_cautioned_against():
    found = check(small_content(), "Stability of links")
    assert found.verdict == "caution"
    assert found.text == ("One link of 3 is not in at least 70 of 100 resamples, so drawn faint.")


def test_arrows_that_resamples_turn_round_are_told():
    found = check(small_content(), "Stability of arrows")
    assert found.verdict == "note"
    told = "One link points one way in the estimate, but so in fewer than 80% of the resamples that have the link; it"
    assert found.text == f"{told} is drawn as a line: sleep — mood (50%)."
    joined = np.sign(small_support().support)
    sure = describe(small_network(), bootstrap=EdgeSupport(joined, np.triu(joined) + joined * 0, 100))
    assert "Stability of arrows" in [c.topic for c in sure.checks]
    assert "Stability of arrows" not in [c.topic for c in describe(two_pairs(), bootstrap=None).checks]


def test_support_stored_with_the_network_is_used():
    network = replace(small_network(), support=small_support())
    assert describe(network).support.n_resamples == 100


def test_troubles_of_a_bootstrap_are_told():
    support = small_support()
    drawn = Bootstrap(
        small_network().names, support.support, support.direction, 100, np.zeros((100, 5, 5), np.int8), n_unsettled=60
    )
    content = describe(small_network(), bootstrap=drawn)
    assert content.support.n_resamples == 100
    assert check(content, "Resamples").verdict == "caution"
    assert check(content, "Resamples").text == "Of 100 resamples 60 did not settle."
    untroubled = describe(small_network(), bootstrap=replace(drawn, n_unsettled=0))
    assert "Resamples" not in [c.topic for c in untroubled.checks]


def test_remarks_of_the_fit_are_passed_on():
    content = describe(small_network(), remarks=[CopulaInterrupted(3), LearnedFromSample(100, 3000)])
    said = [check.text for check in content.checks if check.topic is CheckTopic.INTERRUPTED]
    assert said == ["Copula sampler interrupted after 3 draws that count."]  # the other is told by a check


def test_a_report_without_resamples_says_so():
    found = check(describe(small_network()), "Stability of links")
    assert found.verdict == "note"
    assert "No resamples were drawn" in found.text


@pytest.mark.parametrize(
    ("changed", "settled", "verdict", "text"),
    [
        (0, True, "good", "settled after two iterations."),
        (2, True, "good", "settled after two iterations; the last returned to"),  # a cycle, or few of many links
        (0, False, "caution", "had not settled after two iterations"),  # graphs were left to propose from
        (2, False, "caution", "had not settled after two iterations"),
    ],
)
def test_convergence_is_what_the_loop_said_of_its_last_iteration(changed, settled, verdict, text):
    trace = [Iteration(-2.0, None, 1, 3, 0.0), Iteration(-1.0, None, 1, changed, 0.0, settled)]
    found = check(describe(small_network(), trace=trace), "Convergence")
    assert found.verdict == verdict
    assert text in found.text


def test_no_trace_no_word_on_convergence():
    assert "Convergence" not in [c.topic for c in describe(small_network()).checks]


def test_few_rows_are_cautioned_against():
    found = check(small_content(), "Amount of data")
    assert (found.verdict, found.text.split(".")[0]) == ("caution", "20 rows for 5 items: 4 rows per item")


def test_a_sample_of_the_rows_is_not_taken_for_all_of_them():
    network = small_network()
    network = replace(network, provenance=replace(network.provenance, n_rows=10_000, n_learned=200))
    content = describe(network)
    assert content.size == "200 of 10,000 rows · 5 items · 3 links"
    told = (
        "The links were learned from 200 of 10,000 rows, drawn at random (--max-rows or max_rows): 200 rows for 5 items"
    )
    assert check(content, "Amount of data").text.startswith(told)


def test_the_settings_are_those_that_matter_for_the_result():
    network = small_network()
    settings = FitSettings(penalty="auto", max_parents=0, warm_start=False, mode="default", n_draws=5)
    content = describe(replace(network, provenance=replace(network.provenance, settings=settings)))
    assert [name for name, _ in content.settings] == [
        *("mode", "penalty", "max parents", "seed", "penalty used", "data (SHA-256)")
    ]


@pytest.mark.parametrize(
    ("classes", "told"),
    [
        ([(0, 1), (2, 1)], "If these links are right, the direction of each follows from them. No resamples"),
        ([(0, 1), (2, 1), (3, 2)], "If these links are right, the direction of two follows from them; one link, drawn"),
    ],
)
def test_directions_are_told_with_their_condition(classes, told):
    weights = np.zeros((4, 4))
    weights[tuple(np.transpose(classes))] = 0.5
    network = FittedNetwork.from_parameters(weights, [[0.0]] * 4)
    assert finding(describe(network), "Directions").text.startswith(told)


def test_without_an_arrow_nothing_is_said_of_arrows():
    told = finding(describe(two_pairs()), "Directions").text
    assert told == "The data do not determine the direction of any link; all are drawn without an arrow."


def test_so_few_rows_tell_nothing_of_links():
    network = FittedNetwork.from_parameters(np.zeros((5, 5)), [[0.0]] * 5)
    content = describe(replace(network, provenance=replace(small_network().provenance, n_rows=6)))
    assert content.findings[0].text == "No link was found among 5 items: with so few rows one could hardly be detected."


@pytest.mark.parametrize(
    ("n_rows", "told"), [(3, "less than one row per item"), (6, "1 row per item"), (10, "2 rows per item")]
)
def test_few_rows_are_counted_as_they_are(n_rows, told):
    network = replace(small_network(), provenance=replace(small_network().provenance, n_rows=n_rows))
    assert check(describe(network), "Amount of data").text.startswith(f"{n_rows} rows for 5 items: {told}.")


def test_a_criterion_is_told_only_where_it_chose_the_penalty():
    made = small_network().provenance
    for penalty, told in (("auto", True), (4.0, False)):
        settings = FitSettings(penalty=penalty, criterion="evidence")
        content = describe(replace(small_network(), provenance=replace(made, settings=settings)))
        assert (("criterion", "evidence") in content.settings) is told


def test_missing_entries_are_counted():
    assert check(small_content(), "Missing entries").text.startswith("1.0% of the entries are missing.")


def test_items_with_most_answers_at_one_end_are_named():
    assert "pain (95% “no”)" in check(small_content(), "Answers at one end").text


def test_merged_levels_are_named():
    network = small_network()
    levels = (("bad", "fair", "good", "great"), *network.levels[1:])
    estimated = (np.array([0, 1, 2, 2], dtype=np.int16), *network.estimated_codes[1:])
    found = check(describe(replace(network, levels=levels, estimated_codes=estimated)), "Levels")
    assert (found.verdict, "sleep (great)" in found.text) == ("note", True)


@pytest.mark.parametrize(
    ("levels", "named"),
    [
        ((1, 2, 3, 99), "(99)"),
        ((-9, 1, 2, 3), "(-9)"),
        ((99, 3, 2, 1), "(99)"),
        ((1, 2, 99), None),  # two answers are too few to say what is far
        ((1, 2, 3, 4), None),
        ((1, 2, 3, 5), None),
        (("never", "rarely", "often", "always"), None),
    ],
)
def test_numbers_that_look_like_codes_are_named(levels, named):
    network = FittedNetwork.from_parameters(
        np.zeros((2, 2)), [np.arange(3.0), np.arange(len(levels) - 1.0)], names=["a", "b"]
    )
    checks = describe(replace(network, levels=((0, 1, 2, 3), levels))).checks
    told = [found.text for found in checks if found.topic == "Codes"]
    if named is None:
        assert told == []
    else:
        assert told[0].startswith(f"b {named} lies apart from the other answers.")


def test_the_reader_is_asked_whether_numbers_have_an_order():
    told = check(small_content(), "Order of answers")
    assert (told.verdict, told.text.split(".")[0]) == ("note", "work was read in numerical order")
    assert "Order of answers" not in [c.topic for c in describe(two_pairs()).checks]  # two levels have any order


def test_near_duplicates_are_named():
    network = FittedNetwork.from_parameters([[0, 9.0], [0, 0]], [[0.0], [0.0]], names=["x", "copy"])
    found = check(describe(network), "Near duplicates")
    assert (found.verdict, "copy is almost determined" in found.text) == ("caution", True)


def test_shares_come_from_the_data_and_else_from_the_model():
    assert small_content().items[3].shares == (0.95, 0.05)
    np.testing.assert_allclose(describe(two_pairs()).items[0].shares, [0.5, 0.5])


def test_a_table_of_other_columns_is_refused():
    other = OrdinalTable.from_codes([[0], [1]], names=["other"])
    with pytest.raises(InputValueError, match="Pass the fitted table"):
        describe(small_network(), table=other)
    assert describe(small_network(), table=small_table()).items[0].n_missing == 1


def test_effects_are_told_along_the_links_where_networks_were_kept():
    network = small_network()
    n = network.n_columns
    counted = Bootstrap(network.names, np.ones((n, n)), np.ones((n, n)) / 2, 3, np.stack([network.cpdag] * 3))
    assert describe(network, bootstrap=counted).effects == ()
    content = describe(network, bootstrap=replace(counted, networks=(network,) * 3))
    assert [(e.cause, e.outcome) for e in content.effects] == [
        (network.names[link.start], network.names[link.end]) for link in content.links
    ]
    first = content.effects[0]
    assert first.low == first.high == pytest.approx(first.change)
    assert first.lowest <= first.change <= first.highest


def unlinked(table):
    """A network without links over the columns of a table."""
    cuts = [np.arange(len(levels) - 1.0) if levels else [] for levels in table.levels]
    network = FittedNetwork.from_parameters(np.zeros((table.n_columns,) * 2), cuts, names=table.names)
    return replace(network, levels=table.levels, kinds=table.kinds)


def table_of(**columns):
    """A table of 60 rows with all these columns, whatever they look like."""
    plan = TablePlan(tuple(ColumnPlan(name, "item") for name in columns))
    return encode(
        {name: [values[k % len(values)] for k in range(60)] for name, values in columns.items()}, columns=plan
    )


@pytest.mark.parametrize("copy", [[0, 1, 2, 1, 3], [3, 2, 1, 2, 0], [7, 1, 9, 1, 2], [0, None, 2, 1, 3]])
def test_columns_that_repeat_another_are_named_with_the_option_to_leave_them_out(copy):
    table = table_of(mood=[0, 1, 2, 1, 3], dupe=copy, other=[0, 0, 1, 1, 2, 2, 0])
    found = check(describe(unlinked(table), table=table), "Near duplicates")
    assert found.verdict == "caution"
    assert found.text == (
        "dupe repeats mood: each determines the other, which hides their links to other items. Fit again without: "
        "ordag fit --ignore dupe, or frame.drop(columns=['dupe']) in Python."
    )


def test_a_column_that_repeats_another_but_once_is_no_repeat():
    codes = [[k % 4, k % 4] for k in range(2000)]
    codes[-1][1] = 0
    assert find_repeats(OrdinalTable.from_codes(codes)) == ()


def test_continuous_columns_repeat_each_other_in_other_units(rng):
    kilos, other = rng.normal(size=(2, 60))
    kinds = {"kilos": "continuous", "pounds": "continuous", "other": "continuous"}
    table = encode({"kilos": kilos, "pounds": 2.2 * kilos + 1, "other": other}, kinds=kinds)
    assert find_repeats(table) == (("pounds", "kilos"),)


def test_too_few_common_rows_make_no_repeat():
    assert find_repeats(OrdinalTable.from_codes([[k % 2, k % 2] for k in range(9)])) == ()


def test_identifiers_are_named_with_the_option_to_leave_them_out():
    kinds = {"case": "continuous", "age": "continuous", "school id": "ordinal"}
    table = encode(
        {"case": np.arange(60) * 7, "age": 20 + np.arange(60) % 30, "school id": np.arange(60) % 5}, kinds=kinds
    )
    found = check(describe(unlinked(table), table=table), "Identifiers")
    assert found.verdict == "caution"
    assert found.text.startswith("case and school id look like identifiers. If they only identify rows, their links")
    assert '--ignore case --ignore "school id"' in found.text


@pytest.mark.parametrize(
    ("answers", "codes"),
    [
        ([1, 2, 3, 4, 5, 88, 99], "88 and 99"),  # neither hides the other
        ([-9, 1, 2, 3, 88, 99], "-9, 88 and 99"),
        ([-1, 1, 2, 3, 4, 5], "-1"),
        ([1, 2, 3, 4, 5, 7, 8, 9], "7, 8 and 9"),
        ([-9, -8, 0, 1, 2, 3], "-9 and -8"),
        ([*range(11), 77, 88, 99], "77, 88 and 99"),
        ([1, 2, 3, 4, 97, 98, 99], "97, 98 and 99"),
    ],
)
def test_customary_codes_are_named_however_many_and_near(answers, codes):
    table = table_of(a=[0, 1, 2], b=answers)
    found = check(describe(unlinked(table), table=table), "Codes")
    verb = "lies" if len(codes) < 3 else "lie"
    assert (found.verdict, found.text.split(".")[0]) == (
        "caution",
        f"b ({codes}) {verb} apart from the other answers",
    )


@pytest.mark.parametrize(
    "answers",
    [
        [*range(11)],
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 10],
        [1, 2, 3, 4, 5, 7] + [1, 2, 3, 4, 5] * 9,  # a scale to 7 of which few rows chose the top
        [-2, -1, 0, 1, 2],
        [-3, -1, 0, 1, 2, 3],
        [0, 25, 50, 75, 100],
        [0, 1, 2, 3, 4, 5, 7, 10],  # counts
        [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 9],
        [0, 1, 5, 10, 20],
        [1000, 2000, 5000, 10_000],
        [7, 8, 9, 10, 11],
    ],
)
def test_ordinary_answers_are_no_codes(answers):
    table = table_of(a=[0, 1, 2], b=answers)
    assert "Codes" not in [found.topic for found in describe(unlinked(table), table=table).checks]


def table_of_measures(values):
    plan = TablePlan((ColumnPlan("a", "item"), ColumnPlan("b", "item", "continuous")))
    return encode({"a": np.arange(len(values)) % 3, "b": values}, columns=plan)


@pytest.mark.filterwarnings("ignore::ordag.remarks.NormalScores")
@pytest.mark.parametrize(
    ("inserted", "codes"), [([999], "999"), ([-9], "-9"), ([888, 999], "888 and 999"), ([-1], "-1")]
)
def test_codes_among_measures_are_named(rng, inserted, codes):
    ages = np.floor(rng.normal(50, 10, size=300))
    ages[:20] = np.resize(inserted, 20)
    table = table_of_measures(ages)
    found = check(describe(unlinked(table), table=table), "Codes")
    assert f"b ({codes}) lie" in found.text


@pytest.mark.filterwarnings("ignore::ordag.remarks.NormalScores")
@pytest.mark.parametrize("measure", ["ages", "incomes", "top_coded", "differences", "mostly_zero", "outlier", "weeks"])
def test_ordinary_measures_are_no_codes(rng, measure):
    n = 500
    incomes = np.round(np.exp(rng.normal(10, 1, size=n)), -3)
    values = {
        "ages": rng.integers(18, 100, size=n),
        "incomes": incomes,
        "top_coded": np.minimum(incomes, 60_000),
        "differences": rng.integers(-30, 31, size=n),
        "mostly_zero": np.where(rng.random(n) < 0.8, 0, rng.integers(0, 10, size=n)),
        "outlier": np.concatenate([rng.normal(size=n - 1), [999]]),
        "weeks": np.minimum(rng.integers(0, 80, size=n), 52),
    }[measure]
    table = table_of_measures(values)
    assert "Codes" not in [found.topic for found in describe(unlinked(table), table=table).checks]


def test_every_number_that_looks_like_a_code_is_in_the_command():
    network = FittedNetwork.from_parameters(np.zeros((2, 2)), [np.arange(3.0)] * 2, names=["a", "b"])
    found = check(describe(replace(network, levels=((1, 2, 3, 99), (-9, 1, 2, 3)))), "Codes")
    assert "use --missing a=99 --missing b=-9, or" in found.text
    assert "missing=['a=99', 'b=-9']" in found.text


def test_rows_count_by_their_weights():
    weights = np.array([10.5] + [0.5] * 19)  # (Σw)² / Σw² = 20² / 115
    content = describe(small_network(), table=replace(small_table(), weights=weights))
    assert content.size.startswith("20 rows, weighted (3 effective) · 5 items")
    assert check(content, "Amount of data").text.startswith(
        "20 rows, weighted (3 effective) for 5 items: less than one row per"
    )


def test_weights_and_columns_left_out_are_told_from_the_model_alone():
    made = small_network().provenance
    chosen = DataChoices(weights="w", effective_rows=12.4, ignored=("id", "note"), missing=("99",))
    content = describe(replace(small_network(), provenance=replace(made, choices=chosen)))
    assert content.size.startswith("200 rows, weighted by w (12 effective) ·")
    told = "Left out on request: columns: id, note; entries taken as missing: 99."
    assert check(content, "Left out").text == told
    assert ("weights", "w") in content.settings
    assert ("design effect", "16.13") in content.settings  # 200 rows for 12.4
    counted = replace(made, choices=replace(chosen, effective_rows=500.0))
    assert "design effect" not in dict(describe(replace(small_network(), provenance=counted)).settings)


@pytest.mark.parametrize(
    ("shares", "told"), [([0.1], "it does not stand, not being in"), ([0.1] * 2, "none of them stands, not being in")]
)
def test_links_of_which_none_stands_are_told_as_such(shares, told):
    weights = np.zeros((4, 4))
    support = np.zeros((4, 4))
    for k, share in enumerate(shares):
        weights[2 * k, 2 * k + 1] = 0.5
        support[2 * k, 2 * k + 1] = support[2 * k + 1, 2 * k] = share
    network = FittedNetwork.from_parameters(weights, [[0.0]] * 4)
    network = replace(network, provenance=replace(small_network().provenance, n_rows=2000))
    content = describe(network, bootstrap=EdgeSupport(support, support / 2, 100))
    assert told in finding(content, "Extent").text
    rows = check(content, "Amount of data")
    assert rows.verdict == "caution"
    assert "Fewer than half of the links" in rows.text


def test_what_nothing_can_change_is_no_outcome():
    network = FittedNetwork.from_parameters(
        [[0, 0.6, 0.3], [0, 0, 0], [0, 0, 0]], [[0.0]] * 3, names=["education", "Age", "mood"]
    )
    ones = np.ones((3, 3))
    counted = Bootstrap(network.names, ones, ones / 2, 3, np.stack([network.cpdag] * 3), networks=(network,) * 3)
    content = describe(network, bootstrap=counted)
    assert [effect.outcome for effect in content.effects] == ["mood"]
