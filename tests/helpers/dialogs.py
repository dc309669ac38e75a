"""Dialogs that answer by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QFileDialog

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def choose_file(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """Have every file dialog that is asked for a file to write take this one."""

    def accept(dialog: QFileDialog) -> int:
        dialog.selectFile(str(file))
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(QFileDialog, "exec", accept)
