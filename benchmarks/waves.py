"""Several waves: what tied weights are worth, and what stable levels of persons do if they are left out.

``python -m benchmarks waves`` draws 10 sets a cell (``--full``: 100); ``--seed`` gives other sets. 8 items of 4 levels
at 4 waves. Distances count arrows from a wave to the next that are missing or too many: of the graphs that the
default learns for each step, knowing which links are possible ("untied"), of one graph for all ("tied"), and of one
beside stable levels ("with levels"). "taken": levels, by AIC. "steps", "thresholds": how often it is
rejected at 5 % that weights are the same at each step, and thresholds at all waves, which both are.
"""

import warnings
from dataclasses import dataclass

import numpy as np
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag.panels.climb import PanelFit
from ordag.panels.learning import PanelKnowledge, PreparedPanel, graphs_by_step, learned
from ordag.panels.reading import read_panel
from ordag.panels.search import learn_transitions
from ordag.simulate import SimulatedPanel, panel_data, panel_weights

N, N_WAVES, LEVELS = 8, 4, 4
N_SETS, N_SETS_FULL = 10, 100
ALPHA = 0.05


@dataclass(frozen=True)
class Setting:
    """Persons, share of stable levels, and drop-out at each wave."""

    n_persons: int
    trait_share: float = 0.0
    drop_out: float = 0.0


SETTINGS = (Setting(150), Setting(300, 0.4), Setting(300, 0.2, 0.1))


def main(seed: int = 91_000, full: bool = False) -> None:
    n_sets = N_SETS_FULL if full else N_SETS
    headings = (
        "persons",
        "levels",
        "drop-out",
        "untied",
        "tied",
        "with levels",
        "false: tied",
        "with levels",
        "taken",
        "rejected",
    )
    table = Table(
        *headings, title=f"Lagged links: distance from the truth, and links that are not there, {n_sets} sets"
    )
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for setting in SETTINGS:
            note(f"waves: {n_sets} sets, {setting}")
            means = np.mean([measured(setting, seed + k) for k in range(n_sets)], axis=0)
            shown = [f"{value:.2f}" for value in means[:5]]
            rates = [f"{value:.0%}" for value in means[5:]]
            table.add_row(
                str(setting.n_persons), f"{setting.trait_share:.0%}", f"{setting.drop_out:.0%}", *shown, *rates
            )
    Console(width=140).print(table)


def measured(setting: Setting, seed: int) -> list[float]:
    """Distances untied, tied, with levels; false links tied, with levels; are levels taken, ties rejected."""
    rng = np.random.default_rng(seed)
    panel = panel_data(
        *panel_weights(N, rng),
        setting.n_persons,
        N_WAVES,
        LEVELS,
        rng,
        trait_shares=setting.trait_share,
        drop_out=setting.drop_out,
    )
    prepared = PreparedPanel.of(read_panel(panel.frame))
    rows, items, knowledge = prepared.rows, prepared.panel.items, PanelKnowledge()
    steps = graphs_by_step(rows, knowledge.space(items, N_WAVES), rng)
    fits = [learn_transitions(rows, knowledge.space(items), rng, has_intercepts=has).fit for has in (False, True)]
    tied, with_levels = (lagged_of(fit) for fit in fits)
    found = learned(prepared, knowledge, "auto", rng)
    untied = float(np.mean([distance(step.lagged, panel) for step in steps]))
    false = [float((lagged & ~(panel.lagged != 0)).sum()) for lagged in (tied, with_levels)]
    rejected = found.tests["p_value"].iloc[-2:].le(ALPHA).astype(float).tolist()
    distances = [untied, distance(tied, panel), distance(with_levels, panel)]
    return [*distances, *false, float(found.person_levels is not None), *rejected]


def lagged_of(fit: PanelFit) -> np.ndarray:
    """Lagged links."""
    return np.asarray(fit.layout.steps[0].lagged == 1)


def distance(lagged: np.ndarray, panel: SimulatedPanel) -> float:
    """Arrows that are missing or too many."""
    return float(((lagged != 0) != (panel.lagged != 0)).sum())


if __name__ == "__main__":
    main()
