// SPDX-License-Identifier: MIT
#include "ordag/stepwise.hpp"

#include <algorithm>
#include <limits>

#include "arrays.hpp"

namespace nb = nanobind;

using FlagRowsOut = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void bind_stepwise(nb::module_& module) {
    // For each term of `flips`: what is present after it was flipped and the others mended, and the gain; a negative
    // one flips nothing.
    module.def("flip_and_mend", [](MatrixIn swept, FlagsIn present, FlagsIn held, VectorIn least, IndicesIn group,
                                   int limit, double price, IndicesIn flips, FlagRowsOut chosen, VectorOut gains) {
        const std::size_t size = present.shape(0);
        const ordag::StepwiseTerms terms{price, {least.data(), size}, {group.data(), size}, limit};
        const nb::gil_scoped_release release;
        const ordag::StepwiseForm start({swept.data(), swept.size()}, {present.data(), size}, {held.data(), size},
                                        terms);
        for (std::size_t k = 0; k < flips.shape(0); ++k) {
            ordag::StepwiseForm form = start;
            const bool valid = flips.data()[k] < 0 || form.flip(flips.data()[k]);
            if (valid) form.mend();
            gains.data()[k] = valid ? form.gain() : -std::numeric_limits<double>::infinity();
            std::copy(form.present().begin(), form.present().end(), chosen.data() + k * size);
        }
    });
}
