"""Texts that several controllers show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.app.window.translation import translate

if TYPE_CHECKING:
    from boilerscope.widgets.records import PaneRecord


def name_of(pane: PaneRecord) -> str:
    """Return number and name of a pane, with the step that it is shown after."""
    name = f"{pane.number} {pane.name}"
    if pane.step is None:
        return name
    return translate("{pane} after {code}").format(pane=name, code=pane.step_code)
