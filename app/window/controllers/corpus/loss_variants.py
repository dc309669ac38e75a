"""Runs of a pane without each rule, and over the setting of a rule, for the tab Losses."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.controllers.corpus.estimate import SweepTime
from boilerscope.app.window.corpus.controller import n_jobs
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.loss_jobs import VariantRequest, run_variants
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import find_knob
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.scoring.losses.document import WithoutRule
from boilerscope.extractors.scoring.losses.ledger import compared_pages
from boilerscope.extractors.scoring.order import chosen
from boilerscope.extractors.scoring.threshold_words import threshold_values
from boilerscope.extractors.search.base import make_axis
from boilerscope.extractors.search.variants import NOW, stored_variants
from boilerscope.extractors.search.without import without_rows
from boilerscope.widgets.corpus.losses.records import WhatIf, WithoutRun
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.loss_jobs import VariantState
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.scoring.losses.ledger import Ledger, LedgerRow, PaneLosses
    from boilerscope.extractors.search.variants import Comparison, Variants
    from boilerscope.extractors.search.without import Without
    from boilerscope.widgets.corpus.losses.records import LossLine
    from boilerscope.widgets.records import PaneRecord

AT_ONCE_S = 10.0
"""Runs with a shorter estimate begin by themselves."""

_COMPARISONS = ("<", ">", "<=", ">=")
_LANE = "variants of a pane"
_STORED = Kind("stored curve of a rule")
"""Not in the lane: a curve that needs no run does not wait for runs."""


@dataclass(slots=True)
class _Runs:
    """Runs of the variants of one pane, and what is known of them."""

    kind: Kind
    compare: Kind
    asked: object = None
    run: Variants | None = None
    is_stored: bool = False
    compared: dict[str, Comparison] = field(default_factory=dict)
    of_filter: object = None
    seconds: float = 0.0
    n_done: int = 0
    n_pages: int = 0
    problem: str = ""

    def forget(self, asked: object) -> None:
        """Begin with other variants."""
        self.asked, self.run, self.problem, self.is_stored = asked, None, "", False
        self.compared, self.of_filter = {}, None
        self.seconds, self.n_done, self.n_pages = 0.0, 0, 0


class LossVariants(QObject):
    """Runs variants of the pane whose losses are on screen.

    Signals
    -------
    changed()
        More is known of the variants.
    """

    changed = Signal()

    def __init__(self, context: Context, key_of: Callable[[LedgerRow], str]) -> None:
        super().__init__(context.views)
        self._context, self._corpus, self._key_of = context, context.corpus, key_of
        self._state, self._work = context.corpus.state, context.work
        self._time = SweepTime()
        self._without = _Runs(
            Kind("runs without a rule", lane=_LANE), Kind("losses without a rule")
        )
        self._curve = _Runs(Kind("what if of a rule", lane=_LANE), Kind("curve of a rule"))
        self._ways: dict[str, Without] = {}
        self._pane: Pane | None = None
        self._record: PaneRecord | None = None
        self._losses: PaneLosses | None = None
        self._field, self._values = "", tuple[float, ...]()
        self._now = math.nan

    # -- without ---------------------------------------------------------------------------

    def show_book(
        self, record: PaneRecord, pane: Pane | None, book: Ledger | None, losses: PaneLosses
    ) -> None:
        """Take the ledger by rule of a pane and its losses; variants that ran are known again."""
        if self._record is None or record.name != self._record.name:
            self._field = ""  # a setting of another pane, until a rule of this pane is shown
        self._record, self._pane, self._losses = record, pane, losses
        if pane is None or book is None:
            self._ways = {}
            self._forget(self._without, None)
            return
        ways = without_rows(pane, book)
        self._ways = {self._key_of(row): way for row, way in ways.items()}
        asked = (pane, self._state.choice.scored, tuple(self._ways.items()), self._n_scored())
        if asked != self._without.asked:
            self._forget(self._without, asked)
        may_run = not (self._state.run.is_busy or self.is_running)
        if self._ways and self._without.run is None and may_run:
            about = self.about_without()
            if 0 < about <= AT_ONCE_S and not self._without.problem:
                self.run_without()
        self._compare(self._without)

    def without(self, key: str) -> WithoutRun | None:
        """Return the run without a rule; None if the rule cannot be off alone."""
        way = self._ways.get(key)
        if way is None:
            return None
        comparison = self._without.compared.get(key)
        if comparison is None or math.isnan(comparison.difference.value):
            problem = self._without.problem
            if comparison is not None:
                problem = translate("No result without it.")
            return WithoutRun(way.explain(), problem=problem)
        paired, beside = comparison.difference, comparison.beside
        unknown = (math.nan, math.nan)
        return WithoutRun(
            way.explain(),
            comparison.mean.value,
            paired.value,
            paired.low,
            paired.high,
            beside.get("token_precision", unknown),
            beside.get("token_recall", unknown),
        )

    def without_rule(self, key: str) -> WithoutRule | None:
        """Return the run without a rule as files have it; None without a result."""
        way, comparison = self._ways.get(key), self._without.compared.get(key)
        if way is None or comparison is None:
            return None
        return WithoutRule(way.explain(), comparison.mean, comparison.difference)

    @property
    def is_running(self) -> bool:
        """Whether the pane runs without its rules."""
        return self._work.is_busy(self._without.kind)

    def about_without(self) -> float:
        """Return the estimated time of all runs without a rule, seconds; 0 if unknown."""
        return self._about(len(self._ways) + 1)

    def offer(self) -> str:
        """Return the label of the button for the runs without rules; empty for none."""
        runs = self._without
        if self.is_running:
            return translate("{done} of {pages} pages, cancel").format(
                done=number(runs.n_done), pages=number(runs.n_pages)
            )
        if not self._ways or runs.run is not None or self._state.run.is_busy:
            return ""
        about = math.ceil(self.about_without())
        if len(self._ways) == 1:
            text = translate("Run 1 rule, about {seconds} s") if about else translate("Run 1 rule")
        elif about:
            text = translate("Run {n} rules, about {seconds} s")
        else:
            text = translate("Run {n} rules")
        return text.format(n=number(len(self._ways)), seconds=number(about))

    def run_without(self) -> None:
        """Run the pane without each rule, or cancel these runs."""
        if self.is_running:
            self._work.drop(self._without.kind)
            self._without.problem = translate("Cancelled")
            self.changed.emit()
            return
        self._start(self._without, {key: way.pane for key, way in self._ways.items()})

    # -- what if ---------------------------------------------------------------------------

    def show_rule(self, line: LossLine | None) -> None:
        """Take the selected rule; its curve is run if that is quick."""
        self._field = "" if line is None else self._threshold(line)
        pane = self._pane
        if not self._field or pane is None:
            self._forget(self._curve, None)
            return
        present = getattr(pane.settings.resolve(), self._field)
        self._now = math.nan if present is None else float(present)
        axis = make_axis(pane.extractor, self._field)
        numbers = {float(value) for value in axis.values if isinstance(value, int | float)}
        self._values = tuple(sorted(numbers if present is None else {*numbers, self._now}))
        asked = (pane, self._field, self._state.choice.scored, self._n_scored())
        if asked != self._curve.asked:
            self._forget(self._curve, asked)
        kinds = (self._curve.kind, _STORED)
        busy = any(map(self._work.is_busy, kinds)) or self._state.run.is_busy
        if self._curve.run is None and not busy and not self._curve.problem:
            self._take_stored(pane)
        self._compare(self._curve)

    def _take_stored(self, pane: Pane) -> None:
        """Take the curve from stored states if they suffice; else run it if that is quick."""
        table, losses, runs = self._state.table, self._losses, self._curve
        if table is None or losses is None or not losses.has_curve(self._field):
            self._start_if_quick(pane)
            return
        setting, rows = self._field, compared_pages(table, table.is_scored, pane.name)
        if not losses.has_page[rows].all():
            return  # the last pages of a run are read; the rule is shown again after them
        values = threshold_values(registry.extractor(pane.extractor), setting)
        known = self._variants(pane)
        numbers = {_name(value): number for number, value in enumerate(values)}
        numbers = {name: number for name, number in numbers.items() if name in known}

        def take(stored: Variants | None) -> None:
            if stored is None:
                self._start_if_quick(pane)
            else:
                runs.run, runs.is_stored = stored, True
                self._compare(runs)
            self.changed.emit()

        self._work.ask(
            _STORED,
            once(partial(stored_variants, table, losses, setting, numbers, rows)),
            take,
            failed=lambda failure: self._on_failed(runs, failure.text),
        )

    def _start_if_quick(self, pane: Pane) -> None:
        if 0 < self._about(len(self._values)) <= 2 * AT_ONCE_S:
            self._start(self._curve, self._variants(pane))

    def what_if(self) -> WhatIf:
        """Return the curve of the selected rule."""
        if not self._field or self._record is None:
            return WhatIf()
        runs, names = self._curve, [_name(value) for value in self._values]
        known = [runs.compared.get(self._stands_for(name)) for name in names]
        means = [math.nan if c is None else c.mean.value for c in known]
        best = math.nan
        difference = (math.nan, math.nan, math.nan)
        present = runs.compared.get(self._stands_for(_name(self._now)))
        if present is not None and not all(map(math.isnan, means)):
            index = int(np.nanargmax(means))
            is_better = means[index] > present.mean.value
            best = self._values[index] if is_better else self._now
            comparison = known[index]
            if comparison is not None and is_better:
                paired = comparison.difference
                difference = (paired.value, paired.low, paired.high)
        session_panes = {pane.name for pane in self._context.session.panes}
        return WhatIf(
            self._field,
            find_knob(type(self._record.settings), self._field).label,
            self._values if runs.compared else (),
            tuple(means),
            tuple(math.nan if c is None else c.mean.low for c in known),
            tuple(math.nan if c is None else c.mean.high for c in known),
            self._now,
            best,
            difference,
            math.nan if present is None else present.mean.value,
            self._note(),
            self._offer_of_curve(),
            runs.seconds,
            runs.is_stored,
            self._record.name in session_panes,
            self._record.number,
        )

    def _stands_for(self, name: str) -> str:
        """Return the variant with a value; NOW, the pane as it is, for the present value."""
        return NOW if self._has_now(self._curve) and name == _name(self._now) else name

    def _has_now(self, runs: _Runs) -> bool:
        """Return whether the pane as it is stands for its value: it is stored or automatic."""
        return runs.is_stored or (runs is self._curve and math.isnan(self._now))

    def better(self) -> tuple[str, Settings] | None:
        """Return the pane with the best value of the curve; None without a better value."""
        shown = self.what_if()
        if self._record is None or math.isnan(shown.best) or shown.best == shown.now:
            return None
        return self._record.name, _with(self._record.settings, shown.field, shown.best)

    @property
    def field(self) -> str:
        """Setting of the selected rule, empty without one."""
        return self._field

    def _note(self) -> str:
        runs = self._curve
        if runs.problem:
            return runs.problem
        if self._work.is_busy(runs.kind):
            return translate("{done} of {pages} pages").format(
                done=number(runs.n_done), pages=number(runs.n_pages)
            )
        if runs.run is None:
            return translate("F1 over the range of {setting}").format(setting=self._field)
        return ""

    def _offer_of_curve(self) -> str:
        """Return the label of the button that runs the curve; empty for none."""
        runs = self._curve
        if runs.run is not None or self._work.is_busy(runs.kind) or self._state.run.is_busy:
            return ""
        about, n_values = math.ceil(self._about(len(self._values))), number(len(self._values))
        text = (
            translate("Run {n} values, about {seconds} s") if about else translate("Run {n} values")
        )
        return text.format(n=n_values, seconds=number(about))

    def run_curve(self) -> None:
        """Run the pane over the setting of the selected rule."""
        if self._pane is not None and self._field:
            self._start(self._curve, self._variants(self._pane))

    def _threshold(self, line: LossLine) -> str:
        """Return the setting of the first test of a rule that is a number with a range.

        An automatic value counts if any number in its place needs no run.
        """
        if line.row.group or self._pane is None or not line.row.addresses:
            return ""
        tests = line.row.addresses[0].tests
        ranked = sorted(tests, key=lambda test: test[1] not in _COMPARISONS)
        restated = registry.extractor(self._pane.extractor).thresholds
        for name, _ in ranked:
            knob = find_knob(type(self._pane.settings), name)
            value = getattr(self._pane.settings.resolve(), name)
            has_range = knob.low is not None and knob.high is not None
            if (
                knob.kind in {"int", "float"}
                and has_range
                and (value is not None or name in restated)
            ):
                return name
        return ""

    def _variants(self, pane: Pane) -> dict[str, Pane]:
        variants: dict[str, Pane] = {}
        for value in self._values:
            try:
                settings = _with(pane.settings, self._field, value)
            except BoilerscopeError:
                continue  # another setting contradicts it: a gap in the curve
            variants[_name(value)] = Pane(pane.name, pane.extractor, settings)
        return variants

    # -- runs ------------------------------------------------------------------------------

    def _start(self, runs: _Runs, variants: Mapping[str, Pane]) -> None:
        table, pane = self._state.table, self._pane
        if table is None or pane is None or not variants:
            return
        measures = ("token_f1", "token_precision", "token_recall")
        request = VariantRequest(
            table.pages,
            pane,
            dict(variants),
            RunOptions(self._state.choice.scoring(measures), RunLimits(n_jobs())),
            self._corpus.store_folder,
            np.flatnonzero(table.is_scored).tolist(),
        )
        runs.problem, runs.n_done, runs.n_pages = "", 0, len(request.indices)
        self._work.ask(
            runs.kind,
            partial(run_variants, request),
            lambda state: self._on_end(runs, state, len(variants)),
            progress=lambda states: self._on_progress(runs, states[-1]),
            failed=lambda failure: self._on_failed(runs, failure.text),
        )
        self.changed.emit()

    def _on_progress(self, runs: _Runs, state: VariantState) -> None:
        runs.n_done, runs.n_pages = state.n_done, state.n_pages
        self.changed.emit()

    def _on_end(self, runs: _Runs, state: VariantState, n_variants: int) -> None:
        runs.run, runs.seconds = state.run, state.seconds
        runs.n_done, runs.n_pages = state.n_done, state.n_pages
        if self._pane is not None:
            self._time.learn(self._pane.extractor, state.n_done * n_variants, state.seconds)
        self._compare(runs)
        self.changed.emit()

    def _on_failed(self, runs: _Runs, text: str) -> None:
        runs.problem = text
        self.changed.emit()

    def _forget(self, runs: _Runs, asked: object) -> None:
        self._work.drop(runs.kind)
        self._work.drop(runs.compare)
        if runs is self._curve:
            self._work.drop(_STORED)
        runs.forget(asked)

    def _compare(self, runs: _Runs) -> None:
        """Compare the variants with the pane on the pages of the filter."""
        run, table, choice = runs.run, self._state.table, self._state.choice
        if run is None or table is None:
            return
        of_filter = (choice.page_filter, choice.average)
        if of_filter == runs.of_filter:
            return
        runs.of_filter = of_filter
        mask, average = chosen(table, choice.page_filter), choice.average
        names = [name for name in run.table.panes if name != NOW or self._has_now(runs)]

        def compare() -> dict[str, Comparison]:
            return {name: run.comparison(name, mask, average) for name in names}

        def take(compared: dict[str, Comparison]) -> None:
            runs.compared = compared
            self.changed.emit()

        self._work.ask(
            runs.compare,
            once(compare),
            take,
            failed=lambda failure: self._on_failed(runs, failure.text),
        )

    def _about(self, n_points: int) -> float:
        table = self._state.table
        if table is None or self._record is None:
            return 0.0
        return self._time.about(self._record, table, n_points, self._n_scored())

    def _n_scored(self) -> int:
        table = self._state.table
        return 0 if table is None else int(table.is_scored.sum())

    def drop(self) -> None:
        """End all runs, for another corpus."""
        for runs in (self._without, self._curve):
            self._forget(runs, None)


def _name(value: float) -> str:
    return f"{value:.12g}"


def _with(settings: Settings, name: str, value: float) -> Settings:
    is_whole = find_knob(type(settings), name).kind == "int"
    return settings.replace(**{name: round(value) if is_whole else value})
