# SPDX-License-Identifier: MIT
"""The Python script and the command that repeat an analysis: the same calls, the same bytes."""

import json

from ordag.app.document import Document
from ordag.messages.terminal import shell_word

_HEAD = '''\
"""Repeats the analysis exactly; needs ordag {version}, the data, and columns.toml beside this file."""
# {title}

import ordag
{imports}
plan = ordag.data.TablePlan.from_toml("columns.toml")
table = ordag.data.read({data}, columns=plan)
estimator = ordag.OSEM(
    required={required},
    forbidden={forbidden},
    tiers={tiers},
    prior={prior},
    n_jobs=-1,
    random_state={seed},
)
model = {fit}
network = ordag.model.recorded(model.network_, table, plan)
'''
_RESAMPLED = """
resampled = ordag.bootstrap(model, table, {n_boot}, random_state={seed}, keep_networks=True)
network = resampled.attached(network)
"""
_SAVED = """
network.save("model.json", force=True)
network.export("edges.csv", format="edges", force=True)
"""


def script_of(document: Document, data: str, title: str) -> str:
    """The script, for data in a file of this name."""
    from ordag import __version__

    choices, known = document.choices, document.knowledge.among(document.plan.items).arguments()
    other = choices.model != "latent"
    head = _HEAD.format(
        title=" ".join(title.split()),
        version=__version__,
        imports="from ordag.families.fitting import fit_model\n" if other else "",
        data=json.dumps(data),
        prior="ordag.GraphPrior(average=True)" if choices.is_bayesian else "None",
        seed=choices.seed,
        fit=f"fit_model(estimator, table, {choices.model!r})" if other else "estimator.fit(table)",
        **known,
    )
    resampled = _RESAMPLED.format(n_boot=choices.n_boot, seed=choices.seed) if choices.n_boot else ""
    return head + resampled + _SAVED


def command_of(document: Document, data: str) -> str:
    """The command, for data in a file of this name."""
    choices, known = document.choices, document.knowledge.among(document.plan.items)
    words = ["ordag", "fit", shell_word(data), "--columns", "columns.toml"]
    for flag, edges in (("--required", known.required), ("--forbidden", known.forbidden)):
        for cause, effect in edges:
            words += [flag, shell_word(f"{cause}>{effect}")]
    if any(known.tiers):
        words += ["--tiers", "tiers.json"]
    words += ["--seed", str(choices.seed)]
    if choices.model != "latent":
        words += ["--model", choices.model]
    if choices.is_bayesian:
        words.append("--bayes")
    words += ["--boot", str(choices.n_boot)] if choices.n_boot else ["--quick"]
    return " ".join([*words, "-o", "results"])
