# SPDX-License-Identifier: MIT
"""First room of the data: a file, or data of any shape in memory, becomes a frame with what the file says of it."""
