"""Greedy equivalence search from its definition: a class is stepped to if some member of it differs by one edge from
some member of this one. All members are listed, so at most five or six nodes."""

import numpy as np

from reference.graphs import dag_to_cpdag, equivalence_class, has_cycle

PHASES = ("forward", "backward", "turning")


def changes(dag, phase):
    """The DAGs that differ from one by a single addition, removal or reversal."""
    n = len(dag)
    for i in range(n):
        for j in range(n):
            changed = dag.copy()
            if phase == "forward" and i != j and not dag[i, j] and not dag[j, i]:
                changed[i, j] = 1
            elif phase == "backward" and dag[i, j]:
                changed[i, j] = 0
            elif phase == "turning" and dag[i, j]:
                changed[i, j], changed[j, i] = 0, 1
            else:
                continue
            if not has_cycle(changed):
                yield changed


def greedy_equivalence_search(score, phases=PHASES, tolerance=1e-8):
    """The CPDAG it ends in and the score after every step."""
    dag = np.zeros((score.n_nodes, score.n_nodes), dtype=np.int8)
    trace, moved = [], True
    while moved:
        moved = False
        for phase in phases:
            while True:
                reached = [after for member in equivalence_class(dag) for after in changes(member, phase)]
                best = max(reached, key=score.total, default=dag)
                if score.total(best) <= score.total(dag) + tolerance:
                    break
                dag, moved = best, True
                trace.append(score.total(dag))
    return dag_to_cpdag(dag), trace
