# SPDX-License-Identifier: MIT
"""Raw files of the paper's data sets: from the folder named by ``ORDAG_DATA``, else from a cache filled on first use.

Every file is checked by its SHA-256, so that the data are those of the paper wherever they come from.
"""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from ordag.errors import FetchError, FileError, MissingDependencyError
from ordag.messages import Advise

FOLDER_VARIABLE = "ORDAG_DATA"
BASE_URL = "https://raw.githubusercontent.com/xgluo/OSEM/ed7937c322603a4d0ea1f97b3aa47562a8dedb14/Application"


@dataclass(frozen=True)
class RawFile:
    """A file of the authors' repository: its folder there and its SHA-256."""

    folder: str
    sha256: str


RAW_FILES = {
    "OCDRogers.csv": RawFile("psych_application", "3d411de170c9479876f0ecd750bc805293face08e470122e88b5d27ce42de812"),
    "SPECT.csv": RawFile("UCI_datasets", "9b57552b6c35967ad6025fe1a67f2a7d17901c2d3c3b426038a91936c13fad46"),
    "cmc.data.csv": RawFile("UCI_datasets", "ad2a49da55df24b061a994ecc4d90c856aba35acd05138851aa251c4f06303c9"),
    "house-votes-84.data.csv": RawFile(
        "UCI_datasets", "c87c14110a5ba91d4a1e313ec7392824458152bf071fa5f5452340488337936e"
    ),
    "primary-tumor.data.csv": RawFile(
        "UCI_datasets", "2f36110bdd06932bc99c1d3bbeca6de6d31b0f731624d37322750ad834f1f8ea"
    ),
}


def raw_file(name: str) -> Path:
    """Path of a raw file, fetched if need be."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder and (path := Path(folder) / name).is_file():
        return _checked(path, RAW_FILES[name].sha256)
    return _fetched(name)


def _checked(path: Path, sha256: str) -> Path:
    if hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        raise FileError(
            path,
            "differs from the file of the paper (its SHA-256 is another)",
            remedies=[Advise("replace it by the original"), Advise(f"unset {FOLDER_VARIABLE}")],
        )
    return path


def _fetched(name: str) -> Path:
    """Path in the cache, downloaded on first use."""
    file = RAW_FILES[name]
    url = f"{BASE_URL}/{file.folder}/{name}"
    by_hand = f"get {url} and put it as {name!r} into a folder named by the environment variable {FOLDER_VARIABLE}"
    try:
        import pooch
    except ImportError:
        raise MissingDependencyError(f"fetching {name!r}", "pooch", "data", remedies=[Advise(by_hand)]) from None
    pooch.get_logger().setLevel("WARNING")  # nothing is said while all goes well
    cache = Path(pooch.os_cache("ordag"))
    try:
        return Path(pooch.retrieve(url, f"sha256:{file.sha256}", fname=name, path=cache))
    except (OSError, ValueError) as error:  # no network, no such address, no space; or a hash that differs
        raise FetchError(
            repr(name),
            f"is not in the cache and could not be fetched ({type(error).__name__})",
            remedies=[Advise(f"{by_hand}, or into {str(cache)!r}")],
        ) from error
