"""Search over several settings: its choices, run and trials, and the panel of a trial."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.corpus import CorpusPart, Tab
from boilerscope.app.window import own_presets
from boilerscope.app.window.controllers.corpus.sweep import with_values
from boilerscope.app.window.controllers.corpus.trial import ScoredTrial, score_trial, trial_view
from boilerscope.app.window.corpus.controller import n_jobs
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.corpus_jobs import search as search_job
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import find_knob
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.search.base import make_axis
from boilerscope.extractors.search.tune import MAX_SETTINGS, Tune
from boilerscope.widgets.corpus.sweep.choices import STEPS, swept_knobs
from boilerscope.widgets.corpus.sweep.records import SearchLife, SearchView

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.corpus.sweep import SweepController
    from boilerscope.app.window.work.corpus_jobs import SearchState
    from boilerscope.extractors.search.base import Axis
    from boilerscope.extractors.search.tune import Trial, TuneRun
    from boilerscope.widgets.corpus.sweep.records import TrialView
    from boilerscope.widgets.corpus.sweep.view import SweepView
    from boilerscope.widgets.corpus.trial_panel import TrialPanel
    from boilerscope.widgets.records import PaneRecord

N_TRIALS = 120

_SEARCH, _SCORE = Kind("search", at_once=True), Kind("trial")


class SearchController(QObject):
    """Runs searches, and applies or saves the selected trial.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    sweep : SweepController
        Provides the pane and the split.
    panel : TrialPanel
        The panel at the right.
    show_panel : callable
        Shows the panel in place of the selected page, or the page again.
    """

    def __init__(
        self,
        context: Context,
        sweep: SweepController,
        view: SweepView,
        panel: TrialPanel,
        show_panel: Callable[[bool], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._corpus, self._sweep = context, context.corpus, sweep
        self._state, self._of = context.corpus.state, context.corpus.state.corpus
        self._view, self._panel, self._show_panel = view, panel, show_panel
        self._fields: dict[str, tuple[str, ...]] = {}
        """Chosen settings of each pane."""
        self._n_trials = N_TRIALS
        self._search = SearchView()
        self._run: TuneRun | None = None
        self._current, self._is_following = -1, True
        self._scores: ScoredTrial | None = None
        self._work = context.work
        search = view.search
        search.fields_chosen.connect(self._on_fields)
        search.trials_chosen.connect(self._on_trials)
        search.started.connect(self.start)
        search.paused.connect(self._on_paused)
        search.cancelled.connect(lambda: self._work.cancel(_SEARCH))
        search.selected.connect(self._on_selected)
        search.applied.connect(lambda _number: self.apply())
        panel.apply_asked.connect(self.apply)
        panel.save_asked.connect(self.save)
        panel.stepped.connect(self._on_step)
        view.choices.changed.connect(lambda _choice: self.refresh())

    @property
    def is_busy(self) -> bool:
        """Whether a search is in progress."""
        return self._work.is_busy(_SEARCH)

    # -- display ---------------------------------------------------------------------------

    def views(self) -> list[View]:
        """Return the views of the search."""
        parts = CorpusPart.CORPUS | CorpusPart.PANES | CorpusPart.TABLE
        return [
            View("corpus of the search", self._forget_other, CorpusPart.CORPUS),
            View("panel of the trial", self._switch_panel, CorpusPart.TAB),
            View("search", self.refresh, parts, is_shown=self._is_shown),
        ]

    def _is_shown(self) -> bool:
        return self._state.shows(Tab.SWEEP)

    def _forget_other(self) -> None:
        """Drop the search of an earlier corpus."""
        if self._state.corpus is not self._of:
            self._of = self._state.corpus
            self._work.drop(_SEARCH)
            self._search, self._run, self._current, self._scores = SearchView(), None, -1, None

    def _switch_panel(self) -> None:
        self._show_panel(self._state.choice.tab is Tab.SWEEP)

    def refresh(self) -> None:
        """Show the settings to choose from, the search, and the selected trial."""
        pane = self._pane()
        knobs = () if pane is None else swept_knobs(type(pane.settings))
        ranges = [self._sweep.range_of(pane, knob) for knob in knobs if pane is not None]
        self._view.show_fields(ranges, self._chosen(), self._n_trials)
        self._view.show_search(self._search, self._current)
        self._panel.show_trial(self._trial_view())

    def _pane(self) -> PaneRecord | None:
        """Return the pane of the search; before a search, the pane of the sweep."""
        name = self._sweep.choice.pane
        panes = self._context.session.panes
        return next((pane for pane in panes if pane.name == name), None)

    def _searched_pane(self) -> PaneRecord | None:
        if self._run is None:
            return None
        name = self._run.tune.pane.name
        panes = self._context.session.panes
        return next((pane for pane in panes if pane.name == name), None)

    def _chosen(self) -> tuple[str, ...]:
        """Return the settings to search: at first the main knobs."""
        pane = self._pane()
        if pane is None:
            return ()
        if pane.name not in self._fields:
            main = [knob.name for knob in swept_knobs(type(pane.settings)) if knob.main is not None]
            self._fields[pane.name] = tuple(main[:MAX_SETTINGS])
        return self._fields[pane.name]

    def _trial_view(self) -> TrialView | None:
        scores, pane = self._scores, self._searched_pane()
        if scores is None or pane is None:
            return None
        return trial_view(scores, pane, self._search, self._state.record.path)

    # -- the search ------------------------------------------------------------------------

    def start(self) -> None:
        """Begin the selected search."""
        table, pane = self._state.table, self._pane()
        if table is None or pane is None or self.is_busy:
            return
        view, share = self._state.choice, self._sweep.choice.share
        try:
            tune = Tune(
                Pane(pane.name, pane.extractor, pane.settings),
                tuple(self._axis(pane, field) for field in self._chosen()),
                view.gold_measure,
                self._n_trials,
                share if share < 1 else 0.5,
            )
        except BoilerscopeError as error:
            self._on_failed(str(error))
            return
        self._run, self._current, self._is_following, self._scores = None, -1, True, None
        self._search = SearchView(
            SearchLife.RUNNING,
            tuple(axis.field for axis in tune.axes),
            n_trials=tune.trials,
            measure=tune.measure,
            seed=tune.seed,
        )
        options = RunOptions(view.scoring((view.gold_measure,)), limits=RunLimits(n_jobs()))
        self._work.ask(
            _SEARCH,
            partial(search_job, table.pages, tune, options),
            self._on_end,
            progress=lambda states: self._on_state(states[-1], self._search.life),
            failed=lambda failure: self._on_failed(failure.text),
        )
        self.refresh()

    def _axis(self, pane: PaneRecord, field: str) -> Axis:
        """Return the values of a setting: the range that the user gave it, or its default range."""
        values = self._sweep.range_of(pane, find_knob(type(pane.settings), field))
        return make_axis(
            pane.extractor, field, low=values.low, high=values.high, steps=values.steps or STEPS
        )

    def _on_end(self, state: SearchState) -> None:
        self._on_state(state, SearchLife.CANCELLED if state.is_cancelled else SearchLife.DONE)
        if self._is_shown():
            self.refresh()

    def _on_state(self, state: SearchState, life: SearchLife) -> None:
        self._run = state.run
        if state.trials:
            self._corpus.take_search(state.run)
        n_training, n_validation = state.run.n_scored(state.trials[0]) if state.trials else (0, 0)
        self._search = replace(
            self._search,
            life=life,
            trials=state.trials,
            share_done=state.share_done,
            left_s=state.left_s,
            n_training=n_training,
            n_validation=n_validation,
            ends=tuple(
                (trial.number, state.run.tune.open_ends(trial.values)) for trial in state.trials
            ),
        )
        ranked = self._search.ranked
        if self._is_following and ranked and ranked[0].number != self._current:
            self._select(ranked[0])
        if self._is_shown():
            self._view.show_search(self._search, self._current)

    def _on_failed(self, message: str) -> None:
        self._search = replace(self._search, life=SearchLife.FAILED, problem=message)
        self._context.notifier.notify(message)
        self.refresh()

    # -- actions of the user ---------------------------------------------------------------

    def _on_fields(self, fields: tuple[str, ...]) -> None:
        pane = self._pane()
        if pane is None:
            return
        order = [knob.name for knob in swept_knobs(type(pane.settings))]
        self._fields[pane.name] = tuple(sorted(fields, key=order.index))
        self._search = replace(self._search, problem="")
        self.refresh()

    def _on_trials(self, n_trials: int) -> None:
        self._n_trials = n_trials
        self.refresh()

    def _on_paused(self, paused: bool) -> None:  # noqa: FBT001 - Qt slot
        if self.is_busy:
            self._work.set_paused(_SEARCH, paused)
            life = SearchLife.PAUSED if paused else SearchLife.RUNNING
            self._search = replace(self._search, life=life)
            self.refresh()

    def _on_selected(self, number: int) -> None:
        """Show a trial; stop following the best trial unless this is the best trial."""
        ranked = self._search.ranked
        self._is_following = bool(ranked) and ranked[0].number == number
        trial = next((trial for trial in ranked if trial.number == number), None)
        if trial is not None:
            self._select(trial)
            self._view.show_search(self._search, self._current)

    def _on_step(self, direction: int) -> None:
        ranks = [trial.number for trial in self._search.ranked]
        if self._current in ranks:
            index = ranks.index(self._current) + direction
            if 0 <= index < len(ranks):
                self._on_selected(ranks[index])

    def _select(self, trial: Trial) -> None:
        self._current = trial.number
        if self._run is not None:
            work = once(partial(score_trial, self._run, trial))
            self._work.ask(_SCORE, work, self._show_scores)

    def _show_scores(self, scores: ScoredTrial) -> None:
        self._scores = scores
        self._panel.show_trial(self._trial_view())

    def _trial(self) -> Trial | None:
        trials = self._search.ranked
        return next((trial for trial in trials if trial.number == self._current), None)

    def apply(self) -> None:
        """Give the pane the values of the selected trial, as one step of undo."""
        trial, pane = self._trial(), self._searched_pane()
        if trial is None or pane is None:
            return
        values = dict(zip(self._search.fields, trial.values, strict=True))
        try:
            settings = with_values(pane.settings, values)
        except BoilerscopeError as error:
            self._context.notifier.notify(str(error))
            return
        self._context.session_controller.set_settings({pane.name: settings})
        text = translate("Trial {n} applied to {pane}. Ctrl+Z undoes this.")
        self._context.notifier.notify(text.format(n=trial.number + 1, pane=pane.name))

    def save(self) -> None:
        """Ask for a name, and save the selected trial as a preset with its provenance."""
        trial, run = self._trial(), self._run
        if trial is None or run is None or trial.settings is None:
            return
        context, extractor = self._context, run.tune.pane.extractor
        name = own_presets.ask_and_save(
            self._panel.window(), context.presets, extractor, trial.settings, run.provenance(trial)
        )
        if name:
            context.views.refresh_only("settings")
            context.notifier.notify(translate("Preset {name} saved").format(name=name))
