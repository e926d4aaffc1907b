// SPDX-License-Identifier: MIT
#include "ordag/dispatch.hpp"

#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_dispatch(nb::module_& module) {
    module.def("instruction_set", [] { return ordag::name_of(ordag::instruction_set()); });
}
