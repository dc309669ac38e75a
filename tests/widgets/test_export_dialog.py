"""The export dialog: the effect of Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from boilerscope.widgets.export_dialog import ExportDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_export_is_the_only_main_button(qtbot: QtBot) -> None:
    dialog = ExportDialog(["a", "b"], "a", {"text": "Text"}, "/tmp")  # noqa: S108 - never written to
    qtbot.addWidget(dialog)
    dialog.show()

    main = [button.text() for button in dialog.findChildren(QPushButton) if button.isDefault()]

    assert main == ["Export"]
