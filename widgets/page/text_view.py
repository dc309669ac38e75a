"""Window that shows a pane's output as a web page, without scripts; shared by all panes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from boilerscope.extractors.page import Page
from boilerscope.widgets.dialog_size import resize_dialog
from boilerscope.widgets.page.view import PageView
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.widgets.page.policy import Access


class WebDialog(QDialog):
    """Window with cleaned HTML as Chromium renders it; its scripts do not run.

    Parameters
    ----------
    parent : QWidget
        The main window.
    agent_folder : Path
        Folder of the page agent's scripts.
    """

    def __init__(self, parent: QWidget, agent_folder: Path) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        resize_dialog(self, 1000, 760)
        self.view = PageView(SelectionModel(self), agent_folder)
        self.view.set_heatmap_shown(False)
        self.view.set_picking(False)
        self.finished.connect(lambda _result: self.view.clear())
        # A page with the focus does not pass Escape on to the dialog.
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)

    def show_html(self, html: str, title: str, base_url: str, access: Access) -> None:
        """Show a document.

        Parameters
        ----------
        html : str
            Cleaned HTML.
        base_url : str
            Base of relative addresses.
        access : Access
            Allowed requests; those of the original page.
        """
        self.setWindowTitle(title)
        page = Page.from_text(html, name=title, url=base_url or None)
        self.view.show_page(
            page,
            access.policy,
            base_url=base_url,
            local_folder=access.folder,
            recorded=access.recorded,
        )
        self.show()
        self.raise_()
