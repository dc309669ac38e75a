"""Which editor a kind of setting gets: one small table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.settings.editors import (
    ChoiceEditor,
    Editor,
    NumberEditor,
    SwitchEditor,
    TextEditor,
)
from widgets.settings.list_editor import GridEditor

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from extractors.model.settings import Knob


def make_editor(knob: Knob, parent: QWidget) -> Editor:
    """Return the editor for a declaration.

    An on-or-off that may be automatic is a choice, and so is a text that names one of several.
    """
    from widgets.settings.pipeline_editor import PipelineEditor  # its steps hold forms of rows

    if (knob.kind == "bool" and knob.auto) or (knob.kind == "text" and knob.names is not None):
        return ChoiceEditor(knob, parent)
    editors: dict[str, type[Editor]] = {
        "bool": SwitchEditor,
        "int": NumberEditor,
        "float": NumberEditor,
        "choice": ChoiceEditor,
        "text": TextEditor,
        "list": GridEditor,
        "table": GridEditor,
        "pipeline": PipelineEditor,
    }
    return editors[knob.kind](knob, parent)
