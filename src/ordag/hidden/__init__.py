# SPDX-License-Identifier: MIT
"""Hidden causes: graphs with nodes that no column shows, searched for and judged by the observed likelihood.

`columns` says what a hidden variable is, `factors` and `proposals` where graphs with hidden causes come from,
`climbing` how they are improved and judged, `search` which are tried, `evidence` what speaks for each hidden cause of
the best.
"""

from ordag.hidden.evidence import CauseEvidence
from ordag.hidden.fit import HiddenFit, fit_hidden

__all__ = ["CauseEvidence", "HiddenFit", "fit_hidden"]
