"""Help: all keys, the focused view, all algorithms, and the program itself."""

from __future__ import annotations

from html import escape
from importlib.metadata import version
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox

from boilerscope.app.window.actions import ACTIONS, Where
from boilerscope.app.window.dialogs import show_help, show_text
from boilerscope.app.window.translation import translate
from boilerscope.extractors import registry

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context


_CELL = "<td style='padding: 2px 16px 2px 0'>"


class HelpController(QObject):
    """Opens help in dialogs.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: QWidget) -> None:
        super().__init__(context.views)
        self._context, self._window = context, window
        actions.add_all(
            {
                "keys": self.show_keys,
                "help": self.show_help,
                "catalogue": self.show_catalogue,
                "about": self.show_about,
                "past_messages": self.show_past_messages,
            }
        )

    def show_keys(self) -> None:
        """Show all keys."""
        keys = [
            (translate(row.label), ", ".join(row.keys), row.where) for row in ACTIONS if row.keys
        ]
        keys += [
            (translate("Make pane n active"), "1 … 9", Where.OUTSIDE_TEXT),
            (translate("Colour the page by pane n"), "Alt+1 … 9", Where.WINDOW),
        ]
        rows = "".join(
            f"<tr>{_CELL}{label}</td>{_CELL}<b>{names}</b></td>{_CELL}{translate(where.value)}</td></tr>"
            for label, names, where in keys
        )
        show_text(self._window, translate("All keys"), f"<table>{rows}</table>")

    def show_help(self) -> None:
        """Show the help of the focused setting, else of the active extractor."""
        pane = self._context.active_pane
        extractor = registry.entry(pane.extractor).extractor if pane is not None else None
        if not show_help(self._window, extractor):
            self.show_keys()

    def show_catalogue(self) -> None:
        """Show the table of all algorithms."""
        from boilerscope.extractors import catalogue

        show_text(self._window, translate("All algorithms"), catalogue.overview(), markdown=True)

    def show_past_messages(self) -> None:
        """Show the messages of the status bar, newest first."""
        rows = "".join(
            f"<tr>{_CELL}{message.time:%H:%M:%S}</td>{_CELL}{escape(message.text)}</td></tr>"
            for message in self._context.notifier.past
        )
        text = f"<table>{rows}</table>" if rows else escape(translate("No messages so far."))
        show_text(self._window, translate("Past messages"), text)

    def show_about(self) -> None:
        """Show the purpose and the version of the program."""
        QMessageBox.about(
            self._window,
            translate("About Boilerscope"),
            f"<b>Boilerscope {version('boilerscope')}</b><br>"
            + translate("Shows what main-content extraction keeps of a web page, and why."),
        )
