"""One gesture is one step of undo: a drag, a key that is held down, whatever time it takes."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest

from boilerscope.app.session.session import DEFAULT_PANES
from boilerscope.widgets.records import Lock
from boilerscope.widgets.settings.number_box import NumberBox
from boilerscope.widgets.settings.slider import ValueSlider

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.session.history import Setups
    from tests.helpers.bench import WindowBench

N_MOVES = 9
INSET = 10.5
"""Distance from the edge of a slider to the end of its track, in pixels."""


@pytest.fixture
def slow(lake: WindowBench, monkeypatch: pytest.MonkeyPatch) -> WindowBench:
    """Return a window in which five seconds pass between two changes."""
    lake.settle()
    ticks = itertools.count(100, 5)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    return lake


def in_window(bench: WindowBench, widget: QWidget, share: float) -> QPoint:
    """Return a point of a widget, at a share of its width, in the window."""
    track = widget.width() - 2 * INSET
    inner = QPoint(round(INSET + share * track), widget.height() - 12)
    return widget.mapTo(bench.window, inner)


def drag(bench: WindowBench, widget: QWidget, *shares: float) -> None:
    """Drag over shares of a widget's width, as the window system would."""
    handle, button = bench.window.windowHandle(), Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    points = [in_window(bench, widget, share) for share in shares]
    QTest.mousePress(handle, button, none, points[0])
    for point in points:
        QTest.mouseMove(handle, point)
        bench.qtbot.wait(1)
    QTest.mouseRelease(handle, button, none, points[-1])


def hold(bench: WindowBench, key: Qt.Key, n_repeats: int) -> None:
    """Hold a key down."""
    handle, none = bench.window.windowHandle(), Qt.KeyboardModifier.NoModifier
    for repeat in range(n_repeats):
        pressed = QKeyEvent(QEvent.Type.KeyPress, key, none, "", repeat > 0)
        QCoreApplication.sendEvent(handle, pressed)
    QCoreApplication.sendEvent(handle, QKeyEvent(QEvent.Type.KeyRelease, key, none))


def settings_of(bench: WindowBench) -> list[object]:
    """Return the settings of all panes."""
    return [pane.settings for pane in bench.controller.session.panes]


def sliders(bench: WindowBench) -> list[ValueSlider]:
    """Return the sliders on screen in the settings panel."""
    found = bench.window.settings.findChildren(ValueSlider)
    return [
        slider
        for slider in found
        if slider.isVisible() and slider.visibleRegion().boundingRect().height() >= slider.height()
    ]


@pytest.mark.parametrize("pane", DEFAULT_PANES)
def test_a_slow_drag_of_any_slider_of_linked_panes_is_one_step(slow: WindowBench, pane: str):
    slow.controller.activate(pane)
    slow.controller.link_pane(pane, Lock.RANK)
    slow.settle()
    before, done = settings_of(slow), 0
    for slider in sliders(slow):
        drag(slow, slider, *(0.2 + 0.07 * move for move in range(N_MOVES)))
        if settings_of(slow) != before:
            done += 1
            slow.controller.undo()
        slow.settle()

        assert settings_of(slow) == before
        assert not slow.controller.session.can_undo()
    assert done >= 1


def test_a_held_key_is_one_step_and_two_drags_are_two(slow: WindowBench):
    box = next(box for box in slow.window.settings.findChildren(NumberBox) if box.isVisible())
    before = settings_of(slow)
    box.setFocus()
    hold(slow, Qt.Key.Key_Up, 12)
    after_key = settings_of(slow)
    slider = sliders(slow)[0]
    drag(slow, slider, 0.2, 0.3)
    after_first = settings_of(slow)
    drag(slow, slider, 0.3, 0.5)
    steps: list[list[object]] = []
    while slow.controller.session.can_undo():
        slow.controller.undo()
        steps.append(settings_of(slow))

    assert steps == [after_first, after_key, before]
    assert len({str(step) for step in steps}) == 3


def test_a_slider_that_comes_back_is_at_its_exact_default(slow: WindowBench):
    slider = sliders(slow)[0]
    before = settings_of(slow)
    default = slider.number_scale.share_of(slider.number)

    drag(slow, slider, default, 0.9, 0.1)
    away = settings_of(slow)
    drag(slow, slider, 0.1, 0.7, default)

    assert away != before
    assert settings_of(slow) == before


def test_linking_is_not_a_step_and_ctrl_y_redoes(slow: WindowBench):
    setups: Setups = slow.controller.session.setups()

    slow.controller.link_pane(slow.controller.session.active, Lock.RANK)

    assert slow.controller.session.setups() != setups
    assert not slow.controller.session.can_undo()
    assert "Ctrl+Y" in [
        key.toString() for key in slow.window_controller.actions["redo"].shortcuts()
    ]
