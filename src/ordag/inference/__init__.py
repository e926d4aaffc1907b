# SPDX-License-Identifier: MIT
"""Questions to a fitted network.

Every function takes a `FittedNetwork` first. `query`, `probability` and `most_likely` answer single questions as
exactly as wanted, `predict_proba`, `predict` and `impute` work on whole tables, `sample` draws new rows, also under
interventions, and `causal_effect` says what an intervention would change
(`effect_interval`: over resamples or posterior draws). `estimates` gives its parameters with standard errors,
`centralities` what each variable has to do with the others.
"""

from ordag.inference.centralities import Centralities, centralities
from ordag.inference.conditions import Between, Condition, Conditions
from ordag.inference.effects import CausalEffect, LevelChange, causal_effect
from ordag.inference.estimates import Estimates, estimates
from ordag.inference.hidden_causes import HiddenCauses, hidden_causes
from ordag.inference.impute import impute, impute_draws
from ordag.inference.intervals import EffectInterval, effect_interval
from ordag.inference.predict import predict, predict_proba
from ordag.inference.query import Distribution, Probability, most_likely, probability, query
from ordag.inference.sample import sample

__all__ = [
    "Between",
    "CausalEffect",
    "Centralities",
    "Condition",
    "Conditions",
    "Distribution",
    "EffectInterval",
    "Estimates",
    "HiddenCauses",
    "LevelChange",
    "Probability",
    "causal_effect",
    "centralities",
    "effect_interval",
    "estimates",
    "hidden_causes",
    "impute",
    "impute_draws",
    "most_likely",
    "predict",
    "predict_proba",
    "probability",
    "query",
    "sample",
]
