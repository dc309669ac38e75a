"""Scores of a finished run by other measures or of another text, from its stored results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.runs.corpus_run import CorpusRun, RunProgress
from boilerscope.extractors.runs.steering import Steered

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.corpus_run import RunOptions
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.results import ScoreOptions
    from boilerscope.extractors.scoring.table import ScoreTable


class Rescoring(Steered):
    """Scores the finished pages of a table again, for the counts that it lacks.

    Call it when another measure or text is chosen after a run. Iterate over `results` in a thread
    of its own, which may take as long as comparing the texts of all pages, and show the progress
    that it yields. Then replace the old table with `table`, in one step for all views. The old
    table is not changed, so after an end or an error nothing has to be undone.

    Extractors do not run where the store has their results: the masks and texts in it are scored.
    Panes that have not run on a page do not run on it now. If `n_pages` is 0, `table` is
    complete at once.

    Parameters
    ----------
    table : ScoreTable
        Scores of the run.
    former : ScoreOptions
        Options with which the table was filled.
    panes : sequence of Pane
        Panes of the table that have run, with the settings of the results.
    options : RunOptions
        Limits of the workers, and the options of the new scores.
    store : ResultStore
        Store of the results of the run; only the thread that iterates uses it.
    files : sequence of FilePane
        Panes of the table with results from files.

    Attributes
    ----------
    table : ScoreTable
        Table for the new measures: results and all scores that still hold. Other scores are missing
        until `results` has ended.
    n_pages : int
        Number of pages to score.
    """

    def __init__(
        self,
        table: ScoreTable,
        former: ScoreOptions,
        panes: Sequence[Pane],
        options: RunOptions,
        store: ResultStore,
        *,
        files: Sequence[FilePane] = (),
    ) -> None:
        super().__init__()
        new = options.score
        is_other = (former.text, former.comments) != (new.text, new.comments)
        self.table = table.carried(table.panes, new.measures, with_counts=not is_other)
        self._panes, self._files = panes, files
        self._options, self._store = options, store
        self._rows = np.flatnonzero(self.table.lacks(new.measures))
        self.n_pages = len(self._rows)

    def results(self) -> Generator[RunProgress, None, None]:
        """Score the pages, and yield the progress after each page."""
        n_done, n_kept, seconds = 0, 0, 0.0
        for run in self._runs():
            for result in self.steered(run):
                self.table.add(result)
                n_done += 1
                n_kept += result.is_kept
                yield RunProgress(self.n_pages, n_done, n_kept, seconds + run.progress().seconds)
            seconds += run.progress().seconds
            if self.is_cancelled:
                return

    def _runs(self) -> Generator[CorpusRun, None, None]:
        """Yield a run for each set of panes with a result, on the pages that have just these."""
        has_result = self.table.status[self._rows] > 0
        names = self.table.panes
        for pattern in np.unique(has_result, axis=0):
            rows = self._rows[(has_result == pattern).all(axis=1)].tolist()
            present = {name for name, is_present in zip(names, pattern, strict=True) if is_present}
            yield CorpusRun(
                self.table.pages,
                [pane for pane in self._panes if pane.name in present],
                self._options,
                self._store,
                files=[file for file in self._files if file.pane.name in present],
                indices=rows,
            )
