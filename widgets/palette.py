"""Command palette: a list of actions, settings, extractors, layers and recent pages.

Input: entries. Output: the selected entry, and a number typed after its name, if any.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from boilerscope.widgets import theme
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.guarded import Delegate
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.plain import plain
from boilerscope.widgets.records import PaletteEntry, Preview

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MAX_SHOWN = 60
_TEMPORARY = {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason}
"""The palette stays open if the focus moves only temporarily, to another window or a menu."""


class _Match(NamedTuple):
    """Entry on a row, the number typed after its name, and what that number would do."""

    entry: PaletteEntry
    number: str
    preview: Preview | None


def rank(
    entries: Iterable[PaletteEntry], typed: str, used: Sequence[str]
) -> list[tuple[PaletteEntry, str]]:
    """Return matching entries, best first, each with the number typed after its name.

    Every typed word must occur in the label, the kind, the identifier or the further words. A match
    at the start of the label is best, then a match at the start of a word; among equal matches,
    recently used entries come first.
    """
    words, number = _split(typed)
    recency = {identifier: index for index, identifier in enumerate(used)}
    matches: list[tuple[tuple[int, int, int], PaletteEntry, str]] = []
    for index, entry in enumerate(entries):
        quality = _quality(entry, words)
        value = number if entry.preview else ""
        if number and not entry.preview:
            quality = _quality(entry, [*words, number])
        if quality is not None:
            order = (quality, recency.get(entry.id, len(recency)), index)
            matches.append((order, entry, value))
    matches.sort(key=lambda match: match[0])
    return [(entry, value) for _, entry, value in matches[:_MAX_SHOWN]]


def _split(typed: str) -> tuple[list[str], str]:
    words = typed.casefold().split()
    if len(words) > 1 and re.fullmatch(r"-?\d+(?:\.\d+)?", words[-1]):
        return words[:-1], words[-1]
    return words, ""


def _quality(entry: PaletteEntry, words: Sequence[str]) -> int | None:
    label = entry.label.casefold()
    further = f"{entry.kind} {entry.id} {entry.words}".casefold()
    everything = f"{label} {further}"
    worst = 0
    for word in words:
        if word not in everything:
            return None
        if label.startswith(word):
            quality = 0
        elif f" {word}" in f" {label}":
            quality = 1
        else:
            quality = 2 if word in label else 3
        worst = max(worst, quality)
    return worst


class _Lines(Delegate):
    """Delegate that paints icon, label, kind and right-hand text of an entry.

    Parameters
    ----------
    matches : list of _Match
        One for each row. The palette replaces the items of this list.
    """

    def __init__(self, matches: list[_Match], parent: QWidget) -> None:
        super().__init__(parent)
        self._matches = matches

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        return QSize(200, theme.px(34))

    def paint(  # type: ignore[override]
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        entry, _, preview = self._matches[index.row()]
        box: QRect = option.rect
        state = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(theme.colour("hover"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(box.adjusted(4, 1, -4, -1), 4, 4)
        left, middle = box.left() + theme.px(16), Qt.AlignmentFlag.AlignVCenter
        if entry.icon:
            size = theme.px(16)
            picture = theme.pixmap(entry.icon)
            painter.drawPixmap(left, box.center().y() - size // 2 + 1, picture)
        room = box.adjusted(left + theme.px(28) - box.left(), 0, -theme.px(16), 0)
        refused = preview is not None and bool(preview.refused)
        kind_role, right_role = ("error", "error") if refused else ("ink2", "ink2")
        if preview is not None and not refused:
            right_role = "ink"
        painter.setFont(theme.font(12, 600 if preview else 400))
        painter.setPen(theme.colour(right_role))
        right = preview.text if preview else entry.right
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, right)
        gap = theme.px(12)
        room.setRight(room.right() - painter.fontMetrics().horizontalAdvance(right) - gap)
        for weight, role, text in (
            (600, "ink3" if entry.refused else "ink", entry.label),
            (
                400,
                kind_role,
                preview.refused if preview and refused else entry.refused or entry.kind,
            ),
        ):
            painter.setFont(theme.font(13 if weight == 600 else 12, weight))
            painter.setPen(theme.colour(role))
            metrics = painter.fontMetrics()
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, middle, elided)
            room.setLeft(room.left() + metrics.horizontalAdvance(elided) + gap)
        painter.restore()


class PaletteDialog(QFrame):
    """Palette over the upper part of the window.

    Signals
    -------
    chosen(str, str)
        Identifier of the entry, and the number typed after its name (may be empty).
    """

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self._entries: list[PaletteEntry] = []
        self._used: list[str] = []
        self._matches: list[_Match] = []
        self._before: QWidget | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Command, setting, extractor, layer or page"))
        self.field.setAccessibleName(self.tr("Search"))
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self._model = QStandardItemModel(self)
        self._list = QListView()
        self._list.setModel(self._model)
        self._list.setItemDelegate(_Lines(self._matches, self._list))
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setUniformItemSizes(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setAccessibleName(self.tr("Matches"))
        self._list.clicked.connect(lambda _: self._accept())
        self._nothing = EmptyNote()
        self._nothing.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.field)
        column.addWidget(self._list)
        column.addWidget(self._nothing, 1)
        self.hide()

    def open_with(
        self, entries: Sequence[PaletteEntry], used: Sequence[str], typed: str = ""
    ) -> None:
        """Show the palette with these entries.

        Parameters
        ----------
        used : sequence of str
            Identifiers of entries used before, newest first.
        typed : str
            Initial text of the field.
        """
        self._entries, self._used = list(entries), list(used)
        if self.isHidden():
            self._before = QApplication.focusWidget()
        self.setStyleSheet(
            theme.fill(
                "#palette { background: @surface; border: 1px solid @strong_line;"
                " border-radius: 8px; }"
                "#palette QListView { background: @surface; }"
            )
        )
        self._place()
        self.field.setText(typed)
        self._search(typed)
        self.show()
        self.raise_()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field:
            if event.type() == QEvent.Type.KeyPress:
                assert isinstance(event, QKeyEvent)  # noqa: S101 - the class of key presses
                return self._key(event)
            if isinstance(event, QFocusEvent) and event.lostFocus():
                stays = event.reason() in _TEMPORARY
                self.setVisible(stays)
        return super().eventFilter(watched, event)

    def close_palette(self) -> bool:
        """Hide the palette and restore the focus; return whether the palette was open."""
        was_open = not self.isHidden()
        previous, self._before = self._before, None
        if was_open and previous is not None and isValid(previous) and previous.isVisible():
            previous.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        return was_open

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take all keys while the palette is open, Escape included."""
        del event
        return True

    def _key(self, event: QKeyEvent) -> bool:
        moves = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: 8,
            Qt.Key.Key_PageUp: -8,
        }
        key = Qt.Key(event.key())
        if key in moves:
            last = self._model.rowCount() - 1
            row = min(max(self._list.currentIndex().row() + moves[key], 0), last)
            self._list.setCurrentIndex(self._model.index(row, 0))
        elif is_enter(event):
            self._accept()
        elif key in {Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
            self.close_palette()
        else:
            return False
        return True

    def _search(self, typed: str) -> None:
        self._model.clear()
        self._matches.clear()
        for entry, number in rank(self._entries, typed, self._used):
            item = QStandardItem(entry.label)
            preview = entry.preview(float(number)) if number and entry.preview else None
            detail = f"{preview.text} {preview.refused}" if preview else entry.right
            self._matches.append(_Match(entry, number, preview))
            kind = entry.refused or entry.kind
            item.setAccessibleText(f"{entry.label}, {kind} {detail}".rstrip())
            item.setToolTip(plain(preview.refused) if preview else "")
            item.setEditable(False)
            self._model.appendRow(item)
        self._list.setCurrentIndex(self._model.index(0, 0))
        has_matches = self._model.rowCount() > 0
        self._list.setVisible(has_matches)
        self._nothing.setVisible(not has_matches)
        nothing = self.tr(
            "Nothing matches “{typed}”. Try fewer letters, or a number after the name of a setting."
        )
        self._nothing.show_note(nothing.format(typed=typed.strip()))

    def _accept(self) -> None:
        index = self._list.currentIndex()
        if not index.isValid():
            return
        entry, number, preview = self._matches[index.row()]
        if preview is not None and preview.refused:
            return  # the row shows the reason
        self.close_palette()
        self.chosen.emit(entry.id, number)

    def _place(self) -> None:
        parent = self.parentWidget()
        width, height = theme.px(540), theme.px(420)
        if parent is not None:
            width, height = min(width, parent.width() - 24), min(height, parent.height() - 80)
            self.setGeometry((parent.width() - width) // 2, theme.px(56), width, height)
        else:
            self.resize(width, height)


def main(arguments: Sequence[str] = sys.argv) -> None:
    """Show a demo of the palette."""
    app = QApplication(list(arguments))
    theme.apply(app, theme.LIGHT)
    window = QWidget()
    window.resize(900, 600)
    palette = PaletteDialog(window)
    window.show()
    palette.open_with(
        [
            PaletteEntry(
                "a", "Distribution threshold", "setting of 1 boilerpipe.article", "9.0", "tune"
            ),
            PaletteEntry("b", "Next difference", "go to", "N", "skip-next-outline"),
        ],
        [],
    )
    app.exec()


if __name__ == "__main__":
    main()
