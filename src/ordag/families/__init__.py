# SPDX-License-Identifier: MIT
"""Families of models, compared by how well they describe the rows.

`OSEM` learns one family: latent Gaussian variables seen through thresholds. Other families generate the same kind of
rows, and data can tell them apart. Each module *latent*, *codes*, *dummies* and *tables* learns graph and parameters of
one; `compare_models` sets their log-likelihoods side by side.
"""

from ordag.families.comparison import ModelComparison, compare_models
from ordag.families.contract import FamilyFit
from ordag.families.look import BetterFamily, better_family

__all__ = ["BetterFamily", "FamilyFit", "ModelComparison", "better_family", "compare_models"]
