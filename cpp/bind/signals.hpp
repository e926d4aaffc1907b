// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include "ordag/interruption.hpp"

// Ctrl-C as kernels see it; may be asked without the interpreter lock. A handler that raises anything but
// KeyboardInterrupt ends the kernel with that exception.
inline ordag::Interruption keyboard_interruption() {
    return ordag::Interruption([] {
        nanobind::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() == 0) return false;
        if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw nanobind::python_error();
        PyErr_Clear();
        return true;
    });
}
