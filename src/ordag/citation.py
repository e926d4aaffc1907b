# SPDX-License-Identifier: MIT
"""How to cite the package and the method."""

from ordag import __version__

CITATION = f"""\
Please cite the method and the software:

@article{{luo2021ordinal,
  title   = {{Learning {{Bayesian}} Networks from Ordinal Data}},
  author  = {{Luo, Xiang Ge and Moffa, Giusi and Kuipers, Jack}},
  journal = {{Journal of Machine Learning Research}},
  volume  = {{22}},
  number  = {{266}},
  pages   = {{1--44}},
  year    = {{2021}},
}}

@software{{ordag,
  title   = {{ordag: Bayesian networks from ordinal data}},
  author  = {{{{The ordag developers}}}},
  version = {{{__version__}}},
}}
"""
