# SPDX-License-Identifier: MIT
"""How many respondents a study needs: networks are drawn, answers simulated, networks learned, and truth compared.

`scenario` says what is expected of the study, `sizes` simulates it at several numbers of rows and summarises the
results.
"""

from ordag.plan.scenario import Scenario
from ordag.plan.sizes import SamplePlan, plan_sample_size

__all__ = ["SamplePlan", "Scenario", "plan_sample_size"]
