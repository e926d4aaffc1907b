# SPDX-License-Identifier: MIT
"""Every warning that ordag gives, each a class with fields, so that a report or a count asks for the class.

A message shows the beginning of a long list; the field holds all of it.
"""

from ordag.remarks.clusters import ClustersModelled
from ordag.remarks.columns import (
    AS_AN_ITEM,
    ColumnsAbsent,
    ColumnsInferred,
    ColumnsNotInGraph,
    ColumnsSetAside,
    ColumnsUnsure,
    IncompleteRowsLeftOut,
    LevelsMerged,
    ManyCounts,
    RowsWithoutWeight,
    TakenAsNoAnswer,
    WholeSurveyWeights,
)
from ordag.remarks.fitting import (
    CoreCut,
    CorrelationRepaired,
    CorrelationsHeld,
    FewSharedRows,
    LearnedFromSample,
    MarginsUnsettled,
    ModelChosen,
    NearestCorrelationUnsettled,
    PosteriorDoubted,
    ReplicatesLearnedFromSample,
    SearchUnsettled,
)
from ordag.remarks.interruptions import (
    BootstrapInterrupted,
    CopulaInterrupted,
    Interrupted,
    PermutationsInterrupted,
    SamplingInterrupted,
    SearchInterrupted,
    SkeletonInterrupted,
)
from ordag.remarks.reading import (
    BlankLines,
    DescribingLines,
    EmptyColumns,
    FirstSheetRead,
    RowNames,
    RowsWithoutAnswers,
)
from ordag.remarks.results import FilesOfAnotherResult, GlyphsLacking
from ordag.remarks.rows import (
    ChangedLinks,
    ColumnsWithoutWave,
    RowsDoubted,
    RowsScreened,
    RowsWithoutGroup,
    ScreeningStopped,
)

__all__ = [
    "AS_AN_ITEM",
    "BlankLines",
    "BootstrapInterrupted",
    "ChangedLinks",
    "ClustersModelled",
    "ColumnsAbsent",
    "ColumnsInferred",
    "ColumnsNotInGraph",
    "ColumnsSetAside",
    "ColumnsUnsure",
    "ColumnsWithoutWave",
    "CopulaInterrupted",
    "CoreCut",
    "CorrelationRepaired",
    "CorrelationsHeld",
    "DescribingLines",
    "EmptyColumns",
    "FewSharedRows",
    "FilesOfAnotherResult",
    "FirstSheetRead",
    "GlyphsLacking",
    "IncompleteRowsLeftOut",
    "Interrupted",
    "LearnedFromSample",
    "LevelsMerged",
    "ManyCounts",
    "MarginsUnsettled",
    "ModelChosen",
    "NearestCorrelationUnsettled",
    "PermutationsInterrupted",
    "PosteriorDoubted",
    "ReplicatesLearnedFromSample",
    "RowNames",
    "RowsDoubted",
    "RowsScreened",
    "RowsWithoutAnswers",
    "RowsWithoutGroup",
    "RowsWithoutWeight",
    "SamplingInterrupted",
    "ScreeningStopped",
    "SearchInterrupted",
    "SearchUnsettled",
    "SkeletonInterrupted",
    "TakenAsNoAnswer",
    "WholeSurveyWeights",
]
