"""Spoiled files for the readers, each from a seed, tried in a process of their own so that a crash is only theirs.

``python tests/reference/reader_fuzz.py csv 0 500`` tries seeds 0 to 499 on a CSV file and prints one line of JSON per
input that ended otherwise than with a table or an error of ours, and one at the end that counts how they ended.
"""

import gzip
import io
import json
import resource
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
import zipfile
import zlib
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from ordag import FittedNetwork, simulate
from ordag.app import archive, project
from ordag.app.document import from_plain
from ordag.app.routes import _state
from ordag.app.summaries import SeenColumn
from ordag.app.tasks import look_at
from ordag.app.workbench import Workbench
from ordag.app.worker import Teller
from ordag.cli.inputs import read_tiers
from ordag.confirm.reading import named_graph, placed
from ordag.data import encode, plan_columns, read, write_frame
from ordag.errors import OrdagError
from ordag.files.together import MANIFEST, changed_since, written_together
from ordag.groups.links import WeightDesign
from ordag.groups.permutations import GroupTests, Permuting, permute
from ordag.groups.split import GroupedRows
from ordag.posterior import Posterior
from ordag.search import SearchSpace
from ordag.stability.journal import Origin, Replicate, opened
from ordag.study import find_study, read_rows, summarize
from ordag.study.rows import appending

SECONDS = 10  # of computing, more than a thousand times what a valid file takes
MEMORY = 2 << 30  # bytes that an attempt may take beside what the process has when it begins
ODD_BYTES = [b"", b"\0", b"\xff", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b'"', b"\n", b"\r", b",", b"\t",
             b"[", b"}", b"=", b"nan", b"1e999", b"-1",
             b"9" * 40, b"\xef\xbb\xbf", "é".encode(), b"\xed\xa0\x80", b"?"]  # fmt: skip
DECLARED = {
    "levels": {"mood": ["never", "sometimes", "often"], "sleep": [1, 2, 3, 4]},
    "kinds": {"age": "continuous", "yes": "binary"},
}
TOML = """[levels]
mood = ["never", "sometimes", "often"]
sleep = [1, 2, 3, 4]
[kinds]
age = "continuous"
yes = 'binary'
"""
ORIGIN = Origin(("mood", "sleep", "é"), "0" * 64, "", "osem", 1)
TIERS = '{"tiers": [["age"], ["sleep", "mood"], ["yes"]]}'
# By ending: a graph over the columns in a notation of another program.
GRAPHS = {
    "dagitty": """dag "of mood" { // drawn by hand
age [exposure,pos="-1,0.5"]
"mood" [outcome]
age -> {sleep mood}; /* and */
sleep -> "mood"
yes <- mood
}
""",
    "dot": """strict digraph G {
  rankdir = LR; node [shape="box", label="a \\"b\\""]
  age -> sleep -> mood [weight=2];
  # a remark
  age → yes
}
""",
    "lavaan": "# regressions\nmood ~ 0.4*age + b1*sleep\nsleep + yes ~ 1 + age; mood ~ yes\n",
    "txt": "[age][yes|age][sleep|age]\n[mood|sleep:yes]",
    "gml": """graph [
  directed 1
  node [ id 0 label "age" graphics [ x 1.5 y -2 ] ]
  node [ id 1 label "&#121;es" ]
  node [ id 2 label "mood" ]
  edge [ source 0 target 2 weight 0.5 ]
]
""",
    "edges.csv": "from,to,weight\nage,mood,0.5\nsleep,mood,-1\nyes,age,2\n",
}
TEXTS = {"toml": TOML, "json": json.dumps(DECLARED), "tiers.json": TIERS, **GRAPHS}
FORMATS = (
    "csv",
    "tsv",
    "csv.gz",
    "parquet",
    "xlsx",
    "sav",
    "dta",
    "toml",
    "json",
    "columns.toml",
    "tiers.json",
    *GRAPHS,
    "model.json",
    "posterior.json",
    "replicates.jsonl",
    "permutations.jsonl",
    "recovery.jsonl",
    "manifest.json",
    "ordag",
)


def frame() -> pd.DataFrame:
    rng = np.random.default_rng(1)
    table = pd.DataFrame(
        {
            "mood": pd.Categorical(rng.choice(["never", "sometimes", "often"], 12), DECLARED["levels"]["mood"], True),
            "sleep": rng.integers(1, 5, 12),
            "age": rng.normal(40, 9, 12).round(1),
            "yes": rng.integers(0, 2, 12),
        }
    )
    table.loc[3, "age"] = np.nan
    return table


def network() -> FittedNetwork:
    chain = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    return FittedNetwork.from_parameters(chain, [[-0.5, 0.5], [0.1], [-1.0, 0.0, 1.0]], names=["mood", "sleep", "é"])


@cache
def two_groups() -> GroupTests:
    """Rows of two groups, and a graph whose weights are compared."""
    dag = simulate.random_dag(3, 2, rng=1)
    table = encode(simulate.ordinal_data(dag, 60, levels=2, rng=1).frame)
    rows = GroupedRows(table, ("a", "b"), np.arange(60) % 2)
    return GroupTests(rows, WeightDesign(dag, ((0, 2),)), SearchSpace.unrestricted(3))


def valid(ending: str, folder: Path) -> bytes:
    """Content of a file that can be read."""
    if ending in TEXTS:
        return TEXTS[ending].encode()
    path = folder / f"valid.{ending}"
    path.unlink(missing_ok=True)
    match ending:
        case "model.json":
            network().save(path)
        case "replicates.jsonl":
            _write_replicates(path)
        case "permutations.jsonl":
            permute(two_groups(), Permuting(3, 1, 1, path))
        case "recovery.jsonl":
            _write_row(path)
        case "columns.toml":
            plan_columns(frame()).to_toml(path)
        case "manifest.json":
            with written_together([folder / "a", folder / "b"], force=True) as temporary:
                for part in temporary.values():
                    part.write_text("done")
            path = folder / MANIFEST
        case "ordag":
            _pack_project(path, folder)
        case _:
            write_frame(frame(), path)
    return path.read_bytes()


def _write_replicates(path: Path) -> None:
    with opened(path, ORIGIN) as journal:
        for number in range(3):
            made = network() if number == 2 else None
            journal.add(Replicate(number, network().cpdag, merged=False, n_redrawn=0, settled=True, network=made))


def _write_row(path: Path) -> None:
    from ordag.study.measure import measure

    trials = [trial for trial in find_study("recovery").trials("smoke") if trial.variant.method == "bge"]
    with appending(path) as append:
        append(measure(trials[0]))


def a_project(home: Path) -> project.Project:
    """A project with its data and an analysis, in a new folder."""
    home.mkdir()
    write_frame(frame(), home / "data.csv")
    found = look_at(Teller(io.StringIO()), data=str(home / "data.csv"), folder=str(home))
    seen = {entry["name"]: SeenColumn.of_plain(entry) for entry in json.loads((home / project.SEEN).read_bytes())}
    data = project.DataFile("data.csv", "survey.csv", "0" * 64, found["n_rows"], found["n_columns"])
    made = project.Project(home.name, home, "Moods", data, from_plain(found["document"]), seen)
    begun = made.begin_analysis("first")
    (made.folder_of(begun) / "model.json").write_text("{}")
    made.change_analysis(begun.key, state="done")
    return made


def _pack_project(path: Path, folder: Path) -> None:
    made = a_project(folder / "project")
    archive.pack(made, path, with_data=True)
    shutil.rmtree(made.folder)


def spoiled(content: bytes, rng: np.random.Generator) -> bytes:
    """The content with one to four pieces changed, cut out, doubled or put elsewhere."""
    out = bytearray(content)
    for _ in range(rng.integers(1, 5)):
        start, length = int(rng.integers(0, len(out) + 1)), int(rng.geometric(0.2))
        piece = bytes(out[start : start + length])
        match rng.integers(0, 6):
            case 0 if start < len(out):
                out[start] ^= 1 << int(rng.integers(0, 8))
            case 1:
                out[start : start + length] = b""
            case 2:
                out[start:start] = piece * int(rng.integers(1, 4))
            case 3:
                out[start : start + length] = ODD_BYTES[rng.integers(0, len(ODD_BYTES))]
            case 4:
                out[start : start + length] = rng.integers(0, 256, length, dtype=np.uint8).tobytes()
            case 5 if rng.random() < 0.3:
                del out[start:]
    return bytes(out)


def input_of(ending: str, content: bytes, rng: np.random.Generator) -> bytes:
    """A spoiled file; in gzip and zip often the packed text is spoiled, as a checksum guards the rest."""
    try:
        if ending == "csv.gz" and rng.random() < 0.5:
            return gzip.compress(spoiled(gzip.decompress(content), rng))
        if ending in {"xlsx", "ordag"} and rng.random() < 0.7:
            return _with_spoiled_part(content, rng)
    except (OSError, EOFError, ValueError, NotImplementedError, RuntimeError, zlib.error, zipfile.BadZipFile):
        pass  # spoiled before, so that it cannot be unpacked
    return spoiled(content, rng)


def _with_spoiled_part(content: bytes, rng: np.random.Generator) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    name = list(parts)[rng.integers(0, len(parts))]
    parts[name] = spoiled(parts[name], rng)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as new:
        for name, part in parts.items():
            new.writestr(name, part)
    return packed.getvalue()


def attempt(ending: str, content: bytes, folder: Path) -> str:
    """How reading ended: read, refused with which error, or otherwise, with the end of the traceback."""
    path = folder / f"input.{ending}"
    path.write_bytes(content)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        _read(ending, path, folder)
    except OrdagError as error:
        return f"refused: {type(error).__name__}"
    except BaseException:
        return traceback.format_exc(limit=-4)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "read"


def _read(ending: str, path: Path, folder: Path) -> None:
    match ending:
        case "tiers.json":
            read_tiers(path)
        case "model.json":
            FittedNetwork.load(path)
        case "posterior.json":
            Posterior.load(path)
        case "replicates.jsonl":
            with opened(path, ORIGIN):
                pass
        case "permutations.jsonl":
            permute(two_groups(), Permuting(0, 1, 1, path))
        case "recovery.jsonl":
            read_rows(path)
            shutil.copy(path, folder / "recovery.jsonl")
            summarize(find_study("recovery"), folder)
        case "manifest.json":
            shutil.copy(path, folder / MANIFEST)
            changed_since(folder)
        case "ordag":
            _open_project(path, folder / "opened")
        case "toml" | "json":
            read(folder / "survey.csv", levels=path, kinds=path)
        case "columns.toml":
            read(folder / "survey.csv", columns=path)
        case _ if ending in GRAPHS:
            placed(named_graph(path, ()), ["mood", "sleep", "age", "yes"])
        case _:
            read(path)


def _open_project(path: Path, folder: Path) -> None:
    """As the page opens a project that was saved, and shows it."""
    try:
        folder.mkdir()
        archive.unpack(path, folder)
        _state(Workbench(folder.parent, folder.parent), project.load(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def limit() -> None:
    """From now on an attempt that takes too long is an error, and so is one that takes too much memory."""

    def too_long(*_: object) -> None:
        raise TimeoutError(f"no answer within {SECONDS} seconds")

    signal.signal(signal.SIGPROF, too_long)
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))


def main(ending: str, first: int, count: int) -> None:
    limit()
    warnings.simplefilter("ignore")
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        content = valid(ending, folder)
        write_frame(frame(), folder / "survey.csv")
        for seed in range(first, first + count):
            sys.stderr.write(f"{seed}\n")  # the last one is the culprit of a crash
            end = attempt(ending, input_of(ending, content, np.random.default_rng(seed)), folder)
            kind = end.split(":")[0]
            if kind not in {"read", "refused"}:
                sys.stdout.write(json.dumps({"seed": seed, "end": end}) + "\n")
                kind = "otherwise"
            ends[kind] += 1
    sys.stdout.write(json.dumps(ends) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
