# SPDX-License-Identifier: MIT
"""How stable a learned graph is: the same learner on resampled rows.

`resample` draws the rows, `replication` runs the learner on each resample, `journal` keeps finished replicates in a
file, `result` holds the counts.
"""

from ordag.stability.replication import bootstrap
from ordag.stability.result import Bootstrap

__all__ = ["Bootstrap", "bootstrap"]
