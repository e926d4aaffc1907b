// SPDX-License-Identifier: MIT
#pragma once

namespace ordag {

enum class InstructionSet { baseline = 0, avx2 = 1, avx512 = 2 };

// The widest instruction set that this processor has and this build holds kernels for. The environment variable
// ORDAG_SIMD (baseline, avx2, avx512) can lower it; read once.
InstructionSet instruction_set();

const char* name_of(InstructionSet set);

}  // namespace ordag

// A kernel of cpp/src/simd, of which each instruction set has its own under the same name.
#ifdef ORDAG_X86_DISPATCH
#define ORDAG_WIDEST(kernel)                                       \
    (instruction_set() == InstructionSet::avx512 ? &avx512::kernel \
     : instruction_set() == InstructionSet::avx2 ? &avx2::kernel   \
                                                 : &baseline::kernel)
#else
#define ORDAG_WIDEST(kernel) (&baseline::kernel)
#endif
