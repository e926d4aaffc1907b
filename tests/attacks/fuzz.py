"""Spoiled files for all readers for some time, from a corpus that grows by inputs that reach further.

``python tests/attacks/fuzz.py 3600`` (`make fuzz`) spends the seconds in turn on each format, and prints for each how
many inputs were tried, how they ended, and to how many lines of the package they led. With ``--grow`` inputs that led
to lines to which none of the corpus leads are kept in ``tests/attacks/corpus``. Exit code 1 tells of a crash, a hang or
an error that is not ours.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

import numpy as np

import ordag

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
CORPUS = HERE / "corpus"
PACKAGE = str(Path(ordag.__file__).parent)
SLICE = 20.0  # seconds of a process of its own, so that a crash costs no more
LARGEST_KEPT = 3_000  # bytes of an input that is kept

Lines = set[tuple[str, int]]


class Coverage:
    """Lines of the package that were run since it began; each is traced once, so that most runs cost nothing."""

    def __init__(self) -> None:
        self.lines: Lines = set()

    def __enter__(self) -> Lines:
        self.lines = set()
        sys.settrace(self._call)
        return self.lines

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame, event, argument):
        return self._line if frame.f_code.co_filename.startswith(PACKAGE) else None

    def _line(self, frame, event, argument):
        self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line


def corpus_of(ending: str, folder: Path) -> list[bytes]:
    from reference.reader_fuzz import valid

    stored = [path.read_bytes() for path in sorted(CORPUS.glob(f"*.{ending}"))]
    return [valid(ending, folder), *stored]


def fuzz(ending: str, seconds: float, seed: int, grow: bool) -> dict:
    """One process's share: what was tried, and what ended otherwise than it may."""
    from ordag.data import write_frame
    from reference.reader_fuzz import attempt, frame, input_of, limit

    limit()
    warnings.simplefilter("ignore")
    rng, ends, odd, covered = np.random.default_rng(seed), Counter(), [], set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_frame(frame(), folder / "survey.csv")
        inputs = corpus_of(ending, folder)
        for content in inputs:
            with Coverage() as lines:
                attempt(ending, content, folder)
            covered |= lines
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            content = input_of(ending, inputs[rng.integers(len(inputs))], rng)
            (folder / "last").write_bytes(content)
            with Coverage() as lines:
                end = attempt(ending, content, folder)
            kind = end.split(":")[0]
            if kind not in {"read", "refused"}:
                kind = "otherwise"
                odd.append({"input": content.hex(), "end": end})
            ends[kind] += 1
            if not lines <= covered and len(content) <= LARGEST_KEPT:
                covered |= lines
                inputs.append(content)
                if grow:
                    CORPUS.mkdir(exist_ok=True)
                    (CORPUS / f"{hashlib.sha256(content).hexdigest()[:12]}.{ending}").write_bytes(content)
    return {"ends": ends, "odd": odd, "n_lines": len(covered)}


def main(seconds: float, grow: bool, seed: int) -> int:
    from reference.reader_fuzz import FORMATS

    total: dict[str, Counter] = {ending: Counter() for ending in FORMATS}
    n_lines, n_bad, deadline = dict.fromkeys(FORMATS, 0), 0, time.monotonic() + seconds
    share = min(SLICE, seconds / len(FORMATS))
    while time.monotonic() < deadline:
        for ending in FORMATS:
            seed += 1
            command = [sys.executable, __file__, "--one", ending, str(share), str(seed), str(int(grow))]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                n_bad += 1
                sys.stdout.write(
                    f"{ending}, seed {seed}: the process ended with {done.returncode}\n{done.stderr[-2000:]}\n"
                )
                continue
            found = json.loads(done.stdout)
            total[ending].update(found["ends"])
            n_lines[ending] = max(n_lines[ending], found["n_lines"])
            for one in found["odd"]:
                n_bad += 1
                sys.stdout.write(f"{ending}, seed {seed}: {one['end']}\ninput: {one['input'][:2000]}\n")
    for ending in FORMATS:
        sys.stdout.write(f"{ending}: {dict(total[ending])}, {n_lines[ending]} lines\n")
    sys.stdout.write(f"in all {sum(map(Counter.total, total.values()))} inputs, {n_bad} ended otherwise\n")
    return int(n_bad > 0)


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        sys.stdout.write(json.dumps(fuzz(sys.argv[2], float(sys.argv[3]), int(sys.argv[4]), sys.argv[5] == "1")))
    else:
        given = [int(text.removeprefix("--seed=")) for text in sys.argv if text.startswith("--seed=")]
        sys.exit(main(float(sys.argv[1]), "--grow" in sys.argv, *(given or [time.time_ns() % 10**9])))
