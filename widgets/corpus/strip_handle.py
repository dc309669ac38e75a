"""Handle of folded strips: a row that names them and unfolds them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.plain import entry


class StripHandle(QWidget):
    """Row at the foot of the face while the strips are folded.

    Signals
    -------
    clicked()
        Unfold the strips, or fold them again.
    """

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stripHandle")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._page = ""
        self._unfolded = False
        self.button = QPushButton()
        self.button.setProperty("role", "link")
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(self.clicked)
        self._reason = ElidedLabel(size=12, role="ink2")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(12), theme.px(2), theme.px(12), theme.px(2))
        row.addWidget(self.button)
        row.addStretch(1)
        row.addWidget(self._reason)
        theme.follow(self._restyle)

    def show_page(self, name: str) -> None:
        """Name the page of the strips, empty for none."""
        self._page = name
        self._restyle()

    def show_state(self, *, unfolded: bool, during_sweep: bool) -> None:
        """Show whether the strips are unfolded, and whether a sweep has folded them."""
        self._unfolded = unfolded
        self._reason.setText(self.tr("Folded during sweeps") if during_sweep else "")
        self._reason.setVisible(during_sweep and not unfolded)
        self._restyle()

    def entry(self) -> QWidget:
        """Return the widget that takes the focus."""
        return self.button

    def _restyle(self) -> None:
        text = self.tr("Strips of {page}").format(page=self._page)
        self.button.setText(entry(text if self._page else self.tr("Strips of the selected page")))
        self.button.setIcon(theme.icon("chevron-down" if self._unfolded else "chevron-up"))
