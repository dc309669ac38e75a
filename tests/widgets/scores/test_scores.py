"""The scores view by real events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from boilerscope.widgets.scores.records import PaneScores, ScoreColumn
from boilerscope.widgets.scores.view import OWN_TEXT, ScoresView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

COLUMNS = (
    ScoreColumn("token_f1", "Token F1", "2 × P × R / (P + R) Unit: words."),
    ScoreColumn("snippets_passed", "Snippets passed", "Snippets."),
)
ROWS = (
    PaneScores(1, "bte", {"token_f1": 0.123456789, "snippets_passed": None}, text="Page text"),
    PaneScores(2, "link_ratio"),
    PaneScores(3, "vips", message="No layout."),
)


@pytest.fixture
def view(qtbot: QtBot) -> ScoresView:
    scores_view = ScoresView()
    qtbot.addWidget(scores_view)
    scores_view.resize(600, 220)
    scores_view.show()
    scores_view.show_scores(COLUMNS, ROWS, "This page.")
    return scores_view


def cell(view: ScoresView, row: int, column: int, role: int = Qt.ItemDataRole.DisplayRole) -> str:
    return str(view.model.data(view.model.index(row, column), role))


def test_a_value_is_rounded_and_its_tip_has_all_digits_and_the_formula(view: ScoresView):
    tip = cell(view, 0, 0, Qt.ItemDataRole.ToolTipRole)

    assert [cell(view, row, 0) for row in range(3)] == ["0.123", "…", "–"]
    assert "0.123456789" in tip
    assert "Unit: words." in tip
    assert cell(view, 0, 1) == "–"
    assert "No layout." in cell(view, 2, 0, Qt.ItemDataRole.ToolTipRole)
    assert cell(view, 0, 0, Qt.ItemDataRole.AccessibleTextRole) == "bte, Token F1 0.123"


def test_choices_are_shown_and_emitted(view: ScoresView, qtbot: QtBot):
    view.show_choice(OWN_TEXT, comments=True)
    assert (view.text.currentText(), view.comments.currentText()) == ("Own text", "Comments: main")
    with qtbot.waitSignal(view.text_chosen) as text:
        view.text.setFocus()
        QTest.keyClick(view.text, Qt.Key.Key_Up)
    with qtbot.waitSignal(view.comments_chosen) as comments:
        view.comments.setFocus()
        QTest.keyClick(view.comments, Qt.Key.Key_Up)

    assert (text.args, comments.args) == (["page"], [False])


def test_rows_are_copied_with_all_digits(view: ScoresView):
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[:2] == ["pane\ttoken_f1\tsnippets_passed", "bte\t0.123456789\t"]


def test_an_empty_view_shows_the_reason_and_offers_to_mark(view: ScoresView, qtbot: QtBot):
    view.show_empty("This page has no gold.", (("mark", "Mark it"),))
    (button,) = view.empty_note.buttons

    assert not view.table.isVisible()
    assert view.entry() is button
    with qtbot.waitSignal(view.offer_chosen) as offer:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert offer.args == ["mark"]
