"""Tips of painted views, by help events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from boilerscope.widgets.plain import plain
from boilerscope.widgets.tips import Tips

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def rest_at(widget: QWidget, position: QPoint) -> str:
    """Let the pointer rest at a position; return the tip."""
    event = QHelpEvent(QEvent.Type.ToolTip, position, widget.mapToGlobal(position))
    QCoreApplication.sendEvent(widget, event)
    return QToolTip.text()


def test_the_tip_depends_on_the_position_and_is_plain_text(qtbot: QtBot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    Tips(widget, lambda position: f"<b> at {position.x()}" if position.x() < 50 else "")

    assert "&lt;b&gt;" in rest_at(widget, QPoint(20, 5))
    assert "at 20" in QToolTip.text()
    rest_at(widget, QPoint(80, 5))
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_a_long_tip_is_wrapped(qtbot: QtBot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(900, 700)
    widget.show()
    for text in ("A word and another one. " * 20, "2 < 3 & <b>a tag</b> of a page. " * 20):
        QToolTip.showText(QPoint(10, 10), plain(text), widget)
        [tip] = [label for label in QApplication.topLevelWidgets() if label.inherits("QTipLabel")]

        assert tip.width() < 700
    QToolTip.hideText()
