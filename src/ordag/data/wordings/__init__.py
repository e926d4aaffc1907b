# SPDX-License-Identifier: MIT
"""What the words of a questionnaire tell: positions on known scales, names of groups, and that there is no answer."""
