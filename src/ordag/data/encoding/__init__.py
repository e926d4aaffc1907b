# SPDX-License-Identifier: MIT
"""Last room of the data: columns, as declared or planned, become the codes of an `OrdinalTable`."""
