# SPDX-License-Identifier: MIT
"""`OSEM`: the estimator, the front door of the package.

It encodes the data, estimates the margins, hands boxes to a strategy of structural EM, and keeps what came out in the
attributes that scikit-learn users expect.
"""
