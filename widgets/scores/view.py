"""Scores view: all measures of each pane on the page, and the choice of the scored text.

Input: measures, values and present choices. Output: the user's choices; the program computes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.scores.model import ScoresModel
from boilerscope.widgets.tables.table import CalmTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.widgets.scores.records import PaneScores, ScoreColumn

PAGE_TEXT, OWN_TEXT = "page", "own"
"""Texts that can be scored, with their names on the command line."""


class _Cells(CalmTable):
    """Table that copies all digits of the values, under the names of the measures."""

    def __init__(self, scores: ScoresModel, name: str) -> None:
        super().__init__(name=name)
        self._scores = scores
        self.setModel(scores)

    def copied_rows(self) -> list[list[str]]:
        scores = self._scores
        names = [column.name for column in scores.columns]
        rows = [scores.rows[row] for row in self.selected_rows()] or scores.rows
        return [
            ["pane", *names],
            *([row.name, *(_digits(row.values.get(name)) for name in names)] for row in rows),
        ]

    def restyle(self) -> None:
        super().restyle()
        self.resizeColumnsToContents()


class ScoresView(QWidget):
    """Scores of the panes on the page.

    Attributes
    ----------
    bar : QWidget
        Choices of text and comments; a window with tabs may take it into the row of the tabs.

    Signals
    -------
    text_chosen(str)
        Score this text: `PAGE_TEXT` or `OWN_TEXT`.
    comments_chosen(bool)
        Whether comments count as main content.
    pane_chosen(str)
        The user double-clicked the row of a pane.
    offer_chosen(str)
        Command that would fill the empty view.
    rows_copied(int)
        Number of rows copied to the clipboard.
    """

    text_chosen = Signal(str)
    comments_chosen = Signal(bool)
    pane_chosen = Signal(str)
    offer_chosen = Signal(str)
    rows_copied = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scores")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Scores"))
        self.model = ScoresModel(self)
        self.table = _Cells(self.model, self.tr("Scores"))
        self.text, self.comments = Combo(), Combo()
        self.caption = TextLabel(size=12, role="ink2", wrap=True)
        self.empty_note = EmptyNote()
        self._fill_choices()
        self._assemble()
        self.text.activated.connect(lambda index: self.text_chosen.emit(self.text.itemData(index)))
        self.comments.activated.connect(
            lambda index: self.comments_chosen.emit(self.comments.itemData(index) == "main")
        )
        self.empty_note.chosen.connect(self.offer_chosen)
        self.table.doubleClicked.connect(self._on_row)
        self.table.rows_copied.connect(self.rows_copied)
        theme.follow(self._restyle)

    def show_choice(self, text: str, *, comments: bool) -> None:
        """Show the scored text, and how comments count."""
        self.text.setCurrentIndex(self.text.findData(text))
        self.comments.setCurrentIndex(self.comments.findData("main" if comments else "rest"))

    def show_scores(
        self, columns: Sequence[ScoreColumn], rows: Sequence[PaneScores], caption: str
    ) -> None:
        """Show measures, the scores of the panes, and sentences on the scored text."""
        is_new = tuple(columns) != self.model.columns
        self.model.show_scores(columns, rows)
        if is_new:
            self.table.resizeColumnsToContents()
        self.caption.setText(caption)
        self._show_table(shown=True)

    def show_empty(self, note: str, offers: Sequence[tuple[str, str]] = ()) -> None:
        """Show why scores are missing, with buttons as (command, label)."""
        self.model.show_scores(self.model.columns, ())
        self.empty_note.show_note(note, offers)
        self._show_table(shown=False)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the table, or the button of the empty view."""
        return self.table if self.table.isVisible() else self.empty_note.entry()

    def _show_table(self, *, shown: bool) -> None:
        for widget in (self.table, self.caption, self.text, self.comments):
            widget.setVisible(shown)
        self.empty_note.setVisible(not shown)

    def _fill_choices(self) -> None:
        self.text.setAccessibleName(self.tr("Text that is scored"))
        self.text.set_entries(
            [(self.tr("Page text"), PAGE_TEXT), (self.tr("Own text"), OWN_TEXT)], PAGE_TEXT
        )
        self.text.setToolTip(
            self.tr(
                "Page text: the kept words of the page. Own text: as the extractor writes it. Texts"
                " of libraries are always scored as they are."
            )
        )
        self.comments.setAccessibleName(self.tr("Comments count as"))
        self.comments.set_entries(
            [(self.tr("Comments: boilerplate"), "rest"), (self.tr("Comments: main"), "main")],
            "rest",
        )
        self.comments.setToolTip(
            self.tr(
                "Count comments as main content or as boilerplate in the scores and errors of this"
                " page."
            )
        )

    def _assemble(self) -> None:
        self.bar = QWidget()
        self.bar.setProperty("role", "surface")
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(theme.px(8), 0, theme.px(8), 0)
        row.setSpacing(theme.px(8))
        for chooser in (self.text, self.comments):
            chooser.setMinimumContentsLength(8)
            row.addWidget(chooser)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.table, 1)
        column.addWidget(self.caption)
        column.addWidget(self.empty_note, 1)

    def _on_row(self, index: QModelIndex) -> None:
        self.pane_chosen.emit(self.model.rows[index.row()].name)

    def _restyle(self) -> None:
        self.caption.setContentsMargins(theme.px(12), theme.px(2), theme.px(12), theme.px(4))


def _digits(value: float | None) -> str:
    return "" if value is None else repr(value)
