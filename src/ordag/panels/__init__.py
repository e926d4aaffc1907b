# SPDX-License-Identifier: MIT
"""Items measured at several waves: what acts on what within a wave and a wave later, apart from persons' stable levels.

`reading` brings files of either shape into one table, `transitions` says which correlation of all waves a repeated
network implies, `climb` fits its weights, tied over the waves, by the observed likelihood, and `search` finds its
graph. (`ordag.waves` is the function: a package of that name would hide it.)
"""

from ordag.panels.learning import waves
from ordag.panels.result import PanelNetwork, PersonLevels, Transition

__all__ = ["PanelNetwork", "PersonLevels", "Transition", "waves"]
