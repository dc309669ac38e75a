"""Buttons of dialogs: no pictures of the desktop on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QInputDialog, QMessageBox, QPushButton

from boilerscope.app.window.corpus.dialog import CorpusDialog
from boilerscope.widgets.hosts_dialog import HostsDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from tests.helpers.bench import WindowBench


def _plain(parent: QWidget) -> QDialog:
    dialog = QDialog(parent)
    QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, dialog)
    return dialog


def _hosts(parent: QWidget) -> QDialog:
    return HostsDialog("", 7, parent)


def _question(parent: QWidget) -> QDialog:
    buttons = QMessageBox.StandardButton.Ok | QMessageBox.StandardButton.Cancel
    return QMessageBox(QMessageBox.Icon.Question, "Title", "Text", buttons, parent)


@pytest.mark.parametrize(
    "make",
    [_plain, _question, QInputDialog, _hosts, lambda parent: CorpusDialog(parent, "All (*)")],
    ids=["plain", "question", "input", "hosts", "corpus"],
)
def test_buttons_of_dialogs_have_no_pictures(
    bench: WindowBench, make: Callable[[QWidget], QDialog]
):
    dialog = make(bench.window)
    dialog.show()
    standard = [
        button
        for box in dialog.findChildren(QDialogButtonBox)
        for button in box.buttons()
        if isinstance(button, QPushButton)
    ]

    assert standard
    assert [button.text() for button in standard if not button.icon().isNull()] == []
    dialog.close()
