"""Text search: any case, any white space, by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from boilerscope.widgets.find_bar import MAX_MATCHES, FindBar, find_all

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
def test_words_are_found_in_any_case_and_across_any_white_space(
    text: str, query: str, spans: list[tuple[int, int]]
):
    assert find_all(text, query) == spans


def test_a_search_stops_counting_at_a_limit():
    assert len(find_all("a" * (MAX_MATCHES + 5), "a")) == MAX_MATCHES


def test_very_long_white_space_is_searched_in_linear_time():
    assert find_all("a " + " " * 1_000_000 + "c", "a b") == []


@pytest.fixture
def bar(qtbot: QtBot) -> FindBar:
    find_bar = FindBar()
    qtbot.addWidget(find_bar)
    find_bar.open_bar()
    return find_bar


def test_typing_requests_the_text(bar: FindBar, qtbot: QtBot):
    with qtbot.waitSignal(bar.changed) as signal:
        QTest.keyClicks(bar.field, "x")

    assert signal.args == ["x"]


@pytest.mark.parametrize(
    ("modifier", "step"),
    [(Qt.KeyboardModifier.NoModifier, 1), (Qt.KeyboardModifier.ShiftModifier, -1)],
)
def test_enter_goes_to_the_next_match_and_with_shift_to_the_previous(
    bar: FindBar, qtbot: QtBot, modifier: Qt.KeyboardModifier, step: int
):
    with qtbot.waitSignal(bar.stepped) as signal:
        QTest.keyClick(bar.field, Qt.Key.Key_Return, modifier)

    assert signal.args == [step]


def test_escape_closes_and_clears_the_search(bar: FindBar, qtbot: QtBot):
    bar.field.setText("gulls")
    emitted: list[str] = []
    bar.changed.connect(emitted.append)
    with qtbot.waitSignal(bar.closed):
        QTest.keyClick(bar.field, Qt.Key.Key_Escape)

    assert bar.isHidden()
    assert emitted == [""]


def test_the_last_text_is_searched_again(bar: FindBar, qtbot: QtBot):
    bar.field.setText("gulls")
    bar.close_bar()
    with qtbot.waitSignal(bar.changed) as signal:
        bar.open_bar()

    assert signal.args == ["gulls"]
    assert bar.field.selectedText() == "gulls"
