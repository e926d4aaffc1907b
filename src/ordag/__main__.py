# SPDX-License-Identifier: MIT
"""``python -m ordag`` is the ``ordag`` command."""

from ordag.cli import main

main()
