# SPDX-License-Identifier: MIT
"""What scores and tests share whose work is done by compiled code."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Generic, TypeVar

Handle = TypeVar("Handle")


class Compiled(ABC, Generic[Handle]):
    """An object with compiled code behind it; handles hold scratch space, so that no two threads may use one at once.

    A subclass gives `native`. Its own methods ask `_handle` with the interpreter lock held, one thread after the other.
    """

    @abstractmethod
    def native(self) -> Handle:
        """A fresh handle for one run of a compiled search, which runs without the interpreter lock."""

    @cached_property
    def _handle(self) -> Handle:
        return self.native()

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "_handle"}
