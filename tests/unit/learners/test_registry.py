"""The package of methods: its cards are listed and tell the truth, and what they rule out is refused."""

import importlib
import inspect
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.errors import InferenceWarning, InputValueError, OrdagError
from ordag.learners import registry
from ordag.learners.contract import MethodCard, Parameter
from ordag.search import SearchSpace

NAMES = list(registry.methods())


def dependent_codes(rng: np.random.Generator, n_rows: int = 400) -> pd.DataFrame:
    latent = rng.normal(size=(n_rows, 4))
    latent[:, 1] += 1.5 * latent[:, 0]
    latent[:, 2] += 1.5 * latent[:, 1]
    return pd.DataFrame(np.digitize(latent, [-1.0, 0.5]), columns=list("abcd"))


@pytest.mark.parametrize(
    "imports", ["import ordag", "import ordag.learners", "from ordag.learners import npc", "import ordag.cli"]
)
def test_the_cards_are_listed_whatever_was_imported_first(imports: str) -> None:
    code = f"""
{imports}
import ordag
assert 'gpc' in ordag.methods()
import ordag.learners.gpc
assert ordag.learners.gpc.CARD is ordag.methods()['gpc']
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_card_lists_the_options_and_defaults_of_the_method(name: str) -> None:
    card, run = registry.find(name)
    assert card.name == name
    keywords = [p for p in inspect.signature(run).parameters.values() if p.kind is p.KEYWORD_ONLY]
    assert {p.name: p.default for p in keywords} == {p.name: p.default for p in card.parameters}


@pytest.mark.parametrize("name", NAMES)
def test_a_method_module_says_what_it_is(name: str) -> None:
    assert importlib.import_module(f"ordag.learners.{name}").__doc__


def test_an_unknown_method_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputValueError, match="unknown method 'gcp'; did you mean 'gpc'"):
        ordag.learn(np.zeros((5, 2), dtype=int), "gcp")


def test_an_unknown_option_is_refused_with_the_valid_ones(rng: np.random.Generator) -> None:
    with pytest.raises(InputValueError, match=r"unknown option of method 'npc': 'alfa'; did you mean 'alpha'\? Valid"):
        ordag.learn(dependent_codes(rng), "npc", alfa=0.1)


def test_the_result_names_columns_method_and_options(rng: np.random.Generator) -> None:
    network = ordag.learn(dependent_codes(rng), "gpc", alpha=0.01)
    assert network.names == ("a", "b", "c", "d")
    assert network.method == "gpc"
    assert network.options == {"alpha": 0.01}
    assert network.adjacency is None
    assert network.seconds > 0
    np.testing.assert_array_equal(network.cpdag, [[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]])


def test_constraints_by_name_are_honoured(rng: np.random.Generator) -> None:
    frame = dependent_codes(rng)
    network = ordag.learn(frame, "gpc", required=[("d", "a")], forbidden=[("a", "b"), ("b", "a")])
    assert network.cpdag[3, 0] == 1
    assert network.cpdag[0, 3] == 0
    assert network.cpdag[0, 1] == network.cpdag[1, 0] == 0
    tiered = ordag.learn(frame, "gpc", tiers=[["c"], ["b"], ["a"]])
    assert tiered.cpdag[2, 1] == 1
    assert tiered.cpdag[1, 2] == 0


def test_constraints_in_two_ways_are_refused(rng: np.random.Generator) -> None:
    with pytest.raises(InputValueError, match="use one"):
        ordag.learn(dependent_codes(rng), "gpc", space=SearchSpace(list("abcd")), required=[("a", "b")])


def test_a_space_of_other_names_is_refused(rng: np.random.Generator) -> None:
    with pytest.raises(InputValueError, match="in its order"):
        ordag.learn(dependent_codes(rng), "gpc", space=SearchSpace(list("dcba")))


def test_a_limit_on_parents_is_refused_by_constraint_based_methods(rng: np.random.Generator) -> None:
    with pytest.raises(InputValueError, match="Leave out max_parents"):
        ordag.learn(dependent_codes(rng), "gpc", space=SearchSpace(list("abcd"), max_parents=2))


TAKING_NOMINAL = [name for name in NAMES if "nominal" in ordag.methods()[name].kinds]


def regions(rng: np.random.Generator, labels: list[str]) -> pd.DataFrame:
    """Where people live, what they speak there, and noise; the labels have no order."""
    region = rng.integers(0, 3, 600)
    language = np.where(rng.random(600) < 0.8, (2 * region) % 3, rng.integers(0, 3, 600))
    return pd.DataFrame({"region": np.array(labels)[region], "language": language, "noise": rng.integers(0, 2, 600)})


@pytest.mark.parametrize("name", TAKING_NOMINAL)
@pytest.mark.parametrize("kind", ["text", "category"])
@pytest.mark.filterwarnings("ignore::ordag.remarks.ColumnsInferred")
def test_labels_without_an_order_are_taken_where_it_does_not_matter(name: str, kind: str) -> None:
    found = []
    for labels in (["north", "west", "south"], ["south", "north", "west"]):  # the order of the alphabet changes
        frame = regions(np.random.default_rng(5), labels)
        frame = frame.astype({"region": "str" if kind == "text" else "category"})
        found.append(ordag.learn(frame, name, kinds={"language": "nominal"}).cpdag)
    np.testing.assert_array_equal(*found)
    assert found[0].tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, {}) for name in NAMES if name not in TAKING_NOMINAL), ("pcart", {"predictors": "ordinal"})],
)
def test_labels_without_an_order_are_set_aside_where_it_matters(
    name: str, options: dict[str, object], rng: np.random.Generator
) -> None:
    frame = regions(rng, ["north", "west", "south"])
    with pytest.warns(
        InferenceWarning, match="set aside: 'region' is nominal, its labels name groups without an order"
    ):
        learned = ordag.learn(frame, name, kinds={"language": "ordinal"}, **options)
    assert tuple(learned.names) == ("language", "noise")


def test_labels_without_an_order_can_be_resampled(rng: np.random.Generator) -> None:
    frame = regions(rng, ["north", "west", "south"])
    assert ordag.bootstrap("npc", frame, n_boot=3, n_jobs=1).support[0, 1] == 1
    with pytest.warns(InferenceWarning, match="set aside: 'region'"):
        ordag.bootstrap("gpc", frame, n_boot=3, n_jobs=1, kinds={"language": "ordinal"})


def test_continuous_columns_are_refused_where_the_card_says_so(rng: np.random.Generator) -> None:
    frame = dependent_codes(rng).assign(a=rng.normal(size=400))
    with pytest.raises(InputValueError, match="'a' is continuous; method 'npc' takes binary, nominal, ordinal columns"):
        ordag.learn(frame, "npc", kinds={"a": "continuous"})
    assert ordag.learn(frame, "gpc", kinds={"a": "continuous"}).cpdag[1, 2] == 1


def test_weights_are_refused_where_the_card_says_so(rng: np.random.Generator) -> None:
    with pytest.raises(InputValueError, match="row weights, which method 'gpc' cannot use"):
        ordag.learn(dependent_codes(rng), "gpc", weights=np.full(400, 2.0))


def test_missing_values_are_refused_by_a_card_that_cannot_take_them(rng: np.random.Generator) -> None:
    card = MethodCard("x", "x", ("ordinal", "binary"), False, "dag", (Parameter("a", 1, "none"),), False, "none")
    table = ordag.data.OrdinalTable.from_codes([[0, 1], [-1, 0], [1, 1]], names=["sleep", "sad"])
    with pytest.raises(InputValueError, match=r"column 'sleep' has missing values \(1 in the whole table\)"):
        card.check_table(table)
    assert not card.continuous


@pytest.mark.parametrize("name", NAMES)
def test_every_method_takes_the_same_frame_and_is_deterministic(name: str, rng: np.random.Generator) -> None:
    frame = dependent_codes(rng)
    first, second = (ordag.learn(frame, name, random_state=3) for _ in range(2))
    np.testing.assert_array_equal(first.cpdag, second.cpdag)
    assert first.cpdag[0, 1] + first.cpdag[1, 0] >= 1
    card = ordag.methods()[name]
    assert (first.adjacency is None) == (card.result != "dag")
    assert (first.pag is None) == (card.result != "pag")


@pytest.mark.parametrize("name", [name for name in NAMES if ordag.methods()[name].missing])
def test_missing_values_at_random_leave_strong_edges(name: str, rng: np.random.Generator) -> None:
    frame = dependent_codes(rng, 800).astype("Int64")
    holes = rng.random(frame.shape) < 0.1
    network = ordag.learn(frame.mask(holes), name)
    assert network.cpdag[0, 1] + network.cpdag[1, 0] >= 1
    assert network.cpdag[1, 2] + network.cpdag[2, 1] >= 1
    assert network.cpdag[3].sum() + network.cpdag[:, 3].sum() == 0


@pytest.mark.parametrize(
    ("method", "option", "value", "needed"),
    [
        ("gpc", "alpha", "x", "must be a number"),
        ("npc", "min_rows_per_df", "x", "must be a number"),
        ("npc", "adaptive", "x", "must be True or False"),
        ("cpc", "n_draws", "x", "must be a whole number from 1 on"),
        ("bde", "chi", "x", "must be a number"),
        ("bde", "chi", -1, "must be above zero and finite"),
        ("bde", "edge_penalty", "x", "must be a number"),
        ("bde", "max_parents", "x", "must be a whole number from 0 on"),
        ("bge", "a_m", "x", "must be a number"),
        ("bge", "a_m", -1, "must be above zero and finite"),
        ("pcart", "alpha", "x", "must be a number"),
        ("pcart", "max_parents", "x", "must be a whole number from 0 on"),
        ("opcart", "kappa", "x", "must be a number"),
        ("opcart", "reference", "x", "must be True or False"),
        ("hc", "threshold", "x", "must be a number"),
        ("hc", "n_boot", "x", "must be a whole number from 1 on"),
        ("hc", "n_restarts", "x", "must be a whole number from 0 on"),
        ("hc", "n_perturbations", -1, "must be a whole number from 0 on"),
    ],
)
def test_an_option_of_the_wrong_kind_is_refused_by_its_own_name(
    method: str, option: str, value: object, needed: str
) -> None:
    with pytest.raises(OrdagError, match=f"^{option} .*{needed}"):
        ordag.learn(dependent_codes(np.random.default_rng(1), 50), method, **{option: value})
