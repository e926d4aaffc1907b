# SPDX-License-Identifier: MIT
"""How many respondents a study needs: networks are drawn, answered, learned and compared with the truth.

`scenario` says what is expected of the study, `sizes` simulates it at several numbers of rows and sums up.
"""

from ordag.plan.scenario import Scenario
from ordag.plan.sizes import SamplePlan, plan_sample_size

__all__ = ["SamplePlan", "Scenario", "plan_sample_size"]
