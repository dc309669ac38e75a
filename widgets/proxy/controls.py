"""Controls of the proxy: start, address, pane, port, networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.flow_layout import FlowLayout, WrappingRow
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.proxy.state import Phase

if TYPE_CHECKING:
    from boilerscope.widgets.proxy.state import ProxyState

DEFAULT_PORT = 8700
_MAX_PORT = 65_535
_HEIGHT = 30


class ProxyControls(WrappingRow):
    """Row of controls; it wraps if it is too narrow.

    Signals
    -------
    toggled()
        Start or stop the proxy.
    pane_chosen(str)
        Clean pages by this pane.
    open_asked()
        Open the selected page.
    """

    toggled = Signal()
    pane_chosen = Signal(str)
    open_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._address = ""
        self.start_button = QPushButton(self.tr("Start the proxy"))
        self.address_label = TextLabel()
        self.copy_button = IconButton("content-copy", self.tr("Copy the address of the proxy"))
        self.pane_box = Combo()
        self.pane_box.prefix = self.tr("Pane") + ": "
        self.pane_box.setAccessibleName(self.tr("Pane that cleans the pages"))
        self.pane_box.setMinimumContentsLength(16)
        self.port_field = QSpinBox(minimum=1, maximum=_MAX_PORT, value=DEFAULT_PORT)
        self.port_field.setPrefix(self.tr("Port") + " ")
        self.port_field.setGroupSeparatorShown(False)
        self.port_field.setAccessibleName(self.tr("Port of the proxy"))
        self.private_box = QCheckBox(self.tr("Allow private networks"))
        self.private_box.setToolTip(
            self.tr("Read pages of this machine and its private networks too.")
        )
        self.open_button = QPushButton(self.tr("Open in the workbench"))
        self._address_part = QWidget()
        self._assemble()
        self.start_button.clicked.connect(self.toggled)
        self.open_button.clicked.connect(self.open_asked)
        self.copy_button.clicked.connect(self.copy_address)
        self.pane_box.activated.connect(
            lambda _index: self.pane_chosen.emit(self.pane_box.currentData())
        )
        theme.follow(self._restyle)

    def show_state(self, state: ProxyState) -> None:
        """Show the state of the proxy."""
        is_off = state.phase is Phase.OFF
        labels = {
            Phase.OFF: self.tr("Start the proxy"),
            Phase.STARTING: self.tr("Starting…"),
            Phase.RUNNING: self.tr("Stop the proxy"),
            Phase.STOPPING: self.tr("Stopping…"),
        }
        self._address = state.address
        self.start_button.setText(labels[state.phase])
        self.start_button.setEnabled(state.phase in {Phase.OFF, Phase.RUNNING})
        self.address_label.setText(state.address)
        self._address_part.setVisible(bool(state.address))
        self.open_button.setVisible(not is_off)
        self.port_field.setVisible(is_off)
        self.private_box.setVisible(is_off)
        self.pane_box.set_entries([(name, name) for name in state.panes], state.pane)
        self.pane_box.setVisible(bool(state.panes))

    def copy_address(self) -> None:
        """Copy the address of the proxy to the clipboard."""
        QGuiApplication.clipboard().setText(self._address)

    def _assemble(self) -> None:
        row = QHBoxLayout(self._address_part)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(4))
        row.addWidget(self.address_label)
        row.addWidget(self.copy_button)
        self.pane_box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._flow = FlowLayout()
        for widget in self._parts():
            self._flow.addWidget(widget)
        self._outer = QVBoxLayout(self)  # a flow layout has no margins
        self._outer.addLayout(self._flow)

    def _parts(self) -> tuple[QWidget, ...]:
        return (
            self.start_button,
            self._address_part,
            self.pane_box,
            self.port_field,
            self.private_box,
            self.open_button,
        )

    def _restyle(self) -> None:
        edge = theme.px(8)
        self._outer.setContentsMargins(edge, edge // 2, edge, edge // 2)
        self._flow.set_spacing(edge)
        for widget in self._parts():
            widget.setFixedHeight(theme.px(_HEIGHT))
