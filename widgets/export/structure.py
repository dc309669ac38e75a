"""Options of the structure in the export dialog: what is kept, with counts, and how.

Input: counts of the parts. Output: the options as the user chose them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QWidget

from boilerscope.extractors.formats.structure.options import StructureOptions, options_of
from boilerscope.extractors.model.settings import knobs
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Mapping

_SHORTEST_CHOICE = 8  # characters: the form is not wider than its counts
_OTHERS = frozenset(["text"])
"""Options that the dialog shows elsewhere."""


class StructurePanel(QWidget):
    """A check box for each part with its count, and a box for each choice.

    Signals
    -------
    changed()
        The user changed an option.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("exportStructure")
        self._checks: dict[str, QCheckBox] = {}
        self._choices: dict[str, QComboBox] = {}
        self._counts: dict[str, QLabel] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        for row, knob in enumerate(k for k in knobs(StructureOptions) if k.name not in _OTHERS):
            if knob.kind == "bool":
                check = QCheckBox(declared(knob.label))
                check.setObjectName(f"exportKeep_{knob.name}")
                check.setChecked(bool(knob.default))
                check.setToolTip(plain(declared(knob.help)))
                check.toggled.connect(self.changed)
                count = TextLabel(role="ink2")
                grid.addWidget(check, row, 0, 1, 2)
                grid.addWidget(count, row, 2, Qt.AlignmentFlag.AlignRight)
                self._checks[knob.name], self._counts[knob.name] = check, count
                continue
            box = QComboBox()
            box.setObjectName(f"exportChoice_{knob.name}")
            box.setAccessibleName(declared(knob.label))
            box.setToolTip(plain(declared(knob.help)))
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(_SHORTEST_CHOICE)
            for choice in knob.choices:
                label = knob.choice_labels.get(choice.value, choice.value)
                box.addItem(declared(label), choice.value)
            box.setCurrentIndex(box.findData(str(knob.default)))
            box.currentIndexChanged.connect(self.changed)
            label_widget = TextLabel(declared(knob.label))
            label_widget.setBuddy(box)
            grid.addWidget(label_widget, row, 0)
            grid.addWidget(box, row, 1)
            self._choices[knob.name] = box
            if knob.name == "images":
                self._counts[knob.name] = TextLabel(role="ink2")
                grid.addWidget(self._counts[knob.name], row, 2, Qt.AlignmentFlag.AlignRight)

    def options(self, text: str) -> StructureOptions:
        """Return the options with a text, ``auto``, ``page`` or ``own``."""
        values: dict[str, Any] = {name: box.isChecked() for name, box in self._checks.items()}
        values |= {name: box.currentData() for name, box in self._choices.items()}
        return options_of({**values, "text": text})

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show how many parts there are beside each check box; none for unknown counts."""
        for name, label in self._counts.items():
            text = f"{counts[name]:,}" if name in counts else ""
            if name == "formulas" and counts.get(name):
                text = self.tr("{n}, as LaTeX").format(n=text)
            if name == "metadata" and counts.get(name):
                fields = self.tr("{n} field") if counts[name] == 1 else self.tr("{n} fields")
                text = fields.format(n=text)
            label.setText(text)
