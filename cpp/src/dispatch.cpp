// SPDX-License-Identifier: MIT
#include "ordag/dispatch.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace ordag {

namespace {

InstructionSet widest() {
#ifdef ORDAG_X86_DISPATCH
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw"))
        return InstructionSet::avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return InstructionSet::avx2;
#endif
    return InstructionSet::baseline;
}

InstructionSet chosen() {
    const char* wish = std::getenv("ORDAG_SIMD");
    InstructionSet limit = InstructionSet::avx512;
    if (wish != nullptr) {
        for (InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2})
            if (std::string_view(wish) == name_of(set)) limit = set;
    }
    return std::min(limit, widest());
}

}  // namespace

InstructionSet instruction_set() {
    static const InstructionSet set = chosen();
    return set;
}

const char* name_of(InstructionSet set) {
    switch (set) {
        case InstructionSet::avx512:
            return "avx512";
        case InstructionSet::avx2:
            return "avx2";
        default:
            return "baseline";
    }
}

}  // namespace ordag
