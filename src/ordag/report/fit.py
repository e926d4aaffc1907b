# SPDX-License-Identifier: MIT
"""What a report says of how well the network fits: one check, and pictures of the pairs that fit worst."""

from dataclasses import dataclass

from ordag.messages import UseFunction
from ordag.model import FitCheck, FittedNetwork, PairMisfit
from ordag.model.fit_check import LARGE
from ordag.report.findings import listed
from ordag.report.trust import Check, CheckTopic, Verdict

# Pairs named in the check, and those that are drawn.
_N_NAMED, _N_DRAWN = 3, 4
# What the network leaves of an association is worth naming if it is larger than this.
_WORTH_NAMING = 0.05


@dataclass(frozen=True)
class Cell:
    """One cell of a table: shares of the rows, and how long its bar and the mark on it are, in percent."""

    observed: float
    expected: float
    bar: float
    mark: float


@dataclass(frozen=True)
class Picture:
    """The table of a pair as observed and as expected, for drawing."""

    first: str
    second: str
    size: float
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


def fit_of(network: FittedNetwork) -> tuple[Check, ...]:
    """What to say of the fit, if it was checked."""
    check = network.fit_check
    if check is None:
        return ()
    good = not check.significant and not _could_be_missed(check)
    verdict: Verdict = "good" if good else "note" if check.acceptable else "caution"
    # Other families are of ordinal columns only.
    can_compare = not check.acceptable and set(network.kinds) <= {"ordinal", "binary"}
    remedies = (UseFunction("ordag.compare_models", "to see which model the rows prefer"),) if can_compare else ()
    return (Check(CheckTopic.FIT, verdict, _statement(check), remedies),)


def pictures_of(network: FittedNetwork) -> tuple[Picture, ...]:
    """The pairs that fit worst, if the misfit is more than chance."""
    check = network.fit_check
    return () if check is None or not check.significant else tuple(map(_picture, _worth_naming(check)[:_N_DRAWN]))


def _statement(check: FitCheck) -> str:
    low, high = check.interval
    figures = f"p {_chance(check.p_value)}; associations off by {check.size:.3f} on average, {low:.3f} to {high:.3f}"
    if _could_be_missed(check):
        return (
            f"No misfit was found (p {_chance(check.p_value)}). With so few rows, associations could still be off by "
            f"up to {high:.3f} on average; more than {LARGE:g} can matter."
        )
    if not check.significant:
        return f"Tables of pairs of items are as the network expects them, apart from chance ({figures})."
    named = [f"{pair.first} with {pair.second}" for pair in _worth_naming(check)[:_N_NAMED]]
    worst = f" Worst: {listed(named)}." if named else ""
    if check.acceptable:
        return f"The network misses a little of how items go together, too little to matter ({figures}).{worst}"
    return (
        f"The network does not explain how items go together ({figures}): latent normal variables may be the wrong "
        f"model, and links may stand for what it misses.{worst}"
    )


def _could_be_missed(check: FitCheck) -> bool:
    """Whether chance explains the tables, but a misfit that matters would, too."""
    return not check.significant and check.interval[1] > LARGE


def _chance(p_value: float) -> str:
    return "< 0.001" if p_value < 0.001 else f"= {p_value:.3f}"


def _worth_naming(check: FitCheck) -> list[PairMisfit]:
    """Pairs that are off by more than chance among all pairs, and by an amount that can be seen."""
    return [pair for pair in check.misfits if pair.size > _WORTH_NAMING]


def _picture(pair: PairMisfit) -> Picture:
    longest = max(max(map(max, pair.observed)), max(map(max, pair.expected)))
    rows = tuple(
        (
            band,
            tuple(
                Cell(seen, expected, 100 * seen / longest, 100 * expected / longest)
                for seen, expected in zip(observed_row, expected_row, strict=True)
            ),
        )
        for band, observed_row, expected_row in zip(pair.first_bands, pair.observed, pair.expected, strict=True)
    )
    return Picture(pair.first, pair.second, pair.size, pair.second_bands, rows)
