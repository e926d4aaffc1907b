# SPDX-License-Identifier: MIT
"""What was remarked on during the fit, each under a heading of its own."""

from collections.abc import Mapping, Sequence

from ordag import remarks as said
from ordag.errors import OrdagWarning
from ordag.messages.report import REPORT
from ordag.report.trust import Check, CheckTopic

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
    CheckTopic.COLUMNS: (said.ColumnsInferred, said.ColumnsUnsure),
    CheckTopic.ASIDE: (said.ColumnsSetAside, said.ColumnsNotInGraph),
    CheckTopic.NO_ANSWER: (said.TakenAsNoAnswer,),
    CheckTopic.WEIGHTS: (said.ManyCounts, said.RowsWithoutWeight, said.WholeSurveyWeights),
    CheckTopic.CLUSTERS: (said.ClustersModelled,),
    CheckTopic.LEVELS: (said.LevelsMerged,),
    CheckTopic.CONVERGENCE: (said.MarginsUnsettled, said.NearestCorrelationUnsettled, said.SearchUnsettled),
    CheckTopic.INTERRUPTED: (said.Interrupted,),
}


def remarked(remarks: Sequence[OrdagWarning]) -> tuple[Check, ...]:
    """What was remarked on during the fit, but for what the checks of the report say themselves."""
    return tuple(
        Check(_heading(remark), "note", REPORT.capital(remark.statement), remark.remedies)
        for remark in remarks
        if not isinstance(remark, _CHECKED)
    )


def _heading(remark: OrdagWarning) -> CheckTopic:
    """What a remark is about."""
    return next((topic for topic, kinds in _HEADINGS.items() if isinstance(remark, kinds)), CheckTopic.REMARK)
