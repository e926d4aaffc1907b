# SPDX-License-Identifier: MIT
"""A network from the plain values of a file; each value must be of the type it should be.

Every reader takes the value and what to call it in an error message.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast, get_args

import numpy as np
import numpy.typing as npt

from ordag.data import Kind, Label, Levels
from ordag.data.curves import Curve
from ordag.data.table import NUMBER_KINDS
from ordag.errors import InputValueError, RequirementError, RequirementTypeError
from ordag.graphs import Adjacency
from ordag.hidden import CauseEvidence
from ordag.latent import Coordinates, Margins
from ordag.model.coordinates import LatentCoordinates
from ordag.model.edge_support import EdgeSupport, SupportUnit
from ordag.model.fit_check import FitCheck, PairMisfit
from ordag.model.hidden_nodes import HiddenNodes
from ordag.model.hidden_support import HiddenSupport
from ordag.model.network import Criteria, FittedNetwork, Matrix
from ordag.model.provenance import DataChoices, FitSettings, KnownEdges, Plain, Provenance

T = TypeVar("T")
_LARGEST_CODE = np.iinfo(np.int16).max
_HIDDEN_MATRICES = ("dag", "weights", "errors")


@dataclass(frozen=True)
class _Column:
    """One variable of a file."""

    kind: str
    levels: Levels
    estimated_codes: npt.NDArray[np.int16]
    declared_codes: npt.NDArray[np.int16]
    cuts: npt.NDArray[np.float64]
    mean: float
    scale: float
    noise: float
    curve: Curve | None = None


@dataclass(frozen=True)
class _Graph:
    """The edges of a file."""

    dag: Adjacency
    cpdag: Adjacency
    weights: Matrix


def network(fields: Mapping[str, Any]) -> FittedNetwork:
    """The network of a record in the current version of the format."""
    variables = [record(entry, "variables") for entry in entries(fields.get("variables"), "variables")]
    names = tuple(text(entry.get("name"), "name of a variable") for entry in variables)
    columns = [_column(entry, f"{name!r}") for entry, name in zip(variables, names, strict=True)]
    n = len(names)
    # First: a file that holds it is as large as the matrices that are made of the others.
    correlation = _lower_triangle(fields.get("correlation"), n)
    graph = _graph(fields.get("edges"), names)
    return FittedNetwork(
        names=names,
        kinds=tuple(cast(Kind, column.kind) for column in columns),
        levels=tuple(column.levels for column in columns),
        margins=Margins(
            tuple(column.cuts for column in columns),
            np.array([column.mean for column in columns]),
            np.array([column.scale for column in columns]),
            tuple(column.curve for column in columns),
        ),
        dag=graph.dag,
        cpdag=graph.cpdag,
        weights=graph.weights,
        noise=np.array([column.noise for column in columns]),
        correlation=correlation,
        estimated_codes=tuple(column.estimated_codes for column in columns),
        declared_codes=tuple(column.declared_codes for column in columns),
        penalty=optional(number, fields.get("penalty"), "penalty"),
        criteria=_criteria(record(fields.get("criteria", {}), "criteria")),
        support=optional(lambda value, _: _support(value, n), fields.get("support"), "support"),
        provenance=optional(_provenance, fields.get("provenance"), "provenance"),
        fit_check=optional(_fit_check, fields.get("fit_check"), "fit_check"),
        latent=optional(lambda value, _: _latent(value, n), fields.get("latent"), "latent"),
        hidden=optional(lambda value, _: _hidden(value, n), fields.get("hidden"), "hidden"),
        doubted=optional(lambda value, what: _pairs(value, what, n), fields.get("doubted"), "doubted"),
    )


def _pairs(value: object, what: str, n: int) -> npt.NDArray[np.bool_]:
    """An n × n matrix that is True at the places of a list."""
    flags = np.zeros((n, n), dtype=bool)
    for entry in entries(value, what):
        place = tuple(whole(end, what) for end in entries(entry, what, 2))
        if not all(0 <= end < n for end in place):
            raise RequirementError(what, f"hold places below {n}", f"found {list(place)}")
        flags[place] = True
    return flags


def _latent(value: object, n: int) -> LatentCoordinates:
    """The coordinates behind the n variables, and their network, which has none behind it."""
    fields = record(value, "latent")
    orders = [
        tuple(whole(code, "an order") for code in entries(order, "orders"))
        for order in entries(fields.get("orders"), "orders", n)
    ]
    if any(sorted(order) != list(range(len(order))) or len(order) in {1, 2} for order in orders):
        raise RequirementError("orders", "hold each category once")
    behind = record(fields.get("network"), "the network of the coordinates")
    if behind.get("latent") is not None:
        raise RequirementError("coordinates", "have no coordinates of their own")
    return LatentCoordinates(Coordinates(tuple(orders)), network(behind))


def record(value: object, what: str) -> Mapping[str, Any]:
    """A JSON object."""
    return cast(Mapping[str, Any], _typed(value, dict, what, "an object"))


def entries(value: object, what: str, length: int | None = None) -> list[Any]:
    """A list, of the given length if there is one."""
    found = cast(list[Any], _typed(value, list, what, "a list"))
    if length is not None and len(found) != length:
        raise RequirementError(what, f"have {length} entries", f"found {len(found)}")
    return found


def text(value: object, what: str) -> str:
    """A string that can be written again: JSON can spell half characters, UTF-8 cannot."""
    found = cast(str, _typed(value, str, what, "text"))
    if any("\ud800" <= character <= "\udfff" for character in found):
        raise RequirementError(what, "be valid text", f"found {found!r}")
    return found


def whole(value: object, what: str) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RequirementTypeError(what, "be a whole number", f"found {_short(value)}")
    return value


def number(value: object, what: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RequirementTypeError(what, "be a number", f"found {_short(value)}")
    try:
        found = float(value)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise RequirementError(what, "be finite", f"found {_short(value)}")
    return found


def numbers(value: object, what: str, length: int | None = None) -> list[float]:
    """A list of finite numbers."""
    return [number(entry, what) for entry in entries(value, what, length)]


def matrix(value: object, what: str, n: int) -> Matrix:
    """An n × n matrix of finite numbers, as a list of rows."""
    rows = [numbers(row, what, n) for row in entries(value, what, n)]
    return np.array(rows, dtype=np.float64).reshape(n, n)


def optional(read: Callable[[Any, str], T], value: object, what: str) -> T | None:
    """What `read` makes of the value, or None if there is none."""
    return None if value is None else read(value, what)


def _column(fields: Mapping[str, Any], name: str) -> _Column:
    noise = number(fields.get("noise"), f"noise of {name}")
    kind = text(fields.get("kind"), f"kind of {name}")
    none, no_codes = np.empty(0), np.empty(0, dtype=np.int16)
    if kind in NUMBER_KINDS:
        mean, scale = (number(fields.get(field), f"{field} of {name}") for field in ("mean", "scale"))
        curve = optional(_curve, fields.get("curve"), f"curve of {name}")
        return _Column(kind, (), no_codes, no_codes, none, mean, scale, noise, curve)
    return _Column(
        kind=kind,
        levels=tuple(_label(label, f"level of {name}") for label in entries(fields.get("levels"), f"levels of {name}")),
        # A category that was never seen has no estimated code.
        estimated_codes=_codes(
            fields.get("estimated_codes"), f"estimated_codes of {name}", -1 if kind == "nominal" else 0
        ),
        declared_codes=_codes(fields.get("declared_codes"), f"declared_codes of {name}"),
        cuts=np.array(numbers(fields.get("cuts"), f"cuts of {name}"), dtype=np.float64),
        mean=0.0,
        scale=1.0,
        noise=noise,
    )


def _curve(value: object, what: str) -> Curve:
    """The points of a curve, which never falls."""
    fields = record(value, what)
    latent, values = (np.array(numbers(fields.get(part), what)) for part in ("latent", "values"))
    if not 2 <= len(latent) == len(values) or any((np.diff(part) < 0).any() for part in (latent, values)):
        raise RequirementError(what, "have as many values as scores, two at least, neither falling")
    return Curve(latent, values, _flag(fields.get("boxed", False), what))  # files of earlier versions have no boxes


def _label(value: object, what: str) -> Label:
    if isinstance(value, str):
        return text(value, what)
    if isinstance(value, bool | int):
        number(int(value), what)  # one of 400 digits is no level
        return value
    return number(value, what)


def _codes(value: object, what: str, least: int = 0) -> npt.NDArray[np.int16]:
    codes = [whole(entry, what) for entry in entries(value, what)]
    if any(not least <= code <= _LARGEST_CODE for code in codes):
        raise RequirementError(what, f"lie between {least} and {_LARGEST_CODE}")
    return np.array(codes, dtype=np.int16)


def _graph(value: object, names: tuple[str, ...]) -> _Graph:
    position = {name: k for k, name in enumerate(names)}
    n = len(names)
    dag, cpdag, weights = np.zeros((n, n), np.int8), np.zeros((n, n), np.int8), np.zeros((n, n))
    for entry in entries(value, "edges"):
        edge = record(entry, "edges")
        ends = [text(edge.get(end), f"{end!r} of an edge") for end in ("from", "to")]
        unknown = [end for end in ends if end not in position]
        if unknown:
            raise InputValueError("an edge", f"names {unknown[0]!r}, which is no variable of the file")
        i, j = position[ends[0]], position[ends[1]]
        if dag[i, j]:
            raise InputValueError(f"the edge {ends[0]!r} → {ends[1]!r}", "occurs twice")
        directed = _flag(edge.get("directed"), "'directed' of an edge")
        dag[i, j] = cpdag[i, j] = 1
        cpdag[j, i] |= not directed
        weights[i, j] = number(edge.get("weight"), "weight of an edge")
    return _Graph(dag, cpdag, weights)


def _lower_triangle(value: object, n: int) -> Matrix:
    rows = [numbers(row, "correlation", i + 1) for i, row in enumerate(entries(value, "correlation", n))]
    out = np.zeros((n, n))
    for i, row in enumerate(rows):
        out[i, : i + 1] = out[: i + 1, i] = row
    return out


def _criteria(fields: Mapping[str, Any]) -> Criteria:
    return Criteria(*(optional(number, fields.get(name), name) for name in ("log_likelihood", "bic")))


def _support(value: object, n: int) -> EdgeSupport:
    fields = record(value, "support")
    support, direction = (matrix(fields.get(name), name, n) for name in ("support", "direction"))
    n_resamples = whole(fields.get("n_resamples"), "n_resamples")
    unit = fields.get("unit", "resample")  # files before posteriors have none
    if unit not in get_args(SupportUnit):
        raise RequirementError("unit of the support", f"be one of {get_args(SupportUnit)}", f"found {unit!r}")
    return EdgeSupport(support, direction, n_resamples, unit)


def _provenance(value: object, what: str) -> Provenance:
    fields = record(value, what)
    settings = record(fields.get("settings", {}), "settings")
    return Provenance(
        n_rows=whole(fields.get("n_rows"), "n_rows"),
        n_missing=whole(fields.get("n_missing"), "n_missing"),
        data_sha256=text(fields.get("data_sha256"), "data_sha256"),
        settings=FitSettings.of({name: _setting(entry, name) for name, entry in settings.items()}),
        versions=_texts(fields, "versions"),
        seed=optional(whole, fields.get("seed"), "seed"),
        created=optional(text, fields.get("created"), "created"),
        n_learned=optional(whole, fields.get("n_learned"), "n_learned"),
        choices=_choices(record(fields.get("choices", {}), "choices")),
        all_forbidden=_flag(fields.get("all_forbidden", False), "all_forbidden"),
        wordings=_texts(fields, "wordings"),
        known=_known(record(fields.get("known", {}), "known")),
        subscales=_texts(fields, "subscales"),
    )


def _texts(fields: Mapping[str, object], what: str) -> tuple[tuple[str, str], ...]:
    """Pairs of texts; none in files of before there were such."""
    return tuple((text(name, what), text(entry, what)) for name, entry in record(fields.get(what, {}), what).items())


def _known(fields: Mapping[str, Any]) -> KnownEdges:
    def pairs(name: str) -> tuple[tuple[str, str], ...]:
        found = [entries(pair, name, 2) for pair in entries(fields.get(name, []), name)]
        return tuple((text(source, name), text(target, name)) for source, target in found)

    return KnownEdges(pairs("required"), pairs("one_way"))


def _choices(fields: Mapping[str, Any]) -> DataChoices:
    return DataChoices(
        weights=optional(text, fields.get("weights"), "weights"),
        effective_rows=optional(number, fields.get("effective_rows"), "effective_rows"),
        ignored=tuple(text(name, "ignored") for name in entries(fields.get("ignored", []), "ignored")),
        missing=tuple(text(code, "missing") for code in entries(fields.get("missing", []), "missing")),
        dropped_rows=whole(fields.get("dropped_rows", 0), "dropped_rows"),
    )


def _hidden(value: object, n: int) -> HiddenNodes:
    fields = record(value, "hidden")
    names = tuple(text(name, "name of a hidden cause") for name in entries(fields.get("names"), "names"))
    size = n + len(names)
    dag, weights, errors = (matrix(fields.get(name), f"{name} with hidden causes", size) for name in _HIDDEN_MATRICES)
    noise = np.array(numbers(fields.get("noise"), "noise with hidden causes", size))
    evidence = [record(entry, "evidence") for entry in entries(fields.get("evidence", []), "evidence")]
    support = optional(lambda one, _: _hidden_support(one, len(names), n), fields.get("support"), "support")
    told = tuple(map(_cause_evidence, evidence))
    return HiddenNodes(names, dag.astype(np.int8), weights, errors, noise, told, support)


def _hidden_support(value: object, n_hidden: int, n: int) -> HiddenSupport:
    fields = record(value, "support of hidden causes")
    loads, means, deviations = (
        np.array([numbers(row, name, n) for row in entries(fields.get(name), name, n_hidden)])
        for name in ("loads", "means", "deviations")
    )
    counts = tuple(whole(count, "counts") for count in entries(fields.get("counts"), "counts"))
    return HiddenSupport(np.array(numbers(fields.get("found"), "found", n_hidden)), loads, means, deviations, counts)


def _cause_evidence(fields: Mapping[str, Any]) -> CauseEvidence:
    for_cause, for_links = (number(fields.get(name), name) for name in ("for_cause", "for_links"))
    return CauseEvidence(for_cause, whole(fields.get("n_links"), "n_links"), for_links)


def _fit_check(value: object, what: str) -> FitCheck:
    fields = record(value, what)
    statistic, df, p_value, ratio, size, n_rows = (
        number(fields.get(name), name) for name in ("statistic", "df", "p_value", "ratio", "size", "n_rows")
    )
    low, high = numbers(fields.get("interval"), "interval", 2)
    misfits = tuple(_misfit(record(pair, "misfits")) for pair in entries(fields.get("misfits", []), "misfits"))
    return FitCheck(statistic, df, p_value, ratio, size, (low, high), n_rows, misfits)


def _misfit(fields: Mapping[str, Any]) -> PairMisfit:
    first, second = (
        tuple(text(band, name) for band in entries(fields.get(name), name)) for name in ("first_bands", "second_bands")
    )
    observed, expected = (
        tuple(tuple(numbers(row, name, len(second))) for row in entries(fields.get(name), name, len(first)))
        for name in ("observed", "expected")
    )
    return PairMisfit(
        first=text(fields.get("first"), "first"),
        second=text(fields.get("second"), "second"),
        statistic=number(fields.get("statistic"), "statistic"),
        p_value=number(fields.get("p_value"), "p_value"),
        size=number(fields.get("size"), "size"),
        first_bands=first,
        second_bands=second,
        observed=observed,
        expected=expected,
    )


def _flag(value: object, what: str) -> bool:
    return bool(_typed(value, bool, what, "true or false"))


def _setting(value: object, name: str) -> Plain:
    return None if value is None else _label(value, f"setting {name!r}")


def _typed(value: object, kind: type, what: str, wanted: str) -> object:
    if not isinstance(value, kind):
        raise RequirementTypeError(what, f"be {wanted}", f"found {_short(value)}")
    return value


def _short(value: object) -> str:
    """The start of a value, for a message."""
    shown = "nothing" if value is None else repr(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
