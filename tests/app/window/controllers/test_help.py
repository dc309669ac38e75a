"""Help opens in dialogs, without the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QTextBrowser

from boilerscope.app.window.actions import ACTIONS
from boilerscope.app.window.controllers.help import HelpController
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.widgets import terms
from boilerscope.widgets.combo import Combo
from tests.helpers.controller_bench import ARTICLE, ControllerBench

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


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


@pytest.mark.usefixtures("help_controller")
def test_help_begins_at_its_first_line(shared: ControllerBench):
    shared.add_panes(ARTICLE)
    shared.do("help")
    (dialog,) = [child for child in shared.window.findChildren(QDialog) if child.isVisible()]
    text = dialog.findChild(QTextBrowser)
    assert text is not None
    QApplication.processEvents()  # the text takes the focus

    assert text.verticalScrollBar().maximum() > 0
    assert text.verticalScrollBar().value() == 0
    dialog.close()


def explained(shared: ControllerBench, controller: HelpController, label: str) -> bool:
    """Ask what a label means, and close the answer; return whether it names anything."""
    was_known = controller.explain(label)
    for dialog in shared.window.findChildren(QDialog):
        dialog.close()
    return was_known


def test_every_label_of_layers_tables_strips_and_scores_is_explained(
    shared: ControllerBench, help_controller: HelpController
):
    shared.add_panes(ARTICLE)
    shared.open()
    pane = shared.context.session.pane(ARTICLE)
    assert pane.shown is not None
    labels = {"Decision", "Against gold", "Agreement", "On other pages", "Gold", "Would change"}
    labels |= {"Block", "Words", "Last rule", "Difference", "Segment", "K", "Precision"}
    labels |= {column.label for column in pane.shown.columns}
    labels |= {measure.label for measure in MEASURES.values()}

    unknown = {label for label in labels if not explained(shared, help_controller, label)}

    assert unknown == set()
    assert not explained(shared, help_controller, "No such label")


def test_the_answer_is_first_and_the_rest_of_the_glossary_follows(
    shared: ControllerBench, help_controller: HelpController
):
    assert help_controller.explain("Link density (words)")
    lines = opened(shared).split("\n")

    assert lines[0].startswith("Link density (words)")
    assert any(line.startswith("Gold standard") for line in lines)


def test_a_label_that_only_its_view_explains_is_shown_in_its_words(
    shared: ControllerBench, help_controller: HelpController
):
    del help_controller
    terms.signals().asked.emit("Place", "Row and column of the error.")

    assert "Row and column of the error." in opened(shared)


@pytest.mark.usefixtures("help_controller")
def test_f1_explains_the_chosen_entry_of_a_chooser(shared: ControllerBench, qtbot: QtBot):
    shared.add_panes(ARTICLE)
    chooser = Combo(shared.window)
    chooser.set_entries([("Link density (words)", "a"), ("1  boilerpipe.article", "b")], "a")
    shared.window.show()
    chooser.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is chooser)
    shared.do("help")
    of_term = opened(shared)
    chooser.setCurrentIndex(1)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is chooser)
    shared.do("help")

    assert "inside links" in of_term
    assert "Kohlschütter" in opened(shared)
    chooser.deleteLater()
