# SPDX-License-Identifier: MIT
"""What a study is: problems, methods with the values of their tuning parameter, and how many replicates.

A study is a frozen description that lists trials. A trial is one cell of its grid, known by a key; all its random
numbers derive from its key or its problem, so trials may run anywhere in any order, and a trial that was done at a
smaller scale is not repeated at a larger one.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal, get_args

from ordag.errors import InputValueError, unknown_option
from ordag.learners import methods
from ordag.study.problems import StudyProblem, seed_of

Scale = Literal["smoke", "medium", "paper"]
SCALES: tuple[Scale, ...] = get_args(Scale)

# What a study's rows are turned into; `summarize` and `figures` have one function for each.
Report = Literal["roc", "seconds", "curve", "prediction", "networks", "penalty"]

LONG_GRID = 6  # values from which on a smoke run takes some of them only
SMOKE_VALUES = slice(1, None, 3)  # of a grid of ten values: the second, fifth and eighth
TIME_LIMIT: Mapping[Scale, float] = MappingProxyType({"smoke": 60.0, "medium": 600.0, "paper": 3600.0})  # seconds a row


@dataclass(frozen=True)
class Variant:
    """A method with fixed options, and the parameter that is varied, if any.

    Attributes
    ----------
    label
        Name in tables and figures.
    method
        Name for `ordag.learn`.
    sweep
        Option that is varied; empty: the method runs once per data set.
    grid
        Its values; empty: those on the method's card.
    options
        Further options, as pairs, so that the variant can be hashed.
    """

    label: str
    method: str
    sweep: str = ""
    grid: tuple[float, ...] = ()
    options: tuple[tuple[str, object], ...] = ()

    def values(self, scale: Scale) -> tuple[float | None, ...]:
        """Values of the varied parameter at a scale; None alone if nothing is varied."""
        if not self.sweep:
            return (None,)
        grid = self.grid or _card_grid(self.method, self.sweep)
        return grid[SMOKE_VALUES] if scale == "smoke" and len(grid) >= LONG_GRID else grid


@dataclass(frozen=True)
class Trial:
    """One row to be: a problem, a replicate of it, a method and the value of its parameter."""

    problem: StudyProblem
    replicate: int
    variant: Variant
    value: float | None

    @property
    def options(self) -> dict[str, object]:
        """All options that differ from the method's defaults."""
        swept = {} if self.value is None else {self.variant.sweep: self.value}
        return dict(self.variant.options) | swept

    @cached_property
    def key(self) -> str:
        """Name of the row, the same in every run; the label is no part of it, and can be changed."""
        options = ",".join(f"{name}={value!r}" for name, value in sorted(self.options.items()))
        return f"{self.problem!r}#{self.replicate}|{self.variant.method}({options})"

    @cached_property
    def seed(self) -> int:
        """Seed of the method."""
        return seed_of(self.key)


@dataclass(frozen=True)
class Arm:
    """Problems that the same methods meet.

    Attributes
    ----------
    problems, variants
        Every variant meets every problem.
    smoke
        How many of the problems, from the first, a smoke run takes; 0: all.
    varied, caption
        Field of the problems that a curve is drawn over, and what the arm is called then.
    replicates
        Replicates of each problem at each scale; None: those of the study.
    """

    problems: tuple[StudyProblem, ...]
    variants: tuple[Variant, ...]
    smoke: int = 0
    varied: str = ""
    caption: str = ""
    replicates: Mapping[Scale, int] | None = None


@dataclass(frozen=True)
class Study:
    """A frozen description of an experiment.

    Attributes
    ----------
    name, title
        Its name on the command line, and what it shows.
    arms
        Problems and the methods that meet them.
    replicates
        Replicates of each problem at each scale.
    report
        What its rows become.
    panels
        Fields of the problem that define the rows and the columns of the figure; empty: none.
    rows_from
        Study whose rows it shows; empty: its own.
    """

    name: str
    title: str
    arms: tuple[Arm, ...]
    report: Report
    replicates: Mapping[Scale, int] = field(
        default_factory=lambda: MappingProxyType({"smoke": 2, "medium": 20, "paper": 100})
    )
    panels: tuple[str, str] = ("", "")
    rows_from: str = ""

    @property
    def store_name(self) -> str:
        """Name of the file of rows, without its ending."""
        return self.rows_from or self.name

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of all variants, in the order in which they are declared, which fixes their line styles."""
        return tuple(dict.fromkeys(variant.label for arm in self.arms for variant in arm.variants))

    def trials(self, scale: Scale, labels: Collection[str] = ()) -> tuple[Trial, ...]:
        """All trials at a scale, by replicate, and within a replicate in an order that mixes quick and slow ones.

        A run that is stopped then has whole replicates, and the time left can be estimated from the time spent.
        Methods that are not registered are left out, and, if labels are given, all variants but those.
        """
        if scale not in SCALES:
            raise unknown_option("scale", scale, SCALES)
        for label in labels:
            if label not in self.labels:
                raise unknown_option("label", label, self.labels)
        found: dict[str, Trial] = {}
        for arm in self.arms:
            for trial in _arm_trials(arm, scale, (arm.replicates or self.replicates)[scale]):
                if not labels or trial.variant.label in labels:
                    found.setdefault(trial.key, trial)
        if not found:
            wanted = sorted({variant.method for arm in self.arms for variant in arm.variants})
            raise InputValueError(
                f"study {self.name!r}",
                f"has nothing to run: it needs one of {', '.join(wanted)}",
                f"registered are {', '.join(methods())}",
            )
        return tuple(sorted(found.values(), key=lambda trial: (trial.replicate, trial.seed)))


def _arm_trials(arm: Arm, scale: Scale, n_replicates: int) -> list[Trial]:
    problems = arm.problems[: arm.smoke or None] if scale == "smoke" else arm.problems
    available = methods()
    return [
        Trial(problem, replicate, variant, value)
        for problem in problems
        for variant in arm.variants
        if variant.method in available
        for value in variant.values(scale)
        for replicate in range(n_replicates)
    ]


def _card_grid(method: str, option: str) -> tuple[float, ...]:
    for parameter in methods()[method].parameters:
        if parameter.name == option and parameter.grid:
            return parameter.grid
    raise InputValueError(f"method {method!r}", f"has no grid for {option!r}", "give the values in the study")
