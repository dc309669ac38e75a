"""Tests of the structure view: a row for each part that differs, told when it is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.scoring.structure.elements import score_elements
from boilerscope.extractors.scoring.structure.structured_text import StructuredText
from boilerscope.widgets.elements.view import ElementsView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.scoring.structure.records import ElementScore

GOLD = "| Tide | Lamps |\n| --- | --- |\n| Spring | 12 |\n\n```\na\nb\n```\n\n$x$\n"


def _elements(kept: str) -> list[ElementScore]:
    return score_elements(StructuredText(GOLD), StructuredText(kept))


@pytest.fixture
def view(qtbot: QtBot) -> ElementsView:
    elements_view = ElementsView()
    qtbot.addWidget(elements_view)
    elements_view.show()
    return elements_view


def test_rows_name_place_and_texts(view: ElementsView):
    view.show_elements("1 bte", _elements(GOLD.replace("12", "21").replace("a\n", "")))

    texts = [view.model.texts(row) for row in range(view.model.rowCount())]
    assert [text[0] for text in texts] == ["Table 1", "Code 1", "Formula 1"]
    assert texts[0][2:] == ("row 2, column 2", "changed", "12", "21")
    assert texts[1][2:] == ("line 1", "missing", "a", "")
    assert texts[2][1:] == ("1.000", "", "equal", "", "")
    assert view.caption.text().startswith("1 bte: 1 of 3 tables")


def test_the_arrow_keys_step_through_the_parts(view: ElementsView):
    view.show_elements("bte", _elements(GOLD.replace("12", "21").replace("a\n", "")))
    chosen: list[str] = []
    view.row_chosen.connect(lambda row: chosen.append(row.part.place if row.part else "equal"))
    view.table.setFocus()

    for _ in range(3):
        QTest.keyClick(view.table, Qt.Key.Key_Down)

    assert chosen == ["row 2, column 2", "line 1", "equal"]


def test_the_same_elements_keep_the_selected_row_without_a_signal(view: ElementsView):
    elements = _elements(GOLD.replace("12", "21"))
    view.show_elements("bte", elements)
    view.table.selectRow(1)
    chosen: list[object] = []
    view.row_chosen.connect(chosen.append)

    view.show_elements("bte", list(elements))

    assert view.table.currentIndex().row() == 1
    assert not chosen


def test_copied_rows_have_whole_texts(view: ElementsView):
    long = "word " * 200
    view.show_elements("bte", _elements(f"{GOLD}\n```\n{long}\n```\n"))

    rows = view.table.copied_rows()

    assert rows[0] == ["Element", "Score", "Place", "Error", "Gold", "Result"]
    assert any(row[5] == long.rstrip() or row[5] == long for row in rows)


def test_an_empty_view_says_why(view: ElementsView):
    view.show_empty("This page has no gold.", [("mark", "Mark it")])

    assert view.empty_note.text() == "This page has no gold."
    assert view.entry() is view.empty_note.buttons[0]
