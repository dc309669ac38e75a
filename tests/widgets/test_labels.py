"""Labels: what is shown of a text that is too long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from boilerscope.widgets.labels import ElidedLabel, without_cut_number

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

TEXT = "F1 0.9875 on 1,253 pages, worst-163-1"


def label(qtbot: QtBot, elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> ElidedLabel:
    made = ElidedLabel(TEXT, elide=elide)
    qtbot.addWidget(made)
    return made


def test_no_number_is_cut_at_any_width(qtbot: QtBot):
    elided = label(qtbot)
    whole = elided.sizeHint().width()
    shown = set()
    for width in range(20, whole + 10):
        elided.resize(width, 20)
        shown.add(elided.shown_text())

    assert TEXT in shown
    assert len(shown) > 10
    for text in shown - {TEXT}:
        numbers = re.findall(r"[\d.,]*\d", text)
        assert text.endswith("…")
        assert numbers == re.findall(r"[\d.,]*\d", TEXT)[: len(numbers)]


def test_a_formula_is_shown_whole_or_not_at_all(qtbot: QtBot):
    formula = label(qtbot, Qt.TextElideMode.ElideNone)
    formula.resize(formula.sizeHint())
    assert formula.shown_text() == TEXT

    formula.resize(formula.width() - 20, 20)

    assert formula.shown_text() == ""
    assert formula.is_elided()


@pytest.mark.parametrize(
    ("shown", "text", "left"),
    [
        ("F1 0.9…", "F1 0.98", "F1 …"),
        ("F1 0…", "F1 0.98", "F1 …"),
        ("F1 0.98…", "F1 0.98 of", "F1 0.98…"),
        ("in 3…", "in 3. of", "in 3…"),
        ("a…z", "a long 12 z", "a…z"),
        ("whole", "whole", "whole"),
    ],
)
def test_a_cut_number_is_left_out(shown: str, text: str, left: str):
    assert without_cut_number(shown, text) == left
