"""Cells of a table that name one of several, such as an extractor: the names are offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QCompleter,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from widgets.completion import Completer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QObject

_MOST_SHOWN = 12


class NameDelegate(QStyledItemDelegate):
    """Edits a name in place with the known ones in a list beneath; another one can be typed.

    Parameters
    ----------
    names : callable
        Returns the names when a cell is edited.
    parent : QObject
        The table.
    """

    def __init__(self, names: Callable[[], Sequence[str]], parent: QObject) -> None:
        super().__init__(parent)
        self._names = names

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        field = super().createEditor(parent, option, index)
        if isinstance(field, QLineEdit):
            completer = Completer(list(self._names()), field)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setMaxVisibleItems(_MOST_SHOWN)
            completer.activated.connect(lambda name: self._finish(field, name))
            field.setCompleter(completer)
            self._dress(completer)
        return field

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        super().setEditorData(editor, index)
        if isinstance(editor, QLineEdit) and not editor.text():
            editor.completer().complete()  # nothing is typed yet: all names

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Move and isinstance(editor, QLineEdit):
            popup = editor.completer().popup()
            if popup is not None and popup.isVisible():
                editor.completer().complete()  # the table grew or scrolled: beneath the cell again
        return super().eventFilter(editor, event)

    def setModelData(
        self,
        editor: QWidget,
        model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text().strip())

    def _dress(self, completer: QCompleter) -> None:
        """Give the list its frame and the width of its names: the column may be narrower."""
        popup = completer.popup()
        if popup is not None:
            popup.setProperty("role", "popup")
            scroll_bar = popup.verticalScrollBar().sizeHint().width()
            popup.setMinimumWidth(popup.sizeHintForColumn(0) + scroll_bar + 2 * popup.frameWidth())

    def _finish(self, field: QLineEdit, name: str) -> None:
        field.setText(name)
        self.commitData.emit(field)
        self.closeEditor.emit(field, QAbstractItemDelegate.EndEditHint.NoHint)
