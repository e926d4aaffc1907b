// SPDX-License-Identifier: MIT
#include "ordag/stepwise.hpp"

#include <algorithm>
#include <limits>

#include "arrays.hpp"

namespace nb = nanobind;

namespace {

struct HeldTerms {
    MatrixIn swept;
    FlagsIn present, held;
    VectorIn least;
    IndicesIn group;
    int limit;
};

// For each of `toggles`: what is present after the term was put in or taken out and the others were improved, and the
// gain; a negative one toggles nothing.
void toggle_and_improve(const HeldTerms& given, double term_cost, const IndicesIn& toggles, const GraphOut& chosen,
                        const VectorOut& gains) {
    const std::size_t size = given.present.shape(0);
    const ordag::StepwiseTerms terms{term_cost, {given.least.data(), size}, {given.group.data(), size}, given.limit};
    const nb::gil_scoped_release release;
    const ordag::StepwiseForm start({given.swept.data(), given.swept.size()}, {given.present.data(), size},
                                    {given.held.data(), size}, terms);
    for (std::size_t k = 0; k < toggles.shape(0); ++k) {
        ordag::StepwiseForm form = start;
        const bool valid = toggles(k) < 0 || form.toggle(toggles(k));
        if (valid) form.improve();
        gains(k) = valid ? form.gain() : -std::numeric_limits<double>::infinity();
        std::copy(form.present().begin(), form.present().end(), chosen.data() + k * size);
    }
}

}  // namespace

void bind_stepwise(nb::module_& module) {
    nb::class_<HeldTerms>(module, "StepwiseTerms")
        .def(
            "__init__",
            [](HeldTerms* self, const MatrixIn& swept, const FlagsIn& present, const FlagsIn& held,
               const VectorIn& least, const IndicesIn& group,
               int limit) { new (self) HeldTerms{swept, present, held, least, group, limit}; },
            nb::arg("swept"), nb::arg("present"), nb::arg("held"), nb::arg("least"), nb::arg("group"),
            nb::arg("limit"));
    module.def("toggle_and_improve", toggle_and_improve, nb::arg("terms"), nb::arg("term_cost"), nb::arg("toggles"),
               nb::arg("chosen").noconvert(), nb::arg("gains").noconvert());
}
