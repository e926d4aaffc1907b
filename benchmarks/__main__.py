"""Run the benchmarks: ``python -m benchmarks`` runs the usual ones, ``python -m benchmarks search`` the named parts.

``--full`` gives the parts that know it (osem, criterion) more sets, sizes and seeds.
"""

import argparse
import importlib
import inspect
import time
from types import ModuleType

from benchmarks.timing import note

# In the order in which they run, with minutes that each takes on two quiet cores.
PARTS = {
    "kernels": 1.0,
    "e_step": 1.0,
    "osem": 4.0,
    "seeds": 3.0,
    "criterion": 10.0,
    "search": 7.0,
    "prediction": 2.0,
    "calibration": 15.0,
    "averaging": 6.0,
    "long_tables": 3.0,
}
# Of interest when what they measure is changed, and too long otherwise; docs/decisions has their figures.
ON_REQUEST = ("seeds", "criterion", "prediction", "calibration", "averaging", "long_tables")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    usual = f"default: all but {', '.join(ON_REQUEST)}"
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; {usual}")
    parser.add_argument("--full", action="store_true", help="more sets, sizes and seeds, in the parts that know it")
    options = parser.parse_args(arguments)
    if unknown := [part for part in options.parts if part not in PARTS]:
        parser.error(f"unknown benchmark {unknown[0]!r}; valid: {', '.join(PARTS)}")
    chosen = options.parts or [name for name in PARTS if name not in ON_REQUEST]
    parts = {name: importlib.import_module(f"benchmarks.{name}") for name in chosen}
    if options.full and not any(map(has_full, parts.values())):
        parser.error(f"--full changes nothing in {', '.join(parts)}")
    without_full = ", without --full" if options.full else ""
    note(f"plan: {', '.join(parts)}; about {sum(map(PARTS.get, parts)):.0f} minutes on two quiet cores{without_full}")
    for name, part in parts.items():
        started = time.perf_counter()
        note(f"{name} begins")
        part.main(**({"full": True} if options.full and has_full(part) else {}))
        note(f"{name} done in {time.perf_counter() - started:.0f} s")
    note("all done")


def has_full(part: ModuleType) -> bool:
    return "full" in inspect.signature(part.main).parameters


if __name__ == "__main__":
    main()
