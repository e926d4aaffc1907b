# SPDX-License-Identifier: MIT
"""The result of a Bayesian fit: graphs and parameters drawn from their posterior, and summaries of them."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import write_text
from ordag.errors import FileError, InputValueError, OptionError, OrdagError, RequirementError
from ordag.files import parsed_json
from ordag.graphs import Adjacency, descendants
from ordag.graphs.averaging import direction_shares
from ordag.inference import EffectInterval, effect_interval
from ordag.inference.intervals import weighted_quantile
from ordag.kernels import normal
from ordag.latent import Margins
from ordag.learning.draws import StructureDraws
from ordag.messages import Cause
from ordag.model import Criteria, EdgeSupport, FittedNetwork, log_likelihood
from ordag.model.display import Shown, counted
from ordag.model.storage import from_record, read_saved, to_record

__all__ = ["Diagnostics", "Posterior"]

Matrix = npt.NDArray[np.float64]

FORMAT = "ordag-posterior"
# Beyond these, R-hat above and the effective share of the draws below, draws should not be trusted without more data or
# a bootstrap beside them.
_GOOD_R_HAT = 1.1
_LEAST_SHARE = 0.02
# Networks that log-probabilities of new rows are averaged over.
_N_PREDICTING = 25


@dataclass(frozen=True)
class Diagnostics:
    """How far to trust the draws.

    Attributes
    ----------
    effective_draws : float
        Number of equally weighted draws as informative as the weighted ones.
    ratio_size : float
        Effective number of draws by the importance ratios between the observed likelihood and its Gaussian
        approximation: near the number of draws where it holds, near 1 where single graphs deviate from it.
    r_hat : float
        Agreement of the chains in the heaviest region; 1 is perfect.
    n_regions : int
        Groups of graphs with different strong edges that were sampled.
    n_repeats : float
        Rows that each different one stands for, where these are so many that the likelihood by which the graphs were
        weighed is biased by more than its differences; 0 elsewhere.
    """

    effective_draws: float
    ratio_size: float
    r_hat: float
    n_regions: int
    n_repeats: float = 0.0


@dataclass(frozen=True, eq=False, repr=False)
class Posterior(Shown):
    """Networks drawn from the posterior over graphs and parameters.

    Attributes
    ----------
    networks : tuple of `ordag.FittedNetwork`
        One per draw: a DAG, with weights, noise, correlation and thresholds drawn given it.
    weights : (k,)
        Of the draws; they sum to one.
    diagnostics : Diagnostics

    Examples
    --------
    >>> import ordag
    >>> dag = ordag.simulate.random_dag(4, 2, rng=1)
    >>> data = ordag.simulate.ordinal_data(dag, 500, levels=4, rng=1)
    >>> model = ordag.OSEM(prior="wishart").fit(data.frame)
    >>> len(model.posterior_.networks)
    400
    >>> model.posterior_.edge_probabilities.shape
    (4, 4)
    >>> list(model.posterior_.edges_frame())
    ['from', 'to', 'support', 'direction', 'reverse']
    """

    networks: tuple[FittedNetwork, ...]
    weights: npt.NDArray[np.float64]
    diagnostics: Diagnostics

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return self.networks[0].names

    @property
    def edge_probabilities(self) -> Matrix:
        """(n, n): probability that i and j are joined, in either direction."""
        return self._mean([network.dag | network.dag.T for network in self.networks])

    @property
    def arrow_probabilities(self) -> Matrix:
        """(n, n): probability of i → j."""
        return self._mean([network.dag for network in self.networks])

    @property
    def compelled_probabilities(self) -> Matrix:
        """(n, n): probability that i → j points this way in every graph of its equivalence class."""
        classes = [network.cpdag for network in self.networks]
        return self._mean([cpdag & (1 - cpdag.T) for cpdag in classes])

    @property
    def path_probabilities(self) -> Matrix:
        """(n, n): probability that a directed path leads from i to j."""
        return self._mean([_reach(network) for network in self.networks])

    @property
    def edge_support(self) -> EdgeSupport:
        """Edge probabilities as a `FittedNetwork` holds them; an edge without a compelled direction counts half."""
        direction = self._mean([direction_shares(network.cpdag) for network in self.networks])
        return EdgeSupport(self.edge_probabilities, direction, len(self.networks), unit="posterior draw")

    def edges_frame(self) -> pd.DataFrame:
        """One row per pair that some draw joins, most probable first, with the probabilities of its directions."""
        return self.edge_support.to_frame(self.names)

    def correlation_interval(self, level: float = 0.9) -> tuple[Matrix, Matrix]:
        """Ends of the central credible interval of every latent correlation."""
        if not 0 < level < 1:
            raise OptionError("level", level, "between 0 and 1, such as 0.9")
        draws = np.stack([network.correlation for network in self.networks])
        low, high = (weighted_quantile(draws, self.weights, tail) for tail in ((1 - level) / 2, (1 + level) / 2))
        return low, high

    def effect(self, cause: str, outcome: str, **options: Any) -> EffectInterval:
        """Causal effect with its credible interval; options are those of `ordag.inference.effect_interval`."""
        return effect_interval(self.networks, cause, outcome, weights=self.weights, **options)

    def log_likelihood(self, frame: Any, *, n_threads: int = 1) -> npt.NDArray[np.float64]:
        """Log-probability of each row, averaged over networks of the posterior."""
        some, shares = _representatives(self.weights, _N_PREDICTING)
        rows = np.stack([log_likelihood(self.networks[k], frame, n_threads=n_threads) for k in some])
        return np.asarray(np.logaddexp.reduce(rows + np.log(shares)[:, None], axis=0))

    def doubts(self) -> tuple[str, ...]:
        """Reasons not to trust the draws, in words; empty if there are none."""
        found = []
        if not self.diagnostics.r_hat < _GOOD_R_HAT:
            found.append(f"the chains disagree (R-hat {self.diagnostics.r_hat:.2f}, wanted below {_GOOD_R_HAT})")
        if self.diagnostics.ratio_size < _LEAST_SHARE * len(self.networks):
            found.append(
                f"single graphs outweigh all others (importance ratios equivalent to {self.diagnostics.ratio_size:.1f} "
                f"of {len(self.networks)} draws)"
            )
        if self.diagnostics.n_repeats:
            found.append(
                f"each different row stands for {self.diagnostics.n_repeats:.0f}, so that the error of the approximate "
                "likelihood matters: edges between strongly related columns may get too high a probability"
            )
        return tuple(found)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write the draws to a JSON file, whole or not at all; an existing file is replaced only with `force`."""
        record = {
            "format": FORMAT,
            "version": 1,
            # JSON has no NaN: an R-hat that is not known is null.
            "diagnostics": {
                key: value if np.isfinite(value) else None for key, value in asdict(self.diagnostics).items()
            },
            "weights": self.weights.tolist(),
            "networks": [to_record(network) for network in self.networks],
        }
        write_text(path, json.dumps(record, ensure_ascii=False) + "\n", force=force)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Posterior":
        """The posterior in a file that `save` wrote."""
        text = read_saved(path, "posterior")
        try:
            record = parsed_json(text)
            if not isinstance(record, dict) or (record.get("format"), record.get("version")) != (FORMAT, 1):
                raise InputValueError("it", f'has no "format": "{FORMAT}" of version 1', "was it written by ordag?")
            networks = tuple(from_record(network) for network in record["networks"])
            weights = np.array(record["weights"], dtype=np.float64)
            _check_draws(networks, weights)
            known = {key: float("nan" if value is None else value) for key, value in record["diagnostics"].items()}
            diagnostics = Diagnostics(**known)  # type: ignore[arg-type]
            return cls(networks, weights, replace(diagnostics, n_regions=int(diagnostics.n_regions)))
        except (AttributeError, KeyError, TypeError, ValueError, OrdagError) as error:
            raise FileError(path, ("cannot be read as a posterior: ", Cause(error))) from error

    def _shown(self) -> tuple[str, pd.DataFrame]:
        size = f"{counted(len(self.networks), 'draw')}, {counted(len(self.names), 'variable')}"
        return f"Posterior({size})", self.edges_frame()

    def _mean(self, features: list[npt.NDArray[Any]]) -> Matrix:
        # Weights sum to one but for rounding, and shares must not exceed one.
        return np.asarray(np.minimum(np.tensordot(self.weights, np.stack(features), axes=(0, 0)), 1.0))


def draw_posterior(
    network: FittedNetwork,
    draws: StructureDraws,
    classes: Sequence[Adjacency],
    n_seen: npt.NDArray[np.float64],
    rng: np.random.Generator,
) -> Posterior:
    """Parameters and margins drawn for every drawn graph.

    Parameters
    ----------
    network
        The fitted network, which gives names, levels and the margins that draws scatter around.
    draws, classes
        The graphs, and the equivalence class of each under the given knowledge.
    n_seen
        Rows in which each column was observed, by weight.
    rng
        Source of randomness.
    """
    networks = []
    for slopes, cpdag in zip(draws.slopes, classes, strict=True):
        parameters = slopes.draw(rng)
        networks.append(
            replace(
                network,
                dag=slopes.fit.dag,
                cpdag=cpdag,
                margins=draw_margins(network.margins, n_seen, rng),
                weights=parameters.weights,
                noise=parameters.noise,
                correlation=parameters.correlation,
                criteria=Criteria(),
                provenance=None,
            )
        )
    size = float(1.0 / np.sum(draws.weights**2))
    diagnostics = Diagnostics(size, draws.ratio_size, draws.r_hat, draws.n_regions, draws.n_repeats)
    return Posterior(tuple(networks), draws.weights, diagnostics)


def draw_margins(margins: Margins, counts: npt.NDArray[np.float64], rng: np.random.Generator) -> Margins:
    """Thresholds, means and scales given how many entries of each column were observed.

    Level probabilities have a flat Dirichlet prior; mean and variance of a continuous column Jeffreys' prior.
    """
    cuts, means, scales = [], margins.means.copy(), margins.scales.copy()
    for column, edges in enumerate(margins.cuts):
        if edges.size:
            cuts.append(_draw_cuts(edges, counts[column], rng))
            continue
        cuts.append(edges)
        scales[column] *= np.sqrt(counts[column] / rng.chisquare(max(counts[column] - 1.0, 1.0)))
        means[column] += scales[column] / np.sqrt(counts[column]) * rng.standard_normal()
    return replace(margins, cuts=tuple(cuts), means=means, scales=scales)


def _representatives(
    weights: npt.NDArray[np.float64], n_picks: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]:
    """Draws that stand for all, and their shares: picks at even steps of the summed weights.

    A heavy draw is picked as often as its weight asks for, which scatters less than weighting draws picked blindly.
    """
    if len(weights) <= n_picks:
        return np.arange(len(weights)), weights
    steps = (np.arange(n_picks) + 0.5) / n_picks
    summed = np.cumsum(weights)
    some, counts = np.unique(np.searchsorted(summed / summed[-1], steps), return_counts=True)
    return some, counts / n_picks


def _check_draws(networks: Sequence[FittedNetwork], weights: npt.NDArray[np.float64]) -> None:
    """Refuse what cannot be draws of one posterior."""
    if not networks or weights.shape != (len(networks),):
        raise InputValueError("it", f"has {len(networks)} networks and {weights.size} weights")
    if not np.all(weights >= 0) or not np.isclose(weights.sum(), 1.0):
        raise RequirementError("its weights", "be shares that sum to one", f"their sum is {weights.sum()}")
    if any(network.names != networks[0].names for network in networks):
        raise InputValueError("its networks", "are of different variables")


def _draw_cuts(cuts: npt.NDArray[np.float64], n_seen: float, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    shares = np.diff(normal.cdf(np.concatenate([[-np.inf], cuts, [np.inf]])))
    drawn = rng.dirichlet(n_seen * shares + 1.0)
    return normal.quantile(np.cumsum(drawn)[:-1])


def _reach(network: FittedNetwork) -> npt.NDArray[np.int8]:
    """(n, n): whether a directed path leads from i to j."""
    reach = np.zeros_like(network.dag)
    for node in range(network.n_columns):
        reach[node, descendants(network.dag, node)] = 1
    return reach
