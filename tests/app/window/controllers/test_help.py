"""Help opens in dialogs, without the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog, QTextBrowser

from boilerscope.app.window.actions import ACTIONS
from boilerscope.app.window.controllers.help import HelpController
from tests.helpers.controller_bench import ARTICLE, ControllerBench


@pytest.fixture
def help_controller(shared: ControllerBench) -> HelpController:
    """Return the controller."""
    return HelpController(shared.context, shared.actions, shared.window)


def opened(shared: ControllerBench) -> str:
    """Return the text of the open dialog, and close it."""
    (dialog,) = [child for child in shared.window.findChildren(QDialog) if child.isVisible()]
    text = dialog.findChild(QTextBrowser)
    assert text is not None
    plain = text.toPlainText()
    dialog.close()
    return plain


@pytest.mark.usefixtures("help_controller")
def test_every_key_is_listed(shared: ControllerBench):
    shared.do("keys")

    text = opened(shared)

    assert [row.id for row in ACTIONS if row.keys and row.label not in text] == []
    assert "Alt+1" in text


@pytest.mark.usefixtures("help_controller")
def test_help_shows_the_active_extractor_or_else_the_keys(shared: ControllerBench):
    shared.do("help")
    keys = opened(shared)
    shared.add_panes(ARTICLE)
    shared.do("help")

    assert "Ctrl+K" in keys
    assert "boilerpipe" in opened(shared).lower()
