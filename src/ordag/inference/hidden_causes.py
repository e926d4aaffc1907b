# SPDX-License-Identifier: MIT
"""Hidden causes of a network as a reader wants them: loadings, correlations, scores, and what speaks for each.

The score of a person is the expected value of the hidden cause given the answers, E[η | x], and its error the standard
deviation √var(η | x), both by expectation propagation: a hidden cause is a column in which the person left no answer.
"""

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data.wordings.names import stem_of
from ordag.data.wordings.words import words_of_name
from ordag.expectation.integrals import integrate_rows, rows_at_a_time
from ordag.graphs import Adjacency
from ordag.hidden.columns import with_hidden_columns
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted
from ordag.model.hidden_nodes import HiddenNodes
from ordag.model.hidden_support import HiddenSupport

Array = npt.NDArray[np.float64]

# Of so many of its strongest items a hidden cause takes its suggested name.
_N_NAMING = 3
# Shortest word of a wording that may name a hidden cause.
_SHORTEST_WORD = 4


@dataclass(frozen=True, eq=False, repr=False)
class HiddenCauses(Shown):
    """The hidden causes of a network, strongest first; none if it has no such.

    The sign of a hidden cause is free: it is chosen such that its strongest item has a positive loading. Its variance
    is one.

    Attributes
    ----------
    network : FittedNetwork

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.factor_data(2, 5, 1000, random_state=1)
    >>> causes = ordag.OSEM(hidden="auto").fit(data.frame).hidden_
    >>> causes.names, causes.loadings.shape
    (('H1', 'H2'), (2, 10))
    """

    network: FittedNetwork

    @property
    def n_hidden(self) -> int:
        """Number of hidden causes."""
        return 0 if self.network.hidden is None else self.network.hidden.n_hidden

    @property
    def names(self) -> tuple[str, ...]:
        """H1, H2, …: names with a meaning are for the reader to give, see `suggested_names`."""
        return () if self.network.hidden is None else self.network.hidden.names

    @property
    def adjacency(self) -> Adjacency:
        """(n + k, n + k) graph of the columns and then the hidden causes; ``[i, j] == 1`` is i → j."""
        return self.network.whole_dag

    @property
    def loadings(self) -> Array:
        """(k, n) weights of the hidden causes in the columns, all latent variables having variance one."""
        return self._among(self.network.whole_parameters.weights)

    @property
    def standard_errors(self) -> Array:
        """(k, n) standard errors of the loadings, NaN where there is none."""
        hidden = self.network.hidden
        errors = np.zeros_like(self.loadings) if hidden is None else self._among(hidden.errors)
        return np.where(self._among(self.adjacency) > 0, errors, np.nan)

    @property
    def correlation(self) -> Array:
        """(k, k) correlations of the hidden causes."""
        n = self.network.n_columns
        return np.asarray(self.network.whole_parameters.correlation[n:, n:])

    def to_frame(self) -> pd.DataFrame:
        """One row per loading, by hidden cause, the strongest first.

        Where resamples were drawn, ``support`` is the share of them in which the hidden cause acts on the item, and
        ``resampled_error`` the deviation of the loading over those that have the hidden cause.
        """
        hidden, errors = self.network.hidden, self.standard_errors
        rows = [
            (hidden.names[cause], self.network.names[item], self.loadings[cause, item], errors[cause, item])
            for cause in range(self.n_hidden)
            if hidden is not None
            for item in hidden.items(cause)
        ]
        frame = pd.DataFrame(rows, columns=["cause", "item", "loading", "standard_error"])
        if hidden is None or hidden.support is None:
            return frame
        at = tuple(np.array([(k, j) for k in range(self.n_hidden) for j in hidden.items(k)]).T)
        return frame.assign(support=hidden.support.loads[at], resampled_error=hidden.support.deviations[at])

    def scores(self, frame: Any, *, n_threads: int = 1) -> pd.DataFrame:
        """Expected value of each hidden cause for every row, and its standard error, in columns like ``H1_error``.

        Parameters
        ----------
        frame
            Rows in any form that `ordag.data.encode` reads; missing entries and absent columns are integrated out.
        n_threads
            Threads to share the rows.
        """
        table = self.network.encode(frame, allow_absent=True)
        boxes = with_hidden_columns(self.network.boxes(table), self.n_hidden)
        nodes = np.arange(self.network.n_columns, boxes.n_columns)
        means, errors = np.empty((2, self.n_hidden, boxes.n_rows))
        for start in range(0, boxes.n_rows, size := rows_at_a_time(boxes.n_columns)):
            part = slice(start, start + size)
            some = boxes.rows(part)
            factors = np.zeros((2, *some.codes.shape))
            found = integrate_rows(
                some,
                self.network.whole_parameters.correlation,
                (factors[0], factors[1]),
                summed=False,
                by_row=True,
                n_threads=n_threads,
            )
            assert found.mean is not None
            assert found.second is not None
            means[:, part] = found.mean[nodes]
            squares = found.second[nodes * (nodes + 1) // 2 + nodes]
            errors[:, part] = np.sqrt(np.maximum(squares - means[:, part] ** 2, 0.0))
        index = frame.index if isinstance(frame, pd.DataFrame) else None
        named = dict(zip(self.names, means, strict=True))
        return pd.DataFrame(
            named | {f"{name}_error": row for name, row in zip(self.names, errors, strict=True)}, index=index
        )

    def suggested_names(self, wordings: Mapping[str, str] | None = None) -> dict[str, str]:
        """For each hidden cause a name from its strongest items: what their names, or wordings, have in common.

        Parameters
        ----------
        wordings
            Wording of each item by its name; those that the network keeps when left out.
        """
        hidden, made = self.network.hidden, self.network.provenance
        if hidden is None:
            return {}
        if wordings is None:
            wordings = {} if made is None else dict(made.wordings)
        names = self.network.names
        stems = Counter(map(stem_of, names))
        telling = {stem for stem, times in stems.items() if 2 * times <= len(names)}  # not that of the questionnaire
        return {
            name: suggested_name([names[item] for item in hidden.items(cause)], wordings, telling)
            for cause, name in enumerate(hidden.names)
        }

    def sentences(self, wordings: Mapping[str, str] | None = None) -> tuple[str, ...]:
        """For each hidden cause whether its items hang together by it, by links or both, and by how many nats.

        Parameters
        ----------
        wordings
            Wording of each item by its name, for the suggested names; those that the network keeps when left out.
        """
        hidden, suggested = self.network.hidden, self.suggested_names(wordings)
        if hidden is None:
            return ()
        return tuple(self._sentence(hidden, cause, suggested[name]) for cause, name in enumerate(hidden.names))

    def _sentence(self, hidden: HiddenNodes, cause: int, suggested: str) -> str:
        items = ", ".join(self.network.names[item] for item in hidden.items(cause))
        start = f"{hidden.names[cause]} (“{suggested}”?): {items} hang together by a common cause"
        again = "" if hidden.support is None else f"; {_found_again(hidden.support, cause)}"
        if not hidden.evidence:
            return start + again
        evidence = hidden.evidence[cause]
        better = f"{abs(evidence.for_cause):.1f} nats {'better' if evidence.for_cause >= 0 else 'worse'}"
        against = f"{better} than by links among them and other causes"
        if not evidence.n_links:
            return f"{start}, {against}; no link among them is needed beside it{again}"
        links = f"{evidence.n_links} direct link{'' if evidence.n_links == 1 else 's'}"
        return f"{start} ({against}) and by {links} beside it ({evidence.for_links:.1f} nats){again}"

    def _among(self, matrix: npt.NDArray[Any]) -> npt.NDArray[Any]:
        n = self.network.n_columns
        return np.asarray(matrix[n:, :n])

    def _shown(self) -> tuple[str, pd.DataFrame]:
        table = pd.DataFrame(self.loadings.T, index=list(self.network.names), columns=list(self.names))
        return f"HiddenCauses({counted(self.n_hidden, 'hidden cause')})", table


def _found_again(support: HiddenSupport, cause: int) -> str:
    """In how many resamples."""
    n_found = round(support.found[cause] * support.n_resamples)
    return f"found again in {n_found} of {support.n_resamples} resamples"


def hidden_causes(network: FittedNetwork) -> HiddenCauses:
    """The hidden causes of a network, also of one that was read from a file.

    Parameters
    ----------
    network
        The network.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> hidden_causes(network).n_hidden
    0
    """
    return HiddenCauses(network)


def suggested_name(items: list[str], wordings: Mapping[str, str], telling: Set[str]) -> str:
    """What most of the strongest items share: a word of their wordings, or a telling stem of their names.

    Else the name of the strongest.

    Examples
    --------
    >>> suggested_name(["N1", "N3", "E2"], {}, {"N", "E"})
    'N'
    >>> suggested_name(["q1", "q7"], {"q1": "I am afraid of maths", "q7": "Maths makes me nervous"}, set())
    'maths'
    >>> suggested_name(["sleep", "mood"], {}, set())
    'sleep'
    """
    strongest = items[:_N_NAMING]
    texts = [wordings.get(name, "") for name in strongest]
    words = Counter(word for text in texts for word in {*words_of_name(text).split()} if len(word) >= _SHORTEST_WORD)
    stems = Counter(stem_of(name) for name in strongest if stem_of(name) in telling and stem_of(name) != name)
    for common in (words, stems):
        shared = [name for name, times in common.items() if 2 * times > len(strongest)]
        if shared:
            return max(shared, key=lambda name: (common[name], len(name), name))
    return items[0]
