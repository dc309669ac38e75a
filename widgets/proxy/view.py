"""View of the proxy: controls, and a live table of the pages that went through.

Input: the state of the proxy, a record for each page. Output: start and stop, the pane that cleans
pages, and the page to open in the workbench. The filter is not saved: it hides pages.
"""

from __future__ import annotations

from PySide6.QtCore import QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.proxy.records import PageRecord
from boilerscope.widgets import theme
from boilerscope.widgets.demo import run_demo
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.proxy.controls import ProxyControls
from boilerscope.widgets.proxy.model import ADDRESS, SENT, SORT_ROLE, TIME, ProxyPageModel
from boilerscope.widgets.proxy.state import Phase, ProxyState
from boilerscope.widgets.search_field import SearchField
from boilerscope.widgets.tables.table import CalmTable

_LONGEST = ("00:00:00", "", "200", "", "100 %", "1,000", "100,000", "100,000")
"""Sample text for the width of each column; address and result share the rest."""

_MARGINS = 19
_SORT_SIGN = 7


class ProxyView(QWidget):
    """Controls and table of the proxy.

    Attributes
    ----------
    bar : QWidget
        Filter field; a window with tabs may take it into the row of the tabs.
    state : ProxyState
        The shown state.

    Signals
    -------
    start_asked(int, bool)
        Start the proxy on this port; whether private networks are allowed.
    stop_asked()
        Stop the proxy.
    pane_chosen(str)
        Clean pages by this pane.
    open_asked(int)
        Open the page with this number in the workbench.
    rows_copied(int)
        Number of rows copied to the clipboard.
    """

    start_asked = Signal(int, bool)
    stop_asked = Signal()
    pane_chosen = Signal(str)
    open_asked = Signal(int)
    rows_copied = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("proxyView")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.state = ProxyState()
        self.controls = ProxyControls()
        self.filter = SearchField(self.tr("Filter by address or result"))
        self.filter.setMinimumWidth(theme.px(220))
        self.message_label = TextLabel(role="error", wrap=True)
        self.message_label.setContentsMargins(theme.px(8), 0, theme.px(8), theme.px(4))
        self.model = ProxyPageModel(self)
        self._sorted = QSortFilterProxyModel(
            self,
            sortRole=SORT_ROLE,
            filterKeyColumn=-1,
            filterCaseSensitivity=Qt.CaseSensitivity.CaseInsensitive,
        )
        self._sorted.setSourceModel(self.model)
        self.table = CalmTable(name=self.tr("Pages through the proxy"), takes_enter=True)
        self.filter.leads_to(self.table.setFocus)
        self.empty_note = EmptyNote()
        self._prepare_table()
        self.bar = QWidget()
        self.bar.setProperty("role", "surface")
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(theme.px(8), 0, theme.px(8), 0)
        row.addWidget(self.filter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.controls)
        column.addWidget(self.message_label)
        column.addWidget(self.table, 1)
        column.addWidget(self.empty_note, 1)
        self._connect()
        theme.follow(self._restyle)
        self.show_state(self.state)

    def show_state(self, state: ProxyState) -> None:
        """Show the state of the proxy."""
        self.state = state
        self.controls.show_state(state)
        self.message_label.setText(state.message)
        self.message_label.setVisible(bool(state.message))
        self._show_rows()

    def add_page(self, record: PageRecord) -> None:
        """Show a page that went through."""
        self.model.add(record)
        self._show_rows()

    def clear(self) -> None:
        """Remove all pages from the table."""
        self.model.clear()
        self._show_rows()

    def toggle(self) -> None:
        """Start the proxy, or stop it."""
        if self.state.phase is Phase.OFF:
            controls = self.controls
            self.start_asked.emit(controls.port_field.value(), controls.private_box.isChecked())
        elif self.state.phase is Phase.RUNNING:
            self.stop_asked.emit()

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: table, or the button that starts the proxy."""
        return self.table if self.table.isVisible() else self.controls.start_button

    # -- assembly --------------------------------------------------------------------------

    def _prepare_table(self) -> None:
        table = self.table
        table.setModel(self._sorted)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # addresses begin alike
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column in (ADDRESS, SENT):  # addresses and reasons have any length
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        table.setSortingEnabled(True)
        table.sortByColumn(TIME, Qt.SortOrder.DescendingOrder)

    def _connect(self) -> None:
        controls = self.controls
        controls.toggled.connect(self.toggle)
        controls.pane_chosen.connect(self.pane_chosen)
        controls.open_asked.connect(self._open)
        self.filter.textChanged.connect(self._on_filter)
        self.filter.returnPressed.connect(self.table.setFocus)
        self.table.confirmed.connect(self._open)
        self.table.doubleClicked.connect(lambda _index: self._open())
        self.table.selectionModel().currentRowChanged.connect(lambda *_rows: self._show_rows())
        self.table.rows_copied.connect(self.rows_copied)

    def _on_filter(self, text: str) -> None:
        self._sorted.setFilterFixedString(text.strip())
        self._show_rows()

    def _open(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            row = self._sorted.mapToSource(index).row()
            self.open_asked.emit(self.model.record(row).number)

    def _show_rows(self) -> None:
        """Show the table, or why it is empty."""
        has_rows = self._sorted.rowCount() > 0
        self.table.setVisible(has_rows)
        self.empty_note.setVisible(not has_rows)
        is_open_possible = self.state.phase is Phase.RUNNING and self.table.currentIndex().isValid()
        self.controls.open_button.setEnabled(is_open_possible)
        if has_rows:
            return
        if self.model.rowCount():
            note = self.tr("No page matches the filter.")
        elif self.state.phase is Phase.RUNNING:
            note = self.tr(
                "Set the HTTP and HTTPS proxy of a browser to {address}, and open"
                " http://boilerscope.proxy/ in it for the certificate. The pages that it opens"
                " are listed here."
            ).format(address=self.state.address)
        else:
            note = self.tr(
                "Start the proxy to clean pages in any browser with a pane. The pages are"
                " listed here."
            )
        self.empty_note.show_note(note)

    def _restyle(self) -> None:
        self.filter.setFont(theme.font(12))
        metrics = QFontMetrics(theme.font(12))
        for column, longest in enumerate(_LONGEST):
            label = str(self.model.headerData(column, Qt.Orientation.Horizontal))
            room = metrics.horizontalAdvance(label) + theme.px(_SORT_SIGN)
            width = max(room, metrics.horizontalAdvance(longest)) + theme.px(_MARGINS)
            self.table.setColumnWidth(column, width)


def demo_record(number: int = 1, **facts: object) -> PageRecord:
    """Return the record of a made-up page."""
    values = {
        "number": number,
        "time": 1_790_000_000.0 + number,
        "client": "127.0.0.1",
        "url": f"https://news.example.org/article/{number}",
        "status": 200,
        "cleaned": True,
        "pane": "crunch",
        "reason": "",
        "kept": 0.43,
        "milliseconds": 12.4,
        "before": 48_211,
        "after": 9_120,
        "title": "Tides",
    }
    return PageRecord(**(values | facts))  # type: ignore[arg-type]  # named as its fields


def _demo() -> QWidget:
    view = ProxyView()
    view.show_state(ProxyState(Phase.RUNNING, "127.0.0.1:8700", "", ("crunch",), "crunch"))
    view.add_page(demo_record(1))
    view.add_page(
        demo_record(2, cleaned=False, reason="kept share 0.012 is below 0.05", kept=0.012)
    )
    return view


if __name__ == "__main__":
    run_demo(_demo, size=(900, 220))
