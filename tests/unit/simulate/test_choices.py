import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.simulate import mixed_data

CHAIN = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]
KINDS = ["continuous", "nominal", "count", "ordinal"]


def test_columns_are_of_the_wanted_kinds() -> None:
    data = mixed_data(CHAIN, 300, KINDS, rng=1)
    assert data.frame["V1"].dtype == float
    assert not data.frame["V2"].cat.ordered
    assert data.frame["V3"].min() >= 0
    assert data.frame["V4"].cat.ordered
    assert data.kinds == dict(zip(data.frame.columns, KINDS, strict=True))


def test_a_seed_gives_the_same_rows() -> None:
    first, second = (mixed_data(CHAIN, 50, KINDS, rng=2).frame for _ in range(2))
    assert first.equals(second)


@pytest.mark.parametrize("choice", ["logit", "probit"])
def test_a_choice_depends_on_its_parent(choice: str) -> None:
    data = mixed_data([[0, 1], [0, 0]], 5000, ["continuous", "nominal"], choice=choice, rng=3)
    means = data.frame.groupby("V2", observed=True)["V1"].mean()
    assert np.ptp(means) > 0.3


def test_negative_binomial_counts_vary_more_than_poisson_ones() -> None:
    variances = [
        mixed_data([[0, 1], [0, 0]], 5000, ["count", "ordinal"], count=count, rng=4).frame["V1"].var()
        for count in ("poisson", "negative_binomial")
    ]
    assert variances[1] > 1.5 * variances[0]


@pytest.mark.parametrize(
    ("kinds", "options"), [(KINDS[:2], {}), (["word"] * 4, {}), (KINDS, {"choice": "best"}), (KINDS, {"count": "many"})]
)
def test_what_is_not_known_is_refused(kinds: list[str], options: dict[str, str]) -> None:
    with pytest.raises(InputValueError):
        mixed_data(CHAIN, 50, kinds, **options)
