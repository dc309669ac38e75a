"""The tab Site: pages, layouts, the selected segment, and opening a page by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from boilerscope.widgets.site.model import LAYOUT, PAGE, SEGMENT, TEMPLATE
from boilerscope.widgets.site.records import SiteRecord, SiteRow
from boilerscope.widgets.site.view import SiteView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

RECORD = SiteRecord(
    "tidings.example",
    SiteRow("own", "energy/old-bridge", 1, 0.41, 3920),
    (
        SiteRow("a", "energy/eel-ladder", 1, 0.44, 3310),
        SiteRow("b", "opinion/letters", 2, 0.63, 2087),
        SiteRow("c", "about", 0, 0.0, 12),
    ),
    n_listed=9,
    n_copies=1,
    has_segment=np.array([[True, False], [False, True], [False, False]]),
)


@pytest.fixture
def view(qtbot: QtBot) -> SiteView:
    site_view = SiteView()
    qtbot.addWidget(site_view)
    site_view.resize(600, 220)
    site_view.show()
    site_view.show_site(RECORD)
    return site_view


def _column(view: SiteView, column: int) -> list[str]:
    model = view.table.pages
    return [str(model.data(model.index(row, column))) for row in range(model.rowCount())]


def test_rows_are_the_page_on_screen_and_then_the_others(view: SiteView):
    assert _column(view, PAGE) == [
        "energy/old-bridge",
        "energy/eel-ladder",
        "opinion/letters",
        "about",
    ]
    assert _column(view, LAYOUT) == ["1", "1", "2", "–"]
    assert _column(view, TEMPLATE)[0] == "41\xa0%"
    assert view.site.text() == (
        "Site: tidings.example, 1 copy of this page is not counted, a sample of 9 pages"
    )


def test_the_last_column_is_about_the_selected_segment(view: SiteView):
    before = _column(view, SEGMENT)
    view.show_segment(1)

    assert before == ["", "", "", ""]
    assert _column(view, SEGMENT) == [
        "this page",
        "not on this page",
        "word for word",
        "not on this page",
    ]


def test_a_layout_limits_the_rows_and_stays_chosen(view: SiteView):
    view.layout_choice.setCurrentIndex(view.layout_choice.findData("2"))
    view.layout_choice.activated.emit(view.layout_choice.currentIndex())
    view.show_segment(1)

    assert _column(view, PAGE) == ["energy/old-bridge", "opinion/letters"]
    assert _column(view, SEGMENT) == ["this page", "word for word"]


def test_enter_opens_another_page_but_not_the_page_on_screen(view: SiteView, qtbot: QtBot):
    asked: list[str] = []
    view.page_asked.connect(asked.append)
    table = view.table
    for row in (0, 2):
        table.setCurrentIndex(table.pages.index(row, PAGE))
        QTest.keyClick(table, Qt.Key.Key_Return)
    qtbot.wait(1)

    assert asked == ["b"]


def test_without_other_pages_a_note_says_why(view: SiteView):
    view.show_empty("No other page of this site is known.")

    assert not view.table.isVisible()
    assert view.empty_note.text() == "No other page of this site is known."
