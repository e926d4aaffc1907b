"""Whether this tree still learns what an earlier commit learned, and how its time compares.

``python -m benchmarks unchanged`` fits the bank and fresh simulated sets with both, set by set and in alternating
order, each in a process of its own on one thread, with the same data files and seeds. Graphs must be equal, and
log-likelihoods within `LIKELIHOOD_TOLERANCE`; of the time of all fits together, `LIMIT` times that of the base is
allowed. It ends with exit code 1 otherwise. ``--base COMMIT`` names another base, which is built once into
``build/base`` with the packages installed here; ``--base-python PATH`` names an interpreter in which it is installed
already. ``--seed`` draws other sets, ``--full`` three times as many, each fitted more often.
"""

import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from benchmarks.timing import note
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from ordag import simulate

ROOT = Path(__file__).resolve().parents[1]
BANK = ROOT / "tests" / "golden" / "data" / "bank"
WORKER = Path(__file__).with_name("fit_worker.py")
BASE = "10b451c"
SEED = 26_000

LIMIT = 1.03  # times the seconds of the base
LIKELIHOOD_TOLERANCE = 1e-9  # relative; sums in another order differ by some 1e-15
SUPPORT_TOLERANCE = 1e-9  # of a share of the posterior draws, which are a few hundred

SIZES = (12, 16, 20, 24, 30)
LARGE = (75, 160)  # columns beyond which some steps change, with the default and a number as penalty only
FITS: dict[str, dict[str, Any]] = {
    "default": {},
    "penalty 6": {"penalty": 6.0},
    "paper": {"penalty": 6.0, "mode": "paper"},
    "wishart": {"prior": "wishart"},
}
CLOCKS = ("processor", "wall")
Answer = dict[str, Any]  # of `benchmarks.fit_worker.fitted`
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Form:
    """How the sets of one kind are drawn."""

    name: str
    n_rows: int = 500
    levels: float = 3.0
    missing: simulate.Missing | None = None
    continuous: bool = False  # every other column
    has_posterior: bool = False  # fitted with a prior too, where there are few columns


FORMS = (
    Form("3 levels", has_posterior=True),
    Form("few rows", n_rows=300),
    Form("many levels", n_rows=800, levels=5),
    Form("binary", levels=2),
    Form("gaps", missing=simulate.Missing(0.2), has_posterior=True),
    Form("gaps by others", missing=simulate.Missing(0.2, "mar")),
    Form("continuous", continuous=True, has_posterior=True),
    Form("continuous, gaps", missing=simulate.Missing(0.1), continuous=True),
)


@dataclass(frozen=True)
class StudyProblem:
    """A set to fit: codes and numbers with NaN where missing, and levels by column (0 is continuous)."""

    name: str
    values: NDArray[np.float64]
    levels: tuple[int, ...]
    seed: int
    has_posterior: bool

    @property
    def fits(self) -> list[str]:
        """Names of the fits that are made of it."""
        n = self.values.shape[1]
        left_out = {"paper"} if n > max(SIZES) else set()
        if n > min(SIZES) or not self.has_posterior:
            left_out.add("wishart")
        return [name for name in FITS if name not in left_out]


@dataclass(frozen=True)
class Pair:
    """One fit by both sides, with the answers of its repetitions."""

    problem: str
    fit: str
    base: tuple[Answer, ...]
    head: tuple[Answer, ...]

    def seconds(self, side: str, clock: str) -> float:
        """Of the quickest repetition; the others were held up by something else."""
        return min(answer["seconds"][clock] for answer in getattr(self, side))

    @property
    def differences(self) -> list[str]:
        """The results in which some repetition of the two sides is not the same."""
        answers = list(zip(self.base, self.head, strict=True))
        unequal = [what for what in ("adjacency", "cpdag") if any(base[what] != head[what] for base, head in answers)]
        if not self.likelihood_change <= LIKELIHOOD_TOLERANCE:
            unequal.append("log_likelihood")
        if not largest_change(answers, "support") <= SUPPORT_TOLERANCE:
            unequal.append("support")
        return unequal

    @property
    def likelihood_change(self) -> float:
        """Largest difference of the log-likelihoods, relative to that of the base."""
        scale = abs(self.base[0]["log_likelihood"] or 1.0)
        return largest_change(zip(self.base, self.head, strict=True), "log_likelihood") / scale

    @property
    def correlation_change(self) -> float:
        return largest_change(zip(self.base, self.head, strict=True), "correlation")


def largest_change(answers: Iterable[tuple[Answer, Answer]], what: str) -> float:
    """Largest absolute difference of an entry; infinite where one side alone has none."""
    pairs = [(base[what], head[what]) for base, head in answers]
    if any((base is None) != (head is None) for base, head in pairs):
        return math.inf
    return max((float(np.abs(np.subtract(*pair)).max()) for pair in pairs if pair[0] is not None), default=0.0)


class Side:
    """A process that fits with one of the two commits."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(
            [python, "-P", WORKER],  # without -P, the modules of this folder would hide those of Python
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | ONE_THREAD,
        )
        self.about = self._answer()

    def fit(self, file: Path, problem: StudyProblem, options: dict[str, Any]) -> Answer:
        request = {"values": str(file), "levels": problem.levels, "options": options | {"random_state": problem.seed}}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        self._process.communicate()  # closes its input, at whose end it stops

    def _answer(self) -> Answer:
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the process of {self._process.args[0]} ended; its error stands above")
        return json.loads(line)


def main(full: bool = False, base: str = BASE, base_python: Path | None = None, seed: int = SEED) -> None:
    python = base_python or built(base)
    problems = [*bank(), *fresh(seed, n_replicates=3 if full else 1)]
    with closing(Side(python)) as of_base, closing(Side(Path(sys.executable))) as of_head:
        sides = {"base": of_base, "head": of_head}
        for side, process in sides.items():
            note(f"unchanged: {side} is {', '.join(f'{what} {value}' for what, value in process.about.items())}")
        pairs = compared(problems, sides, n_repetitions=5 if full else 2)
    Console(width=120).print(summary(pairs, base))
    if reasons := list(shortcomings(pairs)):
        raise SystemExit("\n".join(reasons))


def built(commit: str) -> Path:
    """Interpreter of a worktree of the commit, set up if it is not there yet."""
    name = git("rev-parse", "--verify", f"{commit}^{{commit}}")[:12]
    folder = ROOT / "build" / "base" / name
    if not folder.is_dir():
        git("worktree", "add", "--force", "--detach", str(folder), name)
    note(f"unchanged: building {commit} in {folder}")
    installed = subprocess.check_output(
        [sys.executable, "-m", "pip", "freeze", "--disable-pip-version-check", "--exclude-editable"], text=True
    )
    with tempfile.TemporaryDirectory() as scratch:
        constraints = Path(scratch, "constraints.txt")  # the base gets the versions of its packages that run here
        constraints.write_text(installed)
        subprocess.run(
            ["make", "-C", folder, f"PYTHON={sys.executable}", ".venv/ordag"],
            check=True,
            env=os.environ | {"PIP_CONSTRAINT": str(constraints)},
        )
    return folder / ".venv" / "bin" / "python"


def git(*arguments: str) -> str:
    return subprocess.check_output(["git", "-C", ROOT, *arguments], text=True).strip()


def bank() -> Iterator[StudyProblem]:
    for folder in sorted(BANK.iterdir()):
        values = pd.read_csv(folder / "data.csv").to_numpy(dtype=float)
        levels = json.loads((folder / "meta.json").read_text())["levels"]
        yield StudyProblem(f"bank {folder.name}", values, tuple(levels), seed=1, has_posterior=True)


def fresh(seed: int, n_replicates: int) -> Iterator[StudyProblem]:
    shapes = [*itertools.product(SIZES, FORMS), *((n, FORMS[0]) for n in LARGE)]
    for number, (n, form) in enumerate(shapes * n_replicates):
        yield drawn(n, form, seed + number)


def drawn(n: int, form: Form, seed: int) -> StudyProblem:
    rng = np.random.default_rng(seed)
    dag = simulate.random_dag(n, 4, rng=rng)
    continuous = list(range(0, n, 2)) if form.continuous else []
    data = simulate.ordinal_data(
        dag, form.n_rows, levels=form.levels, rng=rng, missing=form.missing, continuous=continuous
    )
    values = data.frame.astype(float).to_numpy()
    return StudyProblem(f"{form.name}, n = {n}, seed {seed}", values, data.n_levels, seed, form.has_posterior)


def compared(problems: Sequence[StudyProblem], sides: dict[str, Side], n_repetitions: int) -> list[Pair]:
    """All fits of all problems; which side goes first changes from repetition to repetition."""
    pairs: list[Pair] = []
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch, "values.npy")
        for number, problem in enumerate(problems, 1):
            np.save(file, problem.values)
            for fit in problem.fits:
                answers: dict[str, list[Answer]] = {side: [] for side in sides}
                for repetition in range(n_repetitions):
                    for side in sorted(sides, reverse=bool((len(pairs) + repetition) % 2)):
                        answers[side].append(sides[side].fit(file, problem, FITS[fit]))
                pairs.append(Pair(problem.name, fit, **{side: tuple(given) for side, given in answers.items()}))
            if number % 10 == 0:
                note(f"unchanged: {number} of {len(problems)} sets")
    return pairs


def summary(pairs: Sequence[Pair], base: str) -> Table:
    table = Table(
        *("fits", "number", "unequal", "log-likelihood", "correlation"),
        *("s, base", "s, now", "ratio, processor", "ratio, wall clock"),
        title=f"This tree beside {base}: largest differences, and seconds of the quickest repetition",
    )
    for name in (*FITS, "all"):
        of_kind = [pair for pair in pairs if name in (pair.fit, "all")]
        table.add_row(
            name,
            str(len(of_kind)),
            str(sum(bool(pair.differences) for pair in of_kind)),
            f"{max(pair.likelihood_change for pair in of_kind):.0e}",
            f"{max(pair.correlation_change for pair in of_kind):.0e}",
            *(f"{sum(pair.seconds(side, 'processor') for pair in of_kind):.1f}" for side in ("base", "head")),
            *(f"{ratio:.3f} ± {error:.3f}" for ratio, error in (time_ratio(of_kind, clock) for clock in CLOCKS)),
        )
    table.caption = f"Ratio of total times ± standard error over fits; {LIMIT} by the processor is the limit for all."
    return table


def time_ratio(pairs: Sequence[Pair], clock: str) -> tuple[float, float]:
    """Time of all fits over that of the base, and its standard error as the ratio of two means."""
    base, head = (np.array([pair.seconds(side, clock) for pair in pairs]) for side in ("base", "head"))
    ratio = head.sum() / base.sum()
    error = np.sqrt(len(pairs)) * (head - ratio * base).std(ddof=1) / base.sum()
    return float(ratio), float(error)


def shortcomings(pairs: Sequence[Pair]) -> Iterator[str]:
    """Why the check fails, a line each."""
    for pair in pairs:
        if unequal := pair.differences:
            yield f"{pair.fit} on {pair.problem}: differs in {', '.join(unequal)}"
    ratio, error = time_ratio(pairs, "processor")
    if ratio > LIMIT:
        yield f"slower: {ratio:.3f} ± {error:.3f} times the processor time of the base; {LIMIT} is allowed"
