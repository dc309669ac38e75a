"""Sweeps of settings: choices, estimate, run, and the present value that can be dragged."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.corpus import CorpusPart, Tab
from boilerscope.app.session.field_changes import with_value
from boilerscope.app.session.history import GESTURE
from boilerscope.app.window.controllers.corpus.estimate import SweepTime
from boilerscope.app.window.corpus import texts as corpus_texts
from boilerscope.app.window.corpus.controller import n_jobs
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.corpus_jobs import sweep as sweep_job
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import find_knob, to_table
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.search.base import make_axis
from boilerscope.extractors.search.sweep import Sweep
from boilerscope.widgets.corpus.sweep.choices import STEPS, default_range, swept_knobs
from boilerscope.widgets.corpus.sweep.records import Over, SweepChoice, SweptRange
from boilerscope.widgets.corpus.sweep.view import PresentValues
from boilerscope.widgets.settings.scale import fitting
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.app.session.corpus import Scored
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.corpus_jobs import SweepState
    from boilerscope.extractors.model.settings import Knob, Settings
    from boilerscope.extractors.search.base import Axis
    from boilerscope.extractors.search.sweep import SweepResult
    from boilerscope.widgets.corpus.sweep.view import SweepView
    from boilerscope.widgets.records import PaneRecord

_SHOWN = (
    CorpusPart.CORPUS
    | CorpusPart.PANES
    | CorpusPart.TABLE
    | CorpusPart.LIFE
    | CorpusPart.ROW
    | CorpusPart.SCORES
)

_SWEEP = Kind("sweep", at_once=True)


class SweepController(QObject):
    """Runs sweeps, and changes the pane whose value is dragged.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    """

    def __init__(self, context: Context, view: SweepView) -> None:
        super().__init__(context.views)
        self._context, self._corpus, self._view = context, context.corpus, view
        self._state, self._of = context.corpus.state, context.corpus.state.corpus
        self._session_controller = context.session_controller
        self._choice = SweepChoice("", None)
        self._result: SweepResult | None = None
        self._swept: SweepState | None = None
        self._problem = ""
        self._time = SweepTime()
        self._ranges: dict[tuple[str, str], SweptRange] = {}
        """Ranges that the user gave settings, by pane and setting."""
        self._gesture = itertools.count()
        self._drag = next(self._gesture)
        self._running: tuple[Sweep, Scored] | None = None
        """Sweep that was started last, and the text that it scores."""
        self._result_scored: Scored = (ScoredText.PAGE, False)
        self._work = context.work
        view.choices.changed.connect(self._on_choice)
        view.choices.started.connect(self.start)
        view.choices.cancelled.connect(lambda: self._work.cancel(_SWEEP))
        view.value_dragged.connect(self._on_dragged)
        view.value_dropped.connect(self._on_dropped)

    @property
    def is_busy(self) -> bool:
        """Whether a sweep is in progress."""
        return self._work.is_busy(_SWEEP)

    @property
    def choice(self) -> SweepChoice:
        """The user's choice of sweep."""
        return self._choice

    # -- display ---------------------------------------------------------------------------

    def views(self) -> list[View]:
        """Return the views of the sweep."""
        return [
            View("corpus of the sweep", self._forget_other, CorpusPart.CORPUS),
            View("sweep", self.refresh, _SHOWN, is_shown=self._is_shown),
        ]

    def _is_shown(self) -> bool:
        return self._state.shows(Tab.SWEEP)

    def refresh(self) -> None:
        """Show choices, estimate, result and the present values."""
        self._choice = self._completed(self._choice)
        self._view.choices.show_choice(self._choice, self._panes(), has_page=self._has_page())
        self._show_estimate()
        result = self._result
        if result is not None and self._pane(result.sweep.pane.name) is not None:
            self._view.show_result(result, self._present(result))
        else:
            self._view.show_result(None, PresentValues((), ()))

    def _panes(self) -> Sequence[PaneRecord]:
        return self._context.session.panes

    def _pane(self, name: str) -> PaneRecord | None:
        return next((pane for pane in self._panes() if pane.name == name), None)

    def _completed(self, choice: SweepChoice) -> SweepChoice:
        """Return a choice whose pane exists, with a setting of the pane."""
        pane = self._pane(choice.pane)
        if pane is None:
            pane = self._pane(self._state.active)
            choice = replace(choice, pane=self._state.active, first=None, second=None)
        if pane is None:
            return choice
        if choice.over is Over.PAGE and not self._has_page():
            choice = replace(choice, over=Over.CORPUS)
        names = {knob.name for knob in swept_knobs(type(pane.settings))}
        if choice.first is not None and choice.first.field not in names:
            choice = replace(choice, first=None, second=None)
        if choice.first is None:
            knobs = swept_knobs(type(pane.settings))
            first = next((knob for knob in knobs if knob.main is not None), None)
            first = first or next(iter(knobs), None)
            if first is not None:
                choice = replace(choice, first=self.range_of(pane, first))
        return choice

    def range_of(self, pane: PaneRecord, knob: Knob) -> SweptRange:
        """Return the range that the user gave a setting, else its default range."""
        given = self._ranges.get((pane.name, knob.name))
        return given or default_range(knob, pane.settings, STEPS)

    def _has_page(self) -> bool:
        table, row = self._state.table, self._state.choice.row
        return table is not None and row is not None and table.pages[row].has_gold

    def _n_pages(self) -> int:
        """Return the number of pages with gold, which the sweep scores."""
        corpus = self._state.corpus
        if corpus is None or self._state.table is None:
            return 0
        return 1 if self._choice.over is Over.PAGE else corpus.n_gold

    def _show_estimate(self) -> None:
        n_pages, busy = self._n_pages(), self.is_busy
        try:
            n_points = math.prod(len(axis.values) for axis in self._axes())
            error = "" if n_points > 1 else translate("Choose a range with two values or more.")
        except BoilerscopeError as refused:
            n_points, error = 0, str(refused)
        can_start = bool(n_points) and bool(n_pages) and not error
        self._view.choices.show_busy(busy=busy, enabled=can_start)
        if not n_pages:
            error = translate("No page of this corpus has gold.")
        about = self._about(n_points, n_pages)
        texts = {
            "values": number(n_points),
            "pages": corpus_texts.n_pages(n_pages),
            "seconds": number(math.ceil(about)) if about else "",
        }
        if error:
            note = error
        elif about:
            note = translate("Sweep {values} values on {pages}, about {seconds} s")
        else:
            note = translate("Sweep {values} values on {pages}")
        note = note.format(**texts)
        self._view.show_note(self._problem or note)
        self._view.choices.show_estimate(
            self._problem or self._progress() or error or self._short(about, texts), note
        )

    def _short(self, about: float, texts: Mapping[str, str]) -> str:
        """Return the estimate; beside two settings only the time fits."""
        if not about:
            text = translate("{values} values, {pages}")
        elif len(self._choice.ranges) > 1:
            text = translate("about {seconds} s")
        else:
            text = translate("{values} values, {pages}, about {seconds} s")
        return text.format(**texts)

    def _progress(self) -> str:
        """Return the progress or the end of the sweep; empty after another choice."""
        state = self._swept
        if self.is_busy and state is None:
            return translate("Starting")
        if state is None:
            return ""
        texts = {
            "done": number(state.n_done),
            "pages": corpus_texts.n_pages(state.n_pages),
            "seconds": number(math.ceil(state.seconds)),
        }
        if state.is_cancelled:
            text = translate("Cancelled, {done} of {pages}")
        elif not self.is_busy:
            text = translate("{pages} in {seconds} s")
        else:
            text = translate("{done} of {pages}")
        return text.format(**texts)

    def _about(self, n_points: int, n_pages: int) -> float:
        pane, table = self._pane(self._choice.pane), self._state.table
        if pane is None or table is None:
            return 0.0
        return self._time.about(pane, table, n_points, n_pages)

    # -- the sweep -------------------------------------------------------------------------

    def choose(self, name: str, field: str) -> None:
        """Choose a pane and a setting, with the range of the setting, without starting."""
        pane = self._pane(name)
        if pane is not None and field in {k.name for k in swept_knobs(type(pane.settings))}:
            first = self.range_of(pane, find_knob(type(pane.settings), field))
            self._on_choice(replace(self._choice, pane=name, first=first, second=None))

    def start(self) -> None:
        """Begin the selected sweep."""
        table, pane = self._state.table, self._pane(self._choice.pane)
        if table is None or pane is None or self.is_busy:
            return
        view, choice = self._state.choice, self._choice
        is_page = choice.over is Over.PAGE
        measures = swept_measures(view.gold_measure)
        try:
            sweep = Sweep(
                Pane(pane.name, pane.extractor, pane.settings),
                self._axes(),
                measures,
                1.0 if is_page else choice.share,
            )
        except BoilerscopeError as error:
            self._on_failed(str(error))
            return
        options = RunOptions(view.scoring(measures), limits=RunLimits(n_jobs()))
        indices = [view.row] if is_page and view.row is not None else None
        self._problem, self._swept, self._running = "", None, (sweep, view.scored)
        self._work.ask(
            _SWEEP,
            partial(sweep_job, table.pages, sweep, options, indices),
            self._on_end,
            progress=lambda states: self._on_state(states[-1]),
            failed=lambda failure: self._on_failed(failure.text),
        )
        self._show_estimate()

    def _axes(self) -> tuple[Axis, ...]:
        pane = self._pane(self._choice.pane)
        if pane is None:
            return ()
        return tuple(
            make_axis(
                pane.extractor,
                swept.field,
                low=swept.low,
                high=swept.high,
                steps=swept.steps or STEPS,
            )
            for swept in self._choice.ranges
        )

    def _on_state(self, state: SweepState) -> None:
        self._swept = state
        if state.result is not None and self._running is not None:
            self._result, self._result_scored = state.result, self._running[1]
            if self._is_shown() and self._pane(self._result.sweep.pane.name) is not None:
                self._view.show_result(self._result, self._present(self._result))
        if self._is_shown():
            self._show_estimate()

    def _on_end(self, state: SweepState) -> None:
        if state.n_done:
            self._corpus.take_sweep(state.run)
        if self._running is not None and not state.is_cancelled:
            swept = self._running[0]
            n_runs = state.n_done * len(swept.points)
            self._time.learn(swept.pane.extractor, n_runs, state.seconds)
        self._on_state(state)

    def _on_failed(self, message: str) -> None:
        self._problem = message
        self._context.notifier.notify(message)
        self._show_estimate()

    def _forget_other(self) -> None:
        """Drop the sweep of an earlier corpus."""
        if self._state.corpus is not self._of:
            self._of = self._state.corpus
            self._work.drop(_SWEEP)
            self._result = self._swept = None
            self._problem = ""

    # -- actions of the user ---------------------------------------------------------------

    def _on_choice(self, choice: SweepChoice) -> None:
        """Take a choice; a range is kept for its setting, and returns with it."""
        before = {swept.field for swept in self._choice.ranges}
        if choice.pane != self._choice.pane:
            before = set()
        first, second = (
            swept
            if swept is None or swept.field in before
            else self._ranges.get((choice.pane, swept.field), swept)
            for swept in (choice.first, choice.second)
        )
        choice = replace(choice, first=first, second=second)
        for swept in choice.ranges:
            if swept.field in before:
                self._ranges[choice.pane, swept.field] = swept
        self._choice, self._problem = choice, ""
        if not self.is_busy:
            self._swept = None
        self.refresh()

    def _present(self, result: SweepResult) -> PresentValues:
        """Return the present values of the pane, and their defaults."""
        pane = self._pane(result.sweep.pane.name)
        if pane is None:
            return PresentValues((), ())
        settings = pane.settings.resolve()
        default = type(pane.settings)().resolve()
        fields = [axis.field for axis in result.sweep.axes]
        return PresentValues(
            tuple(getattr(settings, field) for field in fields),
            tuple(getattr(default, field) for field in fields),
            is_outdated=self._is_outdated(result, pane.settings),
        )

    def _is_outdated(self, result: SweepResult, settings: Settings) -> bool:
        """Return whether a sweep now would score another text or use other settings."""
        swept = {axis.field for axis in result.sweep.axes}
        current, earlier = to_table(settings), to_table(result.sweep.pane.settings)
        others = (set(current) | set(earlier)) - swept
        return self._result_scored != self._state.choice.scored or any(
            current.get(field) != earlier.get(field) for field in others
        )

    def _on_dragged(self, values: Mapping[str, object]) -> None:
        """Change the pane; all changes of one drag are one step of undo."""
        result = self._result
        pane = None if result is None else self._pane(result.sweep.pane.name)
        if result is None or pane is None:
            return
        try:
            settings = with_values(pane.settings, values)
        except BoilerscopeError as error:
            self._context.notifier.notify(str(error))
            return
        key = f"{GESTURE}{self._drag}"
        self._session_controller.set_settings({pane.name: settings}, key)
        self._view.show_present(self._present(result))

    def _on_dropped(self) -> None:
        self._drag = next(self._gesture)


def with_values(settings: Settings, values: Mapping[str, object]) -> Settings:
    """Return settings with other values; numbers are rounded to the steps of their settings."""
    for field, value in values.items():
        knob = find_knob(type(settings), field)
        rounded = fitting(knob, value) if isinstance(value, float) else value
        settings = with_value(settings, field, rounded)
    return settings


def swept_measures(measure: str) -> tuple[str, ...]:
    """Return a measure with its precision and its recall, if it has them."""
    stem = measure.removesuffix("_f1")
    names = (f"{stem}_{name}" for name in ("precision", "recall"))
    return (measure, *(name for name in names if name in MEASURES))
