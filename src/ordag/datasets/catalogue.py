# SPDX-License-Identifier: MIT
"""What each data set is: title, source, licence, and the wording, levels and kind of every item."""

from dataclasses import dataclass

from ordag.data import Kind, Levels
from ordag.data.table import kind_of
from ordag.errors import unknown_option


@dataclass(frozen=True)
class ColumnDescription:
    """One column of a data set; `levels` from lowest to highest, empty if it is continuous."""

    name: str
    wording: str
    levels: Levels = ()

    @property
    def kind(self) -> Kind:
        """Kind of the column."""
        return kind_of(self.levels)


@dataclass(frozen=True)
class Dataset:
    """Description of a data set.

    Attributes
    ----------
    name
        What `load` calls it.
    title, about
        What it holds, in a line and in a few.
    source, licence
        Where it comes from and on what terms.
    n_rows
        Number of rows.
    items
        Its columns in order.
    """

    name: str
    title: str
    about: str
    source: str
    licence: str
    n_rows: int
    items: tuple[ColumnDescription, ...]

    @property
    def kinds(self) -> dict[str, Kind]:
        """Kind of every column, as `ordag.data.encode` takes it."""
        return {item.name: item.kind for item in self.items}

    @property
    def wordings(self) -> dict[str, str]:
        """Wording of every column."""
        return {item.name: item.wording for item in self.items}


def describe(name: str) -> Dataset:
    """Title, source, licence and item wordings of a data set.

    Examples
    --------
    >>> ocd = describe("ocd")
    >>> ocd.title
    'Symptoms of obsessive-compulsive disorder and depression'
    >>> ocd.wordings["late"]
    'Early morning awakening'
    """
    from ordag.datasets import anes, ocd, uci

    described = {entry.name: entry for entry in (anes.ANES96, ocd.OCD, *uci.DATASETS)}
    if name not in described:
        raise unknown_option("data set", name, described)
    return described[name]
