// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include "ordag/interruption.hpp"

// Ctrl-C as kernels see it; may be asked without the interpreter lock. `report` is None or a function that takes the
// number of steps done, and must outlive the answer. What it or a signal handler raises, other than KeyboardInterrupt,
// ends the kernel.
inline ordag::Interruption keyboard_interruption(nanobind::handle report = nanobind::handle()) {
    return ordag::Interruption([report](std::int64_t n_done) {
        nanobind::gil_scoped_acquire acquire;
        try {
            if (report.is_valid() && !report.is_none()) report(n_done);
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        } catch (nanobind::python_error& error) {
            if (!error.matches(PyExc_KeyboardInterrupt)) throw;
            return true;
        }
        return false;
    });
}
