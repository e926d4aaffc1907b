# SPDX-License-Identifier: MIT
"""The decisions of a project as one frozen value, and how they are stored as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, get_type_hints

from ordag.data import ColumnPlan, TablePlan
from ordag.data.columns.plan import CERTAINTIES, PLANNED_KINDS, ROLES, VALUES_AS, plain_labels
from ordag.data.columns.reasons import Ground, Reason
from ordag.errors import RequirementError, unknown_option

SUPPORTS = ("resamples", "posterior", "none")
MODELS = ("latent", "auto")
MOST_RESAMPLES = 2000
MOST_HIDDEN = 10

Edge = tuple[str, str]


@dataclass(frozen=True)
class Background:
    """What is known of the graph: layers of items, causes first, and arrows that must or must not be there."""

    tiers: tuple[tuple[str, ...], ...] = ()
    required: tuple[Edge, ...] = ()
    forbidden: tuple[Edge, ...] = ()

    def among(self, names: Sequence[str]) -> "Background":
        """What concerns these items."""
        kept = set(names)
        tiers = tuple(tuple(name for name in tier if name in kept) for tier in self.tiers)
        required, forbidden = (
            tuple(edge for edge in edges if set(edge) <= kept) for edges in (self.required, self.forbidden)
        )
        return Background(tiers, required, forbidden)

    def arguments(self) -> dict[str, Any]:
        """The same as arguments of `ordag.OSEM`; layers that are still empty mean nothing to it."""
        return {
            "required": list(self.required),
            "forbidden": list(self.forbidden),
            "tiers": [list(tier) for tier in self.tiers if tier],
        }


@dataclass(frozen=True)
class HowToLearn:
    """How to learn.

    Attributes
    ----------
    model
        The family of models.
    support
        What the supports of links are counted over.
    n_resamples
        How many resamples.
    seed
        Of all that is drawn.
    hidden
        How many hidden causes, or "auto" for as many as the data speak for.
    groups
        The column whose groups get a network each, learned together; None for one network of all rows.
    """

    model: str = "latent"
    support: str = "resamples"
    n_resamples: int = 50
    seed: int = 0
    hidden: int | str = 0
    groups: str | None = None

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise unknown_option("model", self.model, MODELS)
        if self.support not in SUPPORTS:
            raise unknown_option("support", self.support, SUPPORTS)
        if not 1 <= self.n_resamples <= MOST_RESAMPLES:
            raise RequirementError("the number of resamples", f"be from 1 to {MOST_RESAMPLES}")
        if not 0 <= self.seed < 2**32:
            raise RequirementError("the seed", "be from 0 to 4294967295")
        if self.hidden != "auto" and not (isinstance(self.hidden, int) and 0 <= self.hidden <= MOST_HIDDEN):
            raise RequirementError("the number of hidden causes", f"be auto, or from 0 to {MOST_HIDDEN}")

    @property
    def is_plain(self) -> bool:
        """Whether one network of the latent model is learned: supports are counted for that only."""
        return self.model == "latent" and self.groups is None

    @property
    def n_boot(self) -> int:
        """How many resamples are drawn."""
        return self.n_resamples if self.support == "resamples" and self.is_plain else 0

    @property
    def is_bayesian(self) -> bool:
        """Whether the posterior is sampled."""
        return self.support == "posterior" and self.is_plain

    @property
    def n_hidden(self) -> int | str:
        """How many hidden causes are looked for; the posterior is over graphs without any."""
        return self.hidden if self.is_plain and not self.is_bayesian else 0


@dataclass(frozen=True)
class Document:
    """All decisions: what each column is, what is known of the graph, how to learn."""

    plan: TablePlan
    knowledge: Background = field(default_factory=Background)
    choices: HowToLearn = field(default_factory=HowToLearn)

    @property
    def learned_plan(self) -> TablePlan:
        """The plan that is learned from: without nominal columns where the way of learning takes none."""
        choices = self.choices
        takes_them = choices.groups is None and not choices.is_bayesian and choices.n_hidden == 0
        return self.plan if takes_them else self.plan.with_order()

    @property
    def items(self) -> tuple[str, ...]:
        """The columns that take part."""
        return tuple(name for name in self.plan.items if name != self.choices.groups)

    def cut_short(self, n_resamples: int) -> "Document":
        """The same with as many resamples as there are, or with none."""
        if not self.choices.n_boot:
            return self
        fewer = {"n_resamples": n_resamples} if n_resamples else {"support": "none"}
        return replace(self, choices=replace(self.choices, **fewer))

    def known(self) -> dict[str, Any]:
        """What is known of them, as arguments of `ordag.OSEM`."""
        return self.knowledge.among(self.items).arguments()


def to_plain(document: Document) -> dict[str, Any]:
    """A document as plain values for JSON.

    Examples
    --------
    >>> document = Document(TablePlan((ColumnPlan("sleep", "item", "binary", (0, 1)),)))
    >>> from_plain(to_plain(document)) == document
    True
    """
    return {
        "columns": [_plain_column(column) for column in document.plan],
        "weights": document.plan.weights,
        "clusters": document.plan.clusters,
        "knowledge": asdict(document.knowledge),
        "choices": asdict(document.choices),
    }


def from_plain(plain: Mapping[str, Any]) -> Document:
    """The document that `to_plain` made plain; what cannot be one is refused with an `OrdagError`."""
    try:
        plan = TablePlan(tuple(map(_column, plain["columns"])), plain["weights"], plain["clusters"])
        known = plain["knowledge"]
        tiers = tuple(tuple(map(str, tier)) for tier in known["tiers"])
        required, forbidden = (
            tuple((str(cause), str(effect)) for cause, effect in known[kind]) for kind in ("required", "forbidden")
        )
        return Document(plan, Background(tiers, required, forbidden), HowToLearn(**plain["choices"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise RequirementError("the decisions of a project", "be as ordag stores them") from error


def _plain_column(column: ColumnPlan) -> dict[str, Any]:
    return asdict(column) | {"reason": [column.reason.ground.value, *column.reason.details]}


def _column(plain: Mapping[str, Any]) -> ColumnPlan:
    checked = (
        *(("role", ROLES), ("certainty", CERTAINTIES)),
        *(("kind", (*PLANNED_KINDS, None)), ("values", (*VALUES_AS, None))),
    )
    for key, valid in checked:
        if plain.get(key) not in valid:
            raise unknown_option(f"{key} of a column:", plain.get(key), [str(entry) for entry in valid])
    ground, *details = plain["reason"]
    if ground not in {entry.value for entry in Ground}:
        raise unknown_option("reason of a column:", ground, [entry.value for entry in Ground])
    read: dict[str, Any] = {
        "name": str(plain["name"]),
        "role": plain["role"],
        "kind": plain["kind"],
        "levels": plain_labels("levels of a column", plain["levels"]),
        "missing": plain_labels("missing entries of a column", plain["missing"]),
        "reason": Reason(Ground(ground), tuple(map(str, details))),
        "certainty": plain["certainty"],
        "wording": None if plain["wording"] is None else str(plain["wording"]),
        "blank": None if plain["blank"] is None else plain_labels("the blank entry of a column", [plain["blank"]])[0],
        "values": plain.get("values"),
    }
    # What else a plan may say of a column is a number or a text.
    hints = get_type_hints(ColumnPlan)
    further: dict[str, Any] = {
        entry.name: _of_type(hints[entry.name], plain.get(entry.name))
        for entry in fields(ColumnPlan)
        if entry.name not in read
    }
    return ColumnPlan(**read, **further)


def _of_type(hint: Any, value: Any) -> float | str | None:
    fits = isinstance(value, hint | int if isinstance(0.0, hint) else hint) and not isinstance(value, bool)
    if not fits:
        raise RequirementError("the decisions of a project", "be as ordag stores them")
    return value  # type: ignore[no-any-return]
