"""State of the Corpus face: the corpus with its scores, and what the user chose. No Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.app.session.corpus import (
    MEASURE,
    CorpusChoice,
    CorpusRecord,
    ReadLife,
    RunRecord,
    Tab,
    without_panes,
)
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.scoring.measures import (
    DEFAULT_MEASURES,
    MEASURES,
    WITHOUT_GOLD,
    measure_of,
)
from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.widgets.records import PaneRecord

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray

    from boilerscope.app.session.corpus import Rescoring, Scored, Searching
    from boilerscope.app.session.read_only import SessionView
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.scoring.order import PageOrder
    from boilerscope.extractors.scoring.results import PageResult
    from boilerscope.extractors.search.sweep import SweepRun
    from boilerscope.extractors.search.tune import TuneRun
    from boilerscope.extractors.sources.corpus import Corpus

    Use = tuple[str, Settings, Scored]
    """Extractor, settings and what is scored: the results of a pane depend on them."""


class CorpusState:
    """State of the Corpus face; `corpus.controller` alone changes it, see `read_only.CorpusView`.

    Parameters
    ----------
    session : SessionView
        Provides the panes.
    """

    def __init__(self, session: SessionView) -> None:
        self._session = session
        self.choice, self.record, self.run = CorpusChoice(), CorpusRecord(), RunRecord()
        self.corpus: Corpus | None = None
        self.table: ScoreTable | None = None
        self.order: PageOrder | None = None
        self.is_shown = False
        self.swept: SweepRun | None = None
        self.searched: TuneRun | None = None
        self.rescoring: Rescoring | None = None
        self.searching: Searching | None = None
        self.crashed: dict[int, tuple[str, ...]] = {}
        self.left_out: set[int] = set()
        self.n_results = 0
        self.annotators: tuple[str, ...] = ()
        self._files: tuple[FilePane, ...] = ()
        self._uses: dict[str, Use] = {}
        self._running: dict[str, Use] = {}

    # -- reading ---------------------------------------------------------------------------

    @property
    def lists_pages(self) -> bool:
        """Whether the list of pages is on screen and not empty."""
        return self.shows(Tab.PAGES) and self.order is not None and len(self.order) > 0

    def shows(self, tab: Tab) -> bool:
        """Return whether a view in the middle of the Corpus face is on screen."""
        return self.is_shown and self.choice.tab is tab

    @property
    def panes(self) -> tuple[PaneRecord, ...]:
        """Panes of the session, then those of results files."""
        n_own = len(self._session.panes)
        alone = (file.pane for file in self._files if file.stands_for is None)
        of_files = (
            PaneRecord(n_own + number, pane.name, pane.extractor, "", pane.settings)
            for number, pane in enumerate(alone, start=1)
        )
        return (*self._session.panes, *of_files)

    @property
    def files(self) -> tuple[FilePane, ...]:
        """Panes with results from files: additional panes, or replacements of session panes."""
        session_panes = self._own_panes()
        return tuple(
            file
            for file in self._files
            if file.stands_for is None or file.stands_for in session_panes
        )

    @property
    def has_corpus(self) -> bool:
        """Whether a corpus is open whose pages are all listed."""
        return self.table is not None and self.corpus is not None

    @property
    def active(self) -> str:
        """Name of the active pane, empty without panes."""
        return self._session.active

    @property
    def has_results(self) -> bool:
        """Whether a page is finished."""
        return self.table is not None and bool(self.table.is_done.any())

    def ran_panes(self) -> tuple[Pane, ...]:
        """Return the panes that have results, with the settings of these results."""
        names = () if self.table is None else self.table.panes
        return tuple(Pane(name, *self._uses[name][:2]) for name in names if name in self._uses)

    def source_of(self, name: str) -> Pane | FilePane | None:
        """Return the pane, with the settings that it ran with, or the file of some results."""
        file = next((file for file in self.files if file.pane.name == name), None)
        return file or next((pane for pane in self.ran_panes() if pane.name == name), None)

    def settled(self) -> tuple[ScoreTable, tuple[Pane, ...]] | None:
        """Return the scores and panes to export: each pane with results of one setting alone.

        While changed panes run, their results of earlier settings are left out.
        """
        table = self.table
        if table is None:
            return None
        if not table.is_stale.any():
            return table, self.ran_panes()
        uses = self._uses | self._running
        table = table.carried(table.panes, table.measures)
        table.remove_stale()
        return table, tuple(Pane(name, *uses[name][:2]) for name in table.panes if name in uses)

    def outdated(self) -> list[str]:
        """Return the panes whose results belong to earlier settings."""
        uses = self._present_uses()
        return [name for name, use in self._uses.items() if name in uses and uses[name] != use]

    def pending(self) -> list[str]:
        """Return the panes for which a run would compute results."""
        table = self.table
        if table is None:
            return []
        stale = set(self.outdated())
        is_wanted = np.ones(len(table.pages), dtype=np.bool_)
        is_wanted[list(self.left_out)] = False
        is_missing = (table.status[is_wanted] == 0).any(axis=0).tolist()
        return [
            name
            for name, missing in zip(table.panes, is_missing, strict=True)
            if missing or name in stale
        ]

    def panes_to_run(self) -> tuple[Pane, ...]:
        """Return the panes of the session whose results do not come from files."""
        of_files = {file.pane.name for file in self.files}
        return tuple(pane for pane in self._own_panes() if pane.name not in of_files)

    def pages_to_run(self) -> list[int] | None:
        """Return the numbers of the pages to run on; None for all of them."""
        if self.corpus is None or not self.left_out:
            return None
        return [row for row in range(len(self.corpus.pages)) if row not in self.left_out]

    # -- changes ---------------------------------------------------------------------------

    def begin_reading(self, record: CorpusRecord) -> None:
        """Note that a corpus is being read; the present one stays until all pages are listed."""
        self.record = record

    def reopen(self, corpus: Corpus) -> None:
        """Show the pages of the present corpus as they are listed now, without their results."""
        row, before = self.choice.row, self.table
        names = {} if before is None else {page.name: at for at, page in enumerate(corpus.pages)}
        left_out = [] if before is None else [before.pages[row].name for row in self.left_out]
        selected = "" if before is None or row is None else before.pages[row].name
        self.corpus, self.order, self._uses = corpus, None, {}
        self.crashed, self.left_out = {}, {names[name] for name in left_out if name in names}
        self.choice = replace(self.choice, row=names.get(selected))
        self.end_reading(corpus)

    def open(self, corpus: Corpus, record: CorpusRecord) -> None:
        """Begin with another corpus."""
        self.corpus, self.table, self.order = corpus, None, None
        self.swept = self.searched = self.rescoring = self.searching = None
        self.crashed, self.left_out = {}, set()
        self._files, self._uses, self.annotators = (), {}, ()
        self.run, self.record = RunRecord(), record
        self.choice = replace(self.choice, row=None, pane="", page_filter=PageFilter())
        self.n_results += 1

    def close(self) -> None:
        """Show no corpus."""
        self.corpus, self.table, self.order = None, None, None
        self.record = CorpusRecord()

    def end_reading(self, corpus: Corpus) -> None:
        """Begin a table without scores, now that all pages are listed.

        A corpus without any gold is scored by the agreement of the panes, one with gold by a score
        that needs it.
        """
        if self.choice.needs_gold is not bool(corpus.n_gold):
            measure = MEASURE if corpus.n_gold else next(iter(WITHOUT_GOLD))
            self.choice_of_scores(replace(self.choice, measure=measure))
            key = SortKey.SPREAD if corpus.n_gold else SortKey.DISAGREEMENT
            self.choice = replace(self.choice, sort=Sort(key, measure))
        names = [pane.name for pane in self.panes]
        self.show_table(ScoreTable(corpus.pages, names, measures_of(self.choice.measure)))
        self.record = replace(
            self.record,
            life=ReadLife.READ,
            n_pages=len(corpus.pages),
            n_left_out=len(corpus.problems),
        )

    def show_table(self, table: ScoreTable) -> None:
        """Show another table, and none of its panes as outdated."""
        table.deciders = self.choice.deciders
        table.needs_gold = self.choice.needs_gold
        self.table = table
        self.n_results += 1

    def restart_table(self) -> None:
        """Begin the table again, for other scores."""
        if self.table is not None:
            self.show_table(
                ScoreTable(self.table.pages, self.table.panes, measures_of(self.choice.measure))
            )

    def add_files(self, panes: Iterable[FilePane]) -> None:
        """Add panes whose results come from a file."""
        self._files = (*self._files, *panes)

    def show_files(self, panes: Iterable[FilePane]) -> None:
        """Show only the panes of these files."""
        self._files = tuple(panes)

    def replace_files(self, panes: Iterable[FilePane]) -> None:
        """Replace panes of files by panes of the same names; their results are removed."""
        by_name = {file.pane.name: file for file in panes}
        self._files = tuple(by_name.get(file.pane.name, file) for file in self._files)
        if self.table is not None:
            for column, name in enumerate(self.table.panes):
                if name in by_name:
                    self.table.is_stale[:, column] = self.table.status[:, column] > 0
                    self.table.remove_stale(column)
            self.n_results += 1

    def remove_file(self, name: str) -> None:
        """Remove a pane of a file."""
        self._files = tuple(file for file in self._files if file.pane.name != name)

    def begin_run(self, run: RunRecord) -> None:
        """Note that the present panes run."""
        self.crashed, self.run = {}, run
        self._running = self._present_uses()
        self._uses = self._running | self._uses
        self.follow_panes()
        if self.table is not None:
            stale = set(self.outdated())
            is_stale = [name in stale for name in self.table.panes]
            self.table.is_stale[:] = (self.table.status > 0) & np.array(is_stale, dtype=np.bool_)

    def take_results(self, results: Sequence[PageResult]) -> None:
        """Add results to the table."""
        if self.table is not None:
            for result in results:
                self.table.add(result)
                if result.is_given_up:
                    names = (score.pane for score in result.scores if score.status is Status.ERROR)
                    self.crashed[result.index] = tuple(names)
            self.n_results += 1

    def decide(self, pane: str, *, decides: bool) -> None:
        """Let the answers of a pane decide which pages are compared, or not."""
        changed = self.choice.deciders.changed(pane, decides=decides)
        self.choice = replace(self.choice, deciders=changed)
        if self.table is not None:
            self.table.deciders = changed
            self.n_results += 1

    def take_found(self, text: str, rows: Sequence[int]) -> None:
        """Note the pages whose text contains a text."""
        if self.table is not None:
            self.table.take_found(text, rows)
            self.n_results += 1

    def take_layouts(self, layouts: Sequence[int]) -> None:
        """Add the layouts of the pages among those of their sites."""
        if self.table is not None:
            self.table.take_layouts(layouts)
            self.n_results += 1

    def take_figures(
        self,
        rows: NDArray[np.int64],
        agreement: FloatArray,
        n_kept: FloatArray,
        expected: FloatArray | None,
    ) -> None:
        """Add figures without gold of the results of some pages, see `ScoreTable`."""
        if self.table is not None:
            self.table.take_figures(rows, agreement, n_kept, expected)
            self.n_results += 1

    def leave_out_crashed(self) -> None:
        """Remove the pages that ended worker processes, also from later runs."""
        if self.table is not None:
            for row in self.crashed:
                self.table.remove(row)
            self.left_out.update(self.crashed)
            self.n_results += 1

    def bring_back(self) -> list[int]:
        """Take the pages back that were left out; return their numbers."""
        rows = sorted(self.left_out)
        self.left_out.clear()
        self.n_results += 1
        return rows

    def begin_kept(self, names: Collection[str] | None = None) -> None:
        """Note that the results to come are of present panes; of those with these names, if any."""
        present = self._present_uses()
        uses = {name: use for name, use in present.items() if names is None or name in names}
        self._running = uses if names is None else self._running | uses
        self._uses = uses | self._uses

    def note_ran(self) -> None:
        """Note that the results belong to the panes as they were when the run began."""
        self._uses = dict(self._running)
        if self.table is not None:
            self.table.remove_stale()
            self.n_results += 1
        self.follow_panes()

    def note_ended_early(self) -> None:
        """Remove results of earlier settings of each pane that has newer results by now.

        Means over results of both settings would belong to neither of them.
        """
        table = self.table
        if table is None:
            return
        is_fresh = np.logical_or.reduce((table.status > 0) & ~table.is_stale, axis=0).tolist()
        for column, name in enumerate(table.panes):
            if name in self.outdated() and is_fresh[column] and name in self._running:
                table.remove_stale(column)
                self._uses[name] = self._running[name]
        table.is_stale[:] = False
        self.n_results += 1
        self.follow_panes()

    def end_rescoring(self, table: ScoreTable) -> None:
        """Show the scores that were asked for, all at once."""
        if self.rescoring is not None:
            choice, self.rescoring = self.rescoring.choice, None
            self.choice_of_scores(choice)
            self._uses = {
                name: (extractor, settings, choice.scored)
                for name, (extractor, settings, _) in self._uses.items()
            }
            self.show_table(table)
            self.follow_panes()

    def choice_of_scores(self, choice: CorpusChoice) -> None:
        """Take measure, text and comments of another choice."""
        sort = replace(self.choice.sort, measure=choice.measure)
        self.choice = replace(
            self.choice,
            measure=choice.measure,
            text=choice.text,
            comments=choice.comments,
            sort=sort,
        )
        if self.table is not None:
            self.table.needs_gold = self.choice.needs_gold
            self.n_results += 1

    def follow_panes(self) -> bool:
        """Give the table the present panes and measures; return whether the table is new."""
        names = tuple(pane.name for pane in self.panes)
        self.choice = without_panes(self.choice, names)
        if self.table is None:
            return False
        measures = self.table.measures
        if self.choice.needs_gold and self.choice.measure not in measures:
            measures = measures_of(self.choice.measure)
        is_other = (names, measures) != (self.table.panes, self.table.measures)
        if is_other:
            self.show_table(self.table.carried(names, measures))
            self._uses = {name: use for name, use in self._uses.items() if name in names}
        stale = set(self.outdated())
        self.table.is_outdated[:] = [name in stale for name in names]
        return is_other

    def _own_panes(self) -> tuple[Pane, ...]:
        """Return the panes of the session."""
        return tuple(Pane(p.name, p.extractor, p.settings) for p in self._session.panes)

    def _present_uses(self) -> dict[str, Use]:
        return {
            pane.name: (pane.extractor, pane.settings, self.choice.scored) for pane in self.panes
        }


def measures_of(measure: str) -> tuple[str, ...]:
    """Return the measures of a run that is scored by a measure: token scores, and its own kind.

    Scores without gold are not counted by a run.
    """
    kind = measure_of(measure).counts
    same = (name for name, other in MEASURES.items() if other.counts == kind)
    return tuple(dict.fromkeys((*DEFAULT_MEASURES, *same)))
