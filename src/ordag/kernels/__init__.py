# SPDX-License-Identifier: MIT
"""The only door to the compiled extension ``ordag._core``.

One module per family of kernels. Each function fixes dtype and contiguity of what it is given, so that the kernels
need not check; past this door arrays are plain and trusted.
"""
