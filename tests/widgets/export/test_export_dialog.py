"""The export dialog: the effect of Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton

from boilerscope.widgets.export.dialog import ExportDialog
from boilerscope.widgets.export.preview import Preview

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_export_is_the_only_main_button(qtbot: QtBot) -> None:
    dialog = ExportDialog(["a", "b"], "a", {"text": "Text"}, "/tmp")  # noqa: S108 - never written to
    qtbot.addWidget(dialog)
    dialog.show()

    main = [button.text() for button in dialog.findChildren(QPushButton) if button.isDefault()]

    assert main == ["Export"]


def _dialog(qtbot: QtBot) -> ExportDialog:
    formats = {"text": "Text", "markdown": "Markdown", "jsonl": "JSON lines"}
    dialog = ExportDialog(["a", "b"], "a", formats, "out", own_formats={"markdown": ("b",)})
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def _choose(dialog: ExportDialog, name: str) -> None:
    dialog.format_choice.setCurrentIndex(dialog.format_choice.findData(name))


def test_structure_is_offered_for_structured_formats_only(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot)

    visible = []
    for name in ("text", "markdown", "jsonl"):
        _choose(dialog, name)
        visible.append(dialog.structure.isVisible())

    assert visible == [False, True, False]


def test_own_text_is_offered_where_a_library_writes_the_format(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot)
    text = dialog.findChild(QComboBox, "exportText")
    assert isinstance(text, QComboBox)
    _choose(dialog, "markdown")

    without_own = text.isVisible(), dialog.chosen().structure.text
    dialog.all_panes.click()
    with_own = text.isVisible(), dialog.chosen().structure.text
    text.setCurrentIndex(0)

    assert without_own == (False, "auto")
    assert with_own == (True, "page")
    assert dialog.chosen().structure.text == "own"
    assert not dialog.structure.isEnabled()


def test_each_change_asks_for_one_preview(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot)
    _choose(dialog, "markdown")

    with qtbot.waitSignal(dialog.preview_asked) as asked:
        box = dialog.findChild(QCheckBox, "exportKeep_code")
        assert isinstance(box, QCheckBox)
        box.setChecked(False)

    assert asked.args is not None
    assert asked.args[0].structure.code is False


def test_a_preview_loads_nothing_and_its_problem_is_shown(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot)

    dialog.show_preview(Preview(source="<b>", rendered="<img src=file:///etc/hostname><p>one"))
    text = dialog.preview.source.shown
    dialog.show_preview(Preview(problem="None of the selected panes has a result."))

    assert text == "<b>"
    assert dialog.preview.source.shown == "None of the selected panes has a result."
