# SPDX-License-Identifier: MIT
"""`OSEM`: the estimator, the front door of the package.

It checks its options (`ordag.osem_options`), encodes the data, lets one of three pipelines learn (`ordag.pipelines`)
and keeps what came out in the attributes that scikit-learn users expect.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Integral
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag import inference, model
from ordag.blas import one_blas_thread
from ordag.clusters import shifted_boxes
from ordag.clusters.remarks import remark_on
from ordag.data import DeclaredColumns, OrdinalTable, TablePlan, checks, effective_weights
from ordag.data.columns.edits import Options
from ordag.data.encoding.encode import encode_by_plan
from ordag.errors import InputValueError, NotFittedError, warn
from ordag.estimator import Estimator, load_conventions
from ordag.goodness.check import check_table
from ordag.inference.hidden_causes import hidden_causes
from ordag.inference.impute import as_array
from ordag.learning.draws import StructureDraws
from ordag.messages import InPython
from ordag.model import Criteria, FittedNetwork, KnownEdges, provenance_of
from ordag.model.hidden_nodes import HiddenNodes, class_beside_hidden
from ordag.options import as_threads, as_weights
from ordag.osem_options import OPTIONS
from ordag.osem_options.documentation import documents
from ordag.osem_options.fit_options import FitOptions, read_options
from ordag.osem_options.graph_prior import GraphPrior, as_graph_prior
from ordag.osem_options.reading import read
from ordag.osem_options.renamed import RENAMED, takes_renamed, with_renamed
from ordag.pipelines import Learned, pipeline_of
from ordag.posterior import draw_posterior
from ordag.progress import terminal_bar
from ordag.random_state import RandomStateLike, as_generator
from ordag.remarks import PosteriorDoubted, SearchUnsettled
from ordag.search import SearchSpace
from ordag.strategies import Fit
from ordag.strategies.contract import MANY
from ordag.structural_em import Iteration, State

Array = npt.NDArray[np.float64]

# Whether networks of so many columns fit is looked at beside the fit, and so many of the worst pairs are kept.
_MOST_COLUMNS_CHECKED, _PAIRS_KEPT = 100, 10


@documents(OPTIONS)
class OSEM(Estimator):
    """Bayesian network of ordinal (and continuous) variables, learned by ordinal structural EM.

    Every ordinal variable is seen as a discretised latent Gaussian, and the dependence of the latent variables follows
    a directed acyclic graph. Missing entries and continuous columns are part of the likelihood.

    Parameters
    ----------
    {options}

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
        Observed-data log-likelihood of the training rows (None beyond 250 columns in the default mode; scaled up where
        only a sample was fitted; of a column that counts by normal scores, the density of these), and what the graph
        was chosen by, comparable within one fit only.
    trace_ : tuple of `ordag.structural_em.Iteration`; with "auto" of the best graph by the criterion alone
    network_ : `ordag.model.FittedNetwork`
        All of this, frozen: save, load, export, query.
    hidden_ : `ordag.HiddenCauses`
        The hidden causes, none unless `hidden` asks for them: loadings, correlations, scores of persons.
    posterior_ : `ordag.posterior.Posterior`
        With a prior only.
    columns_ : `ordag.data.TablePlan`
        What each column was taken for, and why; not there after a fit to an encoded table.
    clusters_ : `ordag.clusters.ClusterShifts`
        Where rows belong to clusters: intra-class correlations, and the shifts that were taken out.

    Notes
    -----
    `average`, `edge_prior`, `prior_over` and `n_posterior`, which were options of the estimator, are options of
    `ordag.GraphPrior` now. They are still taken, with a `DeprecatedOptionWarning` that says what to write.

    Examples
    --------
    >>> import ordag
    >>> dag = ordag.simulate.random_dag(6, 2, rng=3)
    >>> data = ordag.simulate.ordinal_data(dag, 1000, levels=4, rng=3)
    >>> model = ordag.OSEM(random_state=0).fit(data.frame)
    >>> ordag.metrics.compare_patterns(model.adjacency_, dag).shd
    0.0
    """

    @takes_renamed
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
        hidden: int | str = 0,
        prior: str | GraphPrior | None = None,
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
        self.hidden = hidden
        self.prior = prior
        self.levels = levels
        self.kinds = kinds
        self.columns = columns
        self.warm_start = warm_start
        self.max_rows = max_rows
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    @one_blas_thread
    def fit(
        self,
        X: Any,
        y: object = None,
        sample_weight: npt.ArrayLike | None = None,
        clusters: npt.ArrayLike | str | None = None,
    ) -> Self:
        """Learn the network.

        Parameters
        ----------
        X
            A frame, an array, a list of records or an `ordag.data.OrdinalTable`.
        y
            Ignored; scikit-learn passes it.
        sample_weight
            One weight per row: whole numbers count as repeated rows (kept in one fold by ``criterion="cv"``), other
            weights are rescaled to their effective number of rows (Kish), so that survey weights do not add data.
        clusters
            Which rows belong together: one label per row, or the name of the column that holds it (which is then no
            variable). What the rows of a cluster share shifts their thresholds and is kept out of the network, which
            is that within clusters; `clusters_` has the intra-class correlations.

        Returns
        -------
        OSEM
            The estimator itself, fitted.
        """
        weights = None if sample_weight is None else as_weights(sample_weight)
        named = clusters if isinstance(clusters, str) else None
        declared = Options(self.levels, self.kinds, columns=self.columns, clusters=named, nominal=self.takes_nominal())
        table, plan = encode_by_plan(X, declared, weights, clusters)
        if table.n_columns < 2:
            raise InputValueError("a network", "needs at least 2 columns", f"found {table.n_columns}")
        self.fit_within(table, self.search_space(table.names))
        self._keep_check(table)
        self._keep_plan(plan)
        self.hidden_ = hidden_causes(self.network_)
        return self

    def search_space(self, names: Sequence[str]) -> SearchSpace:
        """The graphs over some columns that the given knowledge allows."""
        required, forbidden, tiers = (
            read(OPTIONS[name], getattr(self, name)) for name in ("required", "forbidden", "tiers")
        )
        return SearchSpace(names, required, forbidden, tiers, self.max_parents)

    def takes_nominal(self) -> bool:
        """Whether the settings let columns of groups be variables."""
        options = self._options()
        return options.mode == "default" and options.prior is None and options.hidden == 0

    def goes_on_from(self, n_columns: int) -> bool:
        """Whether the settings let a fit of so many columns improve a known network instead of searching for one."""
        options = self._options()
        chooses = options.mode == "default" and options.penalty is None and options.criterion != "cv"
        return chooses and options.prior is None and options.hidden == 0 and n_columns <= MANY

    @one_blas_thread
    def fit_within(self, table: OrdinalTable, space: SearchSpace, known: FittedNetwork | None = None) -> Self:
        """Learn from an encoded table within a search space, which stands for the knowledge given to the estimator.

        Parameters
        ----------
        table
            The encoded rows, from `ordag.data.encode` or `ordag.data.read`; its weights count as in `fit`.
        space
            The graphs to look among.
        known
            A network of much the same rows, which is then improved rather than searched for.
        """
        if table.weights is not None:
            table = replace(table, weights=effective_weights(table.weights))
        options, rng = self._options(), as_generator(self.random_state)
        if options.warm_start:
            known = getattr(self, "network_", known)
        with terminal_bar(options.verbose):
            learned = pipeline_of(options)(table, space, options, _start(known, table, space), rng)
            self._keep(table, space, options, learned, rng)
        return self

    def set_params(self, **params: Any) -> Self:
        """Set options by name, as scikit-learn does.

        Parameters
        ----------
        **params
            Options; those of a posterior are taken under their former names too.
        """
        renamed = {name: params.pop(name) for name in RENAMED if name in params}
        super().set_params(**params)
        if renamed:
            self.prior = with_renamed(self.prior, renamed)
        return self

    def log_likelihood(self, X: Any) -> Array:
        """Observed-data log-probability of each row.

        Parameters
        ----------
        X
            Rows in any form that `ordag.data.encode` reads; missing entries are integrated out. With a prior that
            is to `average`, the probability is averaged over the posterior.
        """
        network, n_threads, prior = self._network(), as_threads(self.n_jobs), as_graph_prior(self.prior)
        if prior is not None and prior.average and hasattr(self, "posterior_"):
            return self.posterior_.log_likelihood(X, n_threads=n_threads)
        return model.log_likelihood(network, X, n_threads=n_threads)

    def score(self, X: Any, y: object = None, sample_weight: npt.ArrayLike | None = None) -> float:
        """Mean log-probability of a row, by weight if weights of the rows are given."""
        values = self.log_likelihood(X)
        checks.enough_rows(len(values), 1)
        weights = None if sample_weight is None else checks.row_weights(as_weights(sample_weight), len(values))
        return float(np.average(values, weights=weights))

    def predict_proba(self, X: Any, target: str) -> Any:
        """P(each level of the target | the row's other entries), one column per level.

        Parameters
        ----------
        X
            Rows in any form that `ordag.data.encode` reads; missing entries and absent columns are integrated out.
        target
            An ordinal variable.
        """
        return inference.predict_proba(self._network(), X, target, n_threads=as_threads(self.n_jobs))

    def predict(self, X: Any, target: str) -> Any:
        """Most likely level of the target given the row's other entries.

        Parameters
        ----------
        X
            Rows, as for `predict_proba`.
        target
            A variable.
        """
        return inference.predict(self._network(), X, target, n_threads=as_threads(self.n_jobs))

    def impute(self, X: Any) -> Any:
        """The rows with every missing entry at its most likely level.

        Parameters
        ----------
        X
            Rows in any form that `ordag.data.encode` reads.
        """
        return inference.impute(self._network(), X, n_threads=as_threads(self.n_jobs))

    def transform(self, X: Any) -> Any:
        """The rows with every missing entry at its most likely level, as `impute` gives them.

        This makes the estimator an imputer within pipelines: an array gives an array, a frame one of its kind, anything
        else a pandas frame; ``set_output`` decides otherwise.
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
        tags: Any = super().__sklearn_tags__()  # type: ignore[misc]  # of scikit-learn, which is loaded when it asks
        tags.input_tags.allow_nan = True
        return tags

    def _repr_html_inner(self) -> str:
        """What a notebook shows: the settings, and the network once there is one."""
        shown = str(super()._repr_html_inner())  # type: ignore[misc]
        return shown + self.network_._repr_html_() if hasattr(self, "network_") else shown

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        load_conventions()
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        if "text/html" in bundle:
            bundle["text/html"] = self._repr_html_inner()
        return bundle

    def _options(self) -> FitOptions:
        """The options, checked."""
        return read_options(self.get_params(deep=False))

    def _keep(
        self, table: OrdinalTable, space: SearchSpace, options: FitOptions, learned: Learned, rng: np.random.Generator
    ) -> None:
        """Store what was learned."""
        fit = learned.fit
        if not fit.trace[-1].settled and options.mode == "default":
            warn(SearchUnsettled(len(fit.trace), table.n_columns))
        seed = int(self.random_state) if isinstance(self.random_state, Integral) else None
        asked = self.get_params(deep=False) | {"columns": None if self.columns is None else "given"}
        network = FittedNetwork.of(
            learned.merged,
            table,
            learned.margins,
            fit.dag,
            fit.parameters,
            coordinates=learned.coordinates,
            provenance=provenance_of(
                table,
                asked,
                seed=seed,
                n_learned=learned.n_learned,
                all_forbidden=space.forbids_all,
                known=KnownEdges.of(fit.dag, space),
            ),
            hidden=None if learned.hidden is None else HiddenNodes.of(learned.hidden, table.names),
        )
        self.network_ = replace(
            network,
            cpdag=class_beside_hidden(network.whole_dag, space),
            penalty=fit.penalty,
            criteria=_criteria(fit, table, learned.scales, network.n_slopes),
        )
        assert space.admits(network.dag), "a strategy left the search space"
        for name in ("posterior_", "clusters_"):
            self.__dict__.pop(name, None)
        if learned.clusters is not None:
            self.clusters_ = learned.clusters
            warn(remark_on(learned.clusters))
        if learned.draws is not None:
            self._keep_posterior(table, space, learned.draws, rng)
        self.trace_: tuple[Iteration, ...] = fit.trace
        self.penalty_, self.criterion_ = fit.penalty, fit.criterion
        self.log_likelihood_ = self.network_.criteria.log_likelihood
        self.hidden_ = hidden_causes(self.network_)
        self.adjacency_, self.cpdag_ = self.network_.dag, self.network_.cpdag
        self.weights_, self.noise_ = self.network_.weights, self.network_.noise
        self.correlation_, self.thresholds_ = self.network_.correlation, list(self.network_.thresholds)
        self.n_features_in_ = table.n_columns
        self.feature_names_in_ = np.array(table.names, dtype=object)

    def _keep_plan(self, plan: TablePlan | None) -> None:
        """Keep what each column was taken for, and what was asked in the network."""
        self.__dict__.pop("columns_", None)
        if plan is not None and self.network_.provenance is not None:
            self.columns_ = plan
            made = self.network_.provenance.with_plan(plan, self.network_.names)
            self.network_ = replace(self.network_, provenance=made)

    def _keep_posterior(
        self, table: OrdinalTable, space: SearchSpace, draws: StructureDraws, rng: np.random.Generator
    ) -> None:
        """Keep the posterior, and give the network its edge probabilities."""
        classes = [space.class_of(dag) for dag in draws.dags]
        self.posterior_ = draw_posterior(self.network_, draws, classes, _n_seen(table), rng)
        self.network_ = replace(self.network_, support=self.posterior_.edge_support)
        for doubt in self.posterior_.doubts():
            warn(PosteriorDoubted(doubt))

    def _keep_check(self, table: OrdinalTable) -> None:
        """Look whether the network fits the rows, and keep the answer in it."""
        if len(self.network_.coordinates.blocks.owners) <= _MOST_COLUMNS_CHECKED:
            network = self.network_
            rows = network.coordinates.split(network.estimated(table))
            boxes = shifted_boxes(rows, self.clusters_) if hasattr(self, "clusters_") else None
            check = check_table(network, table, n_pairs=_PAIRS_KEPT, boxes=boxes)
            self.network_ = replace(self.network_, fit_check=check)

    def _network(self) -> FittedNetwork:
        if not hasattr(self, "network_"):
            raise NotFittedError("this OSEM", "has not been fitted", remedies=[InPython("call fit first")])
        return self.network_


def _start(known: FittedNetwork | None, table: OrdinalTable, space: SearchSpace) -> State | None:
    """A network of variables as a search can start from it, if it has these columns and lies in the space."""
    if known is None or known.hidden or known.names != table.names or not space.admits(known.dag):
        return None
    return State(known.dag, known.parameters)


def _criteria(fit: Fit, table: OrdinalTable, scales: Array, n_slopes: int) -> Criteria:
    """Observed log-likelihood, densities in the units of the data (with a curve: of its scores), and BIC, if known."""
    if fit.log_likelihood is None:
        return Criteria()
    log_likelihood = fit.log_likelihood - float(_n_seen(table) @ np.log(scales))
    return Criteria(log_likelihood, log_likelihood - float(np.log(table.total_weight) / 2 * n_slopes))


def _n_seen(table: OrdinalTable) -> Array:
    """Rows in which each column was observed, by weight."""
    weights = table.row_weights
    return np.array([weights[codes >= 0].sum() for codes in table.codes.T])
