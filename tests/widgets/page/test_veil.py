"""The veil names the load, covers a page that is being replaced, and offers remedies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QPushButton, QWidget

from boilerscope.widgets.load_state import LoadPhase, LoadState
from boilerscope.widgets.page.veil import Veil

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

READING = LoadState(LoadPhase.READING, "http://site.example/a", share=0.5)
DRAWING = LoadState(LoadPhase.SHOWING, "http://site.example/a", behind=True)


@pytest.fixture
def view(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(500, 600)
    parent.show()
    return parent


def buttons(veil: Veil) -> list[str]:
    return [button.text() for button in veil.findChildren(QPushButton) if button.isVisible()]


def shown(qtbot: QtBot, veil: Veil, state: LoadState) -> Veil:
    """Show a state and wait until it is visible."""
    veil.show_load(state)
    qtbot.waitUntil(veil.isVisible, timeout=5000)
    return veil


def test_a_load_covers_only_the_area_of_its_card(qtbot: QtBot, view: QWidget):
    veil = shown(qtbot, Veil(view), READING)

    assert veil.height() < 200
    assert view.childAt(10, 590) is None
    assert buttons(veil) == ["Stop"]


def test_the_whole_view_is_covered_while_a_page_is_drawn(qtbot: QtBot, view: QWidget):
    veil = shown(qtbot, Veil(view), DRAWING)
    view.resize(400, 700)

    qtbot.waitUntil(lambda: veil.geometry() == view.rect(), timeout=5000)


def test_a_short_load_is_not_shown(view: QWidget):
    veil = Veil(view)
    veil.show_load(READING)
    veil.show_load(LoadState())

    assert not veil.isVisible()
    assert not veil.is_pending


def test_a_silent_page_can_be_stopped_or_loaded_again(qtbot: QtBot, view: QWidget):
    veil = shown(qtbot, Veil(view), LoadState(silent=True))
    card = veil.findChild(QWidget, "loadCard")
    stop = next(button for button in veil.findChildren(QPushButton) if button.text() == "Stop")

    with qtbot.waitSignal(veil.stop_asked, timeout=5000):
        stop.click()
    assert buttons(veil) == ["Load again", "Stop"]
    assert card is not None
    assert card.accessibleName().startswith("The page does not answer")


def test_a_page_that_was_stopped_can_be_drawn(qtbot: QtBot, view: QWidget):
    veil = shown(qtbot, Veil(view), LoadState(behind=True))

    assert buttons(veil) == ["Draw the page"]
