"""Run the benchmarks: ``python -m benchmarks`` runs all, ``python -m benchmarks search`` the named ones."""

import importlib
import pkgutil
import sys
from pathlib import Path

# Helpers of the benchmarks, not benchmarks themselves.
SHARED = {"timing", "latent_engine"}


def main(names: list[str]) -> None:
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    known = sorted({module.name for module in modules if not module.name.startswith("_")} - SHARED)
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"unknown benchmark {unknown[0]!r}; valid: {', '.join(known)}")
    for name in names or known:
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
