"""Header of a pane: four rows of fixed height, so that all bodies start at the same height.

Input: a pane's record. Output: the user's actions on the pane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from boilerscope.extractors.model.gold import Outcome
from boilerscope.widgets import colours, theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.labels import ElidedLabel, PlainLabel, TextLabel
from boilerscope.widgets.marks import draw_number
from boilerscope.widgets.panes.chips import ChipRow, chips_of, trace_chips
from boilerscope.widgets.panes.menus import PaneMenu, ShowAsMenu
from boilerscope.widgets.panes.outcome_bar import paint_outcomes
from boilerscope.widgets.panes.pane_status import PaneStatus, detail, style_of, took
from boilerscope.widgets.panes.warning_mark import WarningMark
from boilerscope.widgets.plain import plain
from boilerscope.widgets.records import ShowAs
from boilerscope.widgets.words import counted, declared, number, share, unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.expected import ExpectedF1
    from boilerscope.widgets.records import GoldScore, PaneRecord

ROW_NAME = 34
ROW_FIGURES = 26
ROW_BAR = 5
ROW_CHIPS = 30
HEIGHT = ROW_NAME + ROW_FIGURES + ROW_BAR + ROW_CHIPS + 1
_SIDE = 12
_BADGE = 20

SHOW_AS_ICONS = {
    ShowAs.RENDERED: "text-long",
    ShowAs.PLAIN: "format-align-left",
    ShowAs.SOURCE: "code-tags",
    ShowAs.DIFFERENCE: "compare",
}

_MARKED_WELL = 0.5
"""Share of the page's words below which the header says on how few of them a score rests."""


class PaneHeader(QWidget):
    """Number, name, status or counts, bar and changed settings of a pane.

    Signals
    -------
    activated()
        The pane was clicked.
    close_wanted()
        The user clicked with the middle button.
    show_as_chosen(ShowAs), compare_chosen(str)
        The user selected another view, or the difference to the pane of this name.
    setting_clicked(str)
        Go to this setting.
    command(str)
        A command of the menu, or ``show_result`` after a click on the warning mark.
    dragged(QPoint), dropped(QPoint)
        The user drags or dropped the header at this position on screen.
    """

    activated = Signal()
    close_wanted = Signal()
    show_as_chosen = Signal(object)
    compare_chosen = Signal(str)
    setting_clicked = Signal(str)
    command = Signal(str)
    dragged = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane: PaneRecord | None = None
        self._status = PaneStatus.WAITING
        self._active = False
        self._kept_share = 0.0
        self._shift = 0.0
        self._expected: ExpectedF1 | None = None
        self._is_expected_outdated = False
        self._pressed: QPoint | None = None
        self._dragging = False
        self._name = ElidedLabel(weight=600, parent=self)
        self._lock = PlainLabel(self)
        self._lock.setAccessibleName(self.tr("Scrolls separately"))
        self._lock.setToolTip(self.tr("This pane scrolls separately (L)"))
        self._lock.hide()
        self._show_as = IconButton("text-long", self.tr("Show as"), parent=self)
        self._menu_button = IconButton("dots-horizontal", self.tr("Pane menu"), parent=self)
        self._status_icon = PlainLabel(self)
        self.status_label = TextLabel(weight=600, parent=self)
        self.expected_label = ElidedLabel(role="ink2", parent=self)
        self.detail_label = ElidedLabel(role="ink2", parent=self)
        self.time_label = TextLabel(role="ink2", parent=self)
        self.warning = WarningMark(self)
        self._chips = ChipRow(self)
        self.show_as_menu = ShowAsMenu(self)
        self.menu = PaneMenu(self._explained, self)
        self._asked = self._tip = self._expected_tip = ""
        self._connect()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.signals().changed.connect(self._restyle)
        self._restyle()

    # -- display ---------------------------------------------------------------------------

    def show_pane(
        self, pane: PaneRecord, status: PaneStatus, elapsed_s: float, counts: tuple[int, int, bool]
    ) -> None:
        """Show a pane.

        Parameters
        ----------
        elapsed_s : float
            Seconds since the start of the current run.
        counts : tuple of (int, int, bool)
            Kept tokens, tokens of the page, and whether they are characters.
        """
        self._pane, self._status, self._shift = pane, status, elapsed_s
        n_kept, total, characters = counts
        self._kept_share = n_kept / total if total else 0.0
        self._name.setText(pane.name)
        for button in (self._show_as, self._menu_button, self._lock):
            button.setAccessibleDescription(pane.name)  # every pane has these buttons
        self._name.setToolTip(plain(f"{pane.title} ({pane.name})"))
        self._chips.show_chips((*trace_chips(pane.shown), *chips_of(pane.settings)))
        self._show_as.set_icon(SHOW_AS_ICONS[pane.show_as])
        self._show_state(pane, elapsed_s)
        if not style_of(status).icon:
            self._show_counts(pane, n_kept, total, characters=characters)
        result = pane.extraction
        has_run = status in {PaneStatus.FINE, PaneStatus.EMPTY} and result is not None
        self.time_label.setText(took(result.seconds) if has_run and result is not None else "")
        self.warning.show_warnings(() if result is None else result.warnings)
        self.show_as_menu.show_choice(pane.show_as, pane.compare_with)
        self._show_expected()
        self._arrange()
        self.update()

    def show_expected(self, expected: ExpectedF1 | None) -> None:
        """Show an expected F1 beside the counts, or none."""
        self._expected, self._is_expected_outdated = expected, False
        self._show_expected()
        self._arrange()

    def veil_expected(self) -> None:
        """Mark the expected F1 as outdated: results changed, and it is computed again."""
        self._is_expected_outdated = True
        self._show_expected()

    def _show_expected(self) -> None:
        """Show the expected F1 of a pane that has a result and no score against gold."""
        expected, pane = self._expected, self._pane
        has_result = self._status in {PaneStatus.FINE, PaneStatus.EMPTY}
        if expected is None or pane is None or pane.gold_score is not None or not has_result:
            self.expected_label.setText("")
            return
        text = self.tr("exp. F1 {value}").format(value=f"{expected.value:.2f}")
        self.expected_label.setText(text)
        self.expected_label.set_role("strong_line" if self._is_expected_outdated else "ink2")
        if self._is_expected_outdated:
            tip = self.tr("Of the results before; it is being computed again")
        else:
            tip = expected.why(declared)
        head = self.tr("Token F1 to expect of this result, estimated without gold")
        self._expected_tip = f"{head}\n{tip}".rstrip()
        self.expected_label.setToolTip(plain(self._expected_tip))

    def set_active(self, active: bool) -> None:  # noqa: FBT001 - Qt setter
        """Mark the pane as the active pane."""
        if active != self._active:
            self._active = active
            self.update()

    def set_free(self, free: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show that the pane scrolls by itself."""
        self._lock.setVisible(free)
        self.menu.set_free(free)
        self._arrange()

    def set_others(self, names: Sequence[str]) -> None:
        """Offer these panes for the difference view."""
        self.show_as_menu.set_others(names)

    def _show_state(self, pane: PaneRecord, elapsed_s: float) -> None:
        style = style_of(self._status)
        self._status_icon.setVisible(bool(style.icon))
        self.status_label.set_role(style.role)
        if style.icon:
            self._status_icon.setPixmap(theme.pixmap(style.icon, 14, style.role))
            self.status_label.setText(style.label)
            self.detail_label.setText(detail(self._status, pane, elapsed_s))
            self.detail_label.setToolTip("")
            self.status_label.setToolTip("")

    def _show_counts(self, pane: PaneRecord, n_kept: int, total: int, *, characters: bool) -> None:
        """Show count and share of the kept text, or its scores against a gold standard."""
        tip = self._share_tip(pane, n_kept, total)
        score, label = pane.gold_score, counted(n_kept, characters=characters)
        if score is None:
            self.status_label.setText(label)
            self.detail_label.setText(share(n_kept, total))
        else:
            tip = f"{label}, {share(n_kept, total)}\n{tip}"
            tip += "\n" + self.tr(
                "Token F1, precision and recall of the {unit} that the gold standard classifies"
            ).format(unit=unit(characters=characters))
            tip += "\n" + self._outcome_tip(score, characters=characters)
            if pane.shown is not None and pane.shown.traced is not None:
                tip += "\n" + self.tr(
                    "The trace says which words the library keeps. A corpus is scored without it,"
                    " by the part of the library's text that is found on the page in the same"
                    " order; a page can have another score there."
                )
            self.status_label.setText(f"F1 {score.f1:.2f}")
            detail_text = f"P {score.precision:.2f}  R {score.recall:.2f}"
            n_scored = sum(count for _, count in score.outcomes)
            if n_scored < total * _MARKED_WELL:
                few = self.tr("on {count} of {total}")
                of_page = counted(total, characters=characters)
                detail_text = few.format(count=number(n_scored), total=of_page)
                tip = f"P {score.precision:.2f}  R {score.recall:.2f}\n{tip}"
            self.detail_label.setText(detail_text)
        self._tip = tip
        self.detail_label.setToolTip(plain(tip))
        self.status_label.setToolTip(plain(tip))

    def _outcome_tip(self, score: GoldScore, *, characters: bool) -> str:
        """Return the parts of the bar in their order."""
        texts = {
            Outcome.KEPT: self.tr("{words} correctly kept"),
            Outcome.DROPPED: self.tr("{words} correctly dropped"),
            Outcome.WRONGLY_KEPT: self.tr("{words} wrongly kept"),
            Outcome.MISSED: self.tr("{words} missed"),
        }
        parts = (
            texts[kind].format(words=counted(count, characters=characters))
            for kind, count in score.outcomes
        )
        return ", ".join(parts)

    def _share_tip(self, pane: PaneRecord, n_kept: int, total: int) -> str:
        tip = self.tr("Tokens of the page that are kept: {kept} of {total}").format(
            kept=number(n_kept), total=number(total)
        )
        extraction = pane.shown
        if extraction is not None and extraction.aligned is not None:
            tip += "\n" + self.tr("{share} of the text is aligned with the page").format(
                share=share(extraction.aligned, 1)
            )
        return tip

    # -- arrangement -----------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(theme.px(243), theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(120), theme.px(HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        side, hit = theme.px(_SIDE), theme.px(24)
        right = self.width() - theme.px(6)
        row = QRect(0, theme.px(4), self.width(), theme.px(ROW_NAME - 4))
        middle = row.center().y() - hit // 2
        self._menu_button.move(right - hit, middle)
        self._show_as.move(right - 2 * hit - theme.px(4), middle)
        end = self._show_as.x()
        if self._lock.isVisibleTo(self):
            end -= theme.px(20)
            self._lock.setGeometry(end, middle, theme.px(20), hit)
        left = side + theme.px(_BADGE + 8)
        self._name.setGeometry(left, row.top(), max(end - left - theme.px(4), 0), row.height())
        self._arrange_counts(QRect(side, theme.px(ROW_NAME), self.width() - 2 * side, hit))
        chips = theme.px(ROW_NAME + ROW_FIGURES + ROW_BAR)
        self._chips.setGeometry(
            side, chips + theme.px(3), max(self.width() - 2 * side, 0), theme.px(ROW_CHIPS - 6)
        )

    def _arrange_counts(self, row: QRect) -> None:
        """Lay out the row above the bar; if space is short, figures are hidden from the right.

        A figure is shown whole or not at all: half of a number is another number.
        """
        x, top, height = row.x(), row.y(), theme.px(ROW_FIGURES - 4)
        if self._status_icon.isVisibleTo(self):
            self._status_icon.setGeometry(x, top, theme.px(16), height)
            x += theme.px(20)
        label_width = self.status_label.sizeHint().width()
        self.status_label.setGeometry(x, top, label_width, height)
        x += label_width + theme.px(10)
        width = self.expected_label.sizeHint().width()
        is_expected = bool(self.expected_label.text()) and x + width <= row.right() + 1
        self.expected_label.setVisible(is_expected)
        if is_expected:
            self.expected_label.setGeometry(x, top, width, height)
            x += width + theme.px(10)
        mark = self.warning.width() if self.warning.isVisibleTo(self) else 0
        gap = theme.px(4)
        time = self.time_label.sizeHint().width() if self.time_label.text() else 0
        needed = self.detail_label.sizeHint().width() + mark + (gap + time if time else 0)
        if x + needed > row.right() + 1:
            time = 0
        end = row.right() + 1 - time
        self.time_label.setGeometry(end, top, time, height)
        room = end - (gap if time else 0) - mark - x
        if mark:
            room = min(room, self.detail_label.sizeHint().width())
        is_message = bool(style_of(self._status).icon)
        if not is_message and room < self.detail_label.sizeHint().width():
            room = 0
        self.detail_label.setVisible(room > 0)
        self.detail_label.setGeometry(x, top, max(room, 0), height)
        self.warning.move(x + max(room, 0), top + (height - self.warning.height()) // 2)

    def _bar_rect(self) -> QRect:
        return QRect(0, theme.px(ROW_NAME + ROW_FIGURES), self.width(), theme.px(ROW_BAR))

    def _badge_rect(self) -> QRect:
        side = theme.px(_BADGE)
        top = theme.px(4) + (theme.px(ROW_NAME - 4) - side) // 2
        return QRect(theme.px(_SIDE), top, side, side)

    # -- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        if self._active:
            painter.fillRect(0, 0, self.width(), theme.px(2), theme.colour("ink"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))
        if self._pane is not None:
            draw_number(
                painter, self._badge_rect().toRectF(), self._pane.number, active=self._active
            )
            self._paint_bar(painter, self._bar_rect())

    def _paint_bar(self, painter: QPainter, rect: QRect) -> None:
        plain_bars = {
            PaneStatus.ERROR: "error",
            PaneStatus.TIMEOUT: "error",
            PaneStatus.RUNNING: "track",
            PaneStatus.OUTDATED: "track",
            PaneStatus.WAITING: "track",
            PaneStatus.UNAVAILABLE: "track",
            PaneStatus.CANCELLED: "track",
        }
        if self._status in plain_bars:
            painter.fillRect(rect, theme.colour(plain_bars[self._status]))
            if self._status in {PaneStatus.RUNNING, PaneStatus.OUTDATED}:
                self._paint_progress(painter, rect)
            return
        if self._pane is not None and self._pane.gold_score is not None:
            paint_outcomes(painter, rect, self._pane.gold_score)
            return
        kept_width = round(rect.width() * self._kept_share)
        if self._kept_share > 0:
            kept_width = max(kept_width, 1)
        painter.fillRect(rect, theme.colour("boilerplate_fill"))
        painter.fillRect(rect, colours.hatch())
        painter.fillRect(rect.x(), rect.y(), kept_width, rect.height(), theme.colour("content"))

    def _paint_progress(self, painter: QPainter, rect: QRect) -> None:
        """Draw a bar that moves across in two seconds: the duration is unknown."""
        width = max(rect.width() // 3, 1)
        travel = rect.width() + width
        left = round((self._shift / 2 % 1) * travel) - width
        box = QRect(left, rect.y(), width, rect.height()).intersected(rect)
        role = "warning" if self._status is PaneStatus.OUTDATED else "control_line"
        painter.fillRect(box, theme.colour(role))

    # -- mouse -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()
            self.activated.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        moved = (event.position().toPoint() - self._pressed).manhattanLength()
        if self._dragging or moved >= QApplication.startDragDistance():
            self._dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.dragged.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and inside:
            self.close_wanted.emit()
        if event.button() == Qt.MouseButton.LeftButton:
            if self._dragging:
                self.unsetCursor()
                self.dropped.emit(event.globalPosition().toPoint())
            self._pressed, self._dragging = None, False

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        part = self.childAt(event.pos())
        is_expected = part is self.expected_label
        self._asked = self.tr("Expected F1") if is_expected else ""
        self.menu.popup(event.globalPos())

    # -- inside ----------------------------------------------------------------------------

    def _explained(self) -> tuple[str, str]:
        """Return the label under the pointer, else that of the figures, and what it says."""
        if self._asked:
            return self._asked, self._expected_tip
        has_score = self._pane is not None and self._pane.gold_score is not None
        label = self.tr("Token F1") if has_score else self.tr("Main content")
        return label, self._tip

    def open_menu(self) -> None:
        """Open the menu below its button."""
        self._asked = ""
        self.menu.popup(self._menu_button.mapToGlobal(QPoint(0, self._menu_button.height())))

    def open_show_as(self) -> None:
        """Open the menu of views below its button."""
        self.show_as_menu.popup(self._show_as.mapToGlobal(QPoint(0, self._show_as.height())))

    def _connect(self) -> None:
        self._chips.clicked.connect(self.setting_clicked)
        self.warning.clicked.connect(lambda: self.command.emit("show_result"))
        self._menu_button.clicked.connect(self.open_menu)
        self._show_as.clicked.connect(self.open_show_as)
        self.menu.command.connect(self.command)
        self.show_as_menu.show_as_chosen.connect(self.show_as_chosen)
        self.show_as_menu.compare_chosen.connect(self.compare_chosen)
        self.show_as_menu.command.connect(self.command)

    def _restyle(self) -> None:
        self.setFixedHeight(theme.px(HEIGHT))
        self._lock.setPixmap(theme.pixmap("lock-open-outline", 14, "ink2"))
        self._arrange()
        self.update()
