"""One truth: after random actions all views of the Corpus face show the figures of a fresh run."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.session.corpus import MEASURE, ReadLife, RunLife
from boilerscope.app.window.controllers.corpus.board import BoardController
from boilerscope.app.window.controllers.corpus.layouts import LayoutReader
from boilerscope.app.window.controllers.corpus.pages import CorpusPagesController
from boilerscope.app.window.controllers.corpus.plots import PlotsController
from boilerscope.app.window.controllers.corpus.running import RunningController
from boilerscope.extractors.model.extraction import ANSWERED, Status
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.expecting import expect_stored
from boilerscope.extractors.runs.file_panes import read_file_panes
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.leaderboard import group_rows, leaderboard
from boilerscope.extractors.scoring.measures import WITHOUT_GOLD
from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey, chosen, ordered
from boilerscope.extractors.scoring.parts import Compared, Ended
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.scatter import scatter
from boilerscope.extractors.scoring.table import EXPECTED, ScoreTable
from boilerscope.widgets.corpus.groups.view import GroupsView
from boilerscope.widgets.corpus.leaderboard.records import beside
from boilerscope.widgets.corpus.leaderboard.view import LeaderboardView
from boilerscope.widgets.corpus.pages.view import PagesView
from boilerscope.widgets.corpus.run_bar import RunBar
from boilerscope.widgets.corpus.scatter.view import ScatterView
from tests.helpers import toy
from tests.helpers.corpus_files import write_own_pages
from tests.helpers.random_actions import SEEDS, act_and_check

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.runner import Pane
    from tests.helpers.controller_bench import ControllerBench

N_ACTIONS = 9
N_PAGES = 12
TEXTS = ("the", "harbour", "in the", "no such words")
MEASURES = (MEASURE, "shingle_f1", "rouge_lsum", *WITHOUT_GOLD)
_ORDERS = tuple(key for key in SortKey if key is not SortKey.RULE)
"""Orders that need no ledger of losses."""
_STATUSES = (Status.ERROR, Status.OK, Status.EMPTY)


class Face:
    """All views of a corpus with their controllers, and random actions on them."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, folder: Path, seed: int) -> None:
        self.shared, self.random = shared, random.Random(seed)
        self.board, self.bar, self.pages = LeaderboardView(), RunBar(), PagesView()
        self.scatter, self.groups = ScatterView(), GroupsView()
        for view in (self.board, self.bar, self.pages, self.scatter, self.groups):
            qtbot.addWidget(view)
        self.corpus = shared.context.corpus
        self.by = "type"
        context, actions = shared.context, shared.actions
        for name in ("add_extractor", "show_settings"):
            actions.add(name, lambda: None)
        controllers = (
            RunningController(context, actions, self.bar),
            BoardController(context, actions, self.board),
            CorpusPagesController(context, actions, self.pages, lambda _row, _pane: None),
            PlotsController(context, self.scatter, self.groups, LayoutReader(context)),
        )
        shared.add_panes("toy", "bte")
        shared.show(*(view for controller in controllers for view in controller.views()))
        self.corpus.show_face(True)
        self.corpus.open(_pages(folder / "pages"))
        qtbot.waitUntil(lambda: self.corpus.state.record.life is ReadLife.READ, timeout=30_000)
        file = _weak_results(folder / "weak.jsonl")
        self.corpus.add_files(read_file_panes(file, shared.names()))
        self.corpus.start()
        self.rest()

    def rest(self) -> None:
        """Wait until nothing is computed any more."""
        self.shared.wait_for_work()

    def act(self) -> str:
        """Carry out a random action and return its description."""
        state, pick = self.corpus.state, self.random.choice
        panes = [pane.name for pane in state.panes]
        own = [name for name in self.shared.names() if name.startswith("toy")]
        actions: list[Callable[[], object]] = [
            partial(self.corpus.score_by, pick(MEASURES)),
            partial(self.corpus.score_text, pick(tuple(ScoredText)), comments=pick((True, False))),
            partial(self.corpus.average_by, pick(tuple(Average))),
            partial(self.corpus.compare_with, pick(panes)),
            partial(self.corpus.sort_by, Sort(pick(_ORDERS), state.choice.measure)),
            partial(self._filter, page_types=frozenset({pick(("news", "forum"))})),
            partial(self._filter, only_failures=True),
            partial(self._filter, part=Ended(pick(panes), pick(_STATUSES))),
            partial(self._filter, part=Compared(panes[0], panes[-1], state.choice.measure, 1)),
            partial(self.corpus.filter_by, PageFilter()),
            partial(self.pages.filter_chosen.emit, PageFilter(text=pick(TEXTS))),
            partial(self.scatter.plot.box_dragged.emit, (0.0, 0.6, 0.0, 1.0)),
            partial(self._group, pick(("type", "language", "length", "set"))),
            partial(self.corpus.compare_on, pick(panes), pick((True, False))),
            self.corpus.start,
            self._run_and_cancel,
            partial(self.shared.controller.add_pane, "link_ratio"),
            self.shared.controller.undo,
        ]
        if own:
            changed = {own[0]: toy.ToySettings(min_words=self.random.randint(1, 40))}
            actions += [partial(self.shared.controller.set_settings, changed)] * 3
        action = pick(actions)
        if getattr(action, "func", None) == self.shared.controller.add_pane and len(panes) > 4:
            action = partial(self.shared.controller.remove_pane, self.shared.names()[-1])
        action()
        return str(action)

    def _filter(self, **fields: object) -> None:
        page_filter = replace(self.corpus.state.choice.page_filter, **fields)  # type: ignore[arg-type]  # fields of the record
        self.corpus.filter_by(page_filter)

    def _group(self, by: str) -> None:
        self.by = by
        self.groups.by_chosen.emit(by)

    def _run_and_cancel(self) -> None:
        self.corpus.start()
        self.shared.context.views.flush()
        self.corpus.cancel()

    def fresh(self) -> ScoreTable:
        """Return the scores of a run of its own, for the results that the face has."""
        state = self.corpus.state
        table = state.table
        assert table is not None
        assert state.corpus is not None
        options = RunOptions(ScoreOptions(*state.choice.scored, table.measures), RunLimits(1))
        of_files = {file.pane.name for file in state.files}
        panes = [pane for pane in state.ran_panes() if pane.name not in of_files]
        fresh = ScoreTable(table.pages, table.panes, table.measures)
        with ResultStore(self.corpus.store_folder) as store:
            run = CorpusRun(state.corpus.pages, panes, options, store, files=state.files)
            for result in run.results():
                fresh.add(result)
        fresh.is_stale[:] = table.status == 0
        fresh.remove_stale()  # what the face has not computed yet
        fresh.is_done[:], fresh.is_scored[:] = table.is_done, table.is_scored
        fresh.deciders = state.choice.deciders
        fresh.needs_gold = state.choice.needs_gold
        fresh.take_found(state.choice.page_filter.text, self._rows_with(state.choice.page_filter))
        if state.choice.figures:
            self._figure(fresh, panes)
        return fresh

    def _rows_with(self, page_filter: PageFilter) -> list[int]:
        """Return the pages with a result whose text contains that of a filter."""
        state, text = self.corpus.state, page_filter.text
        assert state.corpus is not None
        assert state.table is not None
        if not text:
            return []
        texts = [listed.page().text for listed in state.corpus.pages]
        return [
            row
            for row, of_page in enumerate(texts)
            if text in of_page.casefold() and state.table.is_done[row]
        ]

    def _figure(self, fresh: ScoreTable, panes: list[Pane]) -> None:
        """Give a table the figures without gold of panes; the face must have the same."""
        state, kind = self.corpus.state, self.corpus.state.choice.figures
        rows = np.flatnonzero(fresh.lacks_figures(kind))
        agreement, n_kept, expected = np.full((3, len(rows), len(fresh.panes)), np.nan)
        stored = expect_stored(
            *(fresh.pages, rows.tolist(), panes, RunLimits(1), self.corpus.store_folder),
            files=state.files,
            having=fresh.having(rows),
        )
        for at, (_, records) in enumerate(stored):
            for record in records:
                column = fresh.panes.index(record.pane)
                agreement[at, column] = record.agreement
                if record.status in ANSWERED:
                    n_kept[at, column] = record.n_kept
                if record.expected is not None:
                    expected[at, column] = record.expected.value
        fresh.take_figures(rows, agreement, n_kept, expected)
        assert state.table is not None
        np.testing.assert_array_equal(state.table.agreement, fresh.agreement)
        np.testing.assert_array_equal(state.table.n_kept, fresh.n_kept)
        if kind == EXPECTED:
            np.testing.assert_array_equal(state.table.expected, fresh.expected)
        else:
            known = state.table.expected  # computed for an earlier choice, or not
            fresh.take_figures(np.arange(len(known)), fresh.agreement, fresh.n_kept, known)

    def check_at_once(self) -> None:
        """Check that figures on screen are those of the score that stands beside them."""
        self.shared.context.views.flush()
        record, model = self.board.record, self.pages.matrix.pages
        for row in () if record.board is None else record.board.rows:
            record.mean(row)
        if model.measure:
            assert model.measure in {*model.table.measures, *WITHOUT_GOLD}

    def check(self) -> None:
        """Compare all views with a fresh run."""
        state, fresh, table = self.corpus.state, self.fresh(), self.corpus.state.table
        assert table is not None
        measure, page_filter = state.choice.measure, state.choice.page_filter
        ran = table.status > 0
        assert table.status.tolist() == fresh.status.tolist()
        assert state.choice.measure in {*table.measures, *WITHOUT_GOLD}
        is_known = ran & ~np.isnan(fresh.values(measure))
        values, expected = table.values(measure), fresh.values(measure)
        np.testing.assert_array_equal(values[is_known], expected[is_known])
        mask = chosen(fresh, page_filter)
        self._check_board(fresh, mask)
        listed = self.pages.matrix.pages.order.rows.tolist()
        assert listed == ordered(fresh, mask, state.choice.sort).rows.tolist()
        assert self.pages.matrix.pages.measure == measure
        self._check_plots(fresh, mask)
        self._check_bar(fresh, mask)

    def _check_board(self, fresh: ScoreTable, mask: np.ndarray) -> None:
        state, record = self.corpus.state, self.board.record
        measures = (state.choice.measure, *beside(state.choice.measure))
        expected = leaderboard(
            fresh, mask, measures, baseline=state.choice.baseline, intervals=measures[:1]
        )
        assert record.measure == state.choice.measure
        assert record.average is state.choice.average
        if record.board is None:
            assert not expected.n_scored
            return
        stale = set(state.outdated())
        assert record.board.n_common == expected.n_common
        assert record.board.n_scored == expected.n_scored
        for row, other in zip(record.board.rows, expected.rows, strict=True):
            assert repr(row.means) == repr(other.means), row.pane
            assert (row.outcomes, row.distribution) == (other.outcomes, other.distribution)
            assert row.is_outdated == (row.pane in stale)

    def _check_plots(self, fresh: ScoreTable, mask: np.ndarray) -> None:
        state = self.corpus.state
        expected = group_rows(fresh, mask, self.by, state.choice.measure)
        shown = self.groups.table.groups.groups
        assert [repr(group) for group in shown] == [repr(group) for group in expected]
        if len(fresh.panes) < 2:  # the scatter plot asks for a second pane
            return
        axes = (self.scatter.across.currentData(), self.scatter.up.currentData())
        bare = chosen(fresh, replace(state.choice.page_filter, box=None))
        dots = scatter(fresh, bare, state.choice.measure, axes, intervals=True)
        figures = [value.text() for value, _ in self.scatter.statistics]
        assert figures[:3] == [str(dots.wins), str(dots.ties), str(dots.losses)]

    def _check_bar(self, fresh: ScoreTable, mask: np.ndarray) -> None:
        note, state = self.bar.note.text(), self.corpus.state
        is_whole = state.run.life is RunLife.DONE or not state.pending()
        numbers = [int(text) for text in re.findall(r"\d+", note.split(", whatever")[0])]
        n_common = int(fresh.common(mask).sum())
        expected = [n_common] if is_whole else [n_common, len(fresh.pages)]
        assert numbers == expected, note
        n_failed = sum(
            row.n_failed for row in leaderboard(fresh, fresh.is_done, (MEASURE,), intervals=()).rows
        )
        failures = re.match(r"(\d+) failure", self.bar.failures.text())
        assert (int(failures[1]) if failures else 0) == n_failed


@pytest.mark.parametrize("seed", SEEDS)
def test_all_views_show_the_figures_of_a_fresh_run(
    qtbot: QtBot,
    shared: ControllerBench,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
):
    toy.install(monkeypatch, tmp_path / "toys", "toy")
    face = Face(qtbot, shared, tmp_path, seed)
    act_and_check(face, N_ACTIONS)


def _pages(folder: Path) -> Path:
    """Write pages on which scores differ, of two types."""
    write_own_pages(folder)
    file = folder / "gold.jsonl"
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[:N_PAGES]]
    for number, line in enumerate(lines):
        line["page_type"] = "forum" if number % 3 else "news"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return folder


def _weak_results(file: Path) -> Path:
    """Write results of an extractor that answered two pages only."""
    from tests.helpers.material import own_pages

    pages = [page for page in own_pages() if page.gold is not None][:2]
    lines = [{"page_id": page.identifier, "extractor": "weak", "text": page.gold} for page in pages]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file
