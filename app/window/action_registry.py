"""QActions of the window: rows of the table of actions with the handlers of controllers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from boilerscope.app.window.actions import ACTIONS, ALT, REASONS, Menu, action, keys_in_force
from boilerscope.app.window.gestures import Gestures
from boilerscope.app.window.key_routing import KeyRouter
from boilerscope.app.window.translation import translate
from boilerscope.widgets import theme
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.actions import Action


class ActionRegistry(QObject):
    """Creates the QAction of a row of the table when a controller adds its handler.

    Parameters
    ----------
    window : QWidget
        Window in which the keys work.
    conditions : mapping of str to callable
        Returns whether a need is met now, for each value of `Action.needs` except the empty value.

    Signals
    -------
    refused(str)
        The user pressed the key of an action that is not available; the reason.

    Attributes
    ----------
    gestures : Gestures
        Numbers the gestures in the windows, so that each is one step of undo.
    """

    refused = Signal(str)

    def __init__(self, window: QWidget, conditions: Mapping[str, Callable[[], bool]]) -> None:
        super().__init__(window)
        self._window = window
        self._conditions = {"": lambda: True, **conditions}
        self._actions: dict[str, QAction] = {}
        self._handlers: dict[str, Callable[[], object]] = {}
        self._later: set[str] = set()
        """Actions whose handlers will be added when they are first needed."""
        self._enabled: dict[str, Callable[[], bool]] = {}
        self._why_not: dict[str, Callable[[], str]] = {}
        self._checked: dict[str, Callable[[], bool]] = {}
        self._shown_reasons: dict[str, str] = {}
        self._keys: list[QAction] = []
        self._router = KeyRouter(keys_in_force(), self.refresh, lambda: self.trigger("menu"), self)
        self._router.refused.connect(self._refuse)
        self.gestures = Gestures(self)

    def add(
        self,
        identifier: str,
        handler: Callable[[], object],
        *,
        enabled: Callable[[], bool] | None = None,
        checked: Callable[[], bool] | None = None,
        why_not: Callable[[], str] | None = None,
    ) -> None:
        """Add the handler of an action.

        Parameters
        ----------
        identifier : str
            Identifier of a row of the table.
        handler : callable
            Carries out the action.
        enabled : callable, optional
            Returns whether the action is available now, besides the row's `needs`.
        checked : callable, optional
            Returns whether the action is on, for a checkable row.
        why_not : callable, optional
            Returns the reason why `enabled` does not hold now; empty means that of the row.

        Raises
        ------
        ValueError
            If the table has no such row, the action has a handler already, exactly one of row
            and handler is checkable, or the row does not give the reason for a condition.
        """
        row = _row(identifier)
        if enabled is not None and not row.why_not:
            raise ValueError(f"{identifier} can be unavailable, but the table gives no reason")
        if identifier in self._actions and identifier not in self._later:
            raise ValueError(f"the action {identifier} has a handler already")
        if row.checkable != (checked is not None):
            raise ValueError(f"only one of row and handler of {identifier} is checkable")
        if identifier not in self._actions:
            self._actions[identifier] = self._make(row)
        self._later.discard(identifier)
        self._handlers[identifier] = handler
        self._enabled.pop(identifier, None)
        self._why_not.pop(identifier, None)
        if enabled is not None:
            self._enabled[identifier] = enabled
        if why_not is not None:
            self._why_not[identifier] = why_not
        if checked is not None:
            self._checked[identifier] = checked

    def add_all(self, handlers: Mapping[str, Callable[[], object]]) -> None:
        """Add the handlers of several actions, see `add`."""
        for identifier, handler in handlers.items():
            self.add(identifier, handler)

    def leave_rest(self, make: Callable[[], object]) -> None:
        """Leave all rows without a handler to controllers that are made later.

        Until these have added their handlers, an action that can be unavailable is. Any other one
        makes the controllers first.

        Parameters
        ----------
        make : callable
            Makes the controllers, which add the handlers.

        Raises
        ------
        ValueError
            If one of the rows is checkable: only its controller knows whether it is on.
        """
        for identifier in self.missing():
            can_be_unavailable = bool(_row(identifier).why_not)
            self.add(
                identifier,
                partial(self._make_and_do, make, identifier),
                enabled=(lambda: False) if can_be_unavailable else None,
            )
            self._later.add(identifier)

    def _make_and_do(self, make: Callable[[], object], identifier: str) -> None:
        make()
        if identifier in self._later:
            raise ValueError(f"no controller handles the action {identifier}")
        self._carry_out(identifier)

    def _carry_out(self, identifier: str) -> None:
        self._handlers[identifier]()

    def add_key(self, key: str, handler: Callable[[], object]) -> None:
        """Add the handler of a key without a row in the table."""
        self._keys.append(self._connected(QAction(self._window), (key,), handler))

    def __contains__(self, identifier: str) -> bool:
        """Return whether the row of an action has a handler."""
        return identifier in self._actions

    def missing(self) -> list[str]:
        """Return the rows of the table without a handler of a controller."""
        handled = self._handlers.keys() - self._later
        return [row.id for row in ACTIONS if row.id not in handled]

    def __getitem__(self, identifier: str) -> QAction:
        """Return the action of a row with a handler."""
        return self._actions[identifier]

    def trigger(self, identifier: str) -> None:
        """Trigger an action, as from the menu; if it is not available, emit the reason."""
        reason = self.reason(identifier)
        if reason:
            self.refused.emit(reason)
        else:
            self._actions[identifier].setEnabled(True)
            self._actions[identifier].trigger()

    def reason(self, identifier: str) -> str:
        """Return why an action is not available now; empty if it is."""
        row = _row(identifier)
        if not self._conditions[row.needs]():
            return translate(REASONS[row.needs])
        enabled = self._enabled.get(identifier)
        if enabled is None or enabled():
            return ""
        why_not = self._why_not.get(identifier, str)
        return why_not() or translate(row.why_not)

    def serve(self, window: QWidget) -> None:
        """Let all keys work in a window: the main window, or the window of a detached pane."""
        window.addActions([*self._actions.values(), *self._keys])
        self._router.watch(window)
        self.gestures.watch(window)

    def menu(self) -> QMenu:
        """Return a menu with all actions under the headings of the table."""
        root = QMenu(self._window)
        for heading in Menu:
            submenu = root.addMenu(translate(heading.value))
            submenu.setToolTipsVisible(True)
            submenu.addActions([self._actions[row.id] for row in ACTIONS if row.menu is heading])
        return root

    def refresh(self) -> None:
        """Enable the available actions, and check the actions that are on."""
        for identifier, qt_action in self._actions.items():
            reason = self.reason(identifier)
            if qt_action.isEnabled() == bool(reason):
                qt_action.setEnabled(not reason)
            if self._shown_reasons.get(identifier) != reason:
                self._shown_reasons[identifier] = reason
                qt_action.setToolTip(plain(reason))
        for identifier, checked in self._checked.items():
            self._actions[identifier].setChecked(checked())

    def recolour(self) -> None:
        """Draw the icons in the colours of the theme."""
        for identifier, qt_action in self._actions.items():
            icon = action(identifier).icon
            if icon:
                qt_action.setIcon(theme.icon(icon))

    def _refuse(self, key: QKeySequence) -> None:
        """Emit why no action of a key is available."""
        reasons = [
            self.reason(identifier)
            for identifier, qt_action in self._actions.items()
            if key in qt_action.shortcuts()
        ]
        if reasons and all(reasons):
            self.refused.emit(reasons[0])

    def _make(self, row: Action) -> QAction:
        qt_action = QAction(translate(row.label), self._window)
        qt_action.setObjectName(f"action-{row.id}")
        qt_action.setCheckable(row.checkable)
        if row.icon:
            qt_action.setIcon(theme.icon(row.icon))
        keys = tuple(key for key in row.keys if key != ALT)
        return self._connected(qt_action, keys, partial(self._carry_out, row.id))

    def _connected(
        self, qt_action: QAction, keys: tuple[str, ...], handler: Callable[[], object]
    ) -> QAction:
        qt_action.setShortcuts([QKeySequence(key) for key in keys])
        qt_action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        qt_action.triggered.connect(lambda _checked=False: handler())
        return qt_action


def _row(identifier: str) -> Action:
    try:
        return action(identifier)
    except KeyError as error:
        raise ValueError(f"the table of actions has no row {identifier}") from error
