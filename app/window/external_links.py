"""What other programs of the system show: links of pages, after a question, and written files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox

from boilerscope.app.window.translation import translate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

_WEB = {"http", "https"}
_SHOWN = 400


def ask_to_open(
    parent: QWidget, address: str, notify: Callable[[str], object]
) -> QMessageBox | None:
    """Ask whether the system's browser should open an address of a page; open it if so.

    Parameters
    ----------
    parent : QWidget
        Parent of the question.
    address : str
        The address; only web addresses are opened.
    notify : callable
        Reports an error.

    Returns
    -------
    QMessageBox or None
        The open question; None if it is not a web address.
    """
    url = QUrl(address)
    if not url.isValid() or url.scheme().lower() not in _WEB or not url.host():
        notify(translate("Not a web address:") + f" {address[:_SHOWN]}")
        return None
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Boilerscope")
    box.setTextFormat(Qt.TextFormat.PlainText)
    # encoded, so that look-alike letters cannot imitate another host
    encoded = bytes(url.toEncoded().data()).decode("ascii")
    question = translate("Open this address in the system's browser?")
    box.setText(f"{question}\n\n{encoded if len(encoded) <= _SHOWN else encoded[:_SHOWN] + '…'}")
    opening = box.addButton(translate("Open in the browser"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))

    def answered() -> None:
        if box.clickedButton() is opening and not QDesktopServices.openUrl(url):
            notify(translate("The system did not open a browser for:") + f" {encoded[:_SHOWN]}")

    box.finished.connect(lambda _code: answered())
    box.open()
    return box


def show_file(file: Path, notify: Callable[[str], object]) -> None:
    """Show the folder of a written file in the file manager of the desktop.

    Parameters
    ----------
    notify : callable
        Reports an error, with the folder.
    """
    folder = file.absolute().parent
    if not folder.is_dir():
        notify(translate("The folder is no longer there:") + f" {folder}")
    elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        notify(translate("No file manager opened the folder:") + f" {folder}")
