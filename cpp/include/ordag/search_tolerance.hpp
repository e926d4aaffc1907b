// SPDX-License-Identifier: MIT
#pragma once

namespace ordag {

// A change must raise the score by more than this. Sums of local scores carry rounding of about 1e-10; without a margin
// a search could walk in circles among graphs that score alike.
inline constexpr double kTolerance = 1e-8;

}  // namespace ordag
