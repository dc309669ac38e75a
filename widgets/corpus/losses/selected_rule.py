"""Panel of the selected rule: its counts, its settings, the run without it, and where it is wrong.

Input: a `SelectedRule`. Output: open its worst page, select the next rule, go to its setting.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import colours, theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.corpus.losses.texts import full_name, without_tip
from boilerscope.widgets.corpus.names import signed
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.flow_layout import FlowLayout
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.marks import draw_letter
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import counted, number, share

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from boilerscope.widgets.corpus.losses.records import SelectedRule

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BAR_WIDTH = 96
_MARGIN, _LINK_PADDING = 12, 4
"""Space beside the parts of the panel, and that inside a link, which begins so much earlier."""


class SelectedRulePanel(QWidget):
    """The panel.

    Signals
    -------
    open_asked()
        Open the page with most wrong words of the rule.
    stepped(int)
        Select the next (1) or the previous (-1) rule.
    setting_asked(str)
        Go to this setting.
    """

    open_asked = Signal()
    stepped = Signal(int)
    setting_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selectedRule")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._rule: SelectedRule | None = None
        self._rows: list[QWidget] = []
        self.place = TextLabel(size=12, role="ink2")
        self.previous = IconButton("chevron-up", self.tr("Select the previous rule (K)"))
        self.next = IconButton("chevron-down", self.tr("Select the next rule (J)"))
        self._mark = _Mark()
        self.title = TextLabel(weight=600, wrap=True)
        self.step = TextLabel(size=12, role="ink2", wrap=True)
        self._links = FlowLayout()
        self._links.set_spacing(theme.px(8))
        self._counts = theme.spaced(QGridLayout(), spacing=4)
        self._without_title = TextLabel(self.tr("Run again without it"), weight=600)
        self._without_pages = TextLabel(size=12, role="ink2")
        self.without = TextLabel(size=12, wrap=True)
        self._where_title = TextLabel(self.tr("Where"), weight=600)
        self._where_unit = TextLabel(self.tr("share of its wrong words"), size=12, role="ink2")
        self._where = theme.spaced(QGridLayout(), spacing=4)
        self.open = QPushButton(self.tr("Open page"))
        self.opens = TextLabel(size=12, role="ink2", wrap=True)
        self.empty = EmptyNote()
        self.empty.show_note(self.tr("Select a rule"))
        self._assemble()
        self.open.clicked.connect(self.open_asked)
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.show_rule(None)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus."""
        return self.open if self._filled.isVisible() and self.open.isEnabled() else None

    def take_views(self, *views: QWidget) -> None:
        """Show what if and pages here, in a narrow window."""
        for view in views:
            self._body.removeWidget(view)  # or the place before which it goes would move
        for view in views:
            self._body.insertWidget(self._body.indexOf(self._below), view)
            view.show()

    def show_rule(self, rule: SelectedRule | None) -> None:
        """Show a rule; None shows the note."""
        self._filled.setVisible(rule is not None)
        self.empty.setVisible(rule is None)
        if rule is not None and rule != self._rule:
            self._fill(rule)
        self._rule = rule

    def _fill(self, rule: SelectedRule) -> None:
        line, row = rule.line, rule.line.row
        self.place.setText(rule.place)
        self._mark.show_outcome(row.outcome)
        self.title.setText(full_name(line))
        self.step.setText(rule.step)
        self.step.setVisible(bool(rule.step))
        self._clear()
        for name, source in rule.fields:
            self._add_link(name, source)
        self._fill_counts(rule)
        self._fill_without(rule)
        for at, (group, part) in enumerate(rule.where):
            self._keep(self._where, TextLabel(group, size=12), at, 0)
            self._keep(self._where, _Bar(part, row.outcome), at, 1)
            value = TextLabel(share(part, 1), size=12)
            value.setAlignment(_RIGHT)
            self._keep(self._where, value, at, 2)
        has_where = bool(rule.where)
        self._where_head.setVisible(has_where)
        self.open.setEnabled(bool(rule.page))
        self.opens.setText(self._opens(rule))

    def _opens(self, rule: SelectedRule) -> str:
        """Return what *Open page* does."""
        line = rule.line
        text = self.tr("Enter. Opens {page} at the first block that {rule} got wrong.")
        nothing = self.tr("No page has a wrong word of it.")
        if not rule.has_gold:
            text = self.tr(
                "Enter. Opens {page} at the first block of {rule} that another pane decides"
                " otherwise."
            )
            nothing = self.tr("No other pane decides a word of it otherwise.")
        elif line.row.group:
            text = self.tr("Enter. Opens {page} at its first wrong block.")
        if line.row.group and not rule.has_gold:
            text = self.tr("Enter. Opens {page}.")
        return text.format(page=rule.page, rule=line.name or line.text) if rule.page else nothing

    def _fill_counts(self, rule: SelectedRule) -> None:
        row, average = rule.line.row, rule.average
        decided = row.kept + row.dropped
        lines = [(self.tr("Decided"), counted(decided, characters=rule.characters), 400)]
        if not rule.has_gold:
            agreement = rule.line.agreement
            agrees = number(agreement) if math.isnan(agreement) else share(agreement, 1)
            lines.append((self.tr("Agrees"), agrees, 400))
            lines.append((self.tr("Other decisions"), number(rule.line.n_different), 600))
        if rule.has_gold:
            total = max(row.correct + row.wrong, 1)
            lines.append((self.tr("Correct"), self._part(row.correct, total), 400))
            if row.missed or row.outcome in {"B", "?"}:
                lines.append((self.tr("Missed"), self._part(row.missed, total), 400))
            if row.wrongly_kept or row.outcome == "C":
                lines.append((self.tr("Wrongly kept"), self._part(row.wrongly_kept, total), 400))
            lost = self.tr("{part} of {total}").format(
                part=number(row.lost(average), decimals=3), total=number(rule.total, decimals=3)
            )
            lines.append((self.tr("Lost F1"), lost, 600))
        for at, (label, text, weight) in enumerate(lines):
            self._keep(self._counts, TextLabel(label, size=12, role="ink2"), at, 0)
            value = TextLabel(text, size=12, weight=weight)
            value.setAlignment(_RIGHT)
            self._keep(self._counts, value, at, 1)

    @staticmethod
    def _part(part: int, total: int) -> str:
        return f"{number(part)}  {share(part, total)}"

    def _fill_without(self, rule: SelectedRule) -> None:
        without = rule.line.without
        for part in (self._without_title, self._without_pages, self.without):
            part.setVisible(rule.has_gold)  # F1 of another run needs gold
        pages = self.tr("1 page") if rule.n_pages == 1 else self.tr("{n} pages")
        self._without_pages.setText("" if without is None else pages.format(n=number(rule.n_pages)))
        if without is None or math.isnan(without.value):
            self.without.setText(without_tip(rule.line))
            return
        first = f"F1 {number(without.value, decimals=3)}  {signed(without.difference)}"
        ends = self.tr("{low} to {high}").format(low=signed(without.low), high=signed(without.high))
        if not without.is_clear:
            ends = self.tr("{ends}, so not a clear change").format(ends=ends)
        before, after = zip(without.precision, without.recall, strict=True)
        parts = self.tr("Precision {p0} → {p1}, recall {r0} → {r1}.").format(
            p0=number(before[0], decimals=2),
            p1=number(after[0], decimals=2),
            r0=number(before[1], decimals=2),
            r1=number(after[1], decimals=2),
        )
        self.without.setText(f"{first}\n{ends}. {parts}\n{without.how}")

    # -- parts -----------------------------------------------------------------------------

    def _clear(self) -> None:
        for widget in self._rows:
            widget.hide()
            widget.deleteLater()
        self._rows = []

    def _keep(self, grid: QGridLayout, widget: QWidget, row: int, column: int) -> None:
        grid.addWidget(widget, row, column)
        self._rows.append(widget)

    def _add_link(self, name: str, source: str) -> None:
        link = QPushButton(name)
        link.setProperty("role", "link")
        tip = self.tr("Go to this setting (B). Default: {source}").format(source=source)
        link.setToolTip(plain(tip))
        link.clicked.connect(lambda: self.setting_asked.emit(name))
        self._links.addWidget(link)
        self._rows.append(link)

    def _assemble(self) -> None:
        head = theme.spaced(QHBoxLayout(), (16, 8, 12, 4), 4)
        head.addWidget(TextLabel(self.tr("Selected rule"), weight=600))
        head.addStretch(1)
        for widget in (self.place, self.previous, self.next):
            head.addWidget(widget)
        area = QScrollArea()
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidgetResizable(True)
        area.setWidget(self._content())
        foot = theme.spaced(QHBoxLayout(), (16, 8, 16, 10), 12)
        foot.addWidget(self.open)
        foot.addWidget(self.opens, 1)
        self._filled = QWidget()
        column = QVBoxLayout(self._filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(area, 1)
        column.addLayout(foot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._filled)
        layout.addWidget(self.empty)

    def _content(self) -> QWidget:
        """Return the scrolled part of the panel."""
        title = theme.spaced(QHBoxLayout(), spacing=8)
        title.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        title.addWidget(self.title, 1)
        self._counts.setColumnStretch(0, 1)
        without = theme.spaced(QHBoxLayout(), spacing=8)
        without.addWidget(self._without_title)
        without.addStretch(1)
        without.addWidget(self._without_pages)
        self._where_head = QWidget()
        where_row = theme.spaced(QHBoxLayout(self._where_head), (0, 6, 0, 0), 8)
        where_row.addWidget(self._where_title)
        where_row.addStretch(1)
        where_row.addWidget(self._where_unit)
        self._where.setColumnStretch(0, 1)
        content = QWidget()
        content.setProperty("role", "surface")
        self._body = theme.spaced(QVBoxLayout(content), (4, 2, 4, 6), 6)
        self._body.addWidget(self._part_of_body(title, self.step))
        self._body.addWidget(self._part_of_body(self._links, left=_MARGIN - _LINK_PADDING))
        self._body.addWidget(self._part_of_body(self._counts, without, self.without))
        self._below = self._part_of_body(self._where_head, self._where)
        self._body.addWidget(self._below)
        self._body.addStretch(1)
        return content

    @staticmethod
    def _part_of_body(*items: QWidget | QLayout, left: int = _MARGIN) -> QWidget:
        """Return a part with the margin that the views of a narrow window have themselves."""
        part = QWidget()
        column = theme.spaced(QVBoxLayout(part), (left, 0, _MARGIN, 0), 6)
        for item in items:
            if isinstance(item, QWidget):
                column.addWidget(item)
            else:
                column.addLayout(item)
        return part


class _Mark(QWidget):
    """Letter of the outcome of a rule."""

    def __init__(self) -> None:
        super().__init__()
        self._outcome = ""
        theme.follow(self._restyle)

    def show_outcome(self, outcome: str) -> None:
        """Show a letter; rows of several outcomes have none."""
        self._outcome = outcome
        self.setVisible(outcome in {"B", "C"})
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(16), theme.px(18))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter, side = QPainter(self), theme.px(16)
        draw_letter(painter, QRectF(0, 1, side, side), kept=self._outcome == "C")

    def _restyle(self) -> None:
        self.setFixedSize(self.sizeHint())


class _Bar(QWidget):
    """Share of a group."""

    def __init__(self, share: float, outcome: str) -> None:
        super().__init__()
        self._share, self._outcome = share, outcome
        self.setFixedSize(theme.px(_BAR_WIDTH), theme.px(12))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        rect = QRectF(0, 0, max(self.width() * self._share, 1.0), self.height())
        if self._outcome == "C":
            painter.fillRect(rect, theme.colour("content"))
        else:
            painter.fillRect(rect, theme.colour("boilerplate_fill"))
            painter.fillRect(rect, colours.hatch("boilerplate"))
