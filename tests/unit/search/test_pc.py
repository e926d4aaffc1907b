"""The PC algorithm: right with an oracle, the same for any order of nodes, and within its space."""

from itertools import permutations

import numpy as np
import pytest

from ordag.errors import InputTypeError, InputValueError
from ordag.graphs import d_separated, dag_to_cpdag, skeleton
from ordag.independence import FisherZ
from ordag.search import SearchSpace, pc
from ordag.simulate import random_dag
from reference.pc import plain_pc

ORIENTATIONS = ["standard", "conservative", "majority", "ranked"]


class Oracle:
    """A test that knows the DAG."""

    def __init__(self, dag: np.ndarray) -> None:
        self.dag = dag
        self.n_nodes = len(dag)

    def p_value(self, x: int, y: int, conditioning: tuple[int, ...]) -> float:
        return float(d_separated(self.dag, x, y, conditioning))


class Noise:
    """A test whose answers contradict each other."""

    def __init__(self, n_nodes: int, seed: int) -> None:
        self.n_nodes = n_nodes
        self.seed = seed

    def p_value(self, x: int, y: int, conditioning: tuple[int, ...]) -> float:
        key = [self.seed, min(x, y), max(x, y), *sorted(conditioning)]
        return float(np.random.default_rng(key).random() ** 3)


def noisy_correlation(rng: np.random.Generator, n: int = 12, n_rows: int = 80) -> np.ndarray:
    dag = random_dag(n, 3, rng)
    weights = dag * rng.uniform(0.4, 1.0, dag.shape) * rng.choice([-1, 1], dag.shape)
    values = rng.normal(size=(n_rows, n)) @ np.linalg.inv(np.eye(n) - weights)
    return np.corrcoef(values.T)


@pytest.mark.parametrize("orientation", [rule for rule in ORIENTATIONS if rule != "ranked"])
@pytest.mark.parametrize("variant", ["stable", "original"])
@pytest.mark.parametrize("seed", range(6))
def test_an_oracle_gives_the_equivalence_class(orientation: str, variant: str, seed: int) -> None:
    dag = random_dag(7, 3, np.random.default_rng(seed))
    result = pc(Oracle(dag), variant=variant, orientation=orientation)
    np.testing.assert_array_equal(result.cpdag, dag_to_cpdag(dag))
    for (i, j), separator in result.separating_sets.items():
        assert d_separated(dag, i, j, separator)


def test_ranked_leaves_an_edge_between_two_colliders_undirected() -> None:
    dag = np.zeros((5, 5), dtype=int)
    for i, j in [(0, 1), (0, 2), (2, 1), (3, 0), (3, 2), (4, 1), (4, 2), (4, 3)]:
        dag[i, j] = 1
    found = pc(Oracle(dag), orientation="ranked").cpdag
    np.testing.assert_array_equal(np.argwhere(found != dag_to_cpdag(dag)), [[1, 2]])  # 2 → 1, which the class directs


def test_the_skeleton_does_not_depend_on_the_order_of_nodes(rng: np.random.Generator) -> None:
    correlation = noisy_correlation(rng)
    plain = pc(FisherZ(correlation, 80), 0.1)
    order = rng.permutation(len(correlation))
    shuffled = pc(FisherZ(correlation[np.ix_(order, order)], 80), 0.1)
    np.testing.assert_array_equal(shuffled.skeleton, plain.skeleton[np.ix_(order, order)])


def test_a_conservative_orientation_without_conflicts_does_not_depend_on_it_either() -> None:
    # 0 → 2 ← 1 and 2 → 3, in every order of its nodes.
    dag = np.zeros((4, 4), dtype=int)
    dag[0, 2] = dag[1, 2] = dag[2, 3] = 1
    for order in permutations(range(4)):
        found = pc(Oracle(dag[np.ix_(order, order)]), orientation="conservative").cpdag
        np.testing.assert_array_equal(found, dag[np.ix_(order, order)])


@pytest.mark.parametrize("seed", range(10))
def test_compiled_and_python_tests_give_the_same_graph(seed: int) -> None:
    rng = np.random.default_rng(seed)
    compiled = FisherZ(noisy_correlation(rng, 9), 80)

    class Wrapped:
        n_nodes = compiled.n_nodes
        p_value = staticmethod(compiled.p_value)

    for orientation in ORIENTATIONS:
        first, second = (pc(test, 0.1, orientation=orientation) for test in (compiled, Wrapped()))
        np.testing.assert_array_equal(first.cpdag, second.cpdag)
        assert first.n_tests == second.n_tests


@pytest.mark.parametrize("orientation", ["standard", "conservative", "majority"])
@pytest.mark.parametrize("seed", range(15))
def test_contradictory_tests_give_the_graph_of_the_plain_algorithm(orientation: str, seed: int) -> None:
    test = Noise(7, seed)
    np.testing.assert_array_equal(pc(test, 0.3, orientation=orientation).cpdag, plain_pc(test, 0.3, orientation))


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("seed", range(25))
def test_constraints_hold_whatever_the_tests_say(orientation: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = 7
    order = [int(k) for k in rng.permutation(n)]
    required = [(order[0], order[3]), (order[2], order[5])]
    forbidden = [(order[6], order[1]), (order[1], order[6]), (order[5], order[0])]
    space = SearchSpace(range(n), required, forbidden, tiers=[order[:4], order[4:]])
    graph = pc(Noise(n, seed), 0.3, space, orientation=orientation).cpdag
    directed = (graph == 1) & (graph.T == 0)
    assert not (directed & ~space.allowed).any()
    assert directed[space.must].all()
    undirected = (graph == 1) & (graph.T == 1)
    assert space.allowed[undirected].all()


def test_pairs_kept_apart_by_constraint_are_no_evidence_for_a_collider() -> None:
    # A chain 0 → 1 → 2; the missing edge 0 - 2 was never tested, so 1 must not become a collider.
    chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    space = SearchSpace(range(3), forbidden=[(0, 2), (2, 0)])
    for orientation in ORIENTATIONS:
        found = pc(Oracle(chain), space=space, orientation=orientation)
        np.testing.assert_array_equal(found.cpdag, skeleton(chain))
        assert found.separating_sets == {}
        assert np.isnan(found.p_values[0, 2])


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_a_pair_kept_apart_may_have_met_in_a_collider(orientation: str) -> None:
    # 0 → 1 ← 2; the pair 0, 2 was never tested, so that nothing is known of the edge 1 - 2.
    collider = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])
    space = SearchSpace(range(3), required=[(0, 1)], forbidden=[(0, 2), (2, 0)])
    found = pc(Oracle(collider), space=space, orientation=orientation)
    np.testing.assert_array_equal(found.cpdag, [[0, 1, 0], [0, 0, 1], [0, 1, 0]])


@pytest.mark.parametrize("seed", range(40))
def test_no_orientation_contradicts_an_oracle_and_what_is_known(seed: int) -> None:
    rng = np.random.default_rng(seed)
    dag = random_dag(6, 3, rng)
    arrows = [(int(i), int(j)) for i, j in np.argwhere(dag)]
    apart = [(int(i), int(j)) for i, j in np.argwhere(skeleton(dag) == 0) if i != j and rng.random() < 0.5]
    forbidden = {pair for i, j in apart for pair in ((i, j), (j, i))}
    space = SearchSpace(range(6), required=arrows[:2], forbidden=forbidden)
    for orientation in ORIENTATIONS:
        found = pc(Oracle(dag), space=space, orientation=orientation).cpdag
        directed = (found == 1) & (found.T == 0)
        assert (dag[directed] == 1).all()


def test_background_knowledge_is_propagated() -> None:
    chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    found = pc(Oracle(chain), space=SearchSpace(range(3), required=[(0, 1)]))
    np.testing.assert_array_equal(found.cpdag, chain)


def test_conditioning_sets_can_be_limited(rng: np.random.Generator) -> None:
    result = pc(FisherZ(noisy_correlation(rng), 80), 0.1, max_conditioning=1)
    assert max(map(len, result.separating_sets.values())) <= 1


def test_nan_counts_as_independent() -> None:
    class Undefined:
        n_nodes = 3

        def p_value(self, x: int, y: int, conditioning: tuple[int, ...]) -> float:
            return float("nan")

    assert pc(Undefined()).skeleton.sum() == 0


def test_errors_of_a_python_test_reach_the_caller() -> None:
    class Broken:
        n_nodes = 3

        def p_value(self, x: int, y: int, conditioning: tuple[int, ...]) -> float:
            raise RuntimeError("no data")

    with pytest.raises(RuntimeError, match="no data"):
        pc(Broken())


def test_wrong_options_are_refused_by_name() -> None:
    test = FisherZ(np.eye(3), 10)
    with pytest.raises(InputValueError, match="alpha is 2; it must be between 0 and 1"):
        pc(test, 2)
    with pytest.raises(InputValueError, match="unknown orientation 'majorty'; did you mean 'majority'"):
        pc(test, orientation="majorty")
    with pytest.raises(InputValueError, match="unknown variant"):
        pc(test, variant="fast")
    for wrong in (-1, 1.5, "2", True):
        with pytest.raises(InputValueError, match=r"max_conditioning is .*; it must be a whole number from 0 on"):
            pc(test, max_conditioning=wrong)
    assert pc(test, max_conditioning=10**12).skeleton.sum() == 0
    with pytest.raises(InputValueError, match="space must have 3 nodes as the test has; found 2"):
        pc(test, space=SearchSpace(range(2)))
    with pytest.raises(InputValueError, match="cannot limit the number of parents"):
        pc(test, space=SearchSpace(range(3), max_parents=1))
    with pytest.raises(InputTypeError, match="found list"):
        pc([1, 2])
    with pytest.raises(InputTypeError, match="found the class FisherZ, not an object of it"):
        pc(FisherZ)


@pytest.mark.parametrize("answer", [None, "small"])
def test_a_test_that_returns_no_number_is_told(answer: object) -> None:
    class Odd:
        n_nodes = 3

        def p_value(self, x: int, y: int, conditioning: tuple[int, ...]) -> object:
            return answer

    with pytest.raises(TypeError, match="p_value of the test returned no number"):
        pc(Odd())
    Odd.n_nodes = 3.0
    with pytest.raises(InputValueError, match=r"n_nodes of the test is 3\.0"):
        pc(Odd())


def test_a_hundred_nodes_take_well_under_a_second(rng: np.random.Generator) -> None:
    correlation = noisy_correlation(rng, 100, 1000)
    result = min((pc(FisherZ(correlation, 1000), 0.01) for _ in range(3)), key=lambda result: result.seconds)
    assert result.seconds < 1.0
    assert result.skeleton.sum() > 100
