"""Row of controls that becomes two rows where it is too narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout

from boilerscope.widgets import theme
from boilerscope.widgets.fitted import FittedWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class FoldingRow(FittedWidget):
    """Two parts side by side, one below the other where both do not fit.

    Parameters
    ----------
    margins : tuple of float
        Left, top, right and bottom, pixels at 100 % interface size.
    spacing : float
        Space between controls, pixels at 100 % interface size.

    Attributes
    ----------
    first, second : QHBoxLayout
        The parts.
    """

    def __init__(
        self,
        margins: tuple[float, float, float, float],
        spacing: float,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.first = theme.spaced(QHBoxLayout(), (0, 0, 0, 0), spacing)
        self.second = theme.spaced(QHBoxLayout(), (0, 0, 0, 0), spacing)
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.row = theme.spaced(row, margins, spacing)
        self.row.addLayout(self.first, 1)
        self.row.addLayout(self.second, 1)

    def set_shares(self, first: int, second: int) -> None:
        """Set the shares of the space that is left beside each other; at first, both are 1."""
        self.row.setStretch(0, first)
        self.row.setStretch(1, second)

    def minimumSizeHint(self) -> QSize:
        edges = self.row.contentsMargins()
        widest = max(self.first.minimumSize().width(), self.second.minimumSize().width())
        return QSize(widest + edges.left() + edges.right(), super().minimumSizeHint().height())

    def fit(self) -> None:
        needed = self.first.minimumSize().width() + self.second.minimumSize().width()
        edges = self.row.contentsMargins()
        needed += edges.left() + edges.right() + self.row.spacing()
        directions = QBoxLayout.Direction
        fits = needed <= self.width()
        self.row.setDirection(directions.LeftToRight if fits else directions.TopToBottom)
