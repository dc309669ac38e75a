"""Icon buttons with tooltip and accessible name, and headers of folding sections."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import plain
from boilerscope.widgets.shown import set_shown

_HIT = 24
_HEADER = 32


class IconButton(QToolButton):
    """Flat button with an icon; its label is tooltip and accessible name.

    Parameters
    ----------
    icon : str
        ``mdi6`` name.
    label : str
        Action of the button, verb first.
    size : int
        Side of the icon at 100 %.
    role : str
        Colour of the icon in the theme.
    parent : QWidget, optional
        Qt parent.
    """

    def __init__(
        self,
        icon: str,
        label: str,
        *,
        size: int = 16,
        role: str = "ink2",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon, self._side, self._role = icon, size, role
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("role", "icon")
        self.set_label(label)
        theme.follow(self._restyle)

    def set_label(self, label: str) -> None:
        """Set the tooltip and the accessible name."""
        self.setToolTip(plain(label))
        self.setAccessibleName(label)

    def keep_room(self) -> None:
        """Reserve the button's space while it is hidden."""
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        if icon != self._icon:
            self._icon = icon
            self._restyle()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_HIT), theme.px(_HIT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _restyle(self) -> None:
        active = "ink" if self._role == "ink2" else self._role
        self.setIcon(theme.icon(self._icon, self._role, active_role=active))
        self.setIconSize(QSize(theme.px(self._side), theme.px(self._side)))
        self.setFixedSize(self.sizeHint())


class FoldHeader(QWidget):
    """Heading with a chevron; a click, Space or Enter opens or closes the section below.

    Signals
    -------
    toggled(bool)
        The section was opened or closed.
    """

    toggled = Signal(bool)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = True
        self._body: QWidget | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.title = ElidedLabel(title, weight=600, role="ink2")
        self.note = TextLabel(size=12, role="ink3")
        self._row = theme.spaced(QHBoxLayout(self), (30, 0, 16, 0), 4)
        self._row.addWidget(self.title)
        self._row.addStretch(1)
        self._row.addWidget(self.note)
        theme.follow(self._restyle)
        self.set_title(title)

    @property
    def is_open(self) -> bool:
        """Whether the section is open."""
        return self._open

    def set_title(self, title: str) -> None:
        """Set the title of the section."""
        self.title.setText(title)
        self._update_name()

    def set_note(self, text: str) -> None:
        """Show a short text at the right end."""
        self.note.setText(text)
        set_shown(self.note, bool(text))

    def add(self, widget: QWidget) -> None:
        """Add a small widget at the right end."""
        self._row.addWidget(widget)

    def folds(self, body: QWidget) -> None:
        """Show and hide this widget with the section; if it loses the focus, the header gets it."""
        self._body = body
        self.toggled.connect(body.setVisible)

    def set_open(self, opened: bool) -> None:  # noqa: FBT001 - also a slot
        """Open or close the section."""
        if opened != self._open:
            self._open = opened
            focus = QApplication.focusWidget()
            if focus is not None and self._body is not None and self._body.isAncestorOf(focus):
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            self._update_name()
            self.update()
            self.toggled.emit(opened)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.set_open(not self._open)

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Return, which opens or closes the section."""
        return is_enter(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        opened = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True}.get(Qt.Key(event.key()))
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            opened = not self._open
        if opened is None:
            super().keyPressEvent(event)
        else:
            self.set_open(opened)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        side = theme.px(16)
        name = "chevron-down" if self._open else "chevron-right"
        painter.drawPixmap(
            theme.px(10), (self.height() - side) // 2, theme.pixmap(name, 16, "ink2")
        )
        if self.hasFocus():
            draw_focus(painter, self.rect().adjusted(2, 2, -2, -2).toRectF())

    def _update_name(self) -> None:
        state = self.tr("open") if self._open else self.tr("closed")
        self.setAccessibleName(f"{self.title.text()}, {state}")

    def _restyle(self) -> None:
        self.setFixedHeight(theme.px(_HEADER))
        self.update()
