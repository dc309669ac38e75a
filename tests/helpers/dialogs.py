"""Dialogs that are answered at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMessageBox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

    Dialog = TypeVar("Dialog", bound=QDialog)


def choose_file(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """Make every save dialog return this file."""

    def accept(dialog: QFileDialog) -> int:
        dialog.selectFile(str(file))
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(QFileDialog, "exec", accept)


def type_text(monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """Type this text into every dialog that asks for one; return what its fields suggested."""
    suggested: list[str] = []

    def accept(dialog: QInputDialog) -> int:
        suggested.append(dialog.textValue())
        dialog.setTextValue(text)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(QInputDialog, "exec", accept)
    return suggested


def answer(
    monkeypatch: pytest.MonkeyPatch,
    dialog_class: type[Dialog],
    answers: list[Callable[[Dialog], None]],
) -> list[Dialog]:
    """Answer the modal dialogs of a class one after the other; return the opened dialogs.

    Each answer accepts or rejects its dialog. A dialog without an answer is an error.
    """
    opened: list[Dialog] = []

    def execute(dialog: Dialog) -> int:
        opened.append(dialog)
        answers[len(opened) - 1](dialog)
        return dialog.result()

    monkeypatch.setattr(dialog_class, "exec", execute)
    return opened


def press(label: str) -> Callable[[QMessageBox], None]:
    """Return an answer that presses the button with this label."""

    def click(box: QMessageBox) -> None:
        next(button for button in box.buttons() if button.text() == label).click()

    return click


def note_errors(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts of the error messages shown from now on; each message closes at once."""
    texts: list[str] = []

    def note(_parent: object, _title: str, text: str) -> None:
        texts.append(text)

    monkeypatch.setattr(QMessageBox, "warning", note)
    return texts
