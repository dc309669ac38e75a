"""The start screen: cards open their pages, drops are recognised."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from boilerscope.widgets.dropped import dropped_text
from boilerscope.widgets.start_screen import Card, StartScreen

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def screen(qtbot: QtBot) -> StartScreen:
    start_screen = StartScreen()
    qtbot.addWidget(start_screen)
    start_screen.resize(640, 560)
    start_screen.show_pages(
        [Card("sample:en", "News, English", "clear article")],
        [Card("/pages/minutes.html", "minutes.html", "today")],
    )
    start_screen.show()
    return start_screen


def button(screen: StartScreen, name: str) -> QAbstractButton:
    return next(
        child for child in screen.findChildren(QAbstractButton) if name in child.accessibleName()
    )


def test_click_on_a_sample_opens_it(screen: StartScreen, qtbot: QtBot) -> None:
    with qtbot.waitSignal(screen.opened) as opened:
        QTest.mouseClick(button(screen, "News, English"), Qt.MouseButton.LeftButton)

    assert opened.args == ["sample:en"]


def test_space_on_a_recent_page_opens_it(screen: StartScreen, qtbot: QtBot) -> None:
    with qtbot.waitSignal(screen.opened) as opened:
        QTest.keyClick(button(screen, "minutes.html"), Qt.Key.Key_Space)

    assert opened.args == ["/pages/minutes.html"]


def test_drop_target_requests_a_file(screen: StartScreen, qtbot: QtBot) -> None:
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


def test_showing_new_pages_replaces_the_old_pages(screen: StartScreen, qtbot: QtBot) -> None:
    screen.show_pages([], [])

    qtbot.waitUntil(
        lambda: (
            len(screen.findChildren(QAbstractButton)) == 1
            or all(
                "minutes" not in b.accessibleName() for b in screen.findChildren(QAbstractButton)
            )
        )
    )
    assert not screen.pages.isVisible()


def test_kinds_of_dropped_data_are_distinguished() -> None:
    link, markup, text = QMimeData(), QMimeData(), QMimeData()
    link.setUrls([QUrl("https://example.org/a")])
    markup.setText("<p>x</p>")
    text.setText("  example.org ")

    assert dropped_text(link) == "https://example.org/a"
    assert dropped_text(markup) == "<p>x</p>"
    assert dropped_text(text) == "example.org"
    assert dropped_text(QMimeData()) == ""
