"""The veil says what loads, covers a page that is no longer it, and offers what helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QPushButton, QWidget

from widgets.load_state import LoadPhase, LoadState
from widgets.page.veil import Veil

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

READING = LoadState(LoadPhase.READING, "http://site.example/a", share=0.5)
DRAWING = LoadState(LoadPhase.SHOWING, "http://site.example/a", behind=True)


@pytest.fixture
def view(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(500, 600)
    made.show()
    return made


def buttons(veil: Veil) -> list[str]:
    return [one.text() for one in veil.findChildren(QPushButton) if one.isVisible()]


def shown(qtbot: QtBot, veil: Veil, state: LoadState) -> Veil:
    """Show a state and wait until it is seen."""
    veil.show_load(state)
    qtbot.waitUntil(veil.isVisible, timeout=5000)
    return veil


def test_a_load_takes_the_room_of_its_card_and_leaves_the_page_free(qtbot: QtBot, view: QWidget):
    veil = shown(qtbot, Veil(view), READING)

    assert veil.height() < 200
    assert view.childAt(10, 590) is None
    assert buttons(veil) == ["Stop"]


def test_a_page_that_is_another_one_is_covered_whole(qtbot: QtBot, view: QWidget):
    veil = shown(qtbot, Veil(view), DRAWING)
    view.resize(400, 700)

    qtbot.waitUntil(lambda: veil.geometry() == view.rect(), timeout=5000)


def test_a_load_that_is_over_soon_is_not_shown(view: QWidget):
    veil = Veil(view)
    veil.show_load(READING)
    veil.show_load(LoadState())

    assert not veil.isVisible()
    assert not veil.is_pending


def test_a_silent_page_can_be_stopped_or_loaded_again(qtbot: QtBot, view: QWidget):
    veil = shown(qtbot, Veil(view), LoadState(silent=True))
    card = veil.findChild(QWidget, "loadCard")
    stop = next(one for one in veil.findChildren(QPushButton) if one.text() == "Stop")

    with qtbot.waitSignal(veil.stop_asked, timeout=5000):
        stop.click()
    assert buttons(veil) == ["Load again", "Stop"]
    assert card is not None
    assert card.accessibleName().startswith("The page does not answer")


def test_a_page_that_was_stopped_can_be_drawn(qtbot: QtBot, view: QWidget):
    veil = shown(qtbot, Veil(view), LoadState(behind=True))

    assert buttons(veil) == ["Draw the page"]
