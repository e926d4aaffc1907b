// SPDX-License-Identifier: MIT
#pragma once

namespace ordag {

enum class InstructionSet { baseline = 0, avx2 = 1, avx512 = 2 };

// The widest instruction set that this processor has and this build holds kernels for. The environment variable
// ORDAG_SIMD (baseline, avx2, avx512) can lower it; read once.
InstructionSet instruction_set();

const char* name_of(InstructionSet set);

}  // namespace ordag
