"""Plain twins of the graph kernels, written from the definitions; for graphs of at most five or six nodes."""

import itertools

import numpy as np


def undirected_pairs(graph):
    n = len(graph)
    return [(i, j) for i in range(n) for j in range(i + 1, n) if graph[i, j] and graph[j, i]]


def adjacent(graph, i, j):
    return bool(graph[i, j] or graph[j, i])


def has_cycle(graph):
    """A power of the adjacency matrix has a non-zero diagonal."""
    power = np.eye(len(graph), dtype=int)
    for _ in range(len(graph)):
        power = np.minimum(power @ graph.astype(int), 1)
        if np.trace(power):
            return True
    return False


def v_structures(graph):
    """All (a, c, b) with a → c ← b, a < b, and a, b not adjacent."""
    n = len(graph)
    arrow = (graph == 1) & (graph.T == 0)
    return {
        (a, c, b)
        for c in range(n)
        for a, b in itertools.combinations(range(n), 2)
        if arrow[a, c] and arrow[b, c] and not adjacent(graph, a, b)
    }


def extensions(pdag):
    """Every DAG with the skeleton, the directed edges and the v-structures of the graph."""
    pairs = undirected_pairs(pdag)
    wanted = v_structures(pdag)
    found = []
    for flips in itertools.product([False, True], repeat=len(pairs)):
        dag = pdag.copy()
        for (i, j), flip in zip(pairs, flips, strict=True):
            dag[(i, j) if flip else (j, i)] = 0
        if not has_cycle(dag) and v_structures(dag) == wanted:
            found.append(dag)
    return found


def equivalence_class(dag):
    """Every DAG with the same skeleton and v-structures."""
    undirected = dag | dag.T
    for a, c, b in v_structures(dag):
        undirected[c, a] = undirected[c, b] = 0
    return extensions(undirected)


def union(dags):
    """The graph that directs an edge where all the DAGs agree."""
    return np.max(np.array(dags), axis=0)


def dag_to_cpdag(dag):
    return union(equivalence_class(dag))


def to_pattern(graph):
    pattern = graph | graph.T
    for a, c, b in v_structures(graph):
        pattern[c, a] = pattern[c, b] = 0
    return pattern


def topological_order(graph):
    left, order = set(range(len(graph))), []
    while free := [j for j in sorted(left) if not any(graph[i, j] for i in left)]:
        order.append(free[0])
        left.remove(free[0])
    return order


def meek_closure(pdag):
    """Meek's four rules, looked for among all choices of nodes until none applies."""
    graph = pdag.copy()
    n = len(graph)
    changed = True
    while changed:
        changed = False
        for a, b in itertools.permutations(range(n), 2):
            if graph[a, b] and graph[b, a] and _some_rule_directs(graph, a, b):
                graph[b, a] = 0
                changed = True
    return graph


def _some_rule_directs(graph, a, b):
    n = len(graph)
    arrow = (graph == 1) & (graph.T == 0)
    line = (graph == 1) & (graph.T == 1)
    others = [k for k in range(n) if k not in (a, b)]
    if any(arrow[c, a] and not adjacent(graph, c, b) for c in others):
        return True
    if any(arrow[a, c] and arrow[c, b] for c in others):
        return True
    for c, d in itertools.permutations(others, 2):
        if line[a, c] and line[a, d] and arrow[c, b] and arrow[d, b] and not adjacent(graph, c, d):
            return True
        chain = arrow[d, c] and arrow[c, b] and not adjacent(graph, b, d)
        if chain and adjacent(graph, a, c) and line[a, d]:
            return True
    return False


def d_separated(dag, first, second, given):
    """Separation in the moral graph of the ancestors (Lauritzen)."""
    kept = {first, second, *given}
    while more := {i for i in range(len(dag)) for j in kept if dag[i, j]} - kept:
        kept |= more
    moral = np.zeros_like(dag)
    for child in kept:
        parents = [i for i in kept if dag[i, child]]
        for i, j in itertools.combinations([*parents, child], 2):
            moral[i, j] = moral[j, i] = 1
    reached, frontier = {first}, {first}
    while frontier:
        frontier = {j for i in frontier for j in kept if moral[i, j]} - reached - set(given)
        reached |= frontier
    return second not in reached
