"""Foreign text is shown unchanged: no label detects markup, no tip is markup by accident."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QMenu

from boilerscope.widgets.labels import ElidedLabel, PlainLabel, TextLabel
from boilerscope.widgets.plain import entry, plain
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

MARKUP = "<h2>Gone</h2> &amp; <img src='file:///etc/hosts'>\n  two  lines"

# Tips with markup of the program, in which all other text is escaped.
OUR_MARKUP = {
    ("widgets/settings/row.py", "help_text"),
    ("widgets/panes/warning_mark.py", "f'<p><b>{escape(heading)}</b></p>{parts}'"),
}
TRANSLATED = {"tr", "say", "_tr"}
TIPS = {"setToolTip": 0, "showText": 1}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for room in ("app", "widgets"):
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def is_safe_tip(path: str, argument: ast.expr) -> bool:
    """Return whether a tip is text of the program or goes through `plain`."""
    if isinstance(argument, ast.Constant):
        return True
    if isinstance(argument, ast.IfExp):
        return is_safe_tip(path, argument.body) and is_safe_tip(path, argument.orelse)
    if isinstance(argument, ast.Call):
        name = argument.func
        called = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
        if called == "plain" or (
            called in TRANSLATED and isinstance(argument.args[0], ast.Constant)
        ):
            return True
    return (path, ast.unparse(argument)) in OUR_MARKUP


@pytest.mark.parametrize("text", ["2 < 3 && 4", "a\n  b", "", MARKUP])
def test_plain_text_is_shown_unchanged(qapp: object, text: str):
    assert qapp is not None
    tip = plain(text)

    document = QTextDocument()
    document.setHtml(tip)
    assert text in (tip, document.toPlainText())
    assert (tip == text) is not ("<h2>" in text)


def test_a_menu_shows_an_ampersand_of_a_name(qtbot: QtBot):
    menu = QMenu()
    qtbot.addWidget(menu)

    action = menu.addAction(entry("Q&A\tof the week"))

    # Qt keeps only the text before the tab, and reads the letter after a single & as the key.
    assert action.text() == "Q&&A of the week"


def test_labels_do_not_detect_markup(qtbot: QtBot):
    for label in (PlainLabel(MARKUP), ElidedLabel(MARKUP)):
        qtbot.addWidget(label)
        assert label.textFormat() is Qt.TextFormat.PlainText


def test_every_tip_is_text_of_the_program_or_plain():
    calls = [
        (path, call, TIPS[call.func.attr])
        for path, tree in sources()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in TIPS
        and not (call.func.attr == "showText" and ast.unparse(call.func) == "QWhatsThis.showText")
    ]
    guessed = [
        f"{path}:{call.lineno} {ast.unparse(call)}"
        for path, call, index in calls
        if not is_safe_tip(path, call.args[index])
    ]

    assert len(calls) > 20
    assert guessed == []


def test_every_label_is_of_a_class_that_does_not_detect_markup():
    bare = [
        f"{path}:{call.lineno}"
        for path, tree in sources()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in {"QLabel", "QtWidgets.QLabel"}
    ]

    assert bare == []


def test_a_long_path_does_not_widen_a_label_that_wraps(qtbot: QtBot):
    path = f"/home/{'directory-' * 20}/{'x' * 300}.gold.jsonl"
    short, long = TextLabel("gold", wrap=True), TextLabel(wrap=True)
    for label in (short, long):
        qtbot.addWidget(label)
    long.setText(f"Marked by hand, {path}")

    assert long.text() == f"Marked by hand, {path}"
    assert long.accessibleName() == long.text()
    assert long.minimumSizeHint().width() < 300
    long.setText("gold")
    assert long.accessibleName() == ""
    assert long.minimumSizeHint() == short.minimumSizeHint()
