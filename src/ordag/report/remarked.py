# SPDX-License-Identifier: MIT
"""What was remarked on during the fit, each under a heading of its own."""

from collections.abc import Mapping, Sequence

from ordag import remarks as said
from ordag.errors import OrdagWarning
from ordag.messages.report import REPORT
from ordag.report.trust import Check, CheckTopic, Verdict

# Remarks that checks and findings repeat with their own figures.
_CHECKED = (
    *(said.LearnedFromSample, said.ModelChosen, said.ModelOutdone, said.NormalScores, said.PosteriorDoubted),
    *(said.RowsDoubted, said.RowsScreened, said.ScreeningStopped),
)
_HEADINGS: Mapping[CheckTopic, tuple[type[OrdagWarning], ...]] = {
    CheckTopic.CAUSES: (said.HiddenCausesBetter,),
    CheckTopic.TENDENCY: (said.OneTendency,),
    CheckTopic.KINDS: (said.TwoKindsOfRows,),
    CheckTopic.TOTALS: (said.TotalLeft,),
    CheckTopic.GIVEN: (said.ArrowsIntoGiven,),
    CheckTopic.FILE: (
        *(said.BlankLines, said.DescribingLines, said.EmptyColumns, said.FirstSheetRead, said.InfiniteEntries),
        *(said.RowNames, said.RowsWithoutAnswers),
    ),
    CheckTopic.COLUMNS: (said.ColumnsInferred, said.ColumnsUnsure, said.OrderUnconfirmed),
    CheckTopic.ASIDE: (said.ColumnsSetAside, said.ColumnsNotInGraph),
    CheckTopic.NO_ANSWER: (said.TakenAsNoAnswer,),
    CheckTopic.WEIGHTS: (said.ManyCounts, said.RowsWithoutWeight, said.WeightsNotUsed, said.WholeSurveyWeights),
    CheckTopic.CLUSTERS: (said.ClustersModelled, said.ClustersNotUsed, said.RowsInBlocks),
    CheckTopic.LEVELS: (said.LevelsMerged,),
    CheckTopic.CONVERGENCE: (said.MarginsUnsettled, said.NearestCorrelationUnsettled, said.SearchUnsettled),
    CheckTopic.INTERRUPTED: (said.Interrupted,),
}


# Doubts about the data that decide what the links mean, and so come before them.
DOUBTS = (said.ColumnsUnsure, said.OrderUnconfirmed, said.WeightsNotUsed, said.ClustersNotUsed, said.RowsInBlocks)


def doubted(remarks: Sequence[OrdagWarning]) -> tuple[Check, ...]:
    """Doubts about how the data were read."""
    return tuple(_check(remark, "caution") for remark in remarks if isinstance(remark, DOUBTS))


def remarked(remarks: Sequence[OrdagWarning]) -> tuple[Check, ...]:
    """What else was remarked on during the fit, but for what the checks of the report say themselves."""
    return tuple(_check(remark, "note") for remark in remarks if not isinstance(remark, (*_CHECKED, *DOUBTS)))


def _check(remark: OrdagWarning, verdict: Verdict) -> Check:
    return Check(_heading(remark), verdict, REPORT.capital(remark.statement), remark.remedies)


def _heading(remark: OrdagWarning) -> CheckTopic:
    """What a remark is about."""
    return next((topic for topic, kinds in _HEADINGS.items() if isinstance(remark, kinds)), CheckTopic.REMARK)
