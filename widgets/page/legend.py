"""What the colours over the page mean: classes with swatch, letter and words, or a scale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets import theme
from widgets.flow_layout import FlowLayout
from widgets.page import paint
from widgets.page.boxes import degree_range
from widgets.page.legend_entry import Entry, EntryKind, LegendEntry
from widgets.records import LayerKind
from widgets.words import declared, number

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from widgets.records import BoxLayer, Layer

_MOST_STEPS = 9
"""Agreement of more panes shows none, half and all of them only."""


class Legend(QWidget):
    """The row above the page; entries break into a second row where the column is narrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Legend"))
        self._entries: tuple[Entry, ...] = ()
        self._pieces: list[LegendEntry] = []
        self._flow = FlowLayout(self)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.signals().changed.connect(self._restyle)
        self._restyle()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is shown."""
        return self._entries

    def show_layer(self, layer: Layer | None, units: str, boxes: BoxLayer | None = None) -> None:
        """Explain a layer, or the boxes that are drawn instead.

        Parameters
        ----------
        layer : Layer or None
            What the page is coloured by.
        units : str
            ``words``, or ``characters`` on Chinese and Japanese pages.
        boxes : BoxLayer, optional
            Boxes of a tree.
        """
        found = self._of(layer, units) if boxes is None else self._of_boxes(boxes)
        entries = (*found, Entry(EntryKind.SELECTED, self.tr("Selected")))
        if entries == self._entries:
            return
        self._entries = entries
        self.setAccessibleDescription(", ".join(_spoken(entry) for entry in entries))
        for piece in self._pieces:
            piece.deleteLater()
        self._pieces = [LegendEntry(entry, self) for entry in entries]
        self._fill(self.width())
        self.updateGeometry()

    def _of(self, layer: Layer | None, units: str) -> tuple[Entry, ...]:
        if layer is None:
            return (Entry(EntryKind.WORDS, self.tr("Nothing to colour by yet")),)
        if layer.kind is LayerKind.LABEL:
            return self._of_label(layer, units)
        if layer.kind is LayerKind.CLASSES:
            return self._of_classes(layer)
        if layer.kind is LayerKind.AGREEMENT:
            return self._of_agreement(layer)
        return self._of_amount(layer)

    def _of_boxes(self, boxes: BoxLayer) -> tuple[Entry, ...]:
        entries = []
        if boxes.degree is not None:
            low, high = degree_range(boxes.degree)
            entries.append(
                Entry(
                    EntryKind.RAMP,
                    declared(boxes.degree.label),
                    ends=(number(low), number(high)),
                    tip=declared(boxes.degree.meaning),
                )
            )
        entries.append(
            Entry(
                EntryKind.LEAF,
                self.tr("Leaf"),
                tip=self.tr("A part of the result. A second click chooses the box around it."),
            )
        )
        if boxes.round < boxes.last_round:
            tip = self.tr("Not coherent enough: a later round divides it.")
            entries.append(Entry(EntryKind.OPEN, self.tr("Divided later"), tip=tip))
        if len(boxes.boxes.separator):
            tip = self.tr("The dark figure is the weight of the separator.")
            entries.append(Entry(EntryKind.BAND, self.tr("Separator"), tip=tip))
        return tuple(entries)

    def _of_label(self, layer: Layer, units: str) -> tuple[Entry, ...]:
        kept = int(np.count_nonzero(layer.values >= 0.5))
        dropped = int(np.count_nonzero(layer.values < 0.5))
        tip = declared(layer.meaning)
        return (
            Entry(
                EntryKind.CONTENT,
                self.tr("Main content, {count} {units}").format(count=number(kept), units=units),
                letter="C",
                tip=tip,
            ),
            Entry(
                EntryKind.BOILERPLATE,
                self.tr("Boilerplate, {count} {units}").format(count=number(dropped), units=units),
                letter="B",
                tip=tip,
            ),
        )

    def _of_classes(self, layer: Layer) -> tuple[Entry, ...]:
        letters = paint.class_letters(layer.classes)
        present = set(np.unique(layer.values[~np.isnan(layer.values)]).astype(int).tolist())
        return tuple(
            Entry(
                EntryKind.CLASS,
                declared(name),
                letter=letters[at],
                colour=theme.CLASS_COLOURS[at % len(theme.CLASS_COLOURS)],
                tip=declared(layer.meaning),
            )
            for at, name in enumerate(layer.classes)
            if at in present
        )

    def _of_agreement(self, layer: Layer) -> tuple[Entry, ...]:
        panes = round(layer.high)
        shown = range(panes + 1) if panes < _MOST_STEPS else (0, panes // 2, panes)
        return tuple(
            Entry(
                EntryKind.AGREEMENT,
                f"{kept}/{panes}",
                letter="B" if kept == 0 else "C" if kept == panes else "",
                colour=agreement_colour(kept / panes).name() if panes else "",
                tip=self.tr("Kept by {kept} of {panes} panes").format(kept=kept, panes=panes),
            )
            for kept in shown
        )

    def _of_amount(self, layer: Layer) -> tuple[Entry, ...]:
        unit = f", {declared(layer.unit)}" if layer.unit else ""
        tip = [declared(layer.meaning)] if layer.meaning else []
        if not math.isnan(layer.threshold):
            tip.append(self.tr("Threshold {value}").format(value=number(layer.threshold)))
        tick = layer.threshold / layer.high
        ramp = Entry(
            EntryKind.RAMP,
            f"{declared(layer.label)}{unit}",
            ends=(number(0), number(layer.high) + ("+" if layer.clipped else "")),
            tick=tick if 0 <= tick <= 1 else math.nan,
            tip="\n".join(tip),
        )
        if bool(np.isnan(layer.values).any()):
            return (ramp, Entry(EntryKind.MISSING, self.tr("Not measured")))
        return (ramp,)

    def _restyle(self) -> None:
        self._flow.set_spacing(theme.px(4))
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill(event.size().width())

    def _fill(self, width: int) -> None:
        """Lay out the entries; what "selected" looks like is not worth a row of its own."""
        while self._flow.takeAt(0) is not None:
            pass
        shown = self._shown(width)
        for piece in self._pieces:
            piece.setVisible(piece in shown)
        for piece in shown:
            self._flow.addWidget(piece)

    def _shown(self, width: int) -> list[LegendEntry]:
        widths = [piece.sizeHint().width() for piece in self._pieces]
        total = sum(widths) + self._flow.spacing() * (len(widths) - 1)
        spared = total - widths[-1] - self._flow.spacing() if widths else 0
        return self._pieces[:-1] if spared <= width < total else self._pieces

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        high, space = theme.px(24), self._flow.spacing()
        x, rows = 0, 1
        for piece in self._shown(width):
            wide = piece.sizeHint().width()
            if x and x + wide > width:
                x, rows = 0, rows + 1
            x += wide + space
        return rows * high + (rows - 1) * space

    def sizeHint(self) -> QSize:
        width = self.width() or theme.px(320)
        return QSize(width, self.heightForWidth(width))


def agreement_colour(share: float) -> QColor:
    """Return the colour over the page where this share of the panes keeps the text."""
    light = theme.LIGHT
    low, high, at = (
        (light.boilerplate, light.split, share * 2)
        if share < 0.5
        else (light.split, light.content, share * 2 - 1)
    )
    ends = (QColor(low), QColor(high))
    red, green, blue = (
        round(a + (b - a) * at) for a, b in zip(_channels(ends[0]), _channels(ends[1]), strict=True)
    )
    return QColor(red, green, blue)


def _channels(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


def _spoken(entry: Entry) -> str:
    if entry.kind is EntryKind.RAMP:
        return f"{entry.words} {entry.ends[0]} – {entry.ends[1]}"
    return f"{entry.letter} {entry.words}".strip()
