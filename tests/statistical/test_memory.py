"""Memory of reading and fitting grows with the table, not faster."""

import subprocess
import sys
from pathlib import Path

import pytest

import ordag

N_ROWS, N_COLUMNS = 200_000, 20
BYTES_PER_CELL = 120  # 91 were measured: the numbers of the file (8), codes, and what the E-step keeps of each row
MEASURE = """
import resource, sys
import ordag
from ordag.data import read
import pandas, pyarrow, sklearn, scipy.stats, igraph
ordag.OSEM(6).fit(read(sys.argv[1]).rows(range(200)))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
ordag.OSEM(6).fit(read(sys.argv[2]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.slow
def test_a_fit_takes_few_bytes_a_cell(tmp_path: Path) -> None:
    dag = ordag.simulate.random_dag(N_COLUMNS, 3, rng=1)
    data = ordag.simulate.ordinal_data(dag, N_ROWS, levels=5, rng=1)
    large, small = tmp_path / "large.parquet", tmp_path / "small.parquet"
    ordag.data.write_frame(data.frame, large)
    ordag.data.write_frame(data.frame.head(2000), small)
    command = [sys.executable, "-c", MEASURE, str(small), str(large)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    kilobytes = int(done.stdout)
    assert 1024 * kilobytes < BYTES_PER_CELL * N_ROWS * N_COLUMNS
