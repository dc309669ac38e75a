"""List of related links, which the user can read, copy, or open outside the program.

Input: the links of a result. Output: the address to open. The list itself opens no address, and the
page on screen does not navigate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from boilerscope.extractors.page import absolute_address
from boilerscope.widgets import theme
from boilerscope.widgets.guarded import Delegate, ListModel
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.extraction import Link

_ROW = 42
_PAGE = 8
_MAX_HEIGHT = 16_000_000  # Qt draws nothing below this height; a taller list scrolls
_MAX_TEXT = 300
_WEB = ("http://", "https://")
_AnyIndex = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


class LinkModel(ListModel):
    """Model of links; texts are formatted only for visible rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._links: Sequence[Link] = ()
        self._base = ""

    def set_links(self, links: Sequence[Link], base: str) -> None:
        """Replace the links."""
        self.beginResetModel()
        self._links, self._base = links, base
        self.endResetModel()

    def has_links(self, links: Sequence[Link], base: str) -> bool:
        """Return whether the model already shows these links."""
        return links is self._links and base == self._base

    def link(self, row: int) -> Link:
        """Return a link."""
        return self._links[row]

    def address(self, row: int) -> str:
        """Return the absolute address if it is known, else the address as written on the page."""
        written = self._links[row].address
        return absolute_address(written, self._base) or written

    def web_address(self, row: int) -> str:
        """Return the absolute web address, empty if a browser cannot open it."""
        if not 0 <= row < len(self._links):
            return ""
        address = absolute_address(self._links[row].address, self._base)
        return address if address.lower().startswith(_WEB) else ""

    def as_text(self, rows: Sequence[int]) -> str:
        """Return links as lines of text and address, separated by a tab."""
        pairs = ((self._links[row].text, self.address(row)) for row in rows)
        return "\n".join("\t".join(" ".join(part.split()) for part in pair) for pair in pairs)

    def rowCount(self, parent: _AnyIndex = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._links)

    def data(self, index: _AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        link = self._links[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _line(link.text)
        if role == Qt.ItemDataRole.UserRole:
            return _line(link.address)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(_line(self.address(index.row())))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_line(link.text)}, {_line(self.address(index.row()))}"
        return None


class LinkList(QListView):
    """List of links, two lines for each; as tall as all links, so that the parent scrolls.

    Signals
    -------
    open_asked(str)
        Open this web address outside the program.
    at_changed()
        The current link changed, which `open_current` would open.
    """

    open_asked = Signal(str)
    at_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.links = LinkModel(self)
        self.setModel(self.links)
        self.setItemDelegate(_TwoLines(self))
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(self.tr("Related links"))
        self.customContextMenuRequested.connect(self._open_menu)
        self.doubleClicked.connect(lambda _index: self.open_current())
        self.selectionModel().currentChanged.connect(lambda _now, _before: self.at_changed.emit())
        self.links.modelReset.connect(self.at_changed)
        theme.follow(self._restyle)

    def show_links(self, links: Sequence[Link], base: str) -> None:
        """Show links; do nothing if they are already shown."""
        if not self.links.has_links(links, base):
            self.links.set_links(links, base)
            self._restyle()

    @property
    def web_address(self) -> str:
        """The web address of the current link, empty if a browser cannot open it."""
        return self.links.web_address(self.currentIndex().row())

    def open_current(self) -> None:
        """Request to open the current link."""
        if self.web_address:
            self.open_asked.emit(self.web_address)

    def copy_links(self) -> None:
        """Copy the selected links, or all links if none is selected."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        QGuiApplication.clipboard().setText(
            self.links.as_text(rows or range(self.links.rowCount()))
        )

    def copy_address(self) -> None:
        """Copy the address of the current link."""
        if self.currentIndex().isValid():
            address = self.links.address(self.currentIndex().row())
            QGuiApplication.clipboard().setText(address)

    def menu(self) -> QMenu:
        """Create the menu of the current link."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy the address")).triggered.connect(self.copy_address)
        menu.addAction(self.tr("Copy text and address")).triggered.connect(self.copy_links)
        menu.addSeparator()
        opening = menu.addAction(theme.icon("open-in-new"), self.tr("Open in the browser…"))
        opening.setEnabled(bool(self.web_address))
        opening.triggered.connect(self.open_current)
        return menu

    # -- events ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_links()
        elif is_enter(event):
            self.open_current()
        else:
            super().keyPressEvent(event)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        pages = {
            QAbstractItemView.CursorAction.MovePageUp: -_PAGE,
            QAbstractItemView.CursorAction.MovePageDown: _PAGE,
        }
        if action not in pages:
            return super().moveCursor(action, modifiers)
        row = self.currentIndex().row() + pages[action]
        return self.links.index(min(max(row, 0), self.links.rowCount() - 1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.links.rowCount():
            self.setCurrentIndex(self.links.index(0))

    def _open_menu(self, position: QPoint) -> None:
        if self.currentIndex().isValid():
            self.menu().popup(self.viewport().mapToGlobal(position))

    def _restyle(self) -> None:
        self.setFixedHeight(min(self.links.rowCount() * theme.px(_ROW), _MAX_HEIGHT))
        self.scheduleDelayedItemsLayout()


class _TwoLines(Delegate):
    """Delegate that paints the text of a link and, below it, the address."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _AnyIndex) -> QSize:
        return QSize(theme.px(120), theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        model = index.model()
        assert isinstance(model, LinkModel)  # noqa: S101 - the model of the list
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, theme.colour("hover"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, theme.colour("raised"))
        inner = box.adjusted(theme.px(16), theme.px(3), -theme.px(16), -theme.px(3))
        upper = QRect(inner.x(), inner.y(), inner.width(), inner.height() // 2)
        lower = upper.translated(0, upper.height())
        text, address = model.data(index), model.data(index, Qt.ItemDataRole.UserRole)
        _draw(painter, upper, text or "–", Qt.TextElideMode.ElideRight, size=13, role="ink")
        _draw(painter, lower, address, Qt.TextElideMode.ElideMiddle, size=12, role="ink2")
        if state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, box.adjusted(4, 1, -4, -1).toRectF())
        painter.restore()


def _draw(
    painter: QPainter, box: QRect, text: str, elide: Qt.TextElideMode, *, size: float, role: str
) -> None:
    painter.setFont(theme.font(size))
    painter.setPen(theme.colour(role))
    elided = painter.fontMetrics().elidedText(text, elide, box.width())
    middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.drawText(box, int(middle) | int(Qt.TextFlag.TextSingleLine), elided)


def _line(text: str) -> str:
    """Return the start of a text as one line."""
    return " ".join(text[: _MAX_TEXT + 1].split())[:_MAX_TEXT]
