# SPDX-License-Identifier: MIT
"""FCI: from tests, or a score and tests, to a PAG, which allows for hidden common causes.

`skeleton` takes edges away, `colliders` judges triples, `rules` are Zhang's ten orientation rules, `algorithm` joins
them for tests alone (`fci`), `from_score` for a search by score first (`boss_fci`).
"""

from ordag.search.fci.algorithm import PagResult, fci
from ordag.search.fci.exact import MSeparation, is_valid_pag, mag_to_pag
from ordag.search.fci.from_score import boss_fci

__all__ = ["MSeparation", "PagResult", "boss_fci", "fci", "is_valid_pag", "mag_to_pag"]
