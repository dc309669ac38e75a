"""Table cells that contain a name, such as an extractor, with completion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QCompleter,
    QLineEdit,
    QStyleOptionViewItem,
    QWidget,
)

from boilerscope.widgets.completion import Completer
from boilerscope.widgets.guarded import Delegate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QObject

_MAX_SHOWN = 12


class NameDelegate(Delegate):
    """Delegate that edits a name with a list of known names; other names can be typed.

    Parameters
    ----------
    names : callable
        Returns the names when a cell is edited.
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
            completer.setMaxVisibleItems(_MAX_SHOWN)
            completer.activated.connect(lambda name: self._finish(field, name))
            field.setCompleter(completer)
            self._style_popup(completer)
        return field

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        super().setEditorData(editor, index)
        if isinstance(editor, QLineEdit) and not editor.text():
            editor.completer().complete()  # without text, show all names

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Move and isinstance(editor, QLineEdit):
            popup = editor.completer().popup()
            if popup is not None and popup.isVisible():
                editor.completer().complete()  # follow the moved cell
        return super().eventFilter(editor, event)

    def setModelData(
        self,
        editor: QWidget,
        model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text().strip())

    def _style_popup(self, completer: QCompleter) -> None:
        """Set the frame of the list, and a width for its names: the column may be narrower."""
        popup = completer.popup()
        if popup is not None:
            popup.setProperty("role", "popup")
            scroll_bar = popup.verticalScrollBar().sizeHint().width()
            popup.setMinimumWidth(popup.sizeHintForColumn(0) + scroll_bar + 2 * popup.frameWidth())

    def _finish(self, field: QLineEdit, name: str) -> None:
        field.setText(name)
        self.commitData.emit(field)
        self.closeEditor.emit(field, QAbstractItemDelegate.EndEditHint.NoHint)
