"""What was dropped on the window, or pasted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData


def dropped_text(data: QMimeData) -> str:
    """Return the local path, address or markup that was dropped or pasted; empty if there is none.

    Parameters
    ----------
    data : QMimeData
        Data of a drop or of the clipboard.
    """
    for url in data.urls():
        return url.toLocalFile() if url.isLocalFile() else url.toString()
    if data.hasHtml() and "<" in data.text():
        return str(data.text())
    return str(data.text()).strip() if data.hasText() else ""
