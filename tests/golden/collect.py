"""Collect the golden numbers from the files that R wrote: ``python tests/golden/collect.py FOLDER``.

`FOLDER` holds ``data/bank`` and ``reference`` as the R scripts left them. What the tests need of it goes to
``tests/golden/data``, with the checksums of all files in ``MANIFEST``; ``data/PROVENANCE.md`` says how R made it and
what is trimmed here. Numbers that tests rest on do not change unnoticed: what is there already stays, and the program
ends, unless ``--overwrite`` is given.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).with_name("data")
UNLISTED = {"MANIFEST", "PROVENANCE.md", ".gitattributes"}  # in the folder, and no golden numbers

AS_THEY_ARE = ("scores.json", "citests.json", "pcart.json", "osem_runs.csv")
DEMO = ("data.csv", "true_dag.csv", "demo_results.json")
# Of the runs on the bank: those of the methods whose graphs are compared one by one.
RUNS = (
    *(f"{method}_alpha0.05" for method in ("NPC", "OPC", "GPC", "RPC")),
    *("BDe_chi0.5", "BDe_chi1", "BGe_am0.05", "BGe_am0.5"),
)
SMALL_GRAPH = 19  # nodes; larger graphs go to a file of their own, so that neither is beyond 100 kB


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--overwrite", action="store_true", help="replace golden numbers that are there")
    options = parser.parse_args(arguments)
    contents = dict(collected(options.folder))
    there = sorted(path for path in contents if (DATA / path).exists())
    if there and not options.overwrite:
        parser.exit(1, f"{len(there)} files are there already, {there[0]} the first; --overwrite replaces them\n")
    for path, content in contents.items():
        (DATA / path).parent.mkdir(parents=True, exist_ok=True)
        (DATA / path).write_bytes(content)
    (DATA / "MANIFEST").write_text("".join(f"{checksum}  {path}\n" for path, checksum in checksums().items()))


def checksums() -> dict[str, str]:
    """SHA-256 of every golden file by its path, as ``sha256sum --check MANIFEST`` reads it."""
    files = {path.relative_to(DATA).as_posix(): path for path in DATA.rglob("*") if path.is_file()}
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in sorted(files.items())
        if name not in UNLISTED
    }


def collected(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Path and content of every file to be."""
    reference = folder / "reference"
    bank = sorted((folder / "data" / "bank").iterdir())
    for path in (file for name in bank for file in sorted(name.iterdir())):
        yield f"bank/{path.parent.name}/{path.name}", path.read_bytes()
    for name in AS_THEY_ARE:
        yield name, (reference / name).read_bytes()
    for name in DEMO:
        yield f"demo/{name}", (reference / "demo" / name).read_bytes()
    for run in RUNS:
        yield f"runs/{run}.json", as_json(runs(reference / "runs", run, [name.name for name in bank]))
    graphs = json.loads((reference / "graphs.json").read_text())["graphs"]
    yield "graphs_small.json", as_json([graph for graph in graphs if graph["n"] <= SMALL_GRAPH])
    yield "graphs_large.json", as_json([graph for graph in graphs if graph["n"] > SMALL_GRAPH])
    yield "updateparam.json", as_json(parameter_updates(reference))


def runs(folder: Path, run: str, bank: list[str]) -> dict[str, Any]:
    """Graph, and score where there is one, that a method found on each set of the bank."""
    method, parameter = run.split("_")
    found = {name: json.loads((folder / f"{method}_{name}_{parameter}.json").read_text()) for name in bank}
    return {name: {what: of[what] for what in ("amat", "score") if what in of} for name, of in found.items()}


def parameter_updates(reference: Path) -> dict[str, Any]:
    """The M-steps of R, and of the draws that they were given the second moments, which are all that an M-step uses."""
    cases = json.loads((reference / "updateparam.json").read_text())
    draws = {case["bank"]: np.loadtxt(reference / case["latent"], delimiter=",") for case in cases}
    given = {
        name: {"n_draws": len(latent), "second": (latent.T @ latent / len(latent)).tolist()}
        for name, latent in draws.items()
    }
    kept = ("bank", "lambda", "regsubsets", "dag", "Sigma")
    return {"moments": given, "cases": [{what: case[what] for what in kept} for case in cases]}


def as_json(content: object) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


if __name__ == "__main__":
    main()
