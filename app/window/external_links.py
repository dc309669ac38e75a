"""Addresses that leave the program: opened by the system's browser, after a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox

from app.window.translation import translate

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

_WEB = {"http", "https"}
_SHOWN = 400


def ask_to_open(
    parent: QWidget, address: str, notify: Callable[[str], object]
) -> QMessageBox | None:
    """Ask whether the system's browser shall open an address a page gave, and do so.

    Parameters
    ----------
    parent : QWidget
        The window that asks.
    address : str
        Where to; only addresses of the web are ever opened.
    notify : callable
        Says what went wrong.

    Returns
    -------
    QMessageBox or None
        The open question; None where the address is not one of the web.
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
    # encoded, so that no look-alike letters pass for another host
    shown = bytes(url.toEncoded().data()).decode("ascii")
    question = translate("Open this address outside Boilerscope, in the system's browser?")
    box.setText(f"{question}\n\n{shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '…'}")
    opening = box.addButton(translate("Open in the browser"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))

    def answered() -> None:
        if box.clickedButton() is opening and not QDesktopServices.openUrl(url):
            notify(translate("The system opened no browser for:") + f" {shown[:_SHOWN]}")

    box.finished.connect(lambda _code: answered())
    box.open()
    return box
