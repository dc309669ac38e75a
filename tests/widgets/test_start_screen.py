"""The start screen: cards open their pages, drops are understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from widgets.start_screen import Card, StartScreen, dropped_text

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def screen(qtbot: QtBot) -> StartScreen:
    made = StartScreen()
    qtbot.addWidget(made)
    made.resize(640, 560)
    made.show_pages(
        [Card("sample:en", "News, English", "clear article")],
        [Card("/pages/minutes.html", "minutes.html", "today")],
    )
    made.show()
    return made


def button(screen: StartScreen, name: str) -> QAbstractButton:
    return next(one for one in screen.findChildren(QAbstractButton) if name in one.accessibleName())


def test_click_on_a_sample_opens_it(screen: StartScreen, qtbot: QtBot) -> None:
    with qtbot.waitSignal(screen.opened) as opened:
        QTest.mouseClick(button(screen, "News, English"), Qt.MouseButton.LeftButton)

    assert opened.args == ["sample:en"]


def test_space_on_a_recent_page_opens_it(screen: StartScreen, qtbot: QtBot) -> None:
    with qtbot.waitSignal(screen.opened) as opened:
        QTest.keyClick(button(screen, "minutes.html"), Qt.Key.Key_Space)

    assert opened.args == ["/pages/minutes.html"]


def test_drop_target_asks_for_a_file(screen: StartScreen, qtbot: QtBot) -> None:
    with qtbot.waitSignal(screen.file_asked):
        QTest.mouseClick(button(screen, "Open a file"), Qt.MouseButton.LeftButton)


def test_dropped_file_is_opened(screen: StartScreen, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/pages/a.html")])
    event = QDropEvent(
        QPoint(10, 10),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )

    with qtbot.waitSignal(screen.opened) as opened:
        screen.dropEvent(event)

    assert opened.args == ["/pages/a.html"]


def test_showing_other_pages_replaces_the_old_ones(screen: StartScreen, qtbot: QtBot) -> None:
    screen.show_pages([], [])

    qtbot.waitUntil(
        lambda: (
            len(screen.findChildren(QAbstractButton)) == 1
            or all(
                "minutes" not in b.accessibleName() for b in screen.findChildren(QAbstractButton)
            )
        )
    )
    assert not screen.recent_title.isVisible()


def test_what_was_dropped_is_told_apart() -> None:
    link, markup, words = QMimeData(), QMimeData(), QMimeData()
    link.setUrls([QUrl("https://example.org/a")])
    markup.setText("<p>x</p>")
    words.setText("  example.org ")

    assert dropped_text(link) == "https://example.org/a"
    assert dropped_text(markup) == "<p>x</p>"
    assert dropped_text(words) == "example.org"
    assert dropped_text(QMimeData()) == ""
