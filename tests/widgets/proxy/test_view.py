"""The view of the proxy: its controls in each phase, and the table of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from boilerscope.widgets.proxy import model
from boilerscope.widgets.proxy.model import ADDRESS, AFTER, BEFORE, KEPT, SENT, STATUS
from boilerscope.widgets.proxy.state import Phase, ProxyState
from boilerscope.widgets.proxy.view import ProxyView, demo_record

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

SHARE = "43\N{NO-BREAK SPACE}%"
RUNNING = ProxyState(Phase.RUNNING, "127.0.0.1:8700", "", ("crunch", "bte"), "bte")


@pytest.fixture
def view(qtbot: QtBot) -> ProxyView:
    """Return the visible view."""
    view = ProxyView()
    qtbot.addWidget(view)
    view.resize(1000, 260)
    view.show()
    return view


def cells(view: ProxyView, row: int = 0) -> list[str]:
    """Return the texts of a row on screen."""
    shown = view.table.model()
    return [str(shown.index(row, column).data()) for column in range(shown.columnCount())]


def addresses(view: ProxyView) -> list[str]:
    return [cells(view, row)[ADDRESS][-1] for row in range(view.table.model().rowCount())]


def emissions(signal: Any) -> list[tuple[object, ...]]:
    """Return a list that records each emission of a signal."""
    emitted: list[tuple[object, ...]] = []
    signal.connect(lambda *values: emitted.append(values))
    return emitted


def test_a_stopped_proxy_is_started_with_port_and_networks(view: ProxyView):
    requests = emissions(view.start_asked)
    view.controls.port_field.setValue(9001)
    view.controls.private_box.setChecked(True)

    QTest.mouseClick(view.controls.start_button, Qt.MouseButton.LeftButton)

    assert requests == [(9001, True)]
    assert "Start the proxy" in view.empty_note.text()
    assert not view.controls.copy_button.isVisible()
    assert view.entry() is view.controls.start_button


def test_a_running_proxy_shows_its_address_and_is_stopped(view: ProxyView):
    view.show_state(RUNNING)
    requests = emissions(view.stop_asked)

    view.controls.copy_button.click()
    view.controls.start_button.click()

    assert view.controls.address_label.text() == "127.0.0.1:8700"
    assert QGuiApplication.clipboard().text() == "127.0.0.1:8700"
    assert view.controls.start_button.text() == "Stop the proxy"
    assert not view.controls.port_field.isVisible()
    assert "http://boilerscope.proxy/" in view.empty_note.text()
    assert requests == [()]


@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.STOPPING])
def test_a_starting_or_stopping_proxy_can_be_neither_started_nor_stopped(
    view: ProxyView, phase: Phase
):
    requests = emissions(view.start_asked) + emissions(view.stop_asked)

    view.show_state(ProxyState(phase))
    view.toggle()

    assert not view.controls.start_button.isEnabled()
    assert requests == []


def test_a_pane_is_chosen(view: ProxyView):
    view.show_state(RUNNING)
    chosen = emissions(view.pane_chosen)
    assert view.controls.pane_box.currentData() == "bte"

    view.controls.pane_box.setCurrentIndex(0)
    view.controls.pane_box.activated.emit(0)

    assert chosen == [("crunch",)]


def test_a_message_is_shown_until_the_next_state(view: ProxyView):
    view.show_state(ProxyState(message="The proxy cannot listen on 127.0.0.1, port 8700"))
    assert view.message_label.isVisible()

    view.show_state(RUNNING)
    assert not view.message_label.isVisible()


def test_a_page_is_a_row_with_all_its_data(view: ProxyView):
    view.show_state(RUNNING)
    view.add_page(demo_record(1))

    texts = cells(view)
    assert view.table.isVisible()
    assert texts[ADDRESS] == "https://news.example.org/article/1"
    assert (texts[STATUS], texts[SENT], texts[KEPT]) == (
        "200",
        "cleaned by crunch",
        "43\N{NO-BREAK SPACE}%",
    )
    assert (texts[BEFORE], texts[AFTER]) == ("48,211", "9,120")

    view.add_page(demo_record(2, cleaned=False, reason="status 404", status=404, kept=None))
    texts = cells(view)  # newest row first
    assert (texts[STATUS], texts[SENT], texts[KEPT]) == ("404", "original: status 404", "")


def test_rows_are_sorted_by_value(view: ProxyView):
    for number, before in ((1, 900), (2, 1000), (3, 20_000)):
        view.add_page(demo_record(number, before=before))

    view.table.sortByColumn(BEFORE, Qt.SortOrder.AscendingOrder)

    assert addresses(view) == ["1", "2", "3"]


def test_the_filter_hides_rows_with_a_note(view: ProxyView):
    view.add_page(demo_record(1))
    view.add_page(demo_record(2, cleaned=False, reason="larger than 8 MB"))

    view.filter.setText("LARGER")
    assert addresses(view) == ["2"]

    view.filter.setText("nothing of this")
    assert not view.table.isVisible()
    assert view.empty_note.text() == "No page matches the filter."


def test_the_selected_page_is_opened_by_button_return_and_double_click(view: ProxyView):
    view.show_state(RUNNING)
    view.add_page(demo_record(4))
    view.add_page(demo_record(5))
    opened = emissions(view.open_asked)
    assert not view.controls.open_button.isEnabled()
    view.table.setFocus()
    assert not view.table.currentIndex().isValid()  # the focus alone selects nothing

    view.table.selectRow(1)
    view.controls.open_button.click()
    QTest.keyClick(view.table, Qt.Key.Key_Return)
    rect = view.table.visualRect(view.table.model().index(0, ADDRESS))
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    QTest.mouseDClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())

    assert opened == [(4,), (4,), (5,)]


def test_a_selection_stays_while_pages_arrive(view: ProxyView):
    view.show_state(RUNNING)
    view.add_page(demo_record(1))
    view.table.selectRow(0)
    opened = emissions(view.open_asked)

    view.add_page(demo_record(2))
    view.controls.open_button.click()

    assert opened == [(1,)]


def test_rows_are_copied_with_a_header(view: ProxyView):
    view.add_page(demo_record(1))
    view.add_page(demo_record(2))
    copied = emissions(view.rows_copied)

    QTest.keySequence(view.table, "Ctrl+C")

    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:4] == ["Time", "Address", "Status", "Sent"]
    assert [line.split("\t")[1][-1] for line in lines[1:]] == ["2", "1"]
    assert copied == [(2,)]


def test_the_oldest_pages_leave_a_full_table(view: ProxyView, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(model, "MAX_ROWS", 3)
    for number in range(1, 6):
        view.add_page(demo_record(number))

    assert addresses(view) == ["5", "4", "3"]

    view.clear()
    assert not view.table.isVisible()


def test_controls_wrap_if_there_is_little_room(view: ProxyView):
    view.show_state(RUNNING)
    wide = view.controls.heightForWidth(1400)

    assert view.controls.heightForWidth(500) > wide
