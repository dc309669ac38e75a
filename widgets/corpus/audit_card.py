"""Card of an audit: what is wrong with a gold standard, page by page.

Input: tables, notes, progress. Output: a page to show, requests to cancel and to export.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.dialog_size import resize_dialog
from boilerscope.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_SIZE = (900, 680)
_PAGE = "page:"


class _Tables(QTextBrowser):
    """Browser that loads nothing: pages and gold standards write its texts."""

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing."""
        del kind, name


class AuditCard(QDialog):
    """Tables of an audit; pages in them are links.

    Signals
    -------
    page_chosen(str)
        Show this page, by its set and identifier.
    cancelled()
        End the audit that is running.
    export_asked()
        Write the findings to a file.
    """

    page_chosen = Signal(str)
    cancelled = Signal()
    export_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("auditCard")
        self.setWindowTitle(self.tr("Audit of the gold standard"))
        resize_dialog(self, *_SIZE)
        self.state = TextLabel(role="ink2")
        self.state.setObjectName("auditState")
        self.tables = _Tables()
        self.tables.setObjectName("auditTables")
        self.tables.setAccessibleName(self.tr("Findings"))
        self.tables.setOpenLinks(False)
        self.tables.anchorClicked.connect(self._on_link)
        self.cancel = QPushButton(self.tr("Cancel the audit"))
        self.cancel.clicked.connect(self.cancelled)
        self.export = QPushButton(self.tr("Export…"))
        self.export.clicked.connect(self.export_asked)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        row = theme.spaced(QHBoxLayout(), (0, 0, 0, 0), 8)
        row.addWidget(self.state, 1)
        for button in (self.cancel, self.export, close):
            button.setAutoDefault(False)
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.addWidget(self.tables, 1)
        column.addLayout(row)

    def show_progress(self, text: str) -> None:
        """Show how far the audit is; it can be cancelled."""
        self.state.setText(text)
        self.cancel.show()
        self.export.hide()

    def show_end(self, text: str, *, has_result: bool) -> None:
        """Show that the audit ended, and how."""
        self.state.setText(text)
        self.cancel.hide()
        self.export.setVisible(has_result)

    def show_tables(
        self,
        tables: Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]],
        notes: Sequence[str],
        pages: Collection[str],
    ) -> None:
        """Show tables, each with its title and header; names of pages become links."""
        parts = [_table(title, header, rows, pages) for title, header, rows in tables]
        parts += [f"<p>{html.escape(note)}</p>" for note in notes]
        self.tables.setHtml("".join(parts))

    def _on_link(self, url: QUrl) -> None:
        text = url.toString()
        if text.startswith(_PAGE):
            self.page_chosen.emit(unquote(text.removeprefix(_PAGE)))


def _table(
    title: str, header: Sequence[str], rows: Sequence[Sequence[str]], pages: Collection[str]
) -> str:
    ink2, line = theme.colour("ink2").name(), theme.colour("line").name()
    sides = [_side([row[column] for row in rows]) for column in range(len(header))]
    heads = "".join(
        f'<th align="{side}"><font color="{ink2}">{html.escape(name)}</font></th>'
        for name, side in zip(header, sides, strict=True)
    )
    lines = "".join(
        "<tr>"
        + "".join(
            f'<td align="{side}">{_cell(cell, pages)}</td>'
            for cell, side in zip(row, sides, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    return (
        f"<h3>{html.escape(title)}</h3>"
        f'<table cellpadding="4" cellspacing="0" border="0" bordercolor="{line}">'
        f"<tr>{heads}</tr>{lines}</table>"
    )


def _side(column: Sequence[str]) -> str:
    """Return the side to which the cells of a column are aligned: numbers to the right."""
    is_number = column and all(cell.replace(",", "").isdecimal() for cell in column)
    return "right" if is_number else "left"


def _cell(text: str, pages: Collection[str]) -> str:
    shown = html.escape(text)
    return f'<a href="{_PAGE}{quote(text, safe="")}">{shown}</a>' if text in pages else shown
