"""Routing of keys to the focused widget or to the window's actions.

The table of actions defines where its keys work (`boilerscope.app.window.actions.Where`). Qt would
give each key to the action before the focused field, list or plot gets it. Here the router gets
every key of a window first, and leaves it to the focus depending on the table and the focused
widget:

- Qt's fields, lists, choosers and buttons decide by their class (`_is_used_by_class`),
- our own views decide by `boilerscope.widgets.key_claims.Claimant.wants_key`, from the focus
outwards.

Popups and dialogs are windows of their own and get all their keys. A web page can only keep the
keys that the user types into a field, so no page can block a key of the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QInputMethodQueryEvent, QKeyEvent, QKeySequence, QWindow
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QWidget,
)

from boilerscope.app.window.actions import ALT, Where
from boilerscope.widgets.key_claims import Claimant, is_enter, is_escape
from boilerscope.widgets.native_events import NativeEvents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_NO_SHIFT = ~Qt.KeyboardModifier.ShiftModifier
_NO_KEYPAD = ~Qt.KeyboardModifier.KeypadModifier
_ALONG_THE_LINE = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End}
_ALT_ENDS = {
    QEvent.Type.MouseButtonPress,
    QEvent.Type.Wheel,
    QEvent.Type.FocusOut,
    QEvent.Type.FocusAboutToChange,
}


class KeyRouter(NativeEvents):
    """Gets the keys of windows before their widgets do.

    Parameters
    ----------
    keys : mapping of str to Where
        Keys of the windows' actions, and where each key works.
    refresh : callable
        Enables the available actions; a key may come before the views have done so.
    open_menu : callable
        Opens the menu, after the Alt key alone.
    parent : QObject
        Qt parent.

    Signals
    -------
    refused(QKeySequence)
        The user pressed a key whose actions are not available now.
    """

    refused = Signal(object)

    def __init__(
        self,
        keys: Mapping[str, Where],
        refresh: Callable[[], object],
        open_menu: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._refresh, self._open_menu = refresh, open_menu
        self._where = {
            QKeySequence(key)[0].toCombined(): where  # type: ignore[index]  # the stubs lack it
            for key, where in keys.items()
            if key != ALT
        }
        self._alt = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_key = event.type() == QEvent.Type.ShortcutOverride and not isinstance(watched, QWindow)
        if is_key and isinstance(event, QKeyEvent):
            # Typed for a list that closed before the key came, or returned by the web view.
            return self._key(event)
        return super().eventFilter(watched, event)

    def takes(self, event: QEvent) -> bool:
        """Route a key before any widget gets it."""
        if event.type() in _ALT_ENDS:
            self._alt = False
        if isinstance(event, QKeyEvent) and QApplication.activePopupWidget() is None:
            return self._opens_menu(event) or self._key(event)
        return False

    def _key(self, event: QKeyEvent) -> bool:
        """Route a key; return whether the focused widget must not get it."""
        kind = event.type()
        where = self.where(event)
        if where is None:
            return False
        if kind == QEvent.Type.ShortcutOverride:
            self._refresh()
            event.setAccepted(is_of_focus(event, where))
            return True
        if kind != QEvent.Type.KeyPress:
            return False
        if not is_of_focus(event, where):
            self.refused.emit(
                QKeySequence(event.keyCombination())
            )  # else the shortcut had taken it
            return True
        return is_enter(event) and _press(QApplication.focusWidget())

    def where(self, event: QKeyEvent) -> Where | None:
        """Return where the action of a key works, None if no action has the key."""
        modifiers, key = event.modifiers() & _NO_KEYPAD, Qt.Key(event.key())
        where = self._where.get((modifiers | key).toCombined())
        if where is None and _is_punctuation(event):  # some keyboards need Shift for it
            where = self._where.get((modifiers & _NO_SHIFT | key).toCombined())
        return where

    def _opens_menu(self, event: QKeyEvent) -> bool:
        """Open the menu when Alt is released and no other key or button came since it was pressed.

        Only for keys from the X server: the web view returns an unused key to the window later,
        when the next key may have come already.
        """
        is_alt = event.key() == Qt.Key.Key_Alt
        if event.type() == QEvent.Type.KeyRelease:
            alone, self._alt = self._alt and is_alt and not event.isAutoRepeat(), False
            if alone:
                self._open_menu()
            return alone
        self._alt = is_alt and not event.modifiers() & ~Qt.KeyboardModifier.AltModifier
        return False


def is_of_focus(event: QKeyEvent, where: Where) -> bool:
    """Return whether the focused widget gets a key instead of the action."""
    focus = QApplication.focusWidget()
    if focus is None or where is Where.WINDOW:
        return False
    if where is Where.OUTSIDE_TEXT:
        return takes_text(focus) or any(_claims(widget, event) for widget in _outwards(focus))
    return any(_is_used(widget, event, focus) for widget in _outwards(focus))


def takes_text(focus: QWidget) -> bool:
    """Return whether the user types into a widget, or into a field of the page that it shows.

    The widget itself is queried: for Qt's input method nothing has the focus while a list opens.
    """
    query = QInputMethodQueryEvent(Qt.InputMethodQuery.ImEnabled)
    QCoreApplication.sendEvent(focus, query)
    return bool(query.value(Qt.InputMethodQuery.ImEnabled))


def _claims(widget: QWidget, event: QKeyEvent) -> bool:
    """Return whether one of our views uses a letter: a list may have its own keys."""
    return isinstance(widget, Claimant) and bool(widget.wants_key(event))


def _is_used(widget: QWidget, event: QKeyEvent, focus: QWidget) -> bool:
    claim = widget.wants_key(event) if isinstance(widget, Claimant) else None
    if claim is None and widget is focus:
        return _is_used_by_class(widget, event)
    return bool(claim)


def _is_used_by_class(widget: QWidget, event: QKeyEvent) -> bool:
    """Return whether a Qt widget uses a key that the window would otherwise take."""
    if is_escape(event):
        return _is_cell_editor(widget)
    alt = event.modifiers() & _NO_KEYPAD == Qt.KeyboardModifier.AltModifier
    if takes_text(widget):
        # With Alt, a field does nothing along its line; up and down change a number.
        return not (alt and event.key() in _ALONG_THE_LINE)
    if is_enter(event):
        return isinstance(widget, QAbstractButton | QAbstractItemView | QComboBox)
    return alt and isinstance(widget, QComboBox) and event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}


def _press(widget: QWidget | None) -> bool:
    """Press a button or open a chooser; outside of dialogs, Qt does both only with Space."""
    if isinstance(widget, QComboBox) and not widget.isEditable():
        widget.showPopup()
    elif isinstance(widget, QAbstractButton):
        widget.click()
    else:
        return False
    return True


def _is_cell_editor(widget: QWidget) -> bool:
    """Return whether a field is open in a cell of a list or table."""
    viewport = widget.parentWidget()
    view = None if viewport is None else viewport.parentWidget()
    return isinstance(view, QAbstractItemView) and view.viewport() is viewport


def _outwards(widget: QWidget | None) -> Iterator[QWidget]:
    while widget is not None:
        yield widget
        widget = None if widget.isWindow() else widget.parentWidget()


def _is_punctuation(event: QKeyEvent) -> bool:
    """Return whether a key writes a digit or a punctuation character, not a letter."""
    return event.key() < Qt.Key.Key_Escape and not Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z
