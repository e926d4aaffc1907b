// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace ordag {

// Numbers that a value owns; matrices row-major.
using Reals = std::vector<double>;

}  // namespace ordag
