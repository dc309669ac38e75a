"""The tree view: folding, texts in steps, browsing unit by unit, selection in both directions."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.model.extraction import Column, Tree
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.widgets.demo import demo_scene
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.tree.view import TreeView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.records import PaneRecord
    from boilerscope.widgets.selection import SelectionModel


@pytest.fixture
def pane(qapp: object) -> PaneRecord:
    """Return a pane with a root, two units below it, and a unit below the first of them."""
    del qapp
    first = demo_scene().panes[0]
    extraction = first.shown
    assert extraction is not None
    tree = Tree(
        parent=np.array([-1, 0, 1, 0], dtype=np.int32),
        block=np.array([6, 8, 9, 11], dtype=np.int32),
        label=("root", "first", "inner", "second"),
        columns=(Column("level", "Level", "", "Depth.", np.array([0, 1, 2, 1])),),
        states=(("root",), ("key words", "one sentence", "all of it"), ("inner",), ("second",)),
    )
    with_tree = dataclasses.replace(extraction, tree=tree)
    return dataclasses.replace(first, extraction=with_tree, last_good=with_tree)


@pytest.fixture
def view(qtbot: QtBot, pane: PaneRecord, selection: SelectionModel) -> TreeView:
    tree_view = TreeView(selection)
    qtbot.addWidget(tree_view)
    tree_view.resize(800, 300)
    tree_view.show()
    tree_view.show_pane(pane)
    return tree_view


def test_units_are_under_their_parents_with_their_values(view: TreeView):
    root = view.model.index(0, 0)

    assert root.data() == "root"
    assert view.model.rowCount(root) == 2
    assert view.model.index(0, 0, root).data() == "key words"
    assert view.model.index(0, 1, root).data() == "1"
    assert view.model.parent(view.model.index_of(2)) == view.model.index_of(1)


def test_levels_open_and_close_the_tree(view: TreeView):
    view.level.setValue(0)
    closed = view.tree.isExpanded(view.model.index_of(0))
    view.level.setValue(2)

    assert not closed
    assert view.tree.isExpanded(view.model.index_of(1))


def test_longer_and_shorter_step_through_the_texts_of_a_unit(view: TreeView):
    view.tree.setCurrentIndex(view.model.index_of(1))

    view.longer.click()
    longer = view.model.text(1)
    view.longer.click()
    view.longer.click()
    longest = view.model.text(1)
    view.shorter.click()

    assert (longer, longest, view.model.text(1)) == ("one sentence", "all of it", "one sentence")


def test_plus_key_shows_the_longer_text(view: TreeView):
    view.tree.setCurrentIndex(view.model.index_of(1))

    QTest.keyClick(view.tree, Qt.Key.Key_Plus, Qt.KeyboardModifier.NoModifier)

    assert view.model.text(1) == "one sentence"


def test_units_are_browsed_one_at_a_time(view: TreeView):
    view.one.click()
    view.on.click()
    second = view.card.toPlainText()
    view.on.click()
    view.up.click()

    assert second == "first\n\nall of it"
    assert view.card.isVisible()
    assert view.position_label.text() == "2 of 4"


def test_a_unit_with_only_a_name_shows_its_page_text(view: TreeView, pane: PaneRecord):
    page, shown = demo_scene().page, pane.shown
    assert page is not None
    assert shown is not None
    assert shown.tree is not None
    tree = dataclasses.replace(shown.tree, block=np.array([-1, -1, 8, 9]), states=())
    bare = dataclasses.replace(shown, tree=tree)

    view.show_pane(dataclasses.replace(pane, extraction=bare, last_good=bare), page)
    view.one.click()
    is_kept = np.isin(np.arange(len(shown.blocks)), [8, 9])

    text = kept_text(page, shown.blocks.mask(is_kept, page.n_tokens))
    assert text.count("\n") >= 2
    assert view.card.toPlainText() == f"root\n\n{text}".rstrip("\n")


def test_a_new_pane_shows_its_whole_tree(view: TreeView, pane: PaneRecord):
    view.one.click()
    rerun = dataclasses.replace(pane, run=pane.run + 1)
    view.show_pane(rerun)
    stayed = view.one.isChecked()

    view.show_pane(dataclasses.replace(pane, name="other"))

    assert stayed
    assert not view.one.isChecked()
    assert view.tree.isVisible()


def test_choosing_a_unit_selects_its_block(
    selection: SelectionModel, view: TreeView, pane: PaneRecord
):
    view.tree.setCurrentIndex(view.model.index_of(3))

    block = selection_of_block(pane, 11)
    assert block is not None
    assert selection.selection == dataclasses.replace(block, node=3)


def test_selection_of_a_different_view_marks_the_unit(
    selection: SelectionModel, view: TreeView, pane: PaneRecord
):
    selection.select(selection_of_block(pane, 9))

    assert view.model.node_of(view.tree.currentIndex()) == 2


def test_our_own_extension_of_the_method_is_labelled(view: TreeView):
    assert "Boilerscope decides" in view.note_label.text()


def test_pane_without_a_tree_shows_a_note(view: TreeView):
    view.show_pane(demo_scene().panes[1])
    without = view.empty_note.text()
    view.show_pane(None)

    assert without == "This extractor has no tree."
    assert view.empty_note.text() == "Trees appear here when a page is open."
    assert view.empty_note.isVisible()
