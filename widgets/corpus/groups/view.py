"""Groups of pages: the mean of each pane on the pages of a language, a type, a length or a set.

Input: the groups of the pages on view. Output: another property to group by, and the group that the
user clicked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.corpus.groups.table import GroupTable
from boilerscope.widgets.corpus.names import short_measure
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import ElidedLabel, TextLabel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.scoring.leaderboard import GroupRow
    from boilerscope.widgets.records import PaneRecord


_STEP = "step"
"""Entry that leads to the losses: steps are those of one pane, whose words they decide."""


class GroupsView(QWidget):
    """Groups with the chooser of the property that groups the pages.

    Signals
    -------
    by_chosen(str)
        Group by this property.
    steps_asked()
        Show the groups by the step that decided, which are among the losses.
    group_chosen(str, str)
        Property that groups the pages, and the group to show.
    """

    by_chosen = Signal(str)
    steps_asked = Signal()
    group_chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("groups")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._by = self._note = self._progress = ""
        self.title = TextLabel(self.tr("Groups"), weight=600)
        self.by = Combo()
        self.by.setAccessibleName(self.tr("Group pages by"))
        self.note = ElidedLabel(size=12, role="ink2")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.table = GroupTable()
        self.empty = EmptyNote()
        self._head = theme.spaced(QHBoxLayout(), (12, 4, 12, 4), 8)
        self._head.addWidget(self.title)
        self._head.addWidget(self.by)
        self._head.addWidget(self.note, 1)
        self._stack = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addLayout(self._stack, 1)  # before its widgets: the first is shown when it is added
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self.by.activated.connect(self._choose)
        self.table.chosen.connect(lambda name: self.group_chosen.emit(self._by, name))
        theme.follow(self._restyle)

    def show_groups(
        self,
        groups: Sequence[GroupRow],
        panes: Sequence[PaneRecord],
        by: str,
        *,
        active: str = "",
        measure: str = "token_f1",
        is_run: bool = False,
    ) -> None:
        """Show the groups of the pages on view.

        Parameters
        ----------
        groups : sequence of GroupRow
            A mean for each pane; the group of pages of unknown kind has the name ``unknown``.
        panes : sequence of PaneRecord
            The panes, in the order of the means.
        by : str
            ``language``, ``type``, ``length``, ``set``, ``site`` or ``layout``.
        active : str
            The active pane.
        measure : str
            Measure of the means.
        is_run : bool
            Whether pages are finished, so that a filter is why there are no groups.
        """
        self._by = by
        entries = [
            ("type", self.tr("Page type")),
            ("language", self.tr("Language")),
            ("length", self.tr("Length")),
            ("set", self.tr("Set")),
            ("site", self.tr("Site")),
            ("layout", self.tr("Site and layout")),
            (_STEP, self.tr("Step of a pane…")),
        ]
        self.by.set_entries([(text, key) for key, text in entries], by)
        self._note = self.tr("Mean {measure}. Pale: under 10 pages.").format(
            measure=short_measure(measure)
        )
        self.note.setText(self._progress or self._note)
        has_groups = any(group.name != "unknown" for group in groups)
        self._stack.setCurrentIndex(0 if has_groups else 1)
        self.table.show_groups(groups if has_groups else (), panes, active, measure)
        if has_groups:
            return
        if not groups and is_run:
            self.empty.show_note(self.tr("No scored page passes the filter."))
        elif not groups:
            self.empty.show_note(self.tr("Run the panes to see the mean of each group."))
        elif by == "language":
            self.empty.show_note(self.tr("This corpus has no languages."))
        else:
            self.empty.show_note(self.tr("This corpus has no page types."))

    def set_labels(self, labels: Mapping[str, str]) -> None:
        """Set what the groups that are shown next are called, by their names."""
        self.table.groups.labels = labels

    def show_progress(self, text: str) -> None:
        """Show how far the reading of the groups is, instead of the note; empty at its end."""
        self._progress = text
        self.note.setText(text or self._note)

    def _choose(self) -> None:
        by = self.by.currentData()
        if by != _STEP:
            self.by_chosen.emit(by)
            return
        self.by.setCurrentIndex(self.by.findData(self._by))  # the groups here stay as they are
        self.steps_asked.emit()

    def _restyle(self) -> None:
        self.by.setFixedWidth(theme.px(172))
