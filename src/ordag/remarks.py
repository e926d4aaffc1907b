# SPDX-License-Identifier: MIT
"""Every warning that ordag gives, each a class with fields, so that a report or a count asks for the class.

A message shows the beginning of a long list; the field holds all of it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ordag.errors import ConvergenceWarning, InferenceWarning, OrdagWarning, RepairWarning
from ordag.messages import (
    Advise,
    File,
    If,
    InPython,
    LeaveOutColumns,
    MarkMissing,
    OptionName,
    SetOption,
)
from ordag.messages.lists import listed, quoted

_MOST_CHARACTERS = 10


# Reading


class RowsWithoutAnswers(InferenceWarning):
    """Rows were left out because nothing was answered in them."""

    def __init__(self, n_rows: int) -> None:
        self.n_rows = n_rows
        held = "row holds no answer and was" if n_rows == 1 else "rows hold no answer and were"
        super().__init__(f"{n_rows} {held} left out")


class BlankLines(InferenceWarning):
    """Blank lines at the end of a file were left out."""

    def __init__(self, n_lines: int) -> None:
        self.n_lines = n_lines
        lines = "blank line at the end was" if n_lines == 1 else "blank lines at the end were"
        super().__init__(f"{n_lines} {lines} left out")


class DescribingLines(InferenceWarning):
    """Lines that describe the columns were left out."""

    def __init__(self, n_lines: int) -> None:
        self.n_lines = n_lines
        which = "line that describes the columns was" if n_lines == 1 else "lines that describe the columns were"
        super().__init__(f"{n_lines} {which} left out, as Qualtrics writes them below the names")


class RowNames(InferenceWarning):
    """The first column was taken as row names."""

    def __init__(self) -> None:
        super().__init__(
            "the first column",
            "has no name and another entry in every row: it was taken as row names and left out",
        )


class EmptyColumns(InferenceWarning):
    """Columns without a name and without entries were left out."""

    def __init__(self, n_columns: int) -> None:
        self.n_columns = n_columns
        which = "column without name and entries was" if n_columns == 1 else "columns without name and entries were"
        super().__init__(f"{n_columns} {which} left out")


class FirstSheetRead(InferenceWarning):
    """Of several sheets the first was read."""

    def __init__(self, sheet: str, others: Sequence[str]) -> None:
        self.sheet, self.others = sheet, tuple(others)
        there = ", ".join(map(repr, others))
        another = If("another is meant", SetOption("sheet", others[0]))
        super().__init__(f"the first sheet, {sheet!r},", "was read", f"there is also {there}", remedies=[another])


class DoubtfulCodes(InferenceWarning):
    """Labelled values that look like no answer were read as answers; `codes` are as the option ``missing`` has them."""

    def __init__(self, codes: Sequence[str], described: Sequence[str]) -> None:
        self.codes = tuple(codes)
        super().__init__(
            "values that look like no answer",
            f"were read as answers: {listed(described)}",
            remedies=[
                If("they stand for none", MarkMissing(self.codes)),
                If("they are answers", Advise(("declare ", OptionName("levels"), " or ", OptionName("kinds")))),
            ],
        )


class ColumnsInferred(InferenceWarning):
    """Kinds and levels were inferred; `guesses` maps what was inferred to the columns."""

    def __init__(self, guesses: Mapping[str, Sequence[str]]) -> None:
        self.guesses = {guess: tuple(names) for guess, names in guesses.items()}
        listed = "; ".join(f"{quoted(names)}: {guess}" for guess, names in guesses.items())
        declare = Advise(("declare it by ", OptionName("levels"), " or ", OptionName("kinds")))
        super().__init__("inferred, not declared:", listed, remedies=[declare])


class ColumnsAbsent(InferenceWarning):
    """New data lack columns of the model; `meant` pairs one with a column of a similar name."""

    def __init__(self, columns: Sequence[str], meant: tuple[str, str] | None) -> None:
        self.columns, self.meant = tuple(columns), meant
        are = "is not in the data and was" if len(columns) == 1 else "are not in the data and were"
        hint = f". Is {meant[1]!r} meant to be {meant[0]!r}? Then rename it" if meant else ""
        super().__init__(
            quoted(columns),
            f"{are} taken as missing in every row{hint}",
            remedies=[Advise("to silence this, add what is unknown as columns without entries")],
        )


class LevelsMerged(RepairWarning):
    """Declared levels that no row holds were merged with their neighbours; `lost` has them by column."""

    def __init__(self, lost: Mapping[str, Sequence[object]]) -> None:
        self.lost = {name: tuple(levels) for name, levels in lost.items()}
        parts = [f"{quoted(gone)} of column {name!r}" for name, gone in self.lost.items()]
        super().__init__(
            "declared but unobserved levels",
            f"are merged with their neighbours: {listed(parts, '; ')}",
            remedies=[Advise("to silence this, declare only levels that occur")],
        )


class IncompleteRowsLeftOut(InferenceWarning):
    """Rows with missing entries were left out of a comparison."""

    def __init__(self, n_rows: int, n_all: int) -> None:
        self.n_rows, self.n_all = n_rows, n_all
        which = "row has a missing entry and was" if n_rows == 1 else "rows have missing entries and were"
        super().__init__(f"{n_rows} of {n_all} {which} left out, so that all families speak of the same rows")


class ModelChosen(OrdagWarning):
    """The graph is that of a family of models; `leads` maps the others compared to their deficit in BIC."""

    def __init__(self, model: str, leads: Mapping[str, float], *, confirmed: bool) -> None:
        self.model, self.leads, self.confirmed = model, dict(leads), confirmed
        if not leads:
            super().__init__(f"the graph is the best of the model {model!r}", _MEANT[model])
            return
        next_best = min(leads, key=lambda other: leads[other])
        if leads[next_best] < 0:
            doubt = "not on left-out rows" if confirmed else "too few to give up the default"
            lead = f"{next_best!r} leads it by {-leads[next_best]:.1f} nats of BIC, but {doubt}"
        else:
            lead = f"it leads {next_best!r} by {leads[next_best]:.1f} nats of BIC"
            lead += ", and on left-out rows too" if confirmed else ""
        super().__init__(f"of {len(leads) + 1} models {model!r} describes the rows best", f"{_MEANT[model]}; {lead}")


# What the families of models say; of a graph that is not of the first, weights are those of the first.
_WEIGHTS = "weights are those of latent variables on the same graph"
_ARROWS = "all arrows count, if so and if no common cause is hidden"
_MEANT = {
    "latent": "(latent variables act on one another)",
    "codes": f"(the answers themselves are the causes, level by level alike; {_ARROWS}; {_WEIGHTS})",
    "dummies": f"(each level of a cause has an effect of its own; {_ARROWS}; {_WEIGHTS})",
    "tables": f"(every combination of causes has probabilities of its own; {_WEIGHTS})",
}


# Fitting


class MarginsUnsettled(ConvergenceWarning):
    """Thresholds of columns with missing entries had not settled; `column` misses most."""

    def __init__(self, n_rounds: int, column: str, share: float) -> None:
        self.n_rounds, self.column, self.share = n_rounds, column, share
        super().__init__(
            "margins",
            f"had not settled after {n_rounds} rounds and are rough",
            f"{share:.0%} of the entries of {column!r} are missing",
            remedies=[Advise("leave out columns of which little was seen"), LeaveOutColumns((column,))],
        )


class LearnedFromSample(InferenceWarning):
    """The graph was learned from a random sample of the rows."""

    def __init__(self, n_learned: int, n_rows: int) -> None:
        self.n_learned, self.n_rows = n_learned, n_rows
        super().__init__(
            "the network",
            f"was learned from {n_learned} of the {n_rows} rows, drawn at random",
            "the log-likelihood is scaled up to all",
            remedies=[_MORE_ROWS],
        )


class ReplicatesLearnedFromSample(InferenceWarning):
    """The graph of each resample was learned from a random sample of its rows."""

    def __init__(self, n_learned: int, n_rows: int) -> None:
        self.n_learned, self.n_rows = n_learned, n_rows
        super().__init__(
            "each network",
            f"was learned from about {n_learned} of the {n_rows} resampled rows, drawn at random: all rows together "
            "would vary less",
            remedies=[_MORE_ROWS],
        )


class SearchUnsettled(ConvergenceWarning):
    """Structural EM had not settled when it ended."""

    def __init__(self, n_iterations: int, n_columns: int) -> None:
        self.n_iterations, self.n_columns = n_iterations, n_columns
        super().__init__(
            "structural EM",
            f"had not settled after {n_iterations} iterations, the most that are tried with {n_columns} columns",
            "the graph that it had reached is kept",
        )


class PosteriorDoubted(ConvergenceWarning):
    """The draws of the posterior are rough for a reason, given in words."""

    def __init__(self, doubt: str) -> None:
        self.doubt = doubt
        super().__init__(f"posterior: {doubt}", needed="take its probabilities as rough")


class CorrelationRepaired(RepairWarning):
    """The matrix of pairwise correlations was made valid."""

    def __init__(self, method: str, smallest_eigenvalue: float, largest_change: float) -> None:
        self.method, self.smallest_eigenvalue, self.largest_change = method, smallest_eigenvalue, largest_change
        super().__init__(
            "the matrix of pairwise correlations",
            f"is not positive definite (smallest eigenvalue {smallest_eigenvalue:.3g}) and was repaired by the "
            f"{method!r} method",
            f"entries changed by up to {largest_change:.2g}",
            remedies=[InPython("pass repair='none' to keep it")],
        )


class NearestCorrelationUnsettled(ConvergenceWarning):
    """The nearest correlation matrix was not reached."""

    def __init__(self, n_rounds: int) -> None:
        self.n_rounds = n_rounds
        super().__init__(
            "the nearest correlation matrix", f"did not settle within {n_rounds} projections", "the last one is used"
        )


class CorrelationsHeld(RepairWarning):
    """Correlations of pairs were held at the largest value that is allowed."""

    def __init__(self, pairs: Sequence[tuple[str, str]], limit: float) -> None:
        self.pairs, self.limit = tuple(pairs), limit
        more = f" (and {len(pairs) - 1} more)" if len(pairs) > 1 else ""
        super().__init__(
            f"the correlation of {pairs[0][0]!r} and {pairs[0][1]!r}{more}",
            f"was held at ±{limit}: the likelihood still rises there, as it does with empty cells",
            remedies=[InPython("pass smoothing='independence' to keep such pairs off the bounds")],
        )


class FewSharedRows(ConvergenceWarning):
    """A pair of columns is observed in so few rows that a sampler moves slowly."""

    def __init__(self, pair: tuple[str, str], n_rows: int, n_draws: int) -> None:
        self.pair, self.n_rows = pair, n_rows
        super().__init__(
            f"columns {pair[0]!r} and {pair[1]!r}",
            f"are both observed in {n_rows} rows only, where the sampler moves slowly",
            remedies=[SetOption("n_draws", n_draws)],
        )


class CoreCut(RepairWarning):
    """Nodes had more candidate parents than a search can take."""

    def __init__(self, limit: int, n_nodes: int) -> None:
        self.limit, self.n_nodes = limit, n_nodes
        super().__init__(
            "core",
            f"cut to the {limit} strongest candidate parents at {n_nodes} nodes",
            "one extra parent at a time is still tried outside it",
        )


# Interruptions


class Interrupted(ConvergenceWarning):
    """Ctrl-C ended some work early; what it had found is returned."""


class SearchInterrupted(Interrupted):
    """A search was ended early."""

    def __init__(self) -> None:
        super().__init__("search interrupted", needed="the best graph so far is returned")


class SkeletonInterrupted(Interrupted):
    """The PC algorithm was ended early."""

    def __init__(self) -> None:
        super().__init__("pc was interrupted", needed="the edges that were not yet tested are in the result")


class SamplingInterrupted(Interrupted):
    """A sampler of graphs was ended early."""

    def __init__(self, *, has_draws: bool) -> None:
        self.has_draws = has_draws
        if has_draws:
            super().__init__("sampling interrupted", needed="the draws so far are returned")
        else:
            super().__init__("sampling interrupted before the first draw", needed="the best graph so far is returned")


class CopulaInterrupted(Interrupted):
    """The sampler of the copula was ended early."""

    def __init__(self, n_draws: int) -> None:
        self.n_draws = n_draws
        super().__init__(f"copula sampler interrupted after {n_draws} draws that count")


class BootstrapInterrupted(Interrupted):
    """A bootstrap was ended early."""

    def __init__(self, n_done: int, n_boot: int) -> None:
        self.n_done, self.n_boot = n_done, n_boot
        super().__init__(f"interrupted after {n_done} of {n_boot} replicates", needed="these are kept")


# Files


class FilesOfAnotherResult(OrdagWarning):
    """A folder holds files that were not written together."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.folder, self.names = folder, tuple(names)
        belong = "belongs to another result, or was" if len(self.names) == 1 else "belong to another result, or were"
        super().__init__(
            (", ".join(self.names), " in ", File(folder)),
            f"{belong} changed since the files there were written together",
            remedies=[Advise("to have them all of one result, run the command that made them again")],
        )


# Drawing


class GlyphsLacking(OrdagWarning):
    """No installed font has some of the characters of a drawing."""

    def __init__(self, characters: str) -> None:
        self.characters = characters
        shown = f"{characters[:_MOST_CHARACTERS]}{' …' * (len(characters) > _MOST_CHARACTERS)}"
        super().__init__(
            f"no installed font has the characters {shown}",
            needed="drawings show boxes in their place, and SVG files leave them to the fonts of the viewer",
            remedies=[Advise("install a font that has them, such as Noto Sans CJK")],
        )


_MORE_ROWS = If("it should learn from more rows", Advise(("raise ", OptionName("max_rows"))))
