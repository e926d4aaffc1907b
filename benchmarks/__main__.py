"""Run the benchmarks: ``python -m benchmarks`` runs the usual ones, ``python -m benchmarks search`` the named parts.

An option goes to the parts that know it: ``--full`` asks for more sets, ``--sets`` for so many, ``--seed`` for
other ones, ``--base`` and ``--base-python`` say what to compare this tree with, ``--rows`` which lines of a long table
are wanted.
"""

import argparse
import importlib
import inspect
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.timing import note

# In the order in which they run, with minutes that each takes on two quiet cores.
PARTS = {
    "kernels": 1.0,
    "e_step": 1.0,
    "osem": 4.0,
    "seeds": 3.0,
    "criterion": 10.0,
    "search": 7.0,
    "prediction": 1.5,
    "calibration": 15.0,
    "averaging": 5.0,
    "long_tables": 2.5,
    "paper_mode": 1.0,
    "rows": 15.0,
    "clusters": 2.0,
    "misfit": 10.0,
    "hints": 2.0,
    "looks": 0.5,
    "shapes": 4.0,
    "counts": 4.0,
    "groups": 30.0,
    "joint_groups": 8.0,
    "waves": 8.0,
    "hidden": 12.0,
    "hidden_fci": 4.0,
    "nominal": 6.0,
    "sizes": 25.0,
    "support": 6.0,
    "given": 5.0,
    "warm_starts": 4.0,
    "unchanged": 7.0,
}
# Of interest when what they measure is changed, or nothing shall be, and too long otherwise.
ON_REQUEST = (
    "seeds",
    "criterion",
    "prediction",
    "calibration",
    "averaging",
    "long_tables",
    "paper_mode",
    "rows",
    "clusters",
    "misfit",
    "hints",
    "looks",
    "shapes",
    "groups",
    "joint_groups",
    "waves",
    "hidden",
    "hidden_fci",
    "nominal",
    "sizes",
    "support",
    "given",
    "warm_starts",
    "unchanged",
)


def main(arguments: list[str] | None = None) -> None:
    parts, given = parse(arguments)
    without_full = ", without --full" if "full" in given else ""
    note(f"plan: {', '.join(parts)}; about {sum(map(PARTS.get, parts)):.0f} minutes on two quiet cores{without_full}")
    for name, part in parts.items():
        started = time.perf_counter()
        note(f"{name} begins")
        part.main(**known_to(part, given))
        note(f"{name} done in {time.perf_counter() - started:.0f} s")
    note("all done")


def parse(arguments: list[str] | None) -> tuple[dict[str, ModuleType], dict[str, Any]]:
    """The parts to run and the options that were given; ends the program where one of them means nothing."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, argument_default=argparse.SUPPRESS
    )
    usual = f"default: all but {', '.join(ON_REQUEST)}"
    parser.add_argument("parts", nargs="*", metavar="PART", default=[], help=f"any of {', '.join(PARTS)}; {usual}")
    parser.add_argument("--full", action="store_true", default=argparse.SUPPRESS, help="more sets, sizes and seeds")
    parser.add_argument("--base", metavar="COMMIT", help="what to compare this tree with")
    parser.add_argument("--base-python", metavar="PATH", type=Path, help="an interpreter that has the base already")
    parser.add_argument("--seed", type=int, help="of the fresh sets")
    parser.add_argument("--sets", metavar="N", type=int, help="how many in each cell")
    parser.add_argument("--rows", metavar="NAMES", help="of a table that has many, with commas between")
    given = vars(parser.parse_args(arguments))
    chosen = given.pop("parts") or [name for name in PARTS if name not in ON_REQUEST]
    if unknown := [part for part in chosen if part not in PARTS]:
        parser.error(f"unknown benchmark {unknown[0]!r}; valid: {', '.join(PARTS)}")
    parts = {name: importlib.import_module(f"benchmarks.{name}") for name in chosen}
    for option in given:
        if not any(known_to(part, {option: True}) for part in parts.values()):
            parser.error(f"--{option.replace('_', '-')} changes nothing in {', '.join(chosen)}")
    return parts, given


def known_to(part: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    """The options that a part takes."""
    return {name: value for name, value in given.items() if name in inspect.signature(part.main).parameters}


if __name__ == "__main__":
    main()
