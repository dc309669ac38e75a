"""Dialog with entries in groups, and a field that searches them: keys, glossary, algorithms."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtWidgets import QApplication, QDialog, QTextBrowser, QVBoxLayout

from boilerscope.widgets.dialog_size import resize_dialog
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.search_field import SearchField

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

_HEIGHT = 600  # pixels at 100 % interface size
_SCROLL = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """One entry.

    Attributes
    ----------
    group : str
        Heading under which it is listed; empty for none.
    title : str
        Plain text.
    body : str
        HTML that the program has escaped.
    keys : tuple of str
        Keys of an action; an entry with keys is a row of a table.
    words : str
        Further words by which it is found.
    """

    group: str
    title: str
    body: str = ""
    keys: tuple[str, ...] = ()
    words: str = ""

    def matches(self, query: str) -> bool:
        """Return whether all words of a query are in the entry; the case does not matter."""
        text = " ".join((self.group, self.title, self.body, *self.keys, self.words)).casefold()
        return all(word in text for word in query.casefold().split())


class _Browser(QTextBrowser):
    """Text browser that loads nothing, because plug-ins may write its texts."""

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing."""
        del kind, name


class ReferenceDialog(QDialog):
    """The dialog; Escape closes it and gives the focus back.

    Parameters
    ----------
    parent : QWidget
        Window over which it opens.
    title : str
        Title of the dialog.
    entries : sequence of ReferenceEntry
        In the order of their groups.
    query : str
        Words to search for at first.
    width : int
        Pixels at 100 % interface size.
    """

    def __init__(
        self,
        parent: QWidget,
        title: str,
        entries: Sequence[ReferenceEntry],
        *,
        query: str = "",
        width: int = 680,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._entries = tuple(entries)
        self.search = SearchField(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search"))
        self.browser = _Browser()
        self.browser.setOpenLinks(False)
        self.browser.setAccessibleName(title)
        self.nothing = TextLabel(self.tr("Nothing has these words."), role="ink2")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.browser, 1)
        column.addWidget(self.nothing, 1)
        self.search.textChanged.connect(self._show)
        self.search.setText(query)
        self._show(query)
        resize_dialog(self, width, _HEIGHT)
        QTimer.singleShot(0, self, lambda: self.search.setFocus(Qt.FocusReason.OtherFocusReason))

    def shown(self) -> list[ReferenceEntry]:
        """Return the entries on screen."""
        return [entry for entry in self._entries if entry.matches(self.search.text())]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll the text by the keys that the search field does not use."""
        if event.key() in _SCROLL:
            QApplication.sendEvent(self.browser, event)
        else:
            super().keyPressEvent(event)

    def _show(self, _query: str) -> None:
        entries = self.shown()
        self.browser.setVisible(bool(entries))
        self.nothing.setVisible(not entries)
        self.browser.setHtml(_html(entries))


def _html(entries: Sequence[ReferenceEntry]) -> str:
    parts: list[str] = []
    group: str | None = None
    is_table = False
    for entry in entries:
        is_row = bool(entry.keys)
        if is_table and (not is_row or entry.group != group):
            parts.append("</table>")
            is_table = False
        if entry.group != group and entry.group:
            parts.append(f"<h3>{escape(entry.group)}</h3>")
        group = entry.group
        if is_row and not is_table:
            parts.append("<table width='100%'>")
            is_table = True
        parts.append(_row(entry) if is_row else _article(entry))
    return "".join([*parts, "</table>" if is_table else ""])


def _row(entry: ReferenceEntry) -> str:
    cell = "<td style='padding: 2px 16px 2px 0'>"
    keys = escape(", ".join(entry.keys))
    return (
        f"<tr>{cell}{escape(entry.title)}</td>{cell}<b>{keys}</b></td>{cell}{entry.body}</td></tr>"
    )


def _article(entry: ReferenceEntry) -> str:
    return f"<p><b>{escape(entry.title)}</b><br>{entry.body}</p>"


def open_reference(
    parent: QWidget,
    title: str,
    entries: Sequence[ReferenceEntry],
    *,
    query: str = "",
    width: int = 680,
) -> ReferenceDialog:
    """Open the dialog over the active window, and return it."""
    active = QApplication.activeWindow()
    over = parent if active is None or active.isHidden() else active
    dialog = ReferenceDialog(over, title, entries, query=query, width=width)
    dialog.open()
    return dialog
