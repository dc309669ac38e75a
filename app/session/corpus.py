"""State of the Corpus face: scores, order, selected page and run. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Flag, StrEnum, auto
from typing import TYPE_CHECKING

from boilerscope.extractors.scoring.averages import Average, Deciders
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES, WITHOUT_GOLD
from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.table import COMPARED, EXPECTED

if TYPE_CHECKING:
    from collections.abc import Collection

    from boilerscope.extractors.runs.corpus_run import RunProgress

MEASURE = "token_f1"

Scored = tuple[ScoredText, bool]
"""Scored text of the results, and whether comments count as main content."""


class CorpusPart(Flag):
    """Parts of the Corpus face.

    Attributes
    ----------
    CORPUS
        Another corpus, more of its pages, or the error that kept it from opening.
    PANES
        The panes, their settings, the active pane, or the outdated panes.
    TABLE
        Another table of scores: other pages or other panes.
    RESULTS
        Results were added to the table.
    RUN
        Progress of the run.
    LIFE
        The run began, paused, continued or ended.
    SCORES
        Measure, average, scored text or baseline.
    RESCORING
        Other scores or expected F1 are being computed, or their computation was cancelled.
    TRIED
        The last sweep or search, which can be exported.
    CHOICE
        The sort order or the filter, as chosen by the user.
    ORDER
        The list of pages that follows from choice and results.
    ROW
        The selected page and pane.
    TAB
        The view in the middle: pages, sweep, losses or changes.
    FACE
        Whether the Corpus face is on screen.
    """

    CORPUS = auto()
    PANES = auto()
    TABLE = auto()
    RESULTS = auto()
    RUN = auto()
    LIFE = auto()
    SCORES = auto()
    RESCORING = auto()
    TRIED = auto()
    CHOICE = auto()
    ORDER = auto()
    ROW = auto()
    TAB = auto()
    FACE = auto()


OF_RESULTS = (
    CorpusPart.CORPUS
    | CorpusPart.TABLE
    | CorpusPart.RESULTS
    | CorpusPart.LIFE
    | CorpusPart.SCORES
    | CorpusPart.CHOICE
    | CorpusPart.PANES
    | CorpusPart.TAB
    | CorpusPart.FACE
)
"""Parts that a tab in the middle follows which is computed from the results of panes."""


GROWING = CorpusPart.RESULTS | CorpusPart.RUN
"""Parts that change many times a second while panes run."""


@dataclass(frozen=True, slots=True)
class CorpusChanged:
    """One change of the Corpus face.

    Attributes
    ----------
    parts : CorpusPart
        The parts that changed.
    initiator : str
        Name of the view that began the change and shows it already, empty for none.
    """

    parts: CorpusPart
    initiator: str = ""


class Tab(StrEnum):
    """View in the middle of the face."""

    PAGES = "pages"
    SWEEP = "sweep"
    LOSSES = "losses"
    CHANGES = "changes"


class RunLife(StrEnum):
    """State of the run."""

    IDLE = "idle"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CorpusChoice:
    """The user's selection of panes, pages and measure of a corpus.

    Attributes
    ----------
    measure : str
        Name in `MEASURES` or `WITHOUT_GOLD` of `boilerscope.extractors.scoring.measures`.
    average : Average
        How pages become one number.
    text : ScoredText
        Text of a result that is scored.
    comments : bool
        Whether comments count as main content.
    baseline : str
        Pane that the other panes are compared with; the first pane if empty.
    deciders : Deciders
        Panes whose answers decide which pages are compared, as far as the user chose them.
    sort : Sort
        Order of the pages.
    page_filter : PageFilter
        Pages to show.
    row : int or None
        Selected page, as its number in the corpus.
    pane : str
        Pane of the selected cell, empty for the whole page.
    tab : Tab
        View in the middle.
    is_calibrated : bool
        Whether the scatter plot compares the scores of a pane with its expected F1.
    ranks_expected : bool
        Whether the leaderboard is sorted by expected F1.
    """

    measure: str = MEASURE
    average: Average = Average.MACRO
    text: ScoredText = ScoredText.PAGE
    comments: bool = False
    baseline: str = ""
    deciders: Deciders = field(default_factory=Deciders)
    sort: Sort = field(default_factory=Sort)
    page_filter: PageFilter = field(default_factory=PageFilter)
    row: int | None = None
    pane: str = ""
    tab: Tab = Tab.PAGES
    is_calibrated: bool = False
    ranks_expected: bool = False

    @property
    def scored(self) -> Scored:
        """What is scored: a text of the results, and whether comments are main content."""
        return self.text, self.comments

    def scoring(
        self, measures: tuple[str, ...] = DEFAULT_MEASURES, *, losses: bool = False
    ) -> ScoreOptions:
        """Return the options of scores, for every job of the Corpus face."""
        return ScoreOptions(self.text, self.comments, measures, losses)

    @property
    def needs_expected(self) -> bool:
        """Whether expected F1 is shown."""
        is_ranked = self.ranks_expected and not self.needs_gold
        return is_ranked or self.is_calibrated or self.sort.key is SortKey.EXPECTED

    @property
    def needs_gold(self) -> bool:
        """Whether the measure needs gold."""
        return self.measure not in WITHOUT_GOLD

    @property
    def gold_measure(self) -> str:
        """The measure to sweep, search and export by: one that needs gold."""
        return self.measure if self.needs_gold else MEASURE

    @property
    def figures(self) -> str:
        """Figures without gold to compute, `EXPECTED` or `COMPARED`; empty for none."""
        if self.needs_expected or self.measure == "expected_f1":
            return EXPECTED
        needs_results = not self.needs_gold or self.sort.key is SortKey.DISAGREEMENT
        return COMPARED if needs_results else ""


def without_panes(choice: CorpusChoice, names: Collection[str]) -> CorpusChoice:
    """Return a choice without references to panes that are not among these names."""
    sort, page_filter = choice.sort, choice.page_filter
    if {sort.pane, sort.baseline} - {"", *names}:
        sort = replace(
            sort,
            pane=sort.pane if sort.pane in names else "",
            baseline=sort.baseline if sort.baseline in names else "",
        )
    box, part = page_filter.box, page_filter.part
    if box is not None and box.panes - set(names):
        page_filter = replace(page_filter, box=None)
    if part is not None and {part.pane, getattr(part, "baseline", "")} - {"", *names}:
        page_filter = replace(page_filter, part=None)
    return replace(
        choice,
        sort=sort,
        page_filter=page_filter,
        baseline=choice.baseline if choice.baseline in names else "",
        deciders=choice.deciders.among(names),
        pane=choice.pane if choice.pane in names else "",
    )


@dataclass(frozen=True, slots=True)
class Rescoring:
    """Computation of other scores, or of figures without gold, of the results that are there.

    Attributes
    ----------
    choice : CorpusChoice
        The choice with the measure, the text, the sort order or the plot that was asked for.
    n_done, n_pages : int
        Numbers of scored pages and of all pages to score.
    figures : str
        Figures without gold that are computed, `EXPECTED` or `COMPARED`; empty for other scores.
    """

    choice: CorpusChoice
    n_done: int
    n_pages: int
    figures: str = ""


@dataclass(frozen=True, slots=True)
class Searching:
    """Search for a text in the texts of pages, which goes on.

    Attributes
    ----------
    n_done, n_pages : int
        Numbers of searched pages and of all pages to search.
    """

    n_done: int
    n_pages: int


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The run on screen.

    Attributes
    ----------
    number : int
        Number of the run of this corpus, from 1; 0 before the first run.
    progress : RunProgress or None
        Its progress; None before the first run.
    jobs : int
        Worker processes.
    ended : str
        Time of its end, ISO 8601; empty before.
    problem : str
        Reason of a failure, or the page that ended the workers; empty without a problem.
    """

    life: RunLife = RunLife.IDLE
    number: int = 0
    progress: RunProgress | None = None
    jobs: int = 1
    ended: str = ""
    problem: str = ""

    @property
    def is_busy(self) -> bool:
        """Whether the run is in progress or paused."""
        return self.life in {RunLife.RUNNING, RunLife.PAUSED}


class ReadLife(StrEnum):
    """State of the corpus itself."""

    NONE = "none"
    READING = "reading"
    READ = "read"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CorpusRecord:
    """The corpus that is open.

    Attributes
    ----------
    path : str
        File or folder; empty without a corpus.
    n_pages : int
        Pages so far.
    problem : str
        Error that kept it from opening; names file and line.
    n_left_out : int
        Parts that were left out because they cannot be read.
    is_again : bool
        Whether the present corpus is read again, because its files have changed.
    batch : str
        Folder of the batch whose results are scored by the gold of this corpus; empty without one.
    """

    life: ReadLife = ReadLife.NONE
    path: str = ""
    n_pages: int = 0
    problem: str = ""
    n_left_out: int = 0
    is_again: bool = False
    batch: str = ""
