"""Escape closes one part per press, the innermost first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.app.window.controllers.escape import EscapeController, leave_step, unselect
from boilerscope.widgets.records import Selection

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.helpers.controller_bench import ControllerBench


def test_only_the_first_open_part_is_closed(shared: ControllerBench):
    is_open = {"inner": True, "outer": True}
    calls: list[str] = []

    def closer(name: str) -> Callable[[], bool]:
        def close() -> bool:
            calls.append(name)
            was_open, is_open[name] = is_open[name], False
            return was_open

        return close

    EscapeController(shared.actions, (closer("inner"), closer("outer")))

    shared.do("cancel")
    after_one = dict(is_open)
    shared.do("cancel")

    assert after_one == {"inner": False, "outer": True}
    assert is_open == {"inner": False, "outer": False}
    assert calls == ["inner", "inner", "outer"]


def test_closing_returns_whether_a_part_was_open(shared: ControllerBench):
    escape = EscapeController(
        shared.actions,
        (lambda: leave_step(shared.controller), lambda: unselect(shared.selection)),
    )
    shared.selection.select(Selection(((0, 1),)))

    closed = (escape.close_innermost(), escape.close_innermost())

    assert closed == (True, False)
    assert shared.selection.selection is None
