"""The two menus of a pane: the view of its text, and actions on the pane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from boilerscope.widgets import terms, theme
from boilerscope.widgets.plain import entry
from boilerscope.widgets.records import ShowAs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class ShowAsMenu(QMenu):
    """Menu of the views of a pane's body.

    Signals
    -------
    show_as_chosen(ShowAs)
        A view other than the difference.
    compare_chosen(str)
        The difference to the pane of this name.
    command(str)
        ``show_web``: the output as a web page.
    """

    show_as_chosen = Signal(object)
    compare_chosen = Signal(str)
    command = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Show as"))
        self._group = QActionGroup(self)
        self._views = {
            ShowAs.RENDERED: self._choice(self.tr("Rendered text")),
            ShowAs.PLAIN: self._choice(self.tr("Plain text")),
            ShowAs.SOURCE: self._choice(self.tr("Cleaned HTML source")),
        }
        for view, action in self._views.items():
            action.triggered.connect(lambda _=False, view=view: self.show_as_chosen.emit(view))
        self._difference = self.addMenu(self.tr("Difference to"))
        self._others: tuple[str, ...] = ()
        self._compare_with = ""
        self.addSeparator()
        self._web = self.addAction(self.tr("Open as web page"))
        self._web.triggered.connect(lambda: self.command.emit("show_web"))
        self.set_others(())
        self.aboutToShow.connect(self._set_icons)

    def set_others(self, names: Sequence[str]) -> None:
        """Offer these panes for the difference."""
        if tuple(names) == self._others and self._difference.actions():
            return
        self._others = tuple(names)
        self._fill()

    def show_choice(self, view: ShowAs, compare_with: str) -> None:
        """Check the current view."""
        compared = compare_with if view is ShowAs.DIFFERENCE else ""
        for other, action in self._views.items():
            action.setChecked(other is view)
        if compared != self._compare_with:
            self._compare_with = compared
            self._fill()

    def _choice(self, text: str) -> QAction:
        action = self.addAction(text)
        action.setCheckable(True)
        self._group.addAction(action)
        return action

    def _fill(self) -> None:
        self._difference.clear()
        self._difference.setEnabled(bool(self._others))
        for name in self._others:
            action = self._difference.addAction(entry(name))
            action.setCheckable(True)
            action.setChecked(name == self._compare_with)
            action.triggered.connect(lambda _=False, name=name: self.compare_chosen.emit(name))

    def _set_icons(self) -> None:
        self._web.setIcon(theme.icon("web"))


class PaneMenu(QMenu):
    """Menu of the actions on a pane.

    Signals
    -------
    command(str)
        ``find``, ``copy_pane``, ``copy_page_text``, ``export``, ``show_result``,
        ``duplicate_pane``, ``run_again``, ``reset_all``, ``align``, ``lock``, ``detach``,
        ``fold_pane`` or ``remove_pane``.

    Parameters
    ----------
    explained : callable
        Returns the label that *What is this?* explains, and what the view says about it.
    """

    command = Signal(str)

    def __init__(
        self, explained: Callable[[], tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pane menu"))
        self._entries: list[tuple[QAction, str]] = []
        self._add("find", self.tr("Find in the text"), "Ctrl+F", "magnify")
        self._add("copy_pane", self.tr("Copy the kept text"), "Ctrl+Shift+C")
        self._add("copy_page_text", self.tr("Copy the kept page text"), "")
        self._add("export", self.tr("Export…"), "Ctrl+E", "export-variant")
        self._add("show_result", self.tr("Title, scores and warnings"), "I", "information-outline")
        self.addSeparator()
        self._add("run_again", self.tr("Run again"), "", "reload")
        self._add("reset_all", self.tr("Reset all settings"), "", "restore")
        self._add("duplicate_pane", self.tr("Duplicate"), "Ctrl+D", "plus")
        self.addSeparator()
        self._add("align", self.tr("Align all columns on the selection"), "A")
        self._lock = self._add("lock", self.tr("Scroll with the other panes"), "L")
        self._lock.setCheckable(True)
        self._lock.setChecked(True)
        self.addSeparator()
        self._add("fold_pane", self.tr("Fold"), "Ctrl+Shift+F")
        self._detach = self._add("detach", self.tr("Move to its own window"), "")
        self._add("remove_pane", self.tr("Close"), "Ctrl+W", "close")
        self.addSeparator()
        self._entries.append((terms.add_entry(self, explained), "help-circle-outline"))
        self.aboutToShow.connect(self._set_icons)

    def set_free(self, free: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show whether the pane scrolls by itself."""
        self._lock.setChecked(not free)

    def set_detached(self, detached: bool) -> None:  # noqa: FBT001 - Qt setter
        """Set the label of the entry that detaches or attaches the pane."""
        label = self.tr("Move back to the row") if detached else self.tr("Move to its own window")
        self._detach.setText(label)

    def _add(self, command: str, label: str, key: str, icon: str = "") -> QAction:
        action = self.addAction(f"{label}\t{key}" if key else label)
        action.triggered.connect(lambda: self.command.emit(command))
        self._entries.append((action, icon))
        return action

    def _set_icons(self) -> None:
        for action, icon in self._entries:
            if icon:
                action.setIcon(theme.icon(icon))
