# SPDX-License-Identifier: MIT
"""What each column of some data is: a frame and its codebook become a plan, with a reason for every decision."""
