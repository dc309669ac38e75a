"""Boxes over the page: their positions, the boxes of a round, and the choice of boxes."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.model.extraction import Column, PageBoxes, Tree
from boilerscope.extractors.page import Page
from boilerscope.widgets import theme
from boilerscope.widgets.picking import selection_of_node
from tests.helpers.boxes import (
    BELOW,
    BETWEEN,
    HTML,
    RIGHT,
    ROOT,
    A,
    B,
    C,
    extraction_of,
    layer_of,
    page_of_boxes,
)
from tests.helpers.layout import flow_layout
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from boilerscope.extractors.page import Layout
    from boilerscope.widgets.records import BoxLayer
    from tests.helpers.page_bench import Bench

NONE = np.zeros(0, dtype=np.int32)
NO_SEPARATORS = (np.zeros((0, 4), dtype=np.int32), NONE, NONE, NONE)
Shown = tuple["Bench", Page]


@pytest.fixture
def shown(bench: Bench) -> Shown:
    """Return the bench with the page of boxes, before anything is drawn."""
    page = bench.show(page_of_boxes())
    return bench, page


def draw(bench: Bench, layer: BoxLayer | None) -> Any:
    bench.view.show_boxes(layer)
    return bench.ask("tree_drawn")


def box_positions(drawn: Any) -> dict[str, tuple[str, tuple[int, ...]]]:
    return {
        node: (kind, tuple(round(side) for side in box))
        for node, (kind, *box) in drawn["boxes"].items()
    }


def bands(drawn: Any) -> dict[int, tuple[int, ...]]:
    return {int(index): tuple(round(side) for side in box) for index, *box in drawn["bands"]}


def click(bench: Bench, x: float, y: float) -> None:
    proxy = bench.web_view.focusProxy()
    assert proxy is not None
    with bench.qtbot.waitSignal(bench.selection.selected, timeout=LOAD_MS):
        QTest.mouseClick(proxy, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))


def chosen_node(bench: Bench) -> int:
    selection = bench.selection.selection
    return -1 if selection is None else selection.node


def outlines(bench: Bench, kind: str) -> list[tuple[int, ...]]:
    names_and_boxes = bench.ask("state")["outlines"]
    return [tuple(round(side) for side in box) for name, *box in names_and_boxes if kind in name]


# -- positions ------------------------------------------------------------------------------


def test_boxes_cover_the_elements_they_were_measured_on(shown: Shown):
    bench, page = shown
    drawn = draw(bench, layer_of(page))

    assert box_positions(drawn) == {
        "0": ("inner", ROOT),
        "1": ("leaf", A),
        "2": ("inner", RIGHT),
        "3": ("leaf", B),
        "4": ("leaf", C),
    }


def test_separators_fill_the_space_between_their_neighbours(shown: Shown):
    bench, page = shown

    assert bands(draw(bench, layer_of(page))) == {0: BETWEEN, 1: BELOW}


def test_boxes_and_separators_follow_when_the_page_moves(shown: Shown):
    bench, page = shown
    draw(bench, layer_of(page))
    bench.js("document.querySelector('#c').style.top = '500px'")
    bench.js("document.body.style.height = '1500px'")
    moved = (*C[:1], 500, *C[2:])
    bench.qtbot.waitUntil(lambda: box_positions(bench.ask("tree_drawn"))["4"] == ("leaf", moved))
    drawn = bench.ask("tree_drawn")

    assert box_positions(drawn)["2"] == ("inner", (400, 100, 500, 500))
    assert bands(drawn)[1] == (400, 220, 500, 280)


def test_boxes_keep_their_place_when_the_page_is_scrolled(shown: Shown):
    bench, page = shown
    draw(bench, layer_of(page))
    bench.js("window.scrollTo(0, 150)")
    bench.qtbot.waitUntil(lambda: bench.ask("state")["scroll"] == 150)

    assert box_positions(bench.ask("tree_drawn"))["3"] == ("leaf", (400, -50, 500, 120))


def test_page_is_shown_as_wide_as_it_was_measured(shown: Shown):
    bench, page = shown
    bench.view.set_capture_width(700)
    layer = layer_of(page)
    draw(bench, layer)
    bench.qtbot.waitUntil(lambda: bench.js("innerWidth") == 1000)
    draw(bench, None)
    bench.qtbot.waitUntil(lambda: bench.js("innerWidth") == 700)

    assert bench.ask("tree_drawn") is None


def test_elements_without_a_position_are_not_drawn(shown: Shown):
    bench, page = shown
    bench.js("document.querySelector('#a').style.display = 'none'")
    drawn = draw(bench, layer_of(page))

    assert "1" not in drawn["boxes"]
    assert box_positions(drawn)["0"] == ("inner", RIGHT)
    assert list(bands(drawn)) == [1]


def test_page_keeps_its_size_and_markup(shown: Shown):
    bench, page = shown
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    markup = "document.documentElement.outerHTML"
    before = bench.js(size), bench.js(markup)
    draw(bench, layer_of(page))
    after = bench.js(size), bench.js(markup)
    draw(bench, None)

    assert before[0] == [985, 1400]
    assert after == before
    assert (bench.js(size), bench.js(markup)) == before


def test_outline_of_a_box_as_large_as_the_page_stays_on_it(bench: Bench):
    page_size = "left:0;top:0;width:985px;height:1400px"
    html = HTML.replace("left:400px;top:300px;width:500px;height:100px", page_size)
    page = bench.show(html)
    layer = layer_of(page)
    assert box_positions(draw(bench, layer))["4"] == ("leaf", (0, 0, 985, 1400))
    bench.selection.select(selection_of_node(layer.pane, 4))
    bench.qtbot.waitUntil(lambda: bool(outlines(bench, "selected")))
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"

    assert bench.js(size) == [985, 1400]
    assert len(outlines(bench, "selected")) == 1


# -- rounds ---------------------------------------------------------------------------------


def test_a_round_shows_the_boxes_made_so_far(shown: Shown):
    bench, page = shown
    drawn = draw(bench, layer_of(page, up_to=1))

    assert {node: kind for node, (kind, _) in box_positions(drawn).items()} == {
        "0": "inner",
        "1": "leaf",
        "2": "open",
    }
    assert list(bands(drawn)) == [0]


def test_only_the_round_is_sent_if_the_page_has_the_tree(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
):
    bench, page = shown
    layer = layer_of(page)
    draw(bench, layer)
    requests: list[str] = []
    ask = bench.web_view.agent.ask

    def note(method: str, *details: Any, **more: Any) -> None:
        requests.append(method)
        ask(method, *details, **more)

    monkeypatch.setattr(bench.web_view.agent, "ask", note)
    drawn = draw(bench, dataclasses.replace(layer, round=1))

    assert drawn["round"] == 1
    assert "tree_round" in requests
    assert "tree" not in requests


def test_nodes_below_a_leaf_are_parts_of_it(shown: Shown):
    bench, page = shown
    extraction = extraction_of(page)
    assert extraction.boxes is not None
    leaves = np.array([False, True, True, False, False])
    extraction = dataclasses.replace(
        extraction, boxes=dataclasses.replace(extraction.boxes, is_leaf=leaves)
    )
    drawn = draw(bench, layer_of(page, extraction))

    assert [kind for kind, _ in box_positions(drawn).values()] == [
        "inner",
        "leaf",
        "leaf",
        "part",
        "part",
    ]
    assert [label for label, *_ in drawn["labels"]] == ["4", "8", "9", "1"]


def test_a_new_tree_replaces_the_first(shown: Shown):
    bench, page = shown
    draw(bench, layer_of(page))
    extraction = extraction_of(page)
    assert extraction.tree is not None
    tree = dataclasses.replace(
        extraction.tree,
        parent=extraction.tree.parent[:2],
        block=extraction.tree.block[:2],
        label=extraction.tree.label[:2],
        columns=(),
    )
    boxes = PageBoxes(
        np.array([A, A], dtype=np.int32),
        np.array([1, 1], dtype=np.int32),
        np.array([False, True]),
        *NO_SEPARATORS,
    )
    drawn = draw(bench, layer_of(page, dataclasses.replace(extraction, tree=tree, boxes=boxes)))

    assert set(drawn["boxes"]) == {"0", "1"}
    assert drawn["labels"] == []


def test_boxes_of_a_different_page_are_not_drawn(shown: Shown):
    bench, page = shown
    longer = extraction_of(page)
    longer = dataclasses.replace(longer, mask=np.ones(page.n_tokens + 1, dtype=np.bool_))

    assert draw(bench, layer_of(page, longer)) is None


# -- appearance -----------------------------------------------------------------------------


def test_degrees_and_weights_are_written(shown: Shown):
    bench, page = shown
    labels = [label for label, *_ in draw(bench, layer_of(page))["labels"]]

    assert sorted(labels, key=int) == ["1", "4", "4", "8", "9", "9", "10"]


def test_labels_neither_overlap_nor_leave_the_page(shown: Shown):
    bench, page = shown
    boxes = [box for _, *box in draw(bench, layer_of(page))["labels"]]

    for index, (left, top, width, height) in enumerate(boxes):
        assert left >= 0
        assert top >= 0
        for other_left, other_top, other_width, other_height in boxes[index + 1 :]:
            beside = left + width <= other_left or other_left + other_width <= left
            assert beside or top + height <= other_top or other_top + other_height <= top


def test_labels_have_the_size_of_the_interface(shown: Shown, qapp: QApplication):
    bench, page = shown
    plain = {box[3] for _, *box in draw(bench, layer_of(page))["labels"]}
    theme.apply(qapp, theme.LIGHT, size=2.0)
    try:
        large = {box[3] for _, *box in bench.ask("tree_drawn")["labels"]}
    finally:
        theme.apply(qapp, theme.LIGHT)

    assert plain == {14}
    assert large == {28}


def test_boxes_are_in_the_pixels(shown: Shown):
    bench, page = shown
    draw(bench, layer_of(page))

    def colour(x: int, y: int) -> tuple[int, int, int]:
        pixel = bench.view.grab_image().pixelColor(x, y)
        return pixel.red(), pixel.green(), pixel.blue()

    bench.qtbot.waitUntil(lambda: colour(350, 350) != (255, 255, 255))
    red, green, blue = colour(350, 350)

    assert max(red, green, blue) - min(red, green, blue) < 16  # a separator is grey
    leaf = colour(850, 380)
    assert leaf != (255, 255, 255)
    assert max(leaf) - min(leaf) >= 16
    assert colour(950, 650) == (255, 255, 255)


def test_boxes_are_in_the_picture_of_the_whole_page(shown: Shown):
    bench, page = shown
    bench.view.set_capture_width(700)
    bench.js("Object.assign(document.querySelector('#c').style, {top: '1200px'})")
    draw(bench, layer_of(page))
    with bench.qtbot.waitSignal(bench.view.picture_ready, timeout=LOAD_MS) as signal:
        bench.view.grab_page()
    picture = signal.args[0]

    assert (picture.width(), picture.height()) == (1000, 1400)
    leaf, band = picture.pixelColor(850, 1290), picture.pixelColor(600, 700)
    assert leaf.saturation() > 16
    assert band.saturation() <= 16
    assert band.lightness() < 250
    assert picture.pixelColor(950, 1350).name() == "#ffffff"


def test_few_paths_draw_many_boxes(bench: Bench):
    n = 5000
    page = bench.show("<!DOCTYPE html><body>" + "<p>word" * 10)
    columns = 100
    index = np.arange(n)
    box = np.column_stack((index % columns * 9, index // columns * 9, np.full(n, 8), np.full(n, 8)))
    parent = np.concatenate(([-1], np.zeros(n, dtype=np.int32))).astype(np.int32)
    degree = np.concatenate(([1], index % 10 + 1))
    extraction = dataclasses.replace(
        extraction_of(page_of_boxes()),
        mask=np.ones(page.n_tokens, dtype=np.bool_),
        tree=Tree(
            parent,
            np.full(n + 1, -1, dtype=np.int32),
            ("",) * (n + 1),
            (Column("doc", "DoC", "", "", degree),),
        ),
        boxes=PageBoxes(
            np.vstack(([0, 0, 900, 450], box)).astype(np.int32),
            np.ones(n + 1, dtype=np.int32),
            np.arange(n + 1) > 0,
            *NO_SEPARATORS,
        ),
    )
    layout = layout_like(page)
    drawn = draw(bench, layer_of(page, extraction, layout=layout, up_to=1))

    assert len(drawn["boxes"]) == n + 1
    assert drawn["pieces"] < 60  # one path per style, no label in boxes as small as these


def layout_like(page: Page) -> Layout:
    layout = flow_layout(page)
    layout.element_box[0] = (0, 0, 1000, 700)
    return dataclasses.replace(layout, view_width=1000)


# -- choosing -------------------------------------------------------------------------------


def test_a_click_chooses_the_smallest_box(shown: Shown):
    bench, page = shown
    layer = layer_of(page)
    draw(bench, layer)
    click(bench, 850, 200)

    assert bench.selection.selection == selection_of_node(layer.pane, 3)
    bench.qtbot.waitUntil(lambda: bool(outlines(bench, "selected")))
    ((left, top, *_),) = outlines(bench, "selected")
    assert abs(left - B[0]) <= 4
    assert abs(top - B[1]) <= 4


def test_repeated_clicks_choose_the_enclosing_boxes_and_begin_again(shown: Shown):
    bench, page = shown
    draw(bench, layer_of(page))
    nodes = []
    for _ in range(4):
        click(bench, 850, 200)
        nodes.append(chosen_node(bench))

    assert nodes == [3, 2, 0, 3]


def test_a_click_on_a_separator_chooses_the_box_it_divides(shown: Shown):
    bench, page = shown
    draw(bench, layer_of(page))
    click(bench, 600, 260)

    assert chosen_node(bench) == 2
    selection = bench.selection.selection
    assert selection is not None
    assert [
        page.token_text(token) for start, end in selection.runs for token in range(start, end)
    ] == [
        "two",
        "three",
        "four",
    ]


def test_in_an_earlier_round_a_click_chooses_a_box_of_that_round(shown: Shown):
    bench, page = shown
    draw(bench, layer_of(page, up_to=1))
    click(bench, 850, 200)

    assert chosen_node(bench) == 2


def test_hidden_boxes_are_not_chosen(shown: Shown):
    bench, page = shown
    draw(bench, layer_of(page))
    bench.view.set_heatmap_shown(False)
    bench.ask("state")  # the answer arrives when the boxes are hidden
    click(bench, 410, 110)

    assert chosen_node(bench) == -1
    assert bench.selection.selection is not None


def test_node_chosen_in_a_different_view_is_outlined_and_scrolled_into_view(shown: Shown):
    bench, page = shown
    layer = layer_of(page)
    bench.js("document.body.style.height = '3000px'")
    bench.js("document.querySelector('#c').style.top = '1900px'")
    draw(bench, layer)
    bench.selection.select(selection_of_node(layer.pane, 4))
    bench.qtbot.waitUntil(lambda: bench.ask("state")["scroll"] > 0)
    box = box_positions(bench.ask("tree_drawn"))["4"][1]

    assert box[1] == pytest.approx(0.4 * 700, abs=12)
    assert len(outlines(bench, "selected")) == 1


def test_the_first_line_of_a_box_higher_than_the_view_is_scrolled_to_the_usual_height(shown: Shown):
    bench, page = shown
    layer = layer_of(page)
    bench.js("Object.assign(document.querySelector('#c').style, {top: '900px', height: '3000px'})")
    draw(bench, layer)
    bench.selection.select(selection_of_node(layer.pane, 4))
    bench.qtbot.waitUntil(lambda: bench.ask("state")["scroll"] > 0)

    assert box_positions(bench.ask("tree_drawn"))["4"][1][1] == pytest.approx(0.4 * 700, abs=12)


def test_pointing_outlines_the_box(shown: Shown):
    bench, page = shown
    draw(bench, layer_of(page))
    proxy = bench.web_view.focusProxy()
    assert proxy is not None
    with bench.qtbot.waitSignal(bench.selection.hovered, timeout=LOAD_MS):
        QTest.mouseMove(proxy, QPoint(350, 350))

    assert bench.selection.hover is not None
    assert bench.selection.hover.node == 0
    bench.qtbot.waitUntil(lambda: len(outlines(bench, "hover")) == 1)


def test_selection_of_other_panes_is_outlined_as_text(shown: Shown):
    bench, page = shown
    layer = layer_of(page)
    draw(bench, layer)
    picked = selection_of_node(layer.pane, 3)
    assert picked is not None
    bench.selection.select(dataclasses.replace(picked, pane="other", node=-1))
    bench.qtbot.waitUntil(lambda: bool(outlines(bench, "selected")))

    names = [name for name, *_ in bench.ask("state")["outlines"]]
    assert "outline selected" in names
