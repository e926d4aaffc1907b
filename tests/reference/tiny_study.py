"""A study that ends in seconds: two problems, a quick method, a slower random one, two values each."""

from ordag.study import Arm, Simulated, Study, Variant

PROBLEMS = (Simulated(n_nodes=8, n_rows=120), Simulated(n_nodes=10, n_rows=150))
VARIANTS = (
    Variant("GPC", "gpc", sweep="alpha", grid=(0.01, 0.1)),
    Variant("CPC", "cpc", sweep="alpha", grid=(0.01, 0.1)),
)
TINY = Study(
    "tiny",
    "A tiny study",
    (Arm(PROBLEMS, VARIANTS),),
    "roc",
    replicates={"smoke": 3, "medium": 4, "paper": 5},
    panels=("n_rows", "n_nodes"),
)
