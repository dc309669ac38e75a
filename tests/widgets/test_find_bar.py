"""Finding text: any case, any white space, by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from widgets.find_bar import MAX_MATCHES, FindBar, find_all

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.mark.parametrize(
    ("text", "query", "spans"),
    [
        ("One one ONE", "one", [(0, 3), (4, 7), (8, 11)]),
        ("a b\n\t b", "b b", [(2, 7)]),
        ("a.b axb", "a.b", [(0, 3)]),
        ("abc", "  ", []),
        ("", "a", []),
        ("ÄRGER ärger", "ärger", [(0, 5), (6, 11)]),
        ("水力发电", "力发", [(1, 3)]),
        ("😀 x", "x", [(2, 3)]),
    ],
)
def test_words_are_found_in_any_case_and_over_any_white_space(
    text: str, query: str, spans: list[tuple[int, int]]
):
    assert find_all(text, query) == spans


def test_a_search_stops_counting_somewhere():
    assert len(find_all("a" * (MAX_MATCHES + 5), "a")) == MAX_MATCHES


def test_white_space_without_end_is_searched_in_linear_time():
    assert find_all("a " + " " * 1_000_000 + "c", "a b") == []


@pytest.fixture
def bar(qtbot: QtBot) -> FindBar:
    made = FindBar()
    qtbot.addWidget(made)
    made.open_bar()
    return made


def test_typing_asks_for_the_text(bar: FindBar, qtbot: QtBot):
    with qtbot.waitSignal(bar.changed) as told:
        QTest.keyClicks(bar.field, "x")

    assert told.args == ["x"]


@pytest.mark.parametrize(
    ("modifier", "step"),
    [(Qt.KeyboardModifier.NoModifier, 1), (Qt.KeyboardModifier.ShiftModifier, -1)],
)
def test_enter_goes_on_and_with_shift_back(
    bar: FindBar, qtbot: QtBot, modifier: Qt.KeyboardModifier, step: int
):
    with qtbot.waitSignal(bar.stepped) as told:
        QTest.keyClick(bar.field, Qt.Key.Key_Return, modifier)

    assert told.args == [step]


def test_escape_closes_and_looks_for_nothing(bar: FindBar, qtbot: QtBot):
    bar.field.setText("gulls")
    told: list[str] = []
    bar.changed.connect(told.append)
    with qtbot.waitSignal(bar.closed):
        QTest.keyClick(bar.field, Qt.Key.Key_Escape)

    assert bar.isHidden()
    assert told == [""]


def test_what_was_looked_for_last_is_looked_for_again(bar: FindBar, qtbot: QtBot):
    bar.field.setText("gulls")
    bar.close_bar()
    with qtbot.waitSignal(bar.changed) as told:
        bar.open_bar()

    assert told.args == ["gulls"]
    assert bar.field.selectedText() == "gulls"
