# SPDX-License-Identifier: MIT
"""The Python script and the command that repeat an analysis: the same calls, the same bytes."""

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
    hidden={hidden},
    n_jobs=-1,
    random_state={seed},
)
model = {fit}
network = ordag.model.recorded(model.network_, table, plan)
'''
_GROUPS = '''\
"""Repeats the analysis exactly; needs ordag {version}, the data, and columns.toml beside this file."""
# {title}

import ordag
from ordag.data.encoding.read import read_grouped
from ordag.data.reading.loading import load

plan = ordag.data.TablePlan.from_toml("columns.toml")
encoded, groups = read_grouped(load({data}), {groups}, plan)
estimator = ordag.OSEM(
    required={required},
    forbidden={forbidden},
    tiers={tiers},
)
found = ordag.learn_groups(encoded.table, groups, model=estimator, n_jobs=-1, random_state={seed})

found.links.to_csv("edges.csv", index=False, lineterminator="\\n")
for number, network in enumerate(found.networks.values(), 1):
    network.save(f"model-{{number}}.json", force=True)
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

    choices, other = document.choices, document.choices.model != "latent"
    shared = {
        "title": " ".join(title.split()),
        "version": __version__,
        "data": repr(data),
        "seed": choices.seed,
        **document.known(),
    }
    if choices.groups is not None:
        return _GROUPS.format(groups=repr(choices.groups), **shared)
    head = _HEAD.format(
        imports="from ordag.families.fitting import fit_model\n" if other else "",
        prior="ordag.GraphPrior(average=True)" if choices.is_bayesian else "None",
        hidden=repr(choices.n_hidden),
        fit=f"fit_model(estimator, table, {choices.model!r})" if other else "estimator.fit(table)",
        **shared,
    )
    resampled = _RESAMPLED.format(n_boot=choices.n_boot, seed=choices.seed) if choices.n_boot else ""
    return head + resampled + _SAVED


def command_of(document: Document, data: str) -> str:
    """The command, for data in a file of this name."""
    choices, known = document.choices, document.known()
    words = ["ordag", "fit" if choices.groups is None else "groups", shell_word(data), "--columns", "columns.toml"]
    for flag in ("required", "forbidden"):
        for cause, effect in known[flag]:
            words += [f"--{flag}", shell_word(f"{cause}>{effect}")]
    if known["tiers"]:
        words += ["--tiers", "tiers.json"]
    words += ["--seed", str(choices.seed)]
    if choices.groups is not None:
        return " ".join([*words, "--by", shell_word(choices.groups), "--together", "-o", "results"])
    if choices.n_hidden:
        words += ["--hidden", str(choices.n_hidden)]
    if choices.model != "latent":
        words += ["--model", choices.model]
    if choices.is_bayesian:
        words.append("--bayes")
    words += ["--boot", str(choices.n_boot)] if choices.n_boot else ["--quick"]
    return " ".join([*words, "-o", "results"])
