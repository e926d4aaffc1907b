# SPDX-License-Identifier: MIT
"""Networks as JSON files: plain values only, so that reading one can never run code.

A file names its format and version. An older version is brought up to date by one small function per step, a newer one
is refused. What is read is checked twice: in `reading` that each value is of the right type, in `checks` that they make
a network.
"""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from ordag.data import write_text
from ordag.data.curves import Curve
from ordag.errors import FileError, InputValueError, OrdagError, RequirementError
from ordag.files import parsed_json
from ordag.files.bounds import bytes_of_regular
from ordag.maximization import standardize
from ordag.messages import Advise, Cause
from ordag.model import reading
from ordag.model.coordinates import LatentCoordinates
from ordag.model.edge_support import EdgeSupport
from ordag.model.hidden_nodes import HiddenNodes
from ordag.model.hidden_support import HiddenSupport
from ordag.model.labels import plain_levels
from ordag.model.network import FittedNetwork, Matrix
from ordag.model.provenance import Provenance

FORMAT = "ordag-network"
VERSION = 2


def save(network: FittedNetwork, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a network to a file, whole or not at all.

    Levels that are neither text nor numbers, such as intervals and dates, are written as text (`ordag.model.labels`).
    """
    write_text(path, to_json(network), force=force)


def load(path: str | os.PathLike[str]) -> FittedNetwork:
    """The network in a file.

    Raises
    ------
    InputValueError
        If there is no such file, or it is no network, is damaged, or was written by a later version of ordag.
    """
    text = read_saved(path, "network")
    try:
        return from_json(text)
    except OrdagError as error:
        raise FileError(path, ("cannot be read as a network: ", Cause(error))) from error


def read_saved(path: str | os.PathLike[str], kind: str) -> str:
    """The text of a file that ordag wrote, a network or another kind."""
    try:
        return bytes_of_regular(path, "bytes of a saved result").decode("utf-8")
    except FileNotFoundError as error:
        raise FileError(path, "does not exist", remedies=[Advise("check the path")]) from error
    except UnicodeDecodeError as error:
        raise FileError(path, f"cannot be read as a {kind}: it is not UTF-8 text") from error


def to_json(network: FittedNetwork) -> str:
    """The text of a network file.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]])
    >>> from_json(to_json(network)).weights[0, 1] == network.weights[0, 1]
    np.True_
    """
    # One line per entry of the outer lists: readable, and small differences stay small.
    return _pretty(to_record(network)) + "\n"


def from_json(text: str) -> FittedNetwork:
    """The network of a file's text."""
    try:
        raw = parsed_json(text)
    except ValueError as error:
        raise InputValueError("it", f"is no complete JSON file ({error})") from error
    return from_record(raw)


def to_record(network: FittedNetwork) -> dict[str, Any]:
    """A network as plain values."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "variables": [_variable(network, column) for column in range(network.n_columns)],
        "edges": [_edge(network, i, j) for i, j in np.argwhere(network.dag)],
        "correlation": [row[: i + 1].tolist() for i, row in enumerate(network.correlation)],
        "penalty": network.penalty,
        "criteria": asdict(network.criteria),
        "support": None if network.support is None else _support(network.support),
        "provenance": None if network.provenance is None else _provenance(network.provenance),
        "fit_check": None if network.fit_check is None else asdict(network.fit_check),
        **({} if network.latent is None else {"latent": _latent(network.latent)}),
        **({} if network.hidden is None else {"hidden": _hidden(network.hidden)}),
        **({} if network.doubted is None else {"doubted": np.argwhere(network.doubted).tolist()}),
    }


def from_record(raw: object) -> FittedNetwork:
    """The network of plain values, in this version of the format or an earlier one."""
    return reading.network(_up_to_date(reading.record(raw, "the file")))


def _latent(latent: LatentCoordinates) -> dict[str, Any]:
    orders = [list(order) for order in latent.coordinates.orders]
    return {"orders": orders, "network": to_record(latent.network)}


def _variable(network: FittedNetwork, column: int) -> dict[str, Any]:
    common = {
        "name": network.names[column],
        "kind": network.kinds[column],
        "noise": float(network.noise[column]),
    }
    if not network.levels[column]:
        margins = network.margins
        moments = {"mean": float(margins.means[column]), "scale": float(margins.scales[column])}
        return {**common, **moments, **_curve(margins.curves[column])}
    return {
        **common,
        "levels": list(plain_levels(network.names[column], network.levels[column])),
        "estimated_codes": network.estimated_codes[column].tolist(),
        "declared_codes": network.declared_codes[column].tolist(),
        "cuts": network.margins.cuts[column].tolist(),
    }


def _curve(curve: Curve | None) -> dict[str, Any]:
    """The points of a curve; nothing where values count as they are."""
    if curve is None:
        return {}
    return {"curve": {"latent": curve.latent.tolist(), "values": curve.values.tolist(), "boxed": curve.boxed}}


def _edge(network: FittedNetwork, i: int, j: int) -> dict[str, Any]:
    return {
        "from": network.names[i],
        "to": network.names[j],
        "directed": not network.cpdag[j, i],
        "weight": float(network.weights[i, j]),
    }


def _support(support: EdgeSupport) -> dict[str, Any]:
    return {
        "n_resamples": support.n_resamples,
        "unit": support.unit,
        "support": support.support.tolist(),
        "direction": support.direction.tolist(),
    }


def _hidden(hidden: HiddenNodes) -> dict[str, Any]:
    return {
        "names": list(hidden.names),
        "dag": hidden.dag.tolist(),
        "weights": hidden.weights.tolist(),
        "errors": hidden.errors.tolist(),
        "noise": hidden.noise.tolist(),
        "evidence": [asdict(evidence) for evidence in hidden.evidence],
        **({} if hidden.support is None else {"support": _hidden_support(hidden.support)}),
    }


def _hidden_support(support: HiddenSupport) -> dict[str, Any]:
    shares = {name: getattr(support, name).tolist() for name in ("found", "loads", "means", "deviations")}
    return {**shares, "counts": list(support.counts)}


def _provenance(provenance: Provenance) -> dict[str, Any]:
    pairs = {name: dict(getattr(provenance, name)) for name in ("versions", "wordings", "subscales")}
    return {**asdict(provenance), **pairs, "settings": provenance.settings.known()}


def _pretty(record: Mapping[str, Any]) -> str:
    """JSON with one line per field, and per entry of a field that is a list."""
    lines = []
    for name, value in record.items():
        if isinstance(value, list) and value:
            body = "[\n    " + ",\n    ".join(_compact(entry) for entry in value) + "\n  ]"
        else:
            body = _compact(value)
        lines.append(f"  {_compact(name)}: {body}")
    return "{\n" + ",\n".join(lines) + "\n}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _up_to_date(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record in the current version."""
    if record.get("format") != FORMAT:
        raise InputValueError("it", f'has no "format": "{FORMAT}"', "was it written by ordag?")
    version = reading.whole(record.get("version"), "version")
    if version > VERSION:
        raise InputValueError(
            "it",
            f"has version {version} of the format, and this ordag reads up to {VERSION}",
            remedies=[Advise("install a newer ordag")],
        )
    if version < 0:
        raise RequirementError("version", "be zero or more", f"found {version}")
    for step in range(version, VERSION):
        record = MIGRATIONS[step](record)
    return record


def _from_version_0(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Version 0: matrices by name, ordinal columns only, no merged levels, no correlation, no provenance."""
    names = [reading.text(name, "names") for name in reading.entries(record.get("names"), "names")]
    n = len(names)
    levels = [reading.entries(column, "levels") for column in reading.entries(record.get("levels"), "levels", n)]
    thresholds = reading.entries(record.get("thresholds"), "thresholds", n)
    noise = reading.numbers(record.get("noise"), "noise", n)
    weights, dag, cpdag = (reading.matrix(record.get(field), field, n) for field in ("weights", "adjacency", "cpdag"))
    variables = [
        {
            "name": names[j],
            "kind": "binary" if len(levels[j]) == 2 else "ordinal",
            "noise": noise[j],
            "levels": levels[j],
            "estimated_codes": list(range(len(levels[j]))),
            "declared_codes": list(range(len(levels[j]))),
            "cuts": thresholds[j],
        }
        for j in range(n)
    ]
    edges = [
        {"from": names[i], "to": names[j], "directed": not cpdag[j, i], "weight": weights[i, j]}
        for i, j in np.argwhere(dag)
    ]
    correlation = _implied_correlation(weights, np.array(noise))
    lower = [row[: i + 1].tolist() for i, row in enumerate(correlation)]
    return {"variables": variables, "edges": edges, "correlation": lower, "penalty": record.get("penalty")}


def _from_version_1(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Version 1: what was chosen of the data stood among the settings, lists in one text."""
    if record.get("provenance") is None:
        return record
    provenance = reading.record(record["provenance"], "provenance")
    settings = dict(reading.record(provenance.get("settings", {}), "settings"))
    ignored, missing = (settings.pop(name, None) for name in ("ignore", "missing"))
    choices = {
        "weights": settings.pop("weights", None),
        "effective_rows": settings.pop("effective_rows", None),
        "ignored": [] if ignored is None else reading.text(ignored, "ignore").split(", "),
        "missing": [] if missing is None else reading.text(missing, "missing").split(", "),
    }
    all_forbidden = "links" in settings
    settings.pop("links", None)
    moved = {"settings": settings, "choices": choices, "all_forbidden": all_forbidden}
    return {**record, "provenance": {**provenance, **moved}}


MIGRATIONS: Mapping[int, Callable[[Mapping[str, Any]], Mapping[str, Any]]] = {0: _from_version_0, 1: _from_version_1}


def _implied_correlation(weights: Matrix, noise: Matrix) -> Matrix:
    try:
        with np.errstate(all="raise"):
            return standardize(weights, noise).correlation
    except (np.linalg.LinAlgError, FloatingPointError) as error:
        raise InputValueError("weights and noise", "give no correlation matrix") from error
