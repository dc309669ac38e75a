"""Gold in the inspector."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.model.gold import Gold, GoldClass, Outcome, Provenance
from boilerscope.widgets.demo import demo_scene
from boilerscope.widgets.inspector import Inspector
from boilerscope.widgets.inspector.facts import decision_lines, what_if_sentences
from boilerscope.widgets.inspector.gold import selected_class
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.records import Scene, Selection, WhatIfView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.selection import SelectionModel

PLAIN = demo_scene()


def gold_of(share: float = 1.0) -> Gold:
    """Return gold that differs from the first pane on its first kept block only."""
    extraction = PLAIN.panes[0].shown
    assert extraction is not None
    classes = np.where(extraction.mask, GoldClass.MAIN, GoldClass.BOILERPLATE).astype(np.uint8)
    for start, end in first_kept().runs:
        classes[start:end] = GoldClass.COMMENT
    source = Provenance("cleaneval", "gold/7.txt")
    return Gold(classes, source, share=share, missing=("It was cold.",) if share < 1 else ())


def first_kept() -> Selection:
    pane = PLAIN.panes[0]
    assert pane.shown is not None
    sizes = pane.shown.blocks.token_counts()
    selection = selection_of_block(pane, int(np.flatnonzero(pane.shown.content & (sizes > 0))[0]))
    assert selection is not None
    return selection


@pytest.fixture
def inspector(qtbot: QtBot, selection: SelectionModel) -> Inspector:
    inspector = Inspector(selection)
    qtbot.addWidget(inspector)
    inspector.resize(320, 700)
    inspector.show()
    return inspector


def scene(share: float = 1.0) -> Scene:
    return replace(PLAIN, gold=gold_of(share))


def test_the_selected_text_has_its_gold_class_and_wrong_panes_a_letter(
    inspector: Inspector, selection: SelectionModel
):
    inspector.show_scene(scene())
    selection.select(first_kept())

    assert inspector.gold_line.words.text() == "Gold: comment"
    assert decision_lines(scene(), first_kept())[0].error is Outcome.WRONGLY_KEPT
    assert decision_lines(PLAIN, first_kept())[0].error is None
    assert selected_class(gold_of(), first_kept()) is GoldClass.COMMENT

    inspector.show_scene(PLAIN)
    assert not inspector.gold_line.isVisible()
    assert not inspector.gold_part.isVisible()


def test_errors_of_the_pane_are_counted(inspector: Inspector):
    inspector.show_scene(scene())
    n_words = sum(end - start for start, end in first_kept().runs)
    texts = [label.text() for pair in inspector.gold.error_labels.values() for label in pair]

    assert texts == ["0 blocks missed", "0 words", "1 block wrongly kept", f"{n_words} words"]
    assert inspector.gold.source.text() == "From gold/7.txt (cleaneval)"
    assert not inspector.gold.found.isVisible()


@pytest.mark.parametrize(
    ("share", "expected"),
    [(0.94, "94\xa0% of the gold text found"), (0.12, "so the page is not scored.")],
)
def test_gold_text_missing_on_the_page_is_reported_and_listed(
    inspector: Inspector, qtbot: QtBot, share: float, expected: str
):
    inspector.show_scene(scene(share))

    assert expected in inspector.gold.found.text()
    with qtbot.waitSignal(inspector.missing_asked):
        QTest.mouseClick(inspector.gold.missing, Qt.MouseButton.LeftButton)


def test_a_suggestion_shows_the_change_of_f1():
    view = WhatIfView("min_words", "Minimum length", "words", 16, 19, keeps=False, f1_change=0.012)

    assert what_if_sentences(view)[1] == "drops it; F1 of this page +0.01"
