"""Files on a text field are not inserted into its text, whatever the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets.address_field import AddressField
from boilerscope.widgets.dropped import FieldDrops
from boilerscope.widgets.search_field import SearchField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QWindow
    from pytestqt.qtbot import QtBot

PAGE = QUrl.fromLocalFile("/pages/a.html")


def _editable() -> QWidget:
    combo = QComboBox()
    combo.setEditable(True)
    return combo


FIELDS: dict[str, Callable[[], QWidget]] = {
    "line": QLineEdit,
    "address": AddressField,
    "search": lambda: SearchField("Search"),
    "number": QSpinBox,
    "text": QPlainTextEdit,
    "chooser": _editable,
}


def drop(window: QWindow, point: QPoint, data: QMimeData) -> bool:
    """Drag data to a point of a window and drop it there; return whether the drag was accepted."""
    how = (
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter, move = QDragEnterEvent(point, *how), QDragMoveEvent(point, *how)
    for event in (enter, move, QDropEvent(point, *how)):
        QApplication.sendEvent(window, event)
    return move.isAccepted()


@pytest.fixture(params=list(FIELDS))
def field(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[QWidget]:
    """Yield a field in a window whose drops are watched."""
    window = QWidget()
    qtbot.addWidget(window)
    widget = FIELDS[request.param]()
    QVBoxLayout(window).addWidget(widget)
    window.show()
    qtbot.waitExposed(window)
    yield widget
    window.close()


def test_a_file_on_a_field_is_announced_and_not_inserted(field: QWidget, qtbot: QtBot) -> None:
    window = field.window()
    drops = FieldDrops(window)
    data = QMimeData()
    data.setUrls([PAGE])
    handle = window.windowHandle()
    assert handle is not None
    with qtbot.waitSignal(drops.dropped) as dropped:
        accepted = drop(handle, field.geometry().center(), data)

    assert accepted
    assert dropped.args[0].urls() == [PAGE]
    edited = field if isinstance(field, QLineEdit) else field.findChild(QLineEdit)
    text = edited.text() if isinstance(edited, QLineEdit) else field.toPlainText()  # type: ignore[attr-defined]  # the field is the plain text then
    assert "pages" not in text


def test_a_text_on_a_field_is_inserted_as_ever(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    field = QLineEdit()
    QVBoxLayout(window).addWidget(field)
    window.show()
    qtbot.waitExposed(window)
    drops = FieldDrops(window)
    data = QMimeData()
    data.setText("some words")
    handle = window.windowHandle()
    assert handle is not None
    with qtbot.assertNotEmitted(drops.dropped):
        drop(handle, field.geometry().center(), data)

    assert field.text() == "some words"
