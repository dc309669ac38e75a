"""Editors by kind of setting, except the editor of pipelines."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from boilerscope.widgets.settings.editors import (
    ChoiceEditor,
    Editor,
    NumberEditor,
    SwitchEditor,
    TextEditor,
)
from boilerscope.widgets.settings.list_editor import GridEditor

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.model.settings import Knob


MakeEditor: TypeAlias = "Callable[[Knob, QWidget], Editor]"
"""Returns the editor for a declaration, as a child of a widget."""


def plain_editor(knob: Knob, parent: QWidget) -> Editor:
    """Return the editor for a declaration that is not a pipeline.

    A switch that may be automatic gets a combo box, and so does a text with a list of names.
    """
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
    }
    return editors[knob.kind](knob, parent)
