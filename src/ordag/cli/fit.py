# SPDX-License-Identifier: MIT
"""``ordag fit``: from a data file to a network, a drawing and a report."""

import time
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ordag.characters import for_files
from ordag.cli import given, inputs, resampling, screening
from ordag.cli.folders import alone_in_output
from ordag.errors import OptionsClashError
from ordag.messages import Setting

if TYPE_CHECKING:
    from ordag import OSEM
    from ordag.data import OrdinalTable
    from ordag.data.encoding.encode import Encoded
    from ordag.hints import BetterWithHidden
    from ordag.model import FittedNetwork
    from ordag.report import Repeat
    from ordag.stability import Bootstrap

_BAYES = Setting("prior", "wishart")


@alone_in_output
def fit(
    context: typer.Context,
    data: inputs.DataFile,
    output: inputs.OutputFolder,
    penalty: inputs.Penalty = inputs.DEFAULTS["penalty"],
    criterion: inputs.Criterion = inputs.DEFAULTS["criterion"],
    seed: inputs.Seed = inputs.DEFAULTS["random_state"],
    levels: inputs.LevelsFile = None,
    types: inputs.TypesFile = None,
    columns: inputs.ColumnsFile = None,
    required: inputs.Required = None,
    forbidden: inputs.Forbidden = None,
    tiers: inputs.TiersFile = None,
    max_parents: inputs.MaxParents = None,
    hidden: inputs.Hidden = inputs.DEFAULTS["hidden"],
    weights: inputs.Weights = None,
    weights_are: inputs.WeightsAre = "survey",
    clusters: inputs.Clusters = None,
    ignore: inputs.Ignore = None,
    missing: inputs.Missing = None,
    strict: inputs.Strict = False,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    family: inputs.Model = "latent",
    graph: given.Graph = None,
    screen: screening.Screen = False,
    drop_flagged: screening.DropFlagged = False,
    duration: screening.Duration = None,
    bayes: inputs.Bayes = inputs.DEFAULTS["prior"],
    boot: resampling.Boot = None,
    quick: resampling.Quick = False,
    max_rows: inputs.MaxRows = None,
    jobs: inputs.Jobs = inputs.DEFAULTS["n_jobs"],
    subscales: inputs.Subscales = True,
    raw: inputs.Raw = False,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Learn a network from a data file.

    Writes model.json, edges.csv, network.svg, report.html and columns.toml, which records what each column was taken
    for (with --bayes also posterior.json, with --screen rows.csv), and prints a summary of the findings and of how far
    to trust them. Resamples are drawn for about 30 s to see which links stand.

    Example: ordag fit survey.csv -o results --tiers order.toml --boot 100
    """
    knowledge = inputs.knowledge_of(required, forbidden, tiers)
    learner = inputs.learner(penalty, criterion, knowledge, max_parents, max_rows)
    from ordag import GraphPrior
    from ordag.cli.results import COLUMNS, POSTERIOR, Findings, result_files, write_results
    from ordag.data import check_free
    from ordag.estimator import clone
    from ordag.families.fitting import fit_model

    if bayes:
        _refuse_beside_posterior(learner.given(), max_rows)
    resamples = resampling.Resampling(boot, quick, replaced=bayes or family != "latent")
    n_hidden = inputs.parse_hidden(hidden)
    if family != "latent":
        others = {"boot": boot, "prior": bayes, "clusters": clusters, "hidden": n_hidden}
        _refuse_beside_models({*learner.given(), *(name for name, value in others.items() if value)}, family)
    rows = screening.Screening(screen, drop_flagged, duration)
    written = [*result_files(output), output / COLUMNS, *rows.files(output)]
    check_free([*written, *([output / POSTERIOR] if bayes else [])], force=force)
    layout = inputs.layout_of(encoding, sheet, header, skip)
    choices = inputs.ColumnChoices(levels, types, columns, weights, weights_are, ignore, missing, strict, clusters)
    if graph is not None:
        given.fit_given(context.params, learner.given(), choices, layout)
        return
    nominal = not bayes and n_hidden == 0
    with inputs.remarks() as remarks:
        encoded = inputs.read_table(data, choices.options(also_ignored=rows.ignored, nominal=nominal), layout)
        encoded = encoded if subscales else replace(encoded, plan=encoded.plan.without_subscales())
        plain = learner.estimator(encoded.table.names, hidden=n_hidden, n_jobs=jobs, random_state=seed)
        estimator = plain if not bayes else clone(plain).set_params(prior=GraphPrior(average=True))
        table, flagged = rows.rows(encoded, estimator)
        began = time.monotonic()
        model = estimator.fit(table) if family == "latent" else fit_model(estimator, table, family)
        fitted = time.monotonic()
        beside = _look(rows, model, encoded, table) if family == "latent" else None
        took = resampling.Took(fitted - began, time.monotonic() - began)
        resampled, told = resamples.drawn(plain, table, model.network_, took, jobs=jobs, seed=seed, as_json=as_json)
        moved = None if resampled is None else resampling.moved(plain, model.network_, table)
        network = inputs.with_choices(model.network_, encoded, choices, n_dropped=encoded.table.n_rows - table.n_rows)
        if resampled is not None:
            network = resampled.attached(network)
        if beside is not None:
            network = beside.marked(network)
        if family == "latent":
            _hint(network, table)
    title = None if data == inputs.STANDARD_STREAM else for_files(data.stem)
    drawn = (resampled, model.posterior_ if bayes else None)
    findings = Findings(network, table, model.trace_, remarks, title, encoded.plan, *drawn, beside=flagged, told=told)
    findings = replace(findings, sensitivity=moved, repeat=_repeat(context, data, resampled))
    write_results(findings, output, force=force, as_json=as_json, raw=raw)


def _look(
    rows: screening.Screening, model: "OSEM", encoded: "Encoded", table: "OrdinalTable"
) -> "BetterWithHidden | None":
    """Remark on rows that are no answers, on other models, and on hidden causes."""
    from ordag.families.look import remark_on_models
    from ordag.hints import better_with_hidden

    rows.look(model, encoded)
    remark_on_models(model, table)
    beside = better_with_hidden(model, table)
    inputs.remark_on([] if beside is None else [beside.remark])
    return beside


def _hint(network: "FittedNetwork", table: "OrdinalTable") -> None:
    """Remark on what the data hint at, of the network as it is drawn."""
    from ordag.hints import find_hints

    inputs.remark_on(find_hints(network, table))


def _repeat(context: typer.Context, data: Path, resampled: "Bootstrap | None") -> "Repeat":
    """The data and the command, with the number of resamples that were drawn."""
    from ordag.report import Repeat

    given = {} if resampled is None else {"boot": resampled.n_boot}
    return Repeat(data.name, inputs.command_line(context, given))


def _refuse_beside_posterior(given: Collection[str], max_rows: int | None) -> None:
    """Refuse options that mean nothing to a posterior."""
    if {"penalty", "criterion"} & set(given):
        raise OptionsClashError(_BAYES, "weighs graphs by marginal likelihood", ("penalty", "criterion"))
    if max_rows is not None:
        raise OptionsClashError(_BAYES, "learns from all rows", ("max_rows",))


def _refuse_beside_models(given: set[str], family: str) -> None:
    """Refuse options that mean something only to the latent model."""
    if clashing := sorted(given - {"max_parents"}):
        raise OptionsClashError(Setting("model", family), "finds the graph by the score of the model", clashing)
