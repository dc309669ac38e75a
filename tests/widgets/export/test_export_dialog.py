"""The export dialog: the effect of Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QScrollArea, QTextBrowser

from boilerscope.widgets.export.dialog import ExportDialog
from boilerscope.widgets.export.format_list import FormatLine
from boilerscope.widgets.export.preview import Notice, Preview, PreviewPanel
from boilerscope.widgets.export.tab import CommandLine
from boilerscope.widgets.export.text_tab import PaneLine, TextTab

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

PANES = [PaneLine("a", 1, "12 words"), PaneLine("b", 2)]


def test_export_is_the_only_main_button(qtbot: QtBot) -> None:
    dialog = ExportDialog()
    dialog.add_tab("Text", TextTab(PANES, "a", [FormatLine("text", "Text")], "out"))
    qtbot.addWidget(dialog)
    dialog.show()

    main = [button.text() for button in dialog.findChildren(QPushButton) if button.isDefault()]

    assert main == ["Export"]


def _tab(qtbot: QtBot) -> TextTab:
    formats = [
        FormatLine("text", "Text", "Lines of words"),
        FormatLine("markdown", "Markdown", "Tables, code, formulas, footnotes and much more"),
        FormatLine("jsonl", "JSON lines"),
    ]
    tab = TextTab(PANES, "a", formats, "out", own_formats={"markdown": ("b",)})
    qtbot.addWidget(tab)
    tab.show()
    return tab


def _choose(tab: TextTab, name: str) -> None:
    tab.format_choice.choose(name)


def test_structure_is_offered_for_structured_formats_only(qtbot: QtBot) -> None:
    tab = _tab(qtbot)

    visible = []
    for name in ("text", "markdown", "jsonl"):
        _choose(tab, name)
        visible.append(tab.structure.isVisible())

    assert visible == [False, True, False]


def test_own_text_is_offered_where_a_library_writes_the_format(qtbot: QtBot) -> None:
    tab = _tab(qtbot)
    text = tab.findChild(QComboBox, "exportText")
    assert isinstance(text, QComboBox)
    _choose(tab, "markdown")

    without_own = text.isVisible(), tab.chosen().structure.text
    tab.all_panes.click()
    with_own = text.isVisible(), tab.chosen().structure.text
    text.setCurrentIndex(0)

    assert without_own == (False, "auto")
    assert with_own == (True, "page")
    assert tab.chosen().structure.text == "own"
    assert not tab.structure.isEnabled()


def test_each_change_asks_for_one_preview(qtbot: QtBot) -> None:
    tab = _tab(qtbot)
    _choose(tab, "markdown")

    with qtbot.waitSignal(tab.preview_asked) as asked:
        box = tab.findChild(QCheckBox, "exportKeep_code")
        assert isinstance(box, QCheckBox)
        box.setChecked(False)

    assert asked.args is not None
    assert asked.args[0].structure.code is False


def test_a_preview_loads_nothing_and_its_problem_is_shown(qtbot: QtBot) -> None:
    tab = _tab(qtbot)

    tab.show_preview(Preview(source="<b>", rendered="<img src=file:///etc/hostname><p>one"))
    text = tab.preview.source.shown
    tab.show_preview(Preview(problem="None of the selected panes has a result."))

    assert text == "<b>"
    assert tab.preview.source.shown == "None of the selected panes has a result."


def test_a_figure_begins_a_line_of_the_rendered_preview(qtbot: QtBot) -> None:
    panel = PreviewPanel()
    qtbot.addWidget(panel)
    figure = "<figure><img src=a><figcaption><p>two</p></figcaption></figure><p>three"

    panel.show_preview(Preview(source="x", rendered=f"<p>one</p>{figure}"))

    reader = panel.findChild(QTextBrowser, "exportRendered")
    assert reader is not None
    assert reader.toPlainText().split("\n") == ["one", "\ufffc", "two", "three"]


def test_a_notice_shows_the_line_of_the_source_that_it_is_about(qtbot: QtBot) -> None:
    tab = _tab(qtbot)
    notice = Notice("1 table has merged cells.", "Markdown repeats their text.", 3)
    tab.show_preview(Preview(name="a.md", source="a\n\n| b |", notices=(notice,)))

    press = next(b for b in tab.findChildren(QPushButton) if b.text() == "Show it")
    press.click()

    assert tab.preview.source.textCursor().selectedText() == "| b |"


def test_a_notice_on_the_whole_page_or_behind_the_preview_has_no_line(qtbot: QtBot) -> None:
    tab = _tab(qtbot)
    tab.show_preview(Preview(source="a", notices=(Notice("b.", "c."), Notice("d.", "e.", 900))))

    assert "Show it" not in [button.text() for button in tab.findChildren(QPushButton)]


def test_formats_are_chosen_by_keys_and_spoken_with_what_they_hold(qtbot: QtBot) -> None:
    tab = _tab(qtbot)
    formats = tab.format_choice

    with qtbot.waitSignal(tab.preview_asked) as asked:
        QTest.keyClick(formats, Qt.Key.Key_Down)

    assert asked.args is not None
    assert asked.args[0].format == "markdown"
    spoken = formats.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Text, Lines of words"


def test_the_command_of_the_tab_is_copied(qtbot: QtBot) -> None:
    dialog = ExportDialog()
    tab = TextTab(PANES, "a", [FormatLine("text", "Text")], "out")
    dialog.add_tab("Text", tab)
    qtbot.addWidget(dialog)
    dialog.show()
    without = dialog.command_button.isVisible()
    tab.set_command(lambda choice: CommandLine(f"boilerscope {choice.folder}"))

    with qtbot.waitSignal(dialog.command_copied) as copied:
        dialog.command_button.click()
    tab.set_command(lambda _choice: CommandLine(problem="The page has no file."))

    assert not without
    assert copied.args == ["boilerscope out"]
    assert not dialog.command_button.isEnabled()
    assert dialog.command_button.toolTip() == "The page has no file."


def test_problem_and_footer_are_those_of_the_tab_on_screen(qtbot: QtBot) -> None:
    dialog = ExportDialog()
    text, other = (TextTab(PANES, "a", [FormatLine("text", "Text")], "out") for _ in range(2))
    dialog.add_tab("Text", text)
    dialog.add_tab("Other", other)
    qtbot.addWidget(dialog)
    other.set_check(lambda _choice: "Not here.")

    before = dialog.problem_label.text(), dialog.export_button.isEnabled()
    dialog.tabs.setCurrentIndex(1)

    assert before == ("", True)
    assert (dialog.problem_label.text(), dialog.export_button.isEnabled()) == ("Not here.", False)


@pytest.fixture(params=[8, 12, 16])
def points(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[int]:
    """Give the program a font of another size for a test."""
    usual = qapp.font()
    font = QFont(usual)
    font.setPointSize(request.param)
    qapp.setFont(font)
    yield request.param
    qapp.setFont(usual)


@pytest.mark.usefixtures("points")
def test_the_form_fits_its_column_with_all_counts(qtbot: QtBot) -> None:
    tab = _tab(qtbot)
    _choose(tab, "markdown")
    counts = dict.fromkeys(("outline", "tables", "code", "formulas", "images", "footnotes"), 1234)
    tab.show_preview(Preview(source="a", found=counts, written=counts))
    qtbot.wait(1)

    form = tab.findChild(QScrollArea, "exportForm")
    assert isinstance(form, QScrollArea)
    inside = form.widget()
    assert inside is not None
    assert inside.minimumSizeHint().width() <= form.viewport().width()
