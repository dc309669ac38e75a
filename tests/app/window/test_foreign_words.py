"""Every label of the open window and its dialogs shows its text unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTableView, QWidget

from boilerscope.widgets.export.format_list import FormatLine
from boilerscope.widgets.export.text_tab import PaneLine, TextTab

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench

MARKUP = "<h2>Big</h2> & <img src=x>"
ESCAPED = "&lt;h2&gt;Big&lt;/h2&gt; &amp; &lt;img src=x&gt;"
WORDS = "one two three four five six seven eight nine"
PAGE = f"""<title>{ESCAPED}</title><h1>Mind {ESCAPED}</h1>
<p>Mind {ESCAPED} {WORDS} {WORDS}.<p>Mind {ESCAPED} {WORDS} {WORDS}."""


# Qt itself creates the labels of form rows, from these texts of the program.
OURS = {"In use", "Refresh from", "Refresh every", "Panes", "Format", "Keep", "Text", "To"}


def auto_format_labels(top: QWidget) -> list[str]:
    """Return the labels that detect markup in their text automatically."""
    return [
        f"{type(label).__name__} {label.objectName()} {label.text()!r}"
        for label in top.findChildren(QLabel)
        if label.textFormat() is not Qt.TextFormat.PlainText and label.text() not in OURS
    ]


def test_no_label_of_the_window_detects_markup(bench: WindowBench, tmp_path: Path):
    page = tmp_path / f"{MARKUP.replace('/', '')}.html"
    page.write_text(PAGE, encoding="utf-8")
    bench.open(str(page))
    bench.window_controller.hosts.open()
    dialogs = [
        bench.window_controller.hosts.dialog,
        TextTab([PaneLine(MARKUP)], MARKUP, [FormatLine("text", MARKUP, MARKUP)], MARKUP),
    ]

    assert len(bench.window.findChildren(QLabel)) > 50
    assert auto_format_labels(bench.window) == []
    for dialog in dialogs:
        assert dialog is not None
        assert dialog.findChildren(QLabel)
        assert auto_format_labels(dialog) == []
        dialog.close()
        dialog.deleteLater()


def test_no_tip_of_the_window_is_markup_of_the_page(bench: WindowBench, tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    bench.open(str(page))

    tips = [widget.toolTip() for widget in bench.window.findChildren(QWidget) if widget.toolTip()]
    table = bench.window.blocks.findChild(QTableView)
    assert table is not None
    model = table.model()
    cells = [
        model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
    ]

    assert any("&lt;h2&gt;" in cell for cell in cells if cell)
    assert not [tip for tip in [*tips, *cells] if tip and "<h2>" in tip]
