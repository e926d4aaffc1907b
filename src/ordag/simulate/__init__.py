# SPDX-License-Identifier: MIT
"""Data with a known truth: a random DAG, its Gaussian model, and ordinal data cut from it.

The defaults are those of the simulations of Luo, Moffa and Kuipers (2021). Everything is determined by the generator.
"""

from ordag.simulate.choices import SimulatedChoices, mixed_data
from ordag.simulate.dags import random_dag
from ordag.simulate.factors import FactorData, factor_data
from ordag.simulate.missing import Missing
from ordag.simulate.ordinal import SimulatedData, ordinal_data
from ordag.simulate.panel import SimulatedPanel, panel_data, panel_weights
from ordag.simulate.parameters import gaussian_data, implied_covariance, random_weights

__all__ = [
    "FactorData",
    "Missing",
    "SimulatedChoices",
    "SimulatedData",
    "SimulatedPanel",
    "factor_data",
    "gaussian_data",
    "implied_covariance",
    "mixed_data",
    "ordinal_data",
    "panel_data",
    "panel_weights",
    "random_dag",
    "random_weights",
]
