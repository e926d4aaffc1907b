# SPDX-License-Identifier: MIT
"""What is beside or in the files of a result."""

from collections.abc import Sequence
from pathlib import Path

from ordag.errors import OrdagWarning
from ordag.messages import (
    Advise,
    File,
)

_MOST_CHARACTERS = 10


class FilesOfAnotherResult(OrdagWarning):
    """A folder holds files that were not written together."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.folder, self.names = folder, tuple(names)
        belong = "belongs to another result, or was" if len(self.names) == 1 else "belong to another result, or were"
        super().__init__(
            (", ".join(self.names), " in ", File(folder)),
            f"{belong} changed since the files there were written together",
            remedies=[Advise("to have them all of one result, run the command that made them again")],
        )


class GlyphsLacking(OrdagWarning):
    """No installed font has some of the characters of a drawing."""

    def __init__(self, characters: str) -> None:
        self.characters = characters
        shown = f"{characters[:_MOST_CHARACTERS]}{' …' * (len(characters) > _MOST_CHARACTERS)}"
        super().__init__(
            f"no installed font has the characters {shown}",
            needed="drawings show boxes in their place, and SVG files leave them to the fonts of the viewer",
            remedies=[Advise("install a font that has them, such as Noto Sans CJK")],
        )
