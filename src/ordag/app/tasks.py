# SPDX-License-Identifier: MIT
"""What workers do: look at a file, learn from it. Each task is a few calls of the library; results are files."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from joblib import parallel_config

from ordag import OSEM, GraphPrior, bootstrap
from ordag.app import results
from ordag.app.by_group import learn_by_group
from ordag.app.document import Background, Document, from_plain, to_plain
from ordag.app.project import SEEN
from ordag.app.script import command_of
from ordag.app.summaries import summaries_of
from ordag.app.words import PAGE, remarked
from ordag.app.worker import Teller
from ordag.checks.durations import durations_in
from ordag.checks.remarks import remark_on_look
from ordag.checks.rows import look
from ordag.checks.screening import Flags
from ordag.data.columns.edits import Options
from ordag.data.columns.planning import plan_source
from ordag.data.encoding.encode import Encoded
from ordag.data.encoding.read import read_planned
from ordag.data.reading.loading import load
from ordag.data.reading.sources import open_source
from ordag.datasets import describe
from ordag.datasets import load as load_dataset
from ordag.errors import warn
from ordag.families.fitting import fit_model
from ordag.files import write_text
from ordag.model import recorded
from ordag.options import as_threads
from ordag.report.supplement import Repeat
from ordag.stability import Bootstrap

SURVEY = "anes96"
# Resamples after which supports are shown; later ones come by tens.
_FIRST_SHOWN, _SHOWN_EVERY = 5, 10
_LOOK_SEED = 0  # the rows that a look compares with are the same in every run


def look_at(teller: Teller, *, data: str, folder: str, survey: bool = False) -> dict[str, Any]:
    """Plan and summaries of the columns of a file, which for the embedded survey is written first."""
    path = Path(data)
    teller.stage("reading")
    with remarked() as remarks:
        source = open_source(_write_survey(path) if survey else load(path))
        teller.stage("planning")
        kinds = describe(SURVEY).kinds if survey else None
        plan, _ = plan_source(source, Options(kinds=kinds, nominal=True))
    if survey:
        worded = describe(SURVEY).wordings
        plan = replace(plan, columns=tuple(replace(c, wording=worded[c.name]) for c in plan))
    seen = summaries_of(source)
    text = json.dumps([column.plain() for column in seen], ensure_ascii=False)
    write_text(Path(folder) / SEEN, text, force=True)
    document = to_plain(Document(plan, Background()))
    return {
        "document": document,
        "n_rows": source.n_rows,
        "n_columns": len(source.names),
        "remarks": [PAGE.capital(remark.worded(PAGE)) for remark in remarks],
    }


def learn(
    teller: Teller, *, data: str, file: str, folder: str, document: dict[str, Any], name: str, analysis: str
) -> None:
    """The network of an analysis: a picture first, then supports as they come in, then the files to download."""
    del analysis
    decided, target = from_plain(document), Path(folder)
    if decided.choices.groups is not None:
        learn_by_group(teller, decided, Path(data), target, name)
        return
    with remarked() as remarks:
        teller.stage("reading")
        encoded = read_planned(load(data), Options(columns=decided.learned_plan, nominal=False))
        teller.stage("learning")
        model = fitted(decided, encoded)
        teller.stage("checking")
        flags = _flags(model, encoded)
        if (remark := remark_on_look(flags)) is not None:
            warn(remark)
    posterior = model.posterior_ if decided.choices.is_bayesian else None
    network = recorded(model.network_, encoded.table, encoded.plan)
    repeat = Repeat(file, command_of(decided, file))
    found = results.Found(network, encoded, model.trace_, tuple(remarks), name, posterior, repeat, flags)
    results.write_picture(found, target)
    teller.tell("picture", n_supported=0)
    for resampled in _resampled(teller, decided, model, encoded, target / "replicates.jsonl"):
        found = found.supported(resampled)
        results.write_picture(found, target)
        teller.tell("picture", n_supported=resampled.n_boot)
    teller.stage("writing")
    results.write_results(found, target)


def fitted(document: Document, encoded: Encoded) -> OSEM:
    """The estimator of a document, fitted; `ordag.app.script` writes the same calls."""
    choices = document.choices
    estimator = OSEM(
        **document.knowledge.among(encoded.table.names).arguments(),
        prior=GraphPrior(average=True) if choices.is_bayesian else None,
        hidden=choices.n_hidden,
        n_jobs=-1,
        random_state=choices.seed,
    )
    if choices.model == "latent":
        return estimator.fit(encoded.table)
    return fit_model(estimator, encoded.table, choices.model)


def _flags(model: OSEM, encoded: Encoded) -> Flags | None:
    """Rows that look like no answers; those of clusters are not looked at, since rows of one are alike."""
    if encoded.table.clusters is not None:
        return None
    return look(model.network_, encoded.table, durations_in(encoded), _LOOK_SEED, n_threads=as_threads(model.n_jobs))


TASKS: dict[str, Callable[..., Any]] = {"look_at": look_at, "learn": learn}


def _resampled(teller: Teller, document: Document, model: OSEM, encoded: Encoded, store: Path) -> Iterator[Bootstrap]:
    """The bootstrap as it grows; what was resampled before an interruption is not done again."""
    n_boot = document.choices.n_boot
    for n_shown in [*range(_FIRST_SHOWN, n_boot, _SHOWN_EVERY), n_boot] if n_boot else ():
        teller.stage("resampling", max(n_shown - _SHOWN_EVERY, 0), n_boot)
        # Threads: the kernels leave Python alone most of the time, and processes take long to start.
        with parallel_config("threading"):
            resampled = bootstrap(
                model, encoded.table, n_shown, random_state=document.choices.seed, store=store, keep_networks=True
            )
        yield resampled


def _write_survey(path: Path) -> Any:
    """The embedded survey, as a file of its own too."""
    from ordag.data import write_frame

    frame = load_dataset(SURVEY)
    write_frame(frame, path)
    return frame
