"""Elements of the page: values of the active pane, search, and selection in both directions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.widgets.dom.model import Column
from boilerscope.widgets.picking import selection_of_block

if TYPE_CHECKING:
    from boilerscope.widgets.dom.view import ElementTree
    from tests.helpers.bench import WindowBench


@pytest.fixture
def tree(lake: WindowBench) -> ElementTree:
    """Return the tree of a page with results."""
    lake.do("tab_element_tree")
    lake.settle()
    return lake.window.element_tree


def row_of_tag(tree: ElementTree, tag: str) -> int:
    """Return the first element of a tag."""
    page = tree.model.page
    assert page is not None
    return page.elements.tag.index(tag)


def find(lake: WindowBench, tree: ElementTree, query: str) -> None:
    """Search, and wait for the answer."""
    tree.finder.setText(query)
    tree.finder.returnPressed.emit()
    lake.qtbot.waitUntil(lambda: bool(tree.found.text()))


def test_the_tree_has_every_element_with_its_words(tree: ElementTree):
    page = tree.model.page
    assert page is not None
    seen = 0
    stack = [tree.model.index(0, 0)]
    while stack:
        index = stack.pop()
        seen += 1
        row = tree.model.row_of(index)
        assert tree.model.text(row, Column.ELEMENT).startswith(f"<{page.elements.tag[row]}")
        stack += [tree.model.index(at, 0, index) for at in range(tree.model.rowCount(index))]

    assert seen == len(page.elements)
    assert tree.model.text(0, Column.WORDS) == str(page.n_tokens)


def test_the_values_are_those_of_the_active_pane(lake: WindowBench, tree: ElementTree):
    extraction = lake.extraction(lake.controller.session.active)
    row = int(extraction.blocks.element[lake.block("short")])
    block = list(extraction.blocks.element).index(row)
    text = tree.model.text(row, Column.VALUES)

    assert text.startswith("C " if extraction.content[block] else "B ")
    assert f"block {block}" in text
    kept = round(100 * extraction.mask.mean())
    assert tree.model.text(0, Column.KEPT) == f"{kept}\N{NO-BREAK SPACE}%"


def test_a_search_selects_its_matches_one_after_the_other(lake: WindowBench, tree: ElementTree):
    find(lake, tree, "p")
    page = tree.model.page
    assert page is not None
    rows = [row for row, tag in enumerate(page.elements.tag) if tag == "p"]
    assert tree.found.text() == f"1 of {len(rows)}"
    tree.after.click()
    selection = lake.window.selection.selection
    assert selection is not None
    expected = (int(page.elements.token_start[rows[1]]), int(page.elements.token_end[rows[1]]))
    assert selection.runs == (expected,)
    assert tree.model.row_of(tree.tree.currentIndex()) == rows[1]


def test_a_wrong_query_says_what_is_wrong(lake: WindowBench, tree: ElementTree):
    find(lake, tree, "//p[")
    assert tree.found.text().startswith("//p[: ")
    tree.found.setText("")
    find(lake, tree, "table")
    assert tree.found.text() == "No element matches."


def test_a_click_elsewhere_shows_the_element(lake: WindowBench, tree: ElementTree):
    pane = lake.pane()
    block = lake.block("short")
    lake.window.selection.select(selection_of_block(pane, block))
    page = tree.model.page
    assert page is not None
    row = tree.model.row_of(tree.tree.currentIndex())
    selection = lake.window.selection.selection
    assert selection is not None

    assert page.elements.token_start[row] <= selection.start
    assert page.elements.token_end[row] >= selection.end
    assert page.elements.token_end[row] - page.elements.token_start[row] < page.n_tokens


def test_matches_of_another_search_than_the_typed_one_are_not_shown(
    lake: WindowBench, tree: ElementTree
):
    find(lake, tree, "p")
    shown = tree.found.text()
    tree.finder.setText("p, li")
    typed = tree.found.text()
    can_step = tree.after.isEnabled()
    tree.finder.returnPressed.emit()
    tree.finder.setText("no-such")
    lake.settle()

    assert shown.startswith("1 of ")
    assert (typed, can_step) == ("", False)
    assert tree.found.text() == ""
