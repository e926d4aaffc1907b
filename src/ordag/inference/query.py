# SPDX-License-Identifier: MIT
"""P(targets | evidence) for any targets and any evidence, by integration over the latent variables.

Variables without evidence are left out of the integral, which is exact. Known values of continuous variables are
conditioned on in closed form. What remains is a ratio of probabilities of boxes (`ordag.expectation.cells`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import Label, Levels
from ordag.errors import InputValueError, OptionError
from ordag.expectation.cells import cell_probabilities
from ordag.inference.conditions import (
    Box,
    Condition,
    Conditions,
    event_boxes,
    known_boxes,
    level_boxes,
    single_box,
)
from ordag.inference.interventions import without_causes
from ordag.messages import OptionName, UseFunction
from ordag.model import FittedNetwork
from ordag.model.display import Shown

# Cells of the joint table of the targets times alternatives of the evidence; more is a mistake rather than a question.
MAX_CELLS = 100_000


@dataclass(frozen=True, eq=False, repr=False)
class Distribution(Shown):
    """Joint distribution of one or more variables over their declared levels.

    Attributes
    ----------
    names, levels
        Of the variables.
    probabilities
        One axis per variable; they sum to one.
    error : float
        Largest standard error of a probability; 0 where integration was by quadrature.
    """

    names: tuple[str, ...]
    levels: tuple[Levels, ...]
    probabilities: npt.NDArray[np.float64]
    error: float

    def mode(self) -> tuple[Label, ...]:
        """The most likely combination of levels; the lowest of several."""
        best = np.unravel_index(int(np.argmax(self.probabilities)), self.probabilities.shape)
        return tuple(labels[k] for labels, k in zip(self.levels, best, strict=True))

    def margin(self, name: str) -> npt.NDArray[np.float64]:
        """Distribution of one of the variables."""
        keep = self.names.index(name)
        others = tuple(axis for axis in range(len(self.names)) if axis != keep)
        summed: npt.NDArray[np.float64] = self.probabilities.sum(axis=others)
        return summed

    def to_frame(self) -> pd.DataFrame:
        """The column ``probability``, one row per combination of levels.

        Examples
        --------
        >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
        >>> query(network, "mood", {"sleep": 1}).to_frame()  # doctest: +NORMALIZE_WHITESPACE
              probability
        mood
        0            0.25
        1            0.75
        """
        rows = pd.MultiIndex.from_product(self.levels, names=self.names)
        labels = rows if len(self.names) > 1 else rows.get_level_values(0)
        return pd.DataFrame({"probability": self.probabilities.ravel()}, labels)

    def _shown(self) -> tuple[str, pd.DataFrame]:
        return f"Distribution({', '.join(self.names)})", self.to_frame()


@dataclass(frozen=True)
class Probability:
    """Probability of an event, and the standard error of its integration."""

    value: float
    error: float


def query(
    network: FittedNetwork,
    targets: str | Sequence[str],
    evidence: Conditions | None = None,
    *,
    do: Mapping[str, Label] | None = None,
    tolerance: float = 1e-6,
) -> Distribution:
    """Joint distribution of the targets given what is known of other variables, and what is set.

    Parameters
    ----------
    network
        The network.
    targets
        One or more ordinal or nominal variables.
    evidence
        By variable a level, a comparison such as ``">= agree"``, a set of levels, or `Between`; for a continuous
        variable a value, a comparison or `Between`. Nothing known gives the margins of the model.
    do
        Variables set by intervention, each to a level (a value if continuous); the evidence is observed afterwards. The
        result relies on the one DAG of the network: see `causal_effect` for the whole equivalence class.
    tolerance
        Wanted standard error of the probabilities.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [-1, 1]], names=["sleep", "mood"])
    >>> answer = query(network, "sleep", {"mood": ">= 1"})
    >>> answer.probabilities.round(4), answer.mode()
    (array([0.4207, 0.5793]), (1,))
    >>> query(network, "sleep", do={"mood": 2}).probabilities  # an effect does not change its cause
    array([0.5, 0.5])
    """
    names = (targets,) if isinstance(targets, str) else tuple(targets)
    network, known = _setup(network, evidence, do)
    columns = _target_columns(network, names, known)
    shape = tuple(network.declared_codes[column].size for column in columns)
    wanted = [level_boxes(network, column) for column in columns]
    log_probability, error = _cells(network, [*zip(columns, wanted, strict=True)], known, tolerance)
    # Alternatives of the evidence are the last axis.
    joint = np.logaddexp.reduce(log_probability.reshape(*shape, -1), axis=-1)
    probabilities = np.zeros(tuple(len(network.levels[column]) for column in columns))
    probabilities[np.ix_(*(network.declared_codes[column] for column in columns))] = np.exp(
        joint - np.logaddexp.reduce(joint, axis=None)
    )
    levels = tuple(network.levels[column] for column in columns)
    return Distribution(names, levels, probabilities, error)


def probability(
    network: FittedNetwork,
    event: Conditions,
    evidence: Conditions | None = None,
    *,
    do: Mapping[str, Label] | None = None,
    tolerance: float = 1e-6,
) -> Probability:
    """Probability that all conditions of the event hold, given what is known and what is set.

    Conditions are those of `query`; an event may also be an interval of a continuous variable. A declared level
    that was never observed has the probability 0, as in `query`.

    Parameters
    ----------
    network
        The network.
    event
        Conditions by variable, as `query` takes them as evidence.
    evidence, do
        What is known and what is set, as in `query`.
    tolerance
        Wanted standard error.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [-1, 1]], names=["sleep", "mood"])
    >>> round(probability(network, {"mood": ">= 1"}, {"sleep": 1}).value, 4)
    0.9748
    """
    network, known = _setup(network, evidence, do)
    if not event:
        raise InputValueError(OptionName("event"), "is empty", "name at least one variable and what should hold for it")
    both = [name for name in event if name in known]
    if both:
        raise InputValueError(repr(both[0]), "is in the event and in the evidence", "it can be in one of them only")
    boxes = []
    for name, condition in event.items():
        inside, outside = event_boxes(network, name, condition)
        if any(low == high for box in inside for low, high in box):
            raise InputValueError(
                f"a single value of the continuous {name!r}", "has no probability", "give an interval"
            )
        boxes.append((network.index(name), [*inside, *outside], len(inside)))
    log_probability, error = _cells(network, [(column, all_) for column, all_, _ in boxes], known, tolerance)
    shape = tuple(len(all_) for _, all_, _ in boxes)
    joint = np.exp(log_probability - np.logaddexp.reduce(log_probability)).reshape(*shape, -1).sum(axis=-1)
    return Probability(float(joint[tuple(slice(n_inside) for _, _, n_inside in boxes)].sum()), error)


def most_likely(
    network: FittedNetwork, targets: str | Sequence[str], evidence: Conditions | None = None
) -> tuple[Label, ...]:
    """The most likely combination of levels of the targets, given what is known.

    Parameters
    ----------
    network, targets, evidence
        As for `query`.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [-1, 1]], names=["sleep", "mood"])
    >>> most_likely(network, ["sleep", "mood"])
    (0, 1)
    """
    return query(network, targets, evidence).mode()


def _setup(
    network: FittedNetwork, evidence: Conditions | None, do: Mapping[str, Label] | None
) -> tuple[FittedNetwork, dict[str, Condition]]:
    """The network in which variables are set, and all that is known there."""
    known = {} if evidence is None else dict(evidence)
    if not do:
        return network, known
    both = [name for name in do if name in known]
    if both:
        raise InputValueError(repr(both[0]), "is set by do and in the evidence", "it can be in one of them only")
    for name, value in do.items():
        single_box(network, name, value)
    return without_causes(network, do), {**known, **do}


def _target_columns(network: FittedNetwork, names: tuple[str, ...], known: Conditions) -> list[int]:
    if not names or len(set(names)) != len(names):
        raise OptionError("targets", list(names), "one or more different variables")
    columns = [network.index(name) for name in names]
    for name, column in zip(names, columns, strict=True):
        if name in known:
            raise InputValueError(repr(name), "is a target and in the evidence (or set)", "it can be one of them only")
        if not network.levels[column]:
            raise InputValueError(
                repr(name),
                "is continuous and has no levels",
                remedies=[UseFunction("ordag.inference.probability", "to ask for an interval")],
            )
    return columns


def _cells(
    network: FittedNetwork, wanted: list[tuple[int, list[Box]]], known: Conditions, tolerance: float
) -> tuple[npt.NDArray[np.float64], float]:
    """Log-probability of every combination of boxes, those of the evidence last, and the largest error."""
    given = [(network.index(name), known_boxes(network, name, condition)) for name, condition in known.items()]
    fixed = [(column, found[0][0][0]) for column, found in given if found[0][0][0] == found[0][0][1]]
    boxed = [*wanted, *((column, found) for column, found in given if found[0][0][0] != found[0][0][1])]
    n_cells = int(np.prod([len(found) for _, found in boxed]))
    if n_cells > MAX_CELLS:
        raise InputValueError(
            "this question", f"has {n_cells} combinations of levels", f"at most {MAX_CELLS} are computed"
        )
    blocks = network.coordinates.blocks
    places = [place for column, _ in boxed for place in blocks.of(column)]
    combined = [list(chain.from_iterable(cell)) for cell in product(*(found for _, found in boxed))]
    bounds = np.array(combined, dtype=np.float64).reshape(n_cells, len(places), 2)
    slope, covariance = conditional(
        network.of_coordinates.correlation, places, [blocks.of(column)[0] for column, _ in fixed]
    )
    mean = np.array([value for _, value in fixed]) @ slope
    deviation = np.sqrt(np.diag(covariance))
    standard = (bounds - mean[:, None]) / deviation[:, None]
    cells = cell_probabilities(
        standard[..., 0], standard[..., 1], covariance / np.outer(deviation, deviation), tolerance=tolerance
    )
    if np.isneginf(cells.log_probability).all():
        raise InputValueError("the evidence", "has no probability under the network", "relax it")
    return cells.log_probability, float(cells.error.max())


def conditional(
    correlation: npt.NDArray[np.float64], columns: Sequence[int], known: Sequence[int]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Slopes (known, columns) and covariance of some latent variables given the values of others.

    Examples
    --------
    >>> slope, covariance = conditional(np.array([[1, 0.5], [0.5, 1]]), [1], [0])
    >>> slope, covariance
    (array([[0.5]]), array([[0.75]]))
    """
    between = correlation[np.ix_(known, columns)]
    slope = np.asarray(np.linalg.solve(correlation[np.ix_(known, known)], between), dtype=np.float64)
    return slope, correlation[np.ix_(columns, columns)] - between.T @ slope
