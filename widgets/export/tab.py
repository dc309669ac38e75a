"""What the export dialog asks of its tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance


class CommandLine(NamedTuple):
    """Command that does the same as the choices of a tab.

    Attributes
    ----------
    text : str
        The command; empty if there is none.
    problem : str
        Why there is none; empty if the tab has no commands at all.
    """

    text: str = ""
    problem: str = ""


NO_COMMAND = CommandLine()


class ExportTab(Protocol):
    """A widget with the choices of one kind of export."""

    @property
    def changed(self) -> SignalInstance:
        """Signal: a choice, or what is said about it, changed."""

    def problem(self) -> str:
        """Return why the choices cannot be exported; empty if they can."""

    def footer(self) -> str:
        """Return a line on what will be written."""

    def command_line(self) -> CommandLine:
        """Return the command that does the same."""
