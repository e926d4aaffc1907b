# SPDX-License-Identifier: MIT
"""`OSEM`: the estimator, the front door of the package.

It encodes the data, estimates the margins, hands boxes to a strategy of structural EM, and keeps what came out in the
attributes that scikit-learn users expect.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin

from ordag import inference, model
from ordag.data import DeclaredColumns, MergedLevels, OrdinalTable, checks, effective_weights, encode
from ordag.errors import ConvergenceWarning, InputValueError, NotFittedError, unknown_option, warn
from ordag.expectation import latent_boxes
from ordag.inference.impute import as_array
from ordag.latent import Margins, estimate_correlations, estimate_thresholds
from ordag.model import Criteria, FittedNetwork, provenance_of
from ordag.model.provenance import ALL_FORBIDDEN
from ordag.options import (
    as_count,
    as_flag,
    as_lasting,
    as_penalty,
    as_threads,
    as_verbosity,
    as_weights,
    check_max_rows,
    check_prior,
)
from ordag.posterior import draw_posterior
from ordag.progress import terminal_bar
from ordag.random_state import RandomStateLike, as_generator
from ordag.search import SearchSpace
from ordag.strategies import estimate_margins, rows_to_fit
from ordag.strategies.fit import Fit, Settings, fit_network, fit_paper, fit_posterior
from ordag.strategies.posterior import EdgePrior, StructureDraws, StructurePrior, arrow_log_odds
from ordag.structural_em import Iteration, State

MODES = ("default", "paper")
Array = npt.NDArray[np.float64]


class OSEM(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Bayesian network of ordinal (and continuous) variables, learned by ordinal structural EM.

    Every ordinal variable is seen as a discretised latent Gaussian, and the dependence of the latent variables follows
    a directed acyclic graph. Missing entries and continuous columns are part of the likelihood.

    Parameters
    ----------
    penalty : "auto" or float
        "auto" chooses the graph by its observed-data criterion and needs no tuning. A number is the coefficient λ of
        the paper, which multiplies the BIC cost of an edge in the expected score.
    mode : "default" or "paper"
        "paper" is the algorithm as its authors run it; it needs a number as penalty.
    criterion : "evidence", "ebic", "bic", "aic" or "cv"
        What penalty="auto" chooses by. "ebic", "bic" and "aic" are the observed-data log-likelihood less a price per
        edge. "evidence" takes, among graphs within three nats of the best by "ebic", the one of highest marginal
        likelihood, with prior odds of its edges. "cv" is the log-likelihood of left-out rows. With a number as penalty,
        "aic" makes it multiply the AIC cost, and "cv" is refused. Beyond 150 columns graphs are not judged one by one,
        and "auto" takes a λ from levels, rows and columns instead.
    search : str, optional
        Structure search: "boss" (default), "ges", "hill_climb", "exact", "iterative_mcmc" (default of the paper mode),
        "order_mcmc" or "partition_mcmc".
    n_draws : int
        Draws a row in every E-step of the paper mode (its K).
    required, forbidden : iterable of (str, str)
        Edges (from, to) that must or must not be there.
    tiers : sequence of sequences of str
        Groups of columns, causes first: no edge leads from a later group to an earlier one.
    max_parents : int, optional
        At most so many parents a variable.
    levels, kinds : mapping or path, optional
        Declared levels and kinds of columns; see `ordag.data.encode`.
    columns : `ordag.data.TablePlan` or path of a columns.toml, optional
        What each column is, from `ordag.data.plan_columns`; else that is made from the data. `levels`, `kinds` edit it.
    prior : None or "wishart"
        "wishart" also samples the posterior over graphs and parameters (at most 50 columns), kept in `posterior_`:
        probabilities of edges, arrows and paths, credible intervals of effects. It takes no penalty or criterion.
    average : bool
        With a prior: take the network of highest expected accuracy under the posterior instead of the single best one.
    edge_prior : "sparse", "uniform", float or mapping
        Prior probability that two variables are joined, half of it for each direction, before acyclicity. "sparse"
        expects four neighbours a variable and at most half of all pairs, "uniform" makes all DAGs equally likely. A
        mapping {(from, to): probability} states single arrows against no edge, the others being "sparse".
    prior_over : "dags" or "classes"
        Whether DAGs, or their equivalence classes within the given knowledge, are equally likely beforehand.
    n_posterior : int
        Draws from the posterior.
    warm_start : bool
        Start from the network of the fit before, if it has the same columns and obeys the given knowledge: quicker with
        a number as penalty; with "auto" it is one more of the graphs that are judged. The paper mode starts afresh.
    max_rows : "auto", int or None
        Different rows to fit, drawn at random from a longer table: "auto" as many as take minutes, None all. A prior
        and the paper mode always take all.
    n_jobs : int, optional
        Threads; -1 for all. The result does not depend on it.
    random_state : int, Generator, RandomState or None
        Seed of the searches.
    verbose : bool
        Show a progress bar.

    Attributes
    ----------
    adjacency_, cpdag_ : (n, n) 0/1
        The DAG (``[i, j] == 1`` is i → j), and its equivalence class as far as the data and the given knowledge go.
    weights_, noise_, correlation_ : arrays
        Parameters of the latent variables, each of variance one.
    thresholds_ : list of arrays
        Inner cut points per column; empty for a continuous one.
    penalty_ : float
        The penalty used; with "auto", λ of the proposal that the chosen graph came from.
    log_likelihood_, criterion_ : float
        Observed-data log-likelihood of the training rows (None beyond 150 columns in the default mode; scaled up where
        only a sample was fitted), and what the graph was chosen by, comparable within one fit only.
    trace_ : tuple of `ordag.structural_em.Iteration`; with "auto" of the best graph by price, before evidence chooses
    network_ : `ordag.model.FittedNetwork`
        All of this, frozen: save, load, export, query.
    posterior_ : `ordag.posterior.Posterior`
        With a prior only.

    Examples
    --------
    >>> import ordag
    >>> dag = ordag.simulate.random_dag(6, 2, rng=3)
    >>> data = ordag.simulate.ordinal_data(dag, 1000, levels=4, rng=3)
    >>> model = ordag.OSEM(random_state=0).fit(data.frame)
    >>> ordag.metrics.compare_patterns(model.adjacency_, dag).shd
    0.0
    """

    def __init__(
        self,
        penalty: float | str = "auto",
        *,
        mode: str = "default",
        criterion: str = "evidence",
        search: str | None = None,
        n_draws: int = 5,
        required: Iterable[tuple[str, str]] = (),
        forbidden: Iterable[tuple[str, str]] = (),
        tiers: Sequence[Sequence[str]] = (),
        max_parents: int | None = None,
        prior: str | None = None,
        average: bool = False,
        edge_prior: EdgePrior = "sparse",
        prior_over: str = "dags",
        n_posterior: int = 400,
        levels: Mapping[str, Any] | str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        columns: DeclaredColumns | None = None,
        warm_start: bool = False,
        max_rows: int | str | None = "auto",
        n_jobs: int | None = None,
        random_state: RandomStateLike = 0,
        verbose: bool = False,
    ) -> None:
        self.penalty = penalty
        self.mode = mode
        self.criterion = criterion
        self.search = search
        self.n_draws = n_draws
        self.required = required
        self.forbidden = forbidden
        self.tiers = tiers
        self.max_parents = max_parents
        self.prior = prior
        self.average = average
        self.edge_prior = edge_prior
        self.prior_over = prior_over
        self.n_posterior = n_posterior
        self.levels = levels
        self.kinds = kinds
        self.columns = columns
        self.warm_start = warm_start
        self.max_rows = max_rows
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X: Any, y: object = None, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Learn the network.

        Parameters
        ----------
        X
            A frame, an array, a list of records or an `ordag.data.OrdinalTable`.
        y
            Ignored; scikit-learn passes it.
        sample_weight
            One weight per row: whole numbers count as repeated rows (kept in one fold by ``criterion="cv"``), other
            weights are rescaled to their effective number of rows (Kish), lest survey weights feign more data.

        Returns
        -------
        OSEM
            The estimator itself, fitted.
        """
        weights = None if sample_weight is None else as_weights(sample_weight)
        table = encode(X, levels=self.levels, kinds=self.kinds, weights=weights, columns=self.columns)
        if table.n_columns < 2:
            raise InputValueError(f"a network needs at least 2 columns; found {table.n_columns}.")
        return self.fit_within(table, self.search_space(table.names))

    def search_space(self, names: Sequence[str]) -> SearchSpace:
        """The graphs over some columns that the given knowledge allows."""
        required, forbidden = as_lasting("required", self.required), as_lasting("forbidden", self.forbidden)
        tiers = [as_lasting(f"tier {k} of tiers", group) for k, group in enumerate(as_lasting("tiers", self.tiers), 1)]
        return SearchSpace(names, required, forbidden, tiers, self.max_parents)

    def fit_within(self, table: OrdinalTable, space: SearchSpace) -> Self:
        """Learn from an encoded table within a search space, which stands for the knowledge given to the estimator.

        Parameters
        ----------
        table
            The encoded rows, from `ordag.data.encode` or `ordag.data.read`; its weights count as in `fit`.
        space
            The graphs to look among.
        """
        if table.weights is not None:
            table = replace(table, weights=effective_weights(table.weights))
        with terminal_bar(as_verbosity(self.verbose)):
            self._keep(table, space, self._learn(table, space))
        return self

    def log_likelihood(self, X: Any) -> Array:
        """Observed-data log-probability of each row.

        Parameters
        ----------
        X
            Rows in any form that `ordag.data.encode` reads; missing entries are integrated out. With ``average=True``
            the probability is averaged over the posterior.
        """
        network, n_threads = self._network(), as_threads(self.n_jobs)
        if self.average and hasattr(self, "posterior_"):
            return self.posterior_.log_likelihood(X, n_threads=n_threads)
        return model.log_likelihood(network, X, n_threads=n_threads)

    def score(self, X: Any, y: object = None, sample_weight: npt.ArrayLike | None = None) -> float:
        """Mean log-probability of a row, by weight if weights of the rows are given."""
        values = self.log_likelihood(X)
        checks.enough_rows(len(values), 1)
        weights = None if sample_weight is None else checks.row_weights(as_weights(sample_weight), len(values))
        return float(np.average(values, weights=weights))

    def predict_proba(self, X: Any, target: str) -> pd.DataFrame:
        """P(each level of the target | the row's other entries), one column per level.

        Parameters
        ----------
        X
            Rows in any form that `ordag.data.encode` reads; missing entries and absent columns are integrated out.
        target
            An ordinal variable.
        """
        return inference.predict_proba(self._network(), X, target, n_threads=as_threads(self.n_jobs))

    def predict(self, X: Any, target: str) -> pd.Series:
        """Most likely level of the target given the row's other entries.

        Parameters
        ----------
        X
            Rows, as for `predict_proba`.
        target
            A variable.
        """
        return inference.predict(self._network(), X, target, n_threads=as_threads(self.n_jobs))

    def impute(self, X: Any) -> pd.DataFrame:
        """The rows with every missing entry at its most likely level.

        Parameters
        ----------
        X
            Rows in any form that `ordag.data.encode` reads.
        """
        return inference.impute(self._network(), X, n_threads=as_threads(self.n_jobs))

    def transform(self, X: Any) -> Any:
        """The rows with every missing entry at its most likely level, as `impute` gives them.

        This makes the estimator an imputer within pipelines: an array gives an array, anything else a pandas frame,
        and ``set_output`` decides otherwise.
        """
        return as_array(self.impute(X), X.dtype) if isinstance(X, np.ndarray) else self.impute(X)

    def get_feature_names_out(self, input_features: object = None) -> npt.NDArray[np.object_]:
        """Names of the columns that `transform` gives: those that were fitted."""
        return np.array(self._network().names, dtype=object)

    def sample(self, n_rows: int, random_state: RandomStateLike = None) -> pd.DataFrame:
        """New rows drawn from the network.

        Parameters
        ----------
        n_rows
            How many rows.
        random_state
            Seed or generator.
        """
        return inference.sample(self._network(), n_rows, random_state=random_state)

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn may assume: missing entries are welcome, and nothing is labelled."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def _repr_html_inner(self) -> str:
        """What a notebook shows: the settings, and the network once there is one."""
        shown = str(super()._repr_html_inner())
        return shown + self.network_._repr_html_() if hasattr(self, "network_") else shown

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle:
            bundle["text/html"] = self._repr_html_inner()
        return bundle

    def _learn(self, table: OrdinalTable, space: SearchSpace) -> "_Learned":
        """Merged levels, margins and the fitted graph, with posterior draws if there is a prior."""
        if self.mode not in MODES:
            raise unknown_option("mode", self.mode, MODES)
        penalty, n_threads = as_penalty(self.penalty), as_threads(self.n_jobs)
        search = self.search or ("iterative_mcmc" if self.mode == "paper" else "boss")
        settings = Settings(penalty, self.criterion, search, n_threads, self._known(table, space))
        rng = as_generator(self.random_state)
        check_prior(self.prior, self.prior_over, self.average, (self.mode, self.penalty, self.criterion))
        check_max_rows(self.max_rows, self.prior, self.mode)
        prior = StructurePrior(arrow_log_odds(self.edge_prior, table.names), self.prior_over == "classes")
        n_draws, n_posterior = as_count("n_draws", self.n_draws), as_count("n_posterior", self.n_posterior)
        merged = table.merged()
        if self.mode == "paper":
            margins = estimate_thresholds(merged.table, smoothing=1)
            boxes = latent_boxes(merged.table.repeated(), margins)

            def pairwise() -> Array:
                found = estimate_correlations(merged.table, margins, smoothing="add_one", repair="eigenvalue")
                return found.correlation

            fit = fit_paper(boxes, space, settings, pairwise, n_draws, rng)
            return _Learned(merged, margins, fit, rng)
        sampled = merged.table if self.prior else rows_to_fit(merged.table, self.max_rows, settings, rng)
        margins = estimate_margins(merged.table, sampled, n_threads=n_threads)
        # Cross-validation leaves out rows, so equal rows must stay apart for it.
        boxes = latent_boxes(sampled, margins, distinct=self.criterion != "cv")
        if self.prior is None:
            fit = fit_network(boxes, space, settings, rng)
            fit = fit.scaled_up(table.total_weight / sampled.total_weight)
            n_learned = None if sampled.n_rows == table.n_rows else sampled.n_rows
            return _Learned(merged, margins, fit, rng, n_learned=n_learned)
        fit, draws = fit_posterior(boxes, space, settings, prior, n_posterior, rng, average=self.average)
        return _Learned(merged, margins, fit, rng, draws)

    def _known(self, table: OrdinalTable, space: SearchSpace) -> State | None:
        """The network to start from, if any."""
        before = getattr(self, "network_", None) if as_flag("warm_start", self.warm_start) else None
        if before is None or before.names != table.names or not space.admits(before.dag):
            return None
        return State(before.dag, before.parameters)

    def _keep(self, table: OrdinalTable, space: SearchSpace, learned: "_Learned") -> None:
        """Store what was learned."""
        fit, margins = learned.fit, learned.margins
        assert space.admits(fit.dag), "a strategy left the search space"
        if not fit.trace[-1].settled and self.mode == "default":
            warn(
                f"structural EM had not settled after {len(fit.trace)} iterations, the most that are tried with "
                f"{table.n_columns} columns; the graph that it had reached is kept.",
                ConvergenceWarning,
                stacklevel=3,
            )
        seed = int(self.random_state) if isinstance(self.random_state, Integral) else None
        settings = self.get_params(deep=False) | dict([ALL_FORBIDDEN] if space.forbids_all else [])
        settings["columns"] = None if self.columns is None else "given"
        network = FittedNetwork.of(
            learned.merged,
            table,
            margins,
            fit.dag,
            fit.parameters,
            penalty=fit.penalty,
            criteria=_criteria(fit, table, margins),
            provenance=provenance_of(table, settings, seed=seed, n_learned=learned.n_learned),
        )
        self.network_ = replace(network, cpdag=space.class_of(fit.dag))
        self.__dict__.pop("posterior_", None)
        if learned.draws is not None:
            self._keep_posterior(table, space, learned, learned.draws)
        self.trace_: tuple[Iteration, ...] = fit.trace
        self.penalty_ = fit.penalty
        self.log_likelihood_ = self.network_.criteria.log_likelihood
        self.criterion_ = fit.criterion
        self.adjacency_, self.cpdag_ = self.network_.dag, self.network_.cpdag
        self.weights_, self.noise_ = self.network_.weights, self.network_.noise
        self.correlation_ = self.network_.correlation
        self.thresholds_ = list(margins.cuts)
        self.n_features_in_ = table.n_columns
        self.feature_names_in_ = np.array(table.names, dtype=object)

    def _keep_posterior(
        self, table: OrdinalTable, space: SearchSpace, learned: "_Learned", draws: StructureDraws
    ) -> None:
        """Keep the posterior, and give the network its edge probabilities."""
        classes = [space.class_of(dag) for dag in draws.dags]
        self.posterior_ = draw_posterior(self.network_, draws, classes, _n_seen(table), learned.rng)
        self.network_ = replace(self.network_, support=self.posterior_.edge_support)
        for doubt in self.posterior_.doubts():
            warn(f"posterior: {doubt}; take its probabilities as rough.", ConvergenceWarning, stacklevel=5)

    def _network(self) -> FittedNetwork:
        if not hasattr(self, "network_"):
            raise NotFittedError("this OSEM has not been fitted; call fit first.")
        return self.network_


@dataclass(frozen=True)
class _Learned:
    """What `OSEM` keeps of a fit."""

    merged: MergedLevels
    margins: Margins
    fit: Fit
    rng: np.random.Generator
    draws: StructureDraws | None = None
    n_learned: int | None = None  # rows, if a sample of them was drawn


def _criteria(fit: Fit, table: OrdinalTable, margins: Margins) -> Criteria:
    """Observed log-likelihood, densities in the units of the data, and BIC, where the first is known."""
    if fit.log_likelihood is None:
        return Criteria()
    log_likelihood = fit.log_likelihood - float(_n_seen(table) @ np.log(margins.scales))
    return Criteria(log_likelihood, log_likelihood - float(np.log(table.total_weight) / 2 * fit.dag.sum()))


def _n_seen(table: OrdinalTable) -> Array:
    """Rows in which each column was observed, by weight."""
    weights = table.row_weights
    return np.array([weights[codes >= 0].sum() for codes in table.codes.T])
