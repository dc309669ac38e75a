"""The inspector shows the scene and its requests are handled, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QDialog, QMessageBox, QPlainTextEdit, QWidget

from boilerscope.app.window.controllers.inspector import InspectorController
from boilerscope.widgets.inspector import Inspector
from boilerscope.widgets.picking import selection_of_block
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def inspector(shared: ControllerBench, qtbot: QtBot) -> Inspector:
    """Return the inspector on screen."""
    inspector = Inspector(shared.selection)
    qtbot.addWidget(inspector)
    inspector.show()
    return inspector


@pytest.fixture
def requests() -> list[object]:
    """Return the list of calls from the controller to other parts."""
    return []


@pytest.fixture
def controller(
    shared: ControllerBench, inspector: Inspector, requests: list[object]
) -> InspectorController:
    """Return the controller of a page with results and a selected block."""
    shared.open()
    shared.controller.activate(ARTICLE)
    controller = InspectorController(
        shared.context, shared.actions, inspector, requests.append, requests.append
    )
    shared.selection.select(selection_of_block(shared.controller.session.pane(ARTICLE), 1))
    controller.refresh()
    return controller


def dialog(widget: QWidget) -> QDialog:
    """Return the only dialog of a widget."""
    (dialog,) = widget.findChildren(QDialog)
    return dialog


@pytest.mark.usefixtures("controller")
def test_it_shows_the_active_pane(inspector: Inspector):
    assert inspector.pane is not None
    assert inspector.pane.name == ARTICLE
    assert inspector.block.text() == "Block 1"


@pytest.mark.usefixtures("controller")
def test_choosing_a_pane_activates_it(shared: ControllerBench, inspector: Inspector):
    inspector.pane_chosen.emit(LINK_RATIO)

    assert shared.controller.session.active == LINK_RATIO


@pytest.mark.usefixtures("controller")
def test_the_chevrons_step_from_block_to_block(inspector: Inspector, requests: list[object]):
    inspector.step_asked.emit(-1)

    assert requests == [-1]


@pytest.mark.usefixtures("controller")
def test_explain_reveals_the_steps_of_the_block(
    shared: ControllerBench, inspector: Inspector, requests: list[object]
):
    inspector.steps.set_open(False)

    shared.do("explain")

    assert requests == [inspector]
    assert inspector.step_rows.isVisible()


@pytest.mark.usefixtures("controller")
def test_the_result_of_the_active_pane_is_revealed(
    shared: ControllerBench, inspector: Inspector, requests: list[object]
):
    shared.do("show_result")

    assert requests == [inspector]
    assert inspector.result.isVisible()


@pytest.mark.usefixtures("controller")
def test_the_source_is_shown_at_a_line(shared: ControllerBench, inspector: Inspector):
    inspector.source_asked.emit(3)

    source = dialog(inspector)
    text = source.findChild(QPlainTextEdit)
    page = shared.controller.session.page
    assert page is not None
    assert text is not None
    assert source.windowTitle() == "lake.html, line 3"
    assert text.toPlainText() == page.source
    assert text.textCursor().selectedText() == page.source.splitlines()[2]
    source.close()


@pytest.mark.usefixtures("controller")
def test_a_line_of_a_library_is_shown_in_its_function(inspector: Inspector):
    inspector.code_asked.emit("lxml/sax.py:40")

    code = dialog(inspector)
    text = code.findChild(QPlainTextEdit)
    assert text is not None
    assert code.windowTitle().endswith("lxml/sax.py, line 40")
    assert text.textCursor().selectedText().startswith("40  ")
    assert text.isReadOnly()
    code.close()


@pytest.mark.usefixtures("controller")
def test_a_line_that_is_not_installed_is_a_message(shared: ControllerBench, inspector: Inspector):
    inspector.code_asked.emit("no_library/core.py:40")

    assert "no_library/core.py is not installed here." in shared.messages


@pytest.mark.usefixtures("controller")
def test_a_link_is_opened_only_after_a_question(inspector: Inspector):
    inspector.link_asked.emit("https://lake.example/more")

    question = dialog(inspector)
    assert isinstance(question, QMessageBox)
    assert "https://lake.example/more" in question.text()
    question.reject()


@pytest.mark.usefixtures("controller")
def test_an_address_that_is_not_a_web_address_is_reported(
    shared: ControllerBench, inspector: Inspector
):
    inspector.link_asked.emit("file:///etc/passwd")

    assert inspector.findChildren(QDialog) == []
    assert shared.messages == ["Not a web address: file:///etc/passwd"]
