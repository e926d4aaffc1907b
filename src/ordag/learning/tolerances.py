# SPDX-License-Identifier: MIT
"""The tolerances of the best-first search, all differences in nats of the criterion or of the log-likelihood.

What each costs and saves: docs/decisions/structure-update.md.
"""

# --- refitting one graph (`ordag.learning.refit`) ---
# The gain that one more step promises is added to the log-likelihood up to this, beyond which it cannot be trusted; a
# climb that promises more was cut short.
TRUSTED_GAIN = 1.0
# A graph that stays this far below the best is not climbed to its top.
CUTOFF = 8.0
# Within this of the best a graph is climbed to the tolerance of the climb, elsewhere only until a step promises less
# than `ROUGH`.
CLOSE = 1.5
ROUGH = 0.4

# --- screening candidates on the surrogate (`ordag.learning.screen`) ---
# A graph that the surrogate places this far below the best is not refitted.
OUT_OF_SIGHT = 12.0
# A reversed edge that alone costs more than this is not worth new parents for its ends.
REVERSAL_LOSS = 30.0

# --- following lineages (`ordag.learning.frontier`) ---
# Lineages whose best graphs come this close to the best of all have met there.
SAME_END = 2.0

# --- the final choice (`ordag.learning.settle`) ---
# Among graphs this close to the best by the criterion the evidence chooses.
WITHIN_CHOICE = 3.0
# Moves of the preferred graph that the surrogate places within this of it are refitted.
NEAR_TIE = 1.5
# Graphs this close to the preferred one may change places with it when all are climbed further.
CLOSE_CALL = 0.6

# --- the posterior over graphs (`ordag.learning.draws`) ---
# Regions are centred on graphs this close to the best, and graphs this close are averaged over.
REGION_WITHIN = 8.0
# A region that places a graph within this of its observed likelihood predicts it.
PREDICTED_WITHIN = 2.0
