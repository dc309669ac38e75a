"""Rows of the strips, and their values for a part of the page."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.model.gold import GoldClass, Outcome
from boilerscope.widgets.equal_runs import equal_runs
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.picking import numbered_block
from boilerscope.widgets.records import Layer, LayerKind, PaneRecord, Scene, Selection, same_page
from boilerscope.widgets.strips.pixels import PrefixSums
from boilerscope.widgets.words import counted, declared, number, share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page.records import BoolArray, FloatArray


class Kind(Enum):
    """Kind of a row."""

    GOLD = "gold"
    LABEL = "label"
    AGREEMENT = "agreement"
    AMOUNT = "amount"
    CLASSES = "classes"
    CHANGE = "change"


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One row between the sections and the differences.

    Attributes
    ----------
    key : str
        Unique key in a scene.
    title : str
        Title at the left.
    sums : PrefixSums or None
        Prefix sums of the quantity; None without a result.
    pane : PaneRecord or None
        The pane of a label row.
    layer : Layer or None
        The layer of a row of another kind.
    outcomes : PrefixSums or None
        Prefix sums of the outcomes of a label row, if the page is coloured by errors.
    summary : str
        Value for the whole page, shown while nothing is pointed at; empty for none.
    short : str
        The same without its unit, where that does not fit; empty without a unit.
    """

    key: str
    title: str
    kind: Kind
    sums: PrefixSums | None
    pane: PaneRecord | None = None
    layer: Layer | None = None
    outcomes: PrefixSums | None = None
    summary: str = ""
    short: str = ""

    @property
    def high(self) -> float:
        """Upper end of the row's scale."""
        return 1.0 if self.layer is None else self.layer.high


_KINDS = {LayerKind.AMOUNT: Kind.AMOUNT, LayerKind.CLASSES: Kind.CLASSES}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Strips", text)


class RowBook:
    """The rows of a scene; the prefix sums of a quantity are cached until it changes.

    Attributes
    ----------
    rows : tuple of Row
        Rows from top to bottom.
    sections : list of (int, int, int)
        Start, end and code of each section, in tokens.
    differences : PrefixSums or None
        Prefix sums of the tokens on which panes differ; None if no pane has a result.
    """

    def __init__(self) -> None:
        self.scene = Scene(None)
        self.rows: tuple[Row, ...] = ()
        self.sections: list[tuple[int, int, int]] = []
        self.differences: PrefixSums | None = None
        self._cached: dict[str, tuple[Any, PrefixSums]] = {}
        self._gold_row: tuple[Gold, bool, Row] | None = None

    @property
    def n_tokens(self) -> int:
        """Tokens of the page."""
        return 0 if self.scene.page is None else self.scene.page.n_tokens

    def show(
        self, scene: Scene, keys: Sequence[str] | None, *, one_amount: bool, votes: bool = True
    ) -> None:
        """Build the rows of a scene.

        Parameters
        ----------
        scene : Scene
            Page, panes and layers.
        keys : sequence of str, optional
            Layers that have a row; by default every amount and class layer of the scene.
        one_amount : bool
            Whether only the first of these layers has a row.
        votes : bool
            Whether the agreement of the panes has a row.
        """
        if not same_page(scene.page, self.scene.page):
            self._cached.clear()
            self.sections = [] if scene.page is None else equal_runs(scene.page.sections)
        self.scene = scene
        rows = self._gold_rows()
        rows += [self._label_row(pane) for pane in scene.panes]
        agreement = self._agreement()
        self.differences = None
        if agreement is not None:
            if votes:
                rows.append(self._layer_row(agreement, Kind.AGREEMENT, _tr("Agreement")))
            self.differences = self._sums("differences", agreement.values, _differing(agreement))
        would_change = scene.layers.get("would change")
        if would_change is not None:
            rows.append(self._layer_row(would_change, Kind.CHANGE, declared(would_change.label)))
        layers = self._layers(keys)[: 1 if one_amount else None]
        rows += [
            self._layer_row(layer, _KINDS[layer.kind], declared(layer.label)) for layer in layers
        ]
        self.rows = tuple(rows)

    def pane_of(self, index: int) -> str:
        """Return the pane of a row with a result; the active pane for all other rows."""
        pane = self.rows[index].pane if 0 <= index < len(self.rows) else None
        return self.scene.active if pane is None or pane.shown is None else pane.name

    def value(
        self, row: Row, runs: Sequence[tuple[int, int]], *, with_unit: bool = True
    ) -> bool | str:
        """Return the value of a row for some tokens: whether they are kept, or a text.

        Parameters
        ----------
        runs : sequence of (int, int)
            Token ranges.
        with_unit : bool
            Whether a number is followed by its unit.
        """
        if row.sums is None:
            return _state_label(row)
        if not runs:
            return row.summary if with_unit else row.short or row.summary
        if row.kind is Kind.GOLD or row.outcomes is not None:
            return _name_of_most(row, row.sums, runs)
        mean = row.sums.mean_of(runs)
        if np.isnan(mean):
            return _tr("no value")
        if row.kind is Kind.LABEL:
            return mean >= 0.5
        return _value_text(row, mean) if with_unit else number(mean)

    def error(self, row: Row, runs: Sequence[tuple[int, int]]) -> Outcome | None:
        """Return the error that most tokens of some ranges are, None if they are correct."""
        code = -1 if row.outcomes is None else row.outcomes.most_frequent(runs)
        wrong = {Outcome.WRONGLY_KEPT, Outcome.MISSED}
        return Outcome(code) if code in wrong else None

    def subject(self, pointer: int | None, selected: Selection | None) -> str:
        """Return the subject of the values at the right: a token, a block or a range."""
        if pointer is not None:
            return _tr("token {number}").format(number=number(pointer))
        if selected is None:
            return ""
        numbered = numbered_block(self.scene, selected)
        if numbered is not None:
            pane, block = numbered
            is_active = pane.name == self.scene.active
            text = _tr("block {number}") if is_active else _tr("block {number} of {pane}")
            return text.format(number=number(block), pane=pane.number)
        count = selected.end - selected.start
        return _tr("1 token") if count == 1 else _tr("{count} tokens").format(count=number(count))

    def _layers(self, keys: Sequence[str] | None) -> list[Layer]:
        layers = self.scene.layers
        requested = list(layers) if keys is None else [key for key in keys if key in layers]
        return [layers[key] for key in requested if layers[key].kind in _KINDS]

    @property
    def _gold(self) -> Gold | None:
        """The gold standard, if it belongs to the page."""
        gold = self.scene.gold
        return gold if gold is not None and 0 < len(gold.classes) == self.n_tokens else None

    def _gold_rows(self) -> list[Row]:
        gold = self._gold
        if gold is None:
            return []
        comments = self.scene.comments
        known = self._gold_row
        if known is None or known[0] is not gold or known[1] is not comments:
            characters = counts_characters(self.scene.page)
            row = _row_of_gold(gold, characters=characters, comments=comments)
            self._gold_row = known = gold, comments, row
        return [known[2]]

    def _outcomes(self, pane: PaneRecord) -> PrefixSums | None:
        """Return the outcomes of a pane's tokens if the page is coloured by errors."""
        gold, extraction = self._gold, pane.shown
        if gold is None or extraction is None or not self.scene.by_errors:
            return None
        comments = self.scene.comments
        key, source = f"outcomes:{pane.name}", (gold, extraction.mask, comments)
        entry = self._cached.get(key)
        if entry is None or not all(map(operator.is_, entry[0], source)):
            entry = self._cached[key] = (
                source,
                PrefixSums.of(gold.outcomes(extraction.mask, comments=comments)),
            )
        return entry[1]

    def _label_row(self, pane: PaneRecord) -> Row:
        key = f"label:{pane.name}"
        extraction = pane.shown
        fits = extraction is not None and 0 < len(extraction.mask) == self.n_tokens
        sums = self._sums(key, extraction.mask) if extraction is not None and fits else None
        outcomes = None if sums is None else self._outcomes(pane)
        score = pane.gold_score
        summary = "" if score is None else f"F1 {number(score.f1, decimals=2)}"
        return Row(key, pane.name, Kind.LABEL, sums, pane, outcomes=outcomes, summary=summary)

    def _layer_row(self, layer: Layer, kind: Kind, title: str) -> Row:
        fits = 0 < len(layer.values) == self.n_tokens
        sums = self._sums(layer.key, layer.values) if fits else None
        return Row(layer.key, title, kind, sums, layer=layer, summary=_of_page(layer))

    def _sums(
        self, key: str, source: FloatArray | BoolArray, values: BoolArray | None = None
    ) -> PrefixSums:
        entry = self._cached.get(key)
        if entry is not None and entry[0] is source:
            return entry[1]
        sums = PrefixSums.of(source if values is None else values)
        self._cached[key] = (source, sums)
        return sums

    def _agreement(self) -> Layer | None:
        """Return the scene's agreement layer; without one, count the votes of the panes."""
        for layer in self.scene.layers.values():
            if layer.kind is LayerKind.AGREEMENT and len(layer.values) == self.n_tokens:
                return layer
        masks = [
            pane.shown.mask
            for pane in self.scene.judged
            if pane.shown is not None and len(pane.shown.mask) == self.n_tokens
        ]
        if not masks:
            return None
        votes: FloatArray = np.sum(masks, axis=0).astype(np.float64)
        return Layer("agreement", "Agreement", LayerKind.AGREEMENT, votes, high=float(len(masks)))


def _row_of_gold(gold: Gold, *, characters: bool, comments: bool) -> Row:
    sums = PrefixSums.of(gold.classes.astype(np.float64))
    n_words = int(np.count_nonzero(gold.main(comments=comments)))
    return Row(
        *("gold", _tr("Gold"), Kind.GOLD, sums),
        summary=counted(n_words, characters=characters),
        short=number(n_words),
    )


def _of_page(layer: Layer) -> str:
    """Return the share of the page that a quantity is about; one above 0 is at least 1 %."""
    if np.isnan(layer.share):
        return ""
    part = max(layer.share, 0.01) if layer.share else 0.0
    return _tr("{share} of page").format(share=share(part, 1))


def _value_text(row: Row, mean: float) -> str:
    if row.kind is Kind.CHANGE:
        return "" if np.isnan(mean) else _tr("kept") if mean >= 0.5 else _tr("dropped")
    if row.kind is Kind.AGREEMENT:
        text = _tr("{count} of {panes} keep it")
        return text.format(count=number(round(mean)), panes=number(round(row.high)))
    classes = () if row.layer is None else row.layer.classes
    if row.kind is Kind.CLASSES and classes:
        return declared(classes[round(mean) % len(classes)])
    unit = "" if row.layer is None else declared(row.layer.unit)
    return f"{number(mean)} {unit}".rstrip()


def _state_label(row: Row) -> str:
    if row.pane is None or row.pane.extraction is None:
        return _tr("not run yet")
    return declared(row.pane.extraction.status.value)


def _name_of_most(row: Row, sums: PrefixSums, runs: Sequence[tuple[int, int]]) -> str:
    """Return the class or outcome of most tokens of some ranges."""
    if row.outcomes is None:
        return _class_name(sums.most_frequent(runs))
    return _outcome_name(row.outcomes.most_frequent(runs))


def _class_name(code: int) -> str:
    return {
        GoldClass.UNMARKED: _tr("unmarked"),
        GoldClass.MAIN: _tr("main content"),
        GoldClass.BOILERPLATE: _tr("boilerplate"),
        GoldClass.TITLE: _tr("title"),
        GoldClass.COMMENT: _tr("comment"),
        GoldClass.UNDECIDED: _tr("undecided"),
    }[GoldClass(code)]


def _outcome_name(code: int) -> str:
    if code < 0:
        return _tr("unmarked")
    return {
        Outcome.KEPT: _tr("correct"),
        Outcome.DROPPED: _tr("correct"),
        Outcome.WRONGLY_KEPT: _tr("wrong"),
        Outcome.MISSED: _tr("missed"),
    }[Outcome(code)]


def _differing(agreement: Layer) -> BoolArray:
    differing: BoolArray = (agreement.values > 0) & (agreement.values < agreement.high)
    return differing
