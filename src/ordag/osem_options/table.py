# SPDX-License-Identifier: MIT
"""Every option of `ordag.OSEM` and of `ordag.GraphPrior`, once.

From here come the checks of a fit, the parameters in the documentation, and the defaults, limits and help of the
command line.
"""

from collections.abc import Mapping
from types import MappingProxyType

from ordag.osem_options.constraints import Cores, Elsewhere, Flag, Listed, Null, Number, Seed, WholeNumber, Words
from ordag.osem_options.option import CommandOption, Option, by_name

_CHOICE = (
    Option(
        "penalty",
        "auto",
        (Words(("auto",)), Number(0)),
        '"auto" chooses the graph by its observed-data criterion and needs no tuning. A number is the coefficient λ of '
        "the paper, which multiplies the BIC cost of an edge in the expected score.",
        CommandOption("--penalty", "auto, or a number: the paper's λ, the more the fewer edges.", "auto"),
    ),
    Option(
        "mode",
        "default",
        (Words(("default", "paper", "paper-fast")),),
        '"paper" is the algorithm as its authors run it, with their sampler and their structure search; "paper-fast" '
        "has ours in their place and agrees with theirs on average, not set by set. Both need a number as penalty.",
    ),
    Option(
        "criterion",
        "evidence",
        (Words(("evidence", "ebic", "bic", "aic", "cv")),),
        'What penalty="auto" chooses by. "ebic", "bic" and "aic" are the observed-data log-likelihood less a cost per '
        'edge. "evidence" takes, among graphs within three nats of the best by "ebic", the one of highest marginal '
        'likelihood, with prior odds of its edges. "cv" is the log-likelihood of left-out rows. With a number as '
        'penalty, "aic" makes it multiply the AIC cost, and "cv" is refused. Beyond 250 columns graphs are not '
        'refitted one by one, and "auto" takes a λ from levels, rows and columns instead.',
        CommandOption("--criterion", "What auto chooses by: evidence, ebic, bic, aic, cv.", "evidence"),
    ),
    Option(
        "search",
        None,
        (
            Words(("boss", "ges", "hill_climb", "exact", "iterative_mcmc", "order_mcmc", "partition_mcmc")),
            Null(),
        ),
        'Structure search. None is "boss", in the paper modes "iterative_mcmc" (in "paper" as the authors run it).',
    ),
    Option("n_draws", 5, (WholeNumber(1),), "Draws a row in every E-step of the paper modes (its K)."),
)

_KNOWLEDGE = (
    Option(
        "required",
        (),
        (Listed("iterable of (str, str)"),),
        "Edges (from, to) that must be there.",
        CommandOption("--required", "An edge that must be there; repeatable.", metavar="A>B"),
    ),
    Option(
        "forbidden",
        (),
        (Listed("iterable of (str, str)"),),
        "Edges (from, to) that must not be there.",
        CommandOption("--forbidden", "An edge that must not be; repeatable.", metavar="A>B"),
    ),
    Option(
        "tiers",
        (),
        (Listed("sequence of sequences of str", nested=True),),
        "Groups of columns, causes first: no edge leads from a later group to an earlier one.",
        CommandOption("--tiers", "TOML or JSON file: groups of columns under tiers, causes first."),
    ),
    Option(
        "max_parents",
        None,
        (WholeNumber(0), Null()),
        "Most parents of a variable; None for no limit.",
        CommandOption("--max-parents", "Most parents of a variable."),
    ),
)

_HIDDEN = (
    Option(
        "hidden",
        0,
        (Words(("auto",)), WholeNumber(0)),
        'Hidden causes to look for beside the columns: a number, "auto" for as many as the criterion wants. '
        "They are kept in `hidden_`; graph and weights stay those among the columns. At most 50 columns, and "
        'penalty="auto".',
        CommandOption("--hidden", "Hidden causes: a number, or auto for as many as the data speak for.", "0"),
    ),
)

_POSTERIOR = (
    Option(
        "prior",
        None,
        (Elsewhere('None, "wishart" or `ordag.GraphPrior`'),),
        "With a prior the posterior over graphs and parameters is sampled too (at most 50 columns) and kept in "
        "`posterior_`: probabilities of edges, arrows and paths, credible intervals of effects. Slopes have a Wishart "
        'prior; an `ordag.GraphPrior` says what is believed of the graph, and "wishart" stands for one with its '
        "defaults. A prior takes no penalty or criterion.",
        CommandOption("--bayes", "Sample the posterior: how probable is each edge?", default=False),
    ),
)

_DATA = (
    Option(
        "levels",
        None,
        (Elsewhere("mapping, path or None"),),
        "Declared levels of columns; see `ordag.data.encode`.",
        CommandOption("--levels", "TOML or JSON file with the levels of columns."),
    ),
    Option(
        "kinds",
        None,
        (Elsewhere("mapping, path or None"),),
        "Declared kinds of columns; see `ordag.data.encode`.",
        CommandOption("--types", "TOML or JSON file with the kinds of columns."),
    ),
    Option(
        "columns",
        None,
        (Elsewhere("`ordag.data.TablePlan`, path or None"),),
        "What each column is, from `ordag.data.plan_columns` or in a columns.toml; else the data decide. `levels` "
        "and `kinds` are edits of it.",
        CommandOption("--columns", "Plan of the columns, as ordag columns writes it; options are edits of it."),
    ),
    Option(
        "warm_start",
        False,
        (Flag(),),
        "Start from the network of the fit before, if it has the same columns and obeys the given knowledge: quicker "
        'with a number as penalty; with "auto" it is one more of the graphs that are refitted. The paper modes start '
        "afresh.",
    ),
    Option(
        "max_rows",
        "auto",
        (Words(("auto",)), Null(), WholeNumber(2)),
        'Different rows to fit, drawn at random from a longer table: "auto" as many as take minutes, None all. A prior '
        "and the paper modes always take all.",
        CommandOption(
            "--max-rows",
            "Learn from this many different rows of a longer table, drawn at random; default: as many as take minutes.",
        ),
    ),
)

_RUN = (
    Option(
        "n_jobs",
        None,
        (Cores(),),
        "Threads; -1 for all. The result does not depend on it.",
        CommandOption("--jobs", "Cores to use; -1 for all. The result does not depend on it.", default=-1),
    ),
    Option(
        "random_state",
        0,
        (Seed(),),
        "Seed of the searches.",
        CommandOption("--seed", "Seed; the same seed gives the same result.", default=0),
    ),
    Option("verbose", False, (Flag(graded=True),), "Show a progress bar."),
)

OPTIONS: Mapping[str, Option] = MappingProxyType(by_name((*_CHOICE, *_KNOWLEDGE, *_HIDDEN, *_POSTERIOR, *_DATA, *_RUN)))

GRAPH_PRIOR_OPTIONS: Mapping[str, Option] = MappingProxyType(
    by_name(
        (
            Option(
                "edges",
                "sparse",
                (Elsewhere('"sparse", "uniform", float or mapping'),),
                "Prior probability that two variables are joined, half of it for each direction, before acyclicity. "
                '"sparse" expects four neighbours a variable and at most half of all pairs, "uniform" makes all DAGs '
                "equally likely. A mapping {(from, to): probability} states single arrows against no edge, the others "
                'being "sparse".',
            ),
            Option(
                "over",
                "dags",
                (Words(("dags", "classes")),),
                "Whether DAGs, or their equivalence classes within the given knowledge, are equally likely beforehand.",
            ),
            Option("n_draws", 400, (WholeNumber(1),), "Networks to draw from the posterior."),
            Option(
                "average",
                False,
                (Flag(),),
                "Whether the estimator keeps the network of highest expected accuracy under the posterior instead of "
                "the single best one, and averages log-likelihoods over the draws.",
            ),
        )
    )
)
