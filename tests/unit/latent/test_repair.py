import warnings

import numpy as np
import pytest

from ordag.errors import InputValueError, RepairWarning
from ordag.latent import repair_correlation

# Higham (2002), section 4: the nearest correlation matrix of this one is known to four digits.
HIGHAM = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]])
HIGHAM_NEAREST = np.array([[1.0, 0.7607, 0.1573], [0.7607, 1.0, 0.7607], [0.1573, 0.7607, 1.0]])
FLOOR = 1e-4


def indefinite(rng, n=6):
    """A symmetric matrix with unit diagonal and a negative eigenvalue."""
    while True:
        matrix = np.eye(n)
        upper = np.triu_indices(n, 1)
        matrix[upper] = rng.uniform(-0.95, 0.95, len(upper[0]))
        matrix = matrix + matrix.T - np.eye(n)
        if np.linalg.eigvalsh(matrix)[0] < -0.05:
            return matrix


def repaired(matrix, method):
    with pytest.warns(RepairWarning, match=f"by the '{method}' method"):
        return repair_correlation(matrix, method)


@pytest.mark.parametrize("method", ["eigenvalue", "nearest"])
def test_repaired_matrix_is_a_positive_definite_correlation(rng, method):
    result = repaired(indefinite(rng), method)
    np.testing.assert_array_equal(np.diag(result.correlation), 1.0)
    np.testing.assert_array_equal(result.correlation, result.correlation.T)
    assert np.linalg.eigvalsh(result.correlation)[0] > 0.9 * FLOOR
    assert result.repaired
    assert result.smallest_eigenvalue < 0


def test_nearest_matrix_is_that_of_the_literature():
    # The floor on the eigenvalues moves entries by about its own size.
    np.testing.assert_allclose(repaired(HIGHAM, "nearest").correlation, HIGHAM_NEAREST, atol=2 * FLOOR)


def test_no_positive_definite_correlation_nearby_is_nearer(rng):
    matrix = indefinite(rng)
    nearest = repaired(matrix, "nearest").correlation
    distance = np.linalg.norm(nearest - matrix)
    assert distance < np.linalg.norm(repaired(matrix, "eigenvalue").correlation - matrix)
    # Towards any other correlation matrix the distance grows, for the set of them is convex.
    for _ in range(50):
        factor = rng.normal(size=(6, 8))
        other = np.corrcoef(factor)
        assert np.linalg.norm(0.99 * nearest + 0.01 * other - matrix) > distance - 1e-6


def test_eigenvalues_are_raised_and_rescaled_as_described(rng):
    matrix = indefinite(rng)
    values, vectors = np.linalg.eigh(matrix)
    raised = np.array([0.1 if value < 1e-3 else value for value in values])
    expected = vectors @ np.diag(raised * 6 / raised.sum()) @ vectors.T
    scale = np.sqrt(np.diag(expected))
    np.testing.assert_allclose(repaired(matrix, "eigenvalue").correlation, expected / np.outer(scale, scale))


@pytest.mark.parametrize("method", ["eigenvalue", "nearest", "none"])
def test_valid_matrices_are_left_alone_without_a_word(rng, method):
    matrix = np.corrcoef(rng.normal(size=(5, 50)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = repair_correlation(matrix, method)
    assert result.correlation is matrix
    assert not result.repaired
    assert result.smallest_eigenvalue == pytest.approx(np.linalg.eigvalsh(matrix)[0])


def test_none_leaves_an_invalid_matrix_and_says_what_it_is(rng):
    matrix = indefinite(rng)
    result = repair_correlation(matrix, "none")
    assert result.correlation is matrix
    assert not result.repaired
    assert result.smallest_eigenvalue < 0


def test_unknown_method_lists_the_valid_ones():
    with pytest.raises(InputValueError, match="unknown repair 'nearst'; did you mean 'nearest'"):
        repair_correlation(np.eye(2), "nearst")
