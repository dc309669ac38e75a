"""Sweeps and searches, without a window: start, result, changes of the pane, cancellation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.corpus import ReadLife, Tab
from boilerscope.app.window.controllers.corpus.search import SearchController
from boilerscope.app.window.controllers.corpus.sweep import SweepController
from boilerscope.extractors.model.settings import to_table
from boilerscope.widgets.corpus.sweep.choices import swept_knobs
from boilerscope.widgets.corpus.sweep.view import SweepView
from boilerscope.widgets.corpus.trial_panel import TrialPanel
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench

PANE = "link_ratio"
N_PAGES = 4


class Bench:
    """The tab of sweeps with its controllers, over a small corpus of files."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, folder: Path) -> None:
        self.shared, self.folder = shared, folder
        self.view, self.panel = SweepView(), TrialPanel()
        for widget in (self.view, self.panel):
            qtbot.addWidget(widget)
        self.is_panel_shown: list[bool] = []
        self.sweep = SweepController(shared.context, self.view)
        self.search = SearchController(
            shared.context, self.sweep, self.view, self.panel, self.is_panel_shown.append
        )
        shared.show(*self.sweep.views(), *self.search.views())
        shared.add_panes(PANE, "bte")
        self.corpus = shared.context.corpus
        self.corpus.show_face(True)
        self.corpus.show_tab(Tab.SWEEP)
        self.open(write_corpus(folder / "pages", N_PAGES))

    def open(self, folder: Path) -> None:
        """Open a corpus and wait until it is read."""
        self.corpus.open(folder)
        self.shared.wait_for_work()
        assert self.corpus.state.record.life is ReadLife.READ

    def settings(self) -> dict[str, object]:
        """Return the settings of the swept pane."""
        return to_table(self.shared.context.session.pane(PANE).settings)


@pytest.fixture
def bench(qtbot: QtBot, shared: ControllerBench, tmp_path: Path) -> Bench:
    return Bench(qtbot, shared, tmp_path)


def test_a_sweep_is_shown_and_kept_for_the_export(bench: Bench):
    bench.view.choices.started.emit()
    is_busy = bench.sweep.is_busy
    bench.shared.wait_for_work()

    run = bench.corpus.state.swept
    assert is_busy
    assert run is not None
    assert not bench.sweep.is_busy
    assert len(run.result().points) > 1


def test_a_range_is_kept_for_its_setting_and_searched(bench: Bench):
    first = bench.sweep.choice.first
    assert first is not None
    pane = bench.shared.context.session.pane(PANE)
    other = next(
        knob
        for knob in swept_knobs(type(pane.settings))
        if knob.name != first.field and knob.low is not None
    )
    narrow = replace(first, low=0.2, high=0.4)
    bench.view.choices.changed.emit(replace(bench.sweep.choice, first=narrow))
    bench.sweep.choose(PANE, other.name)
    bench.sweep.choose(PANE, first.field)
    texts = [action.text() for action in bench.view.search.settings.menu().actions()]

    assert bench.sweep.choice.first == narrow
    assert any(text.endswith("0.2 to 0.4") for text in texts)


def test_all_changes_of_one_drag_are_one_step_of_undo(bench: Bench):
    bench.sweep.start()
    bench.shared.wait_for_work()
    before, field = bench.settings(), bench.sweep.choice.ranges[0].field

    for value in (0.2, 0.3, 0.4):
        bench.view.value_dragged.emit({field: value})
    bench.view.value_dropped.emit()
    after = bench.settings()
    bench.shared.controller.undo()

    assert after != before
    assert bench.settings() == before


def test_another_corpus_ends_the_sweep_and_drops_its_result(bench: Bench):
    bench.sweep.start()
    bench.open(write_corpus(bench.folder / "other", 2))

    assert not bench.sweep.is_busy
    assert bench.corpus.state.swept is None


def test_a_sweep_can_be_cancelled_before_its_first_page(bench: Bench):
    bench.sweep.start()
    bench.view.choices.cancelled.emit()
    bench.shared.wait_for_work()

    assert not bench.sweep.is_busy


def test_a_search_selects_its_best_trial_which_is_applied_and_undone(bench: Bench):
    pytest.importorskip("optuna", reason="optuna is not installed")
    before = bench.settings()
    bench.view.search.fields_chosen.emit(("rate", "min_len"))
    bench.view.search.trials_chosen.emit(4)
    bench.search.start()
    is_busy = bench.search.is_busy
    bench.shared.wait_for_work()

    run = bench.corpus.state.searched
    assert is_busy
    assert run is not None
    assert len(run.trials) == 4
    assert bench.is_panel_shown[-1]
    bench.panel.apply_asked.emit()
    best = run.best
    assert best is not None
    assert bench.shared.messages[-1].startswith(f"Trial {best.number + 1} applied to {PANE}.")
    settings = bench.shared.context.session.pane(PANE).settings
    assert [getattr(settings, name) for name in ("rate", "min_len")] == pytest.approx(
        list(best.values)
    )
    bench.shared.controller.undo()
    assert bench.settings() == before


def test_a_search_is_paused_and_cancelled_and_another_corpus_drops_it(bench: Bench):
    pytest.importorskip("optuna", reason="optuna is not installed")
    bench.view.search.fields_chosen.emit(("rate", "min_len"))
    bench.search.start()
    bench.view.search.paused.emit(True)
    bench.view.search.paused.emit(False)
    bench.view.search.cancelled.emit()
    bench.shared.wait_for_work()
    assert not bench.search.is_busy

    bench.search.start()
    bench.open(write_corpus(bench.folder / "other", 2))

    assert not bench.search.is_busy
    assert bench.corpus.state.searched is None
