"""Which rows the strips have, and what each of them says about a part of the page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QCoreApplication

from widgets.picking import numbered_block
from widgets.records import Layer, LayerKind, PaneRecord, Scene, Selection, same_page
from widgets.strips.pixels import Sums, section_runs
from widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page.records import BoolArray, FloatArray


class Kind(Enum):
    """What a row shows."""

    LABEL = "label"
    AGREEMENT = "agreement"
    AMOUNT = "amount"
    CLASSES = "classes"


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One row between the sections and the differences.

    Attributes
    ----------
    key : str
        Unique in a scene.
    title : str
        At the left.
    kind : Kind
        What it shows.
    sums : Sums or None
        The quantity; None where there is no result.
    pane : PaneRecord or None
        The pane of a label row.
    layer : Layer or None
        The layer of the other rows.
    """

    key: str
    title: str
    kind: Kind
    sums: Sums | None
    pane: PaneRecord | None = None
    layer: Layer | None = None

    @property
    def high(self) -> float:
        """Upper end of the row's scale."""
        return 1.0 if self.layer is None else self.layer.high


_KINDS = {LayerKind.AMOUNT: Kind.AMOUNT, LayerKind.CLASSES: Kind.CLASSES}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Strips", text)


class RowBook:
    """The rows of a scene; sums are made once per quantity and kept while it stays the same.

    Attributes
    ----------
    scene : Scene
        What is shown.
    rows : tuple of Row
        From the top.
    sections : list of (int, int, int)
        Start, end and code of each section, in tokens.
    differences : Sums or None
        Where panes disagree; None where no pane has a result.
    """

    def __init__(self) -> None:
        self.scene = Scene(None)
        self.rows: tuple[Row, ...] = ()
        self.sections: list[tuple[int, int, int]] = []
        self.differences: Sums | None = None
        self._known: dict[str, tuple[Any, Sums]] = {}

    @property
    def n_tokens(self) -> int:
        """Tokens of the page."""
        return 0 if self.scene.page is None else self.scene.page.n_tokens

    def show(self, scene: Scene, keys: Sequence[str] | None, *, one_amount: bool) -> None:
        """Make the rows of a scene.

        Parameters
        ----------
        scene : Scene
            Page, panes and layers.
        keys : sequence of str, optional
            Layers that have a row; by default every amount and class layer of the scene.
        one_amount : bool
            Whether the first of these layers alone has a row.
        """
        if not same_page(scene.page, self.scene.page):
            self._known.clear()
            self.sections = [] if scene.page is None else section_runs(scene.page.sections)
        self.scene = scene
        rows = [self._label_row(pane) for pane in scene.panes]
        agreement = self._agreement()
        self.differences = None
        if agreement is not None:
            rows.append(self._layer_row(agreement, Kind.AGREEMENT, _tr("Agreement")))
            self.differences = self._sums("differences", agreement.values, _differing(agreement))
        shown = self._layers(keys)[: 1 if one_amount else None]
        rows += [self._layer_row(each, _KINDS[each.kind], declared(each.label)) for each in shown]
        self.rows = tuple(rows)

    def pane_of(self, place: int) -> str:
        """Return the pane whose blocks a row speaks of; the active one for all other rows."""
        pane = self.rows[place].pane if 0 <= place < len(self.rows) else None
        return self.scene.active if pane is None or pane.shown is None else pane.name

    def value(
        self, row: Row, runs: Sequence[tuple[int, int]], *, with_unit: bool = True
    ) -> bool | str:
        """Return what a row says about some tokens: kept or not, or words.

        Parameters
        ----------
        row : Row
            The row.
        runs : sequence of (int, int)
            Token ranges.
        with_unit : bool
            Whether an amount carries its unit.
        """
        if row.sums is None:
            return _state_words(row)
        if not runs:
            return ""
        mean = row.sums.mean_of(runs)
        if np.isnan(mean):
            return _tr("not measured")
        if row.kind is Kind.LABEL:
            return mean >= 0.5
        return _words(row, mean) if with_unit else number(round(mean, 4))

    def place_words(self, pointer: int | None, chosen: Selection | None) -> str:
        """Return what the values at the right are about: a token, a block, a range."""
        if pointer is not None:
            return _tr("token {number}").format(number=number(pointer))
        if chosen is None:
            return ""
        found = numbered_block(self.scene, chosen)
        if found is not None:
            pane, block = found
            is_active = pane.name == self.scene.active
            text = _tr("block {number}") if is_active else _tr("block {number} of {pane}")
            return text.format(number=number(block), pane=pane.number)
        count = chosen.end - chosen.start
        return _tr("1 token") if count == 1 else _tr("{count} tokens").format(count=number(count))

    def _layers(self, keys: Sequence[str] | None) -> list[Layer]:
        layers = self.scene.layers
        wanted = list(layers) if keys is None else [key for key in keys if key in layers]
        return [layers[key] for key in wanted if layers[key].kind in _KINDS]

    def _label_row(self, pane: PaneRecord) -> Row:
        key = f"label:{pane.name}"
        shown = pane.shown
        fits = shown is not None and 0 < len(shown.mask) == self.n_tokens
        sums = self._sums(key, shown.mask) if shown is not None and fits else None
        return Row(key, pane.name, Kind.LABEL, sums, pane=pane)

    def _layer_row(self, layer: Layer, kind: Kind, title: str) -> Row:
        fits = 0 < len(layer.values) == self.n_tokens
        sums = self._sums(layer.key, layer.values) if fits else None
        return Row(layer.key, title, kind, sums, layer=layer)

    def _sums(
        self, key: str, source: FloatArray | BoolArray, values: BoolArray | None = None
    ) -> Sums:
        kept = self._known.get(key)
        if kept is not None and kept[0] is source:
            return kept[1]
        made = Sums.of(source if values is None else values)
        self._known[key] = (source, made)
        return made

    def _agreement(self) -> Layer | None:
        """Return the scene's agreement, or count it where the scene has none."""
        for layer in self.scene.layers.values():
            if layer.kind is LayerKind.AGREEMENT and len(layer.values) == self.n_tokens:
                return layer
        masks = [
            pane.shown.mask
            for pane in self.scene.panes
            if pane.shown is not None and len(pane.shown.mask) == self.n_tokens
        ]
        if not masks:
            return None
        votes: FloatArray = np.sum(masks, axis=0).astype(np.float64)
        return Layer("agreement", "Agreement", LayerKind.AGREEMENT, votes, high=float(len(masks)))


def _words(row: Row, mean: float) -> str:
    if row.kind is Kind.AGREEMENT:
        words = _tr("{count} of {panes} keep")
        return words.format(count=number(round(mean)), panes=number(round(row.high)))
    classes = () if row.layer is None else row.layer.classes
    if row.kind is Kind.CLASSES and classes:
        return declared(classes[round(mean) % len(classes)])
    unit = "" if row.layer is None else declared(row.layer.unit)
    return f"{number(round(mean, 4))} {unit}".rstrip()


def _state_words(row: Row) -> str:
    if row.pane is None or row.pane.extraction is None:
        return _tr("not run yet")
    return declared(row.pane.extraction.status.value)


def _differing(agreement: Layer) -> BoolArray:
    differing: BoolArray = (agreement.values > 0) & (agreement.values < agreement.high)
    return differing
