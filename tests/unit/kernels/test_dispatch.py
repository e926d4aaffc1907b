import os
import subprocess
import sys

import pytest

SHOW = "from ordag.kernels.dispatch import instruction_set; print(instruction_set())"


@pytest.mark.parametrize("wish", ["baseline", "avx2", "avx512"])
def test_environment_never_raises_the_instruction_set_above_the_wish(wish):
    order = ["baseline", "avx2", "avx512"]
    env = {**os.environ, "ORDAG_SIMD": wish}
    found = subprocess.run([sys.executable, "-c", SHOW], env=env, capture_output=True, text=True, check=True)
    assert order.index(found.stdout.strip()) <= order.index(wish)
