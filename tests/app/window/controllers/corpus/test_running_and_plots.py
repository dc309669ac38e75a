"""Run bar, scatter plot and groups, without a window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.session.corpus import ReadLife, RunLife
from boilerscope.app.window.controllers.corpus.layouts import LayoutReader
from boilerscope.app.window.controllers.corpus.plots import PlotsController, compute, usual_groups
from boilerscope.app.window.controllers.corpus.running import RunningController
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.order import EXPECTED_AXIS, Box, PageFilter
from boilerscope.extractors.scoring.results import PageResult
from boilerscope.widgets.corpus.groups.view import GroupsView
from boilerscope.widgets.corpus.run_bar import RunBar
from boilerscope.widgets.corpus.scatter.view import ScatterView
from tests.helpers import corpus_tables
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench
from tests.helpers.corpus_files import write_corpus
from tests.helpers.score_tables import score_table, take_expected

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

PANES = (ARTICLE, LINK_RATIO)
N_PAGES = 6


class Running:
    """A run bar with its controller, over a small corpus of files."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, folder: Path) -> None:
        self._shared = shared
        self.bar = RunBar()
        qtbot.addWidget(self.bar)
        self.corpus = shared.context.corpus
        controller = RunningController(shared.context, shared.actions, self.bar)
        shared.show(*controller.views())
        shared.add_panes("bte", "link_ratio")
        self.corpus.show_face(True)
        self.corpus.open(write_corpus(folder / "pages", N_PAGES))
        qtbot.waitUntil(lambda: self.corpus.state.record.life is ReadLife.READ, timeout=30_000)
        self.wait()

    def wait(self) -> None:
        """Wait until every job was answered and the bar shows it."""
        self._shared.wait_for_work()


@pytest.fixture
def running(qtbot: QtBot, shared: ControllerBench, tmp_path: Path) -> Running:
    return Running(qtbot, shared, tmp_path)


def test_the_bar_offers_a_run_and_then_says_that_all_is_done(
    running: Running, shared: ControllerBench
):
    assert f"Run 2 panes on {N_PAGES} pages" in _buttons(running)

    shared.do("run_corpus")
    running.wait()

    assert running.corpus.state.run.life is RunLife.DONE
    assert running.bar.headline.text() == f"All {N_PAGES} pages done"
    assert _buttons(running) == ["Run"]


def test_a_run_can_be_paused_and_cancelled_from_the_bar(running: Running, shared: ControllerBench):
    shared.do("run_corpus")
    shared.do("pause_corpus")
    shared.context.views.flush()
    paused = _buttons(running)
    shared.do("cancel_corpus")
    running.wait()

    assert paused == ["Go on", "Cancel"]
    assert running.corpus.state.run.life is RunLife.CANCELLED
    assert running.bar.headline.text().startswith("Cancelled after ")


def test_other_scores_show_their_progress_and_can_be_cancelled(
    running: Running, shared: ControllerBench
):
    shared.do("run_corpus")
    running.wait()
    running.corpus.score_by("shingle_f1")
    shared.context.views.flush()
    buttons, headline = _buttons(running), running.bar.headline.text()
    shared.do("cancel_corpus")
    running.wait()

    assert buttons == ["Cancel"]
    assert headline == f"0 of {N_PAGES} pages"
    assert running.corpus.state.choice.measure == "token_f1"
    assert running.bar.headline.text() == f"All {N_PAGES} pages done"


def test_plots_do_not_ask_for_a_run_that_is_in_progress(
    qtbot: QtBot, running: Running, shared: ControllerBench
):
    views = scatter, groups = ScatterView(), GroupsView()
    for view in views:
        qtbot.addWidget(view)
    controller = PlotsController(shared.context, scatter, groups, LayoutReader(shared.context))
    shared.show(*controller.views())
    shared.do("run_corpus")
    shared.do("pause_corpus")
    shared.context.views.flush()
    meanwhile = [view.empty.text() for view in views]
    shared.do("cancel_corpus")
    running.wait()

    assert meanwhile == ["Figures appear here when pages are done."] * 2


def _buttons(running: Running) -> list[str]:
    from PySide6.QtWidgets import QPushButton

    buttons = running.bar.findChildren(QPushButton)
    return [
        button.text()
        for button in buttons
        if button.objectName().startswith("run-") and not button.isHidden()
    ]


class Plots:
    """Scatter plot and groups with their controller, over synthetic scores."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench) -> None:
        self._shared = shared
        self.scatter, self.groups = ScatterView(), GroupsView()
        for view in (self.scatter, self.groups):
            qtbot.addWidget(view)
        self.corpus = shared.context.corpus
        self.controller = PlotsController(
            shared.context, self.scatter, self.groups, LayoutReader(shared.context)
        )
        shared.show(*self.controller.views())
        shared.add_panes(*PANES)
        self.corpus.show_table(corpus_tables.table(60, PANES))
        self.corpus.show_face(True)
        self.wait()

    def wait(self) -> None:
        """Wait until the newest scores are shown."""
        self._shared.wait_for_work()

    def names(self) -> list[str]:
        """Return the names of the groups."""
        return [group.name for group in self.groups.table.groups.groups]


def test_groups_name_the_chosen_measure_before_the_first_run(qtbot: QtBot, shared: ControllerBench):
    groups, scatter = GroupsView(), ScatterView()
    for view in (scatter, groups):
        qtbot.addWidget(view)
    controller = PlotsController(shared.context, scatter, groups, LayoutReader(shared.context))
    shared.show(*controller.views())
    shared.add_panes(*PANES)
    shared.context.corpus.show_face(True)
    shared.wait_for_work()

    shared.context.corpus.score_by("agreement")
    shared.wait_for_work()

    assert "Agree" in groups.note.text()
    assert "F1" not in groups.note.text()


@pytest.fixture
def plots(qtbot: QtBot, shared: ControllerBench) -> Plots:
    return Plots(qtbot, shared)


def test_a_click_on_a_group_lists_its_pages_and_a_second_one_all_pages(plots: Plots):
    name = plots.names()[0]

    plots.groups.group_chosen.emit("type", name)
    plots.wait()
    filtered = plots.corpus.state.choice.page_filter
    shown = plots.names()
    plots.groups.group_chosen.emit("type", name)

    assert filtered == PageFilter(page_types=frozenset({name}))
    assert shown == [name]
    assert plots.corpus.state.choice.page_filter == PageFilter()


def test_groups_of_another_kind_are_computed(plots: Plots):
    before = plots.names()

    plots.groups.by_chosen.emit("language")
    plots.wait()

    assert plots.names() != before


def test_groups_begin_with_a_kind_that_the_corpus_has():
    one_type = score_table([(0.5, 0.6)] * 4, 2)
    for fields, expected in (
        ({"page_type": "news", "language": ""}, "length"),
        ({"page_type": "", "language": "en"}, "length"),
    ):
        one_type.pages = [replace(page, **fields) for page in one_type.pages]  # type: ignore[arg-type]  # fields of the record

        assert usual_groups(one_type) == expected
    pages = one_type.pages
    one_type.pages = [
        replace(page, language="zh" if number % 2 else "en") for number, page in enumerate(pages)
    ]

    assert usual_groups(one_type) == "language"


def test_a_box_filters_the_pages_and_other_axes_remove_it(plots: Plots):
    box = Box("token_f1", *PANES, 0.0, 0.5, 0.0, 1.0)

    plots.scatter.box_dragged.emit(box)
    filtered = plots.corpus.state.choice.page_filter
    plots.scatter.axes_chosen.emit(LINK_RATIO, ARTICLE)
    plots.wait()

    assert filtered == PageFilter(box=box)
    assert plots.corpus.state.choice.page_filter == PageFilter()


def test_scores_of_a_pane_are_plotted_against_its_expected_f1(plots: Plots):
    table = plots.corpus.state.table
    assert table is not None
    take_expected(table, np.arange(60), np.full((60, 2), 0.7))
    plots.scatter.axes_chosen.emit(EXPECTED_AXIS, ARTICLE)
    plots.wait()

    assert plots.scatter.across.currentText() == "expected F1"
    assert plots.scatter.statistics[0][1].text() == "calibration error"
    assert set(plots.scatter.plot.bins.getData()[0].round(6)) == {0.7}
    plots.scatter.axes_chosen.emit(LINK_RATIO, ARTICLE)
    plots.wait()
    assert plots.scatter.statistics[1][1].text() == "equal within 0.005"


def test_means_of_former_panes_stand_under_no_other_pane(plots: Plots, shared: ControllerBench):
    asked, model = plots.controller._shown, plots.groups.table.groups  # noqa: SLF001 - the last request
    table = plots.corpus.state.table
    assert asked is not None
    assert table is not None
    late = compute(table, asked[0])

    shared.add_panes("bte")
    plots.controller._show(late)  # noqa: SLF001 - as the worker's result arrives
    assert all(len(group.means) == len(model.panes) for group in model.groups)
    plots.wait()

    assert model.panes[-1].name == "bte"
    assert model.groups
    assert all(len(group.means) == len(model.panes) for group in model.groups)


def test_nothing_is_computed_while_the_face_is_hidden(plots: Plots, shared: ControllerBench):
    plots.corpus.show_face(False)
    plots.corpus.filter_by(PageFilter(page_types=frozenset({"forum"})))
    shared.context.views.flush()

    assert shared.context.work.is_idle
    plots.corpus.show_face(True)
    plots.wait()
    assert plots.names() == ["forum"]


def test_a_crash_names_page_and_pane_and_pages_that_are_left_out_are_counted(
    running: Running, shared: ControllerBench
):
    shared.do("run_corpus")
    running.wait()
    table = running.corpus.state.table
    assert table is not None
    facts = table.scored_page(1)
    assert facts is not None
    scores = tuple(
        replace(score, status=Status.ERROR) if score.pane == "bte" else score
        for score in table.scores(1)
    )
    running.corpus.take_results([PageResult(1, facts, scores, is_given_up=True)])
    running.wait()
    assert running.bar.problem.text() == "A worker crashed 3 times on pages/p1, running bte."
    assert "Run without this page" in _buttons(running)

    shared.do("run_without")
    running.wait()
    assert "Bring back 1 page that was left out" in _buttons(running)

    shared.do("bring_back")
    running.wait()
    assert _buttons(running) == ["Run"]
    assert running.bar.headline.text() == f"All {N_PAGES} pages done"


def test_a_corpus_that_is_opened_again_says_that_its_results_are_kept(
    running: Running, shared: ControllerBench
):
    shared.do("run_corpus")
    running.wait()
    running.corpus.open(Path(running.corpus.state.record.path))
    running.wait()

    assert running.bar.headline.text() == f"{N_PAGES} pages kept from earlier runs"
    assert running.bar.note.text() == (
        f"Compared on the {N_PAGES} pages with a result from every pane"
    )
    assert _buttons(running) == ["Run"]
