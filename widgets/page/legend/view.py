"""Legend of the page's colours: classes with swatch, letter and label, or a scale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QSizePolicy, QWidget

from boilerscope.extractors.model.gold import GoldClass, Outcome
from boilerscope.widgets import colours, terms, theme
from boilerscope.widgets.flow_layout import FlowLayout
from boilerscope.widgets.marks import GOLD_LETTERS, GOLD_ROLES
from boilerscope.widgets.page import paint
from boilerscope.widgets.page.boxes import degree_range
from boilerscope.widgets.page.legend.entry import Entry, EntryKind, LegendEntry
from boilerscope.widgets.records import LayerKind
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QResizeEvent

    from boilerscope.widgets.records import BoxLayer, Layer

_GOLD_ENTRIES = {
    GoldClass.MAIN: EntryKind.CONTENT,
    GoldClass.BOILERPLATE: EntryKind.BOILERPLATE,
}
_MAX_STEPS = 9
"""With this many panes or more, the agreement scale shows only none, half and all of them."""


class Legend(QWidget):
    """Row of entries above the page; in a narrow column the entries wrap."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Legend"))
        self._entries: tuple[Entry, ...] = ()
        self._entry_widgets: list[LegendEntry] = []
        self._flow = FlowLayout(self)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.follow(self._restyle)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries on view."""
        return self._entries

    def show_layer(self, layer: Layer | None, units: str, boxes: BoxLayer | None = None) -> None:
        """Show the entries of a layer, or of the boxes drawn in its place.

        Parameters
        ----------
        layer : Layer or None
            The layer that colours the page.
        units : str
            Unit of counts: ``words``, or ``characters`` on Chinese and Japanese pages.
        boxes : BoxLayer, optional
            Boxes of a tree.
        """
        meanings = self._of(layer, units) if boxes is None else self._of_boxes(boxes)
        entries = (*meanings, Entry(EntryKind.SELECTED, self.tr("Selected")))
        if entries == self._entries:
            return
        self._entries = entries
        self.setAccessibleDescription(", ".join(_spoken(entry) for entry in entries))
        for piece in self._entry_widgets:
            piece.deleteLater()
        self._entry_widgets = [LegendEntry(entry, self) for entry in entries]
        self._fill(self.width())
        self.updateGeometry()

    def _of(self, layer: Layer | None, units: str) -> tuple[Entry, ...]:
        if layer is None:
            return (Entry(EntryKind.WORDS, self.tr("No layer yet")),)
        if layer.kind is LayerKind.LABEL:
            return self._of_label(layer, units)
        by_kind = {
            LayerKind.AMOUNT: self._of_amount,
            LayerKind.AGREEMENT: self._of_agreement,
            LayerKind.CLASSES: self._of_classes,
            LayerKind.ERRORS: self._of_errors,
            LayerKind.GOLD: self._of_gold,
        }
        return by_kind[layer.kind](layer)

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
                tip=self.tr("A part of the result. A second click selects the enclosing box."),
            )
        )
        if boxes.round < boxes.last_round:
            tip = self.tr("Not coherent enough: a later round divides it.")
            entries.append(Entry(EntryKind.OPEN, self.tr("Divided later"), tip=tip))
        if len(boxes.boxes.separator):
            tip = self.tr("The dark number is the weight of the separator.")
            entries.append(Entry(EntryKind.BAND, self.tr("Separator"), tip=tip))
        return tuple(entries)

    def _of_label(self, layer: Layer, units: str) -> tuple[Entry, ...]:
        kept = int(np.count_nonzero(layer.values >= 0.5))
        dropped = int(np.count_nonzero(layer.values < 0.5))
        tip = declared(layer.meaning)
        content, boilerplate = (
            self.tr("Main content, {count} {units}"),
            self.tr("Boilerplate, {count} {units}"),
        )
        if layer.key == "would change":
            content = self.tr("Would be kept, {count} {units}")
            boilerplate = self.tr("Would be dropped, {count} {units}")
        return (
            Entry(
                EntryKind.CONTENT,
                content.format(count=number(kept), units=units),
                letter="C",
                tip=tip,
            ),
            Entry(
                EntryKind.BOILERPLATE,
                boilerplate.format(count=number(dropped), units=units),
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
                letter=letters[index],
                colour=colours.CLASS_COLOURS[index % len(colours.CLASS_COLOURS)],
                tip=declared(layer.meaning),
            )
            for index, name in enumerate(layer.classes)
            if index in present
        )

    def _of_errors(self, layer: Layer) -> tuple[Entry, ...]:
        counts = {
            outcome: number(int(np.count_nonzero(layer.values == outcome))) for outcome in Outcome
        }
        correct = self.tr("Correct: kept {kept}, dropped {dropped}").format(
            kept=counts[Outcome.KEPT], dropped=counts[Outcome.DROPPED]
        )
        wrong = self.tr("Wrongly kept, {count}").format(count=counts[Outcome.WRONGLY_KEPT])
        missed = self.tr("Missed, {count}").format(count=counts[Outcome.MISSED])
        tip = declared(layer.meaning)
        entries = (
            Entry(EntryKind.WRONGLY_KEPT, wrong, letter="W", tip=tip),
            Entry(EntryKind.MISSED, missed, letter="M", tip=tip),
            Entry(EntryKind.CORRECT, correct, tip=tip),
        )
        if bool(np.isnan(layer.values).any()):
            return (*entries, Entry(EntryKind.UNMARKED, self.tr("Unmarked"), tip=tip))
        return entries

    def _of_gold(self, layer: Layer) -> tuple[Entry, ...]:
        """Return the classes that are marked, as letters of the gold row, with their counts."""
        labels = {
            GoldClass.MAIN: self.tr("Main content, {count}"),
            GoldClass.BOILERPLATE: self.tr("Boilerplate, {count}"),
            GoldClass.TITLE: self.tr("Title, {count}"),
            GoldClass.COMMENT: self.tr("Comment, {count}"),
            GoldClass.UNDECIDED: self.tr("Undecided, {count}"),
        }
        tip = declared(layer.meaning)
        counts = {kind: int(np.count_nonzero(layer.values == kind)) for kind in labels}
        entries = [
            Entry(
                _GOLD_ENTRIES.get(kind, EntryKind.CLASS),
                label.format(count=number(counts[kind])),
                letter=GOLD_LETTERS[kind],
                colour=theme.LIGHT.colour(GOLD_ROLES[kind]).name() if kind in GOLD_ROLES else "",
                tip=tip,
            )
            for kind, label in labels.items()
            if counts[kind]
        ]
        if bool(np.isnan(layer.values).any()):
            entries.append(Entry(EntryKind.UNMARKED, self.tr("Unmarked"), tip=tip))
        return tuple(entries)

    def _of_agreement(self, layer: Layer) -> tuple[Entry, ...]:
        panes = round(layer.high)
        shown = range(panes + 1) if panes < _MAX_STEPS else (0, panes // 2, panes)
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
            return (ramp, Entry(EntryKind.MISSING, self.tr("No value")))
        return (ramp,)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        piece = self.childAt(event.pos())
        if isinstance(piece, LegendEntry):
            terms.open_menu(self, piece.entry.term, event.globalPos(), piece.entry.tip)

    def _restyle(self) -> None:
        self._flow.set_spacing(theme.px(4))
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill(event.size().width())

    def _fill(self, width: int) -> None:
        """Lay out the entries; drop the last entry (selected) if it alone would need a new row."""
        while self._flow.takeAt(0) is not None:
            pass
        shown = self._shown(width)
        for piece in self._entry_widgets:
            piece.setVisible(piece in shown)
        for piece in shown:
            self._flow.addWidget(piece)

    def _shown(self, width: int) -> list[LegendEntry]:
        widths = [piece.sizeHint().width() for piece in self._entry_widgets]
        total = sum(widths) + self._flow.spacing() * (len(widths) - 1)
        without_last = total - widths[-1] - self._flow.spacing() if widths else 0
        return self._entry_widgets[:-1] if without_last <= width < total else self._entry_widgets

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
    """Return the colour of text that this share of the panes keeps."""
    light = theme.LIGHT
    low, high, position = (
        (light.boilerplate, light.split, share * 2)
        if share < 0.5
        else (light.split, light.content, share * 2 - 1)
    )
    ends = (QColor(low), QColor(high))
    red, green, blue = (
        round(a + (b - a) * position)
        for a, b in zip(_channels(ends[0]), _channels(ends[1]), strict=True)
    )
    return QColor(red, green, blue)


def _channels(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


def _spoken(entry: Entry) -> str:
    if entry.kind is EntryKind.RAMP:
        return f"{entry.label} {entry.ends[0]} – {entry.ends[1]}"
    return f"{entry.letter} {entry.label}".strip()
