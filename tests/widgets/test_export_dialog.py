"""The export dialog: what Enter does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from widgets.export_dialog import ExportDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_export_is_the_main_button_and_the_only_one(qtbot: QtBot) -> None:
    dialog = ExportDialog(["a", "b"], "a", {"text": "Text"}, "/tmp")  # noqa: S108 - never written to
    qtbot.addWidget(dialog)
    dialog.show()

    main = [one.text() for one in dialog.findChildren(QPushButton) if one.isDefault()]

    assert main == ["Export"]
