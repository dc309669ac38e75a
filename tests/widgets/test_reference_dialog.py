"""Entries in groups, and their search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from boilerscope.widgets.reference_dialog import ReferenceDialog, ReferenceEntry

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

ENTRIES = (
    ReferenceEntry("Page", "Reload <it>", "everywhere", ("F5",)),
    ReferenceEntry("Page", "Quit", "everywhere", ("Ctrl+Q",), "close"),
    ReferenceEntry("Gold", "Main content", "C & B"),
)


@pytest.fixture
def make(qtbot: QtBot) -> Callable[[str], ReferenceDialog]:
    """Return a function that opens the dialog with a search."""
    window = QWidget()
    window.resize(900, 700)
    qtbot.addWidget(window)

    def make(query: str) -> ReferenceDialog:
        dialog = ReferenceDialog(window, "Keys", ENTRIES, query=query)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def test_all_entries_are_listed_under_their_groups(make: Callable[[str], ReferenceDialog]):
    dialog = make("")
    lines = dialog.browser.toPlainText().split("\n")

    assert lines.index("Page") < lines.index("Reload <it>") < lines.index("Gold")
    assert "Ctrl+Q" in lines


def test_a_search_finds_titles_keys_and_further_words(make: Callable[[str], ReferenceDialog]):
    dialog = make("close")
    assert [entry.title for entry in dialog.shown()] == ["Quit"]
    dialog.search.setText("f5")
    assert [entry.title for entry in dialog.shown()] == ["Reload <it>"]
    dialog.search.setText("no such thing")
    assert not dialog.browser.isVisible()
    assert dialog.nothing.isVisible()
