# SPDX-License-Identifier: MIT
"""``ordag fit``: from a data file to a network, a drawing and a report."""

from typing import Annotated

import typer

from ordag.cli import inputs
from ordag.errors import InputValueError

# Remarks that the report makes itself, among its checks.
_CHECKED = ("posterior:", "the network was learned from")


def fit(
    data: inputs.DataFile,
    output: inputs.OutputFolder,
    penalty: inputs.Penalty = "auto",
    criterion: inputs.Criterion = "evidence",
    seed: inputs.Seed = 0,
    levels: inputs.LevelsFile = None,
    types: inputs.TypesFile = None,
    columns: inputs.ColumnsFile = None,
    required: inputs.Required = None,
    forbidden: inputs.Forbidden = None,
    tiers: inputs.TiersFile = None,
    max_parents: inputs.MaxParents = None,
    weights: inputs.Weights = None,
    weights_are: inputs.WeightsAre = "survey",
    ignore: inputs.Ignore = None,
    missing: inputs.Missing = None,
    strict: inputs.Strict = False,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    bayes: Annotated[bool, typer.Option("--bayes", help="Sample the posterior: how probable is each edge?")] = False,
    boot: Annotated[int, typer.Option(min=0, help="Resamples that tell how stable each edge is.")] = 0,
    max_rows: inputs.MaxRows = None,
    jobs: inputs.Jobs = -1,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Learn a network from a data file.

    Writes model.json, edges.csv, network.svg, report.html and columns.toml, which says what each column was taken for
    (with --bayes also posterior.json), and sums up what was found and how far to trust it.

    Example: ordag fit survey.csv -o results --tiers order.toml --boot 100
    """
    learner = inputs.estimator(penalty, criterion, required, forbidden, tiers, max_parents, max_rows)
    from ordag import bootstrap
    from ordag.cli.results import COLUMNS, POSTERIOR, Findings, result_files, write_results
    from ordag.data import check_free

    if bayes and (penalty, criterion) != ("auto", "evidence"):
        raise InputValueError("--bayes weighs graphs by marginal likelihood; leave out --penalty and --criterion.")
    if bayes and boot:
        raise InputValueError("--bayes and --boot both tell how sure each edge is; choose one of them.")
    if bayes and max_rows is not None:
        raise InputValueError("--bayes learns from all rows; leave out --max-rows.")
    drawn = output / POSTERIOR
    check_free([*result_files(output), output / COLUMNS, *([drawn] if bayes else [])], force=force)
    if bayes:
        learner.set_params(prior="wishart", average=True)
    layout = inputs.layout_of(encoding, sheet, header, skip)
    choices = inputs.ColumnChoices(levels, types, columns, weights, weights_are, ignore, missing, strict)
    with inputs.remarks() as said:
        encoded = inputs.read_table(data, choices.options(), layout)
        table = encoded.table
        learner.set_params(**inputs.known_edges(required, forbidden, table.names))
        model = learner.set_params(n_jobs=jobs, random_state=seed).fit(table)
        resampled, bar = None, inputs.shows_bar(as_json)
        if boot:
            resampled = bootstrap(model, table, boot, jobs, random_state=seed, keep_networks=True, verbose=bar)
    network = inputs.with_choices(model.network_, encoded, choices)
    if resampled is not None:
        network = resampled.attached(network)
    title = None if data == inputs.STANDARD_STREAM else data.stem
    posterior = model.posterior_ if bayes else None
    if posterior is not None:
        posterior.save(drawn, force=force)
    said = [remark for remark in said if not remark.startswith(_CHECKED)]
    findings = Findings(network, table, model.trace_, said, title, encoded.plan.wordings, resampled or posterior)
    encoded.plan.to_toml(output / COLUMNS, force=force)
    write_results(findings, output, force=force, as_json=as_json)
