# SPDX-License-Identifier: MIT
"""How a fit went, and what its model is."""

from collections.abc import Mapping, Sequence

from ordag.errors import ConvergenceWarning, InferenceWarning, OrdagWarning, RepairWarning
from ordag.messages import (
    Advise,
    If,
    InPython,
    LeaveOutColumns,
    OptionName,
    SetOption,
)

_MORE_ROWS = If("it should learn from more rows", Advise(("raise ", OptionName("max_rows"))))


class ModelChosen(OrdagWarning):
    """The graph is that of a family of models; `leads` maps the others compared to their deficit in BIC.

    `by_links`: another describes the rows better, but only with more links. `by_nominal`: another does so, but not the
    columns that have an order.
    """

    def __init__(
        self,
        model: str,
        leads: Mapping[str, float],
        *,
        confirmed: bool,
        by_links: bool = False,
        by_nominal: bool = False,
    ) -> None:
        self.model, self.leads, self.confirmed = model, dict(leads), confirmed
        self.by_links, self.by_nominal = by_links, by_nominal
        if not leads:
            super().__init__(f"the graph is the best of the model {model!r}", _MEANT[model])
            return
        next_best = min(leads, key=lambda other: leads[other])
        if leads[next_best] < 0:
            few = "not on left-out rows" if confirmed else "too few to give up the default"
            doubt = "only with links that this one does without" if by_links else few
            doubt = "not once nominal columns are left out" if by_nominal else doubt
            lead = f"{next_best!r} leads it by {-leads[next_best]:.1f} nats of BIC, but {doubt}"
        else:
            lead = f"it leads {next_best!r} by {leads[next_best]:.1f} nats of BIC"
            lead += ", and on left-out rows too" if confirmed else ""
        does = "has the graph to trust" if by_links or by_nominal else "describes the rows best"
        super().__init__(f"of {len(leads) + 1} models {model!r} {does}", f"{_MEANT[model]}; {lead}")


class ModelOutdone(InferenceWarning):
    """Another family than that of the network describes the rows better, by `lead` nats of BIC, also if left out."""

    def __init__(self, model: str, lead: float, left_out_lead: float) -> None:
        self.model, self.lead, self.left_out_lead = model, lead, left_out_lead
        super().__init__(
            f"the model {model!r} describes the rows better than the network",
            f"{_MEANT_BRIEFLY[model]}, by {lead:.0f} nats of BIC and {left_out_lead:.0f} nats on left-out rows: links "
            "and arrows may be wrong",
            remedies=[Advise(f"fit with --model {model}"), InPython("see ordag.compare_models")],
        )


_MEANT_BRIEFLY = {
    "codes": "where the answers themselves are the causes",
    "dummies": "where each level of a cause has an effect of its own",
    "tables": "where every combination of causes has probabilities of its own",
}
# What the families of models say; of a graph that is not of the first, weights are those of the first.
_WEIGHTS = "weights are those of latent variables on the same graph"
_ARROWS = "all arrows count, if so and if no common cause is hidden"
_MEANT = {
    "latent": "(latent variables act on one another)",
    "codes": f"(the answers themselves are the causes, level by level alike; {_ARROWS}; {_WEIGHTS})",
    "dummies": f"(each level of a cause has an effect of its own; {_ARROWS}; {_WEIGHTS})",
    "tables": f"(every combination of causes has probabilities of its own; {_WEIGHTS})",
}


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
