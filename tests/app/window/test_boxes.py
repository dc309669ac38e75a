"""Boxes of a segmenter over the real page: offered, drawn, driven by its setting, selected."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from boilerscope.app.session import layers
from boilerscope.widgets.picking import selection_of_node
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench

VIPS = "vips"
KEY = layers.boxes_key(VIPS)
WORDS = " ".join(f"word{number}" for number in range(40))
HTML = f"""<!DOCTYPE html><html><head><title>Lake</title><style>
body {{ margin: 0; width: 1000px; font: 16px/20px sans-serif }}
#menu {{ float: left; width: 200px; background: #eee }} #text {{ margin-left: 300px }}
h1, p, li {{ margin: 0 0 30px }} #foot {{ clear: both; margin-top: 70px; background: #ddd }}
</style></head><body><div id=menu><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></div>
<div id=text><h1>Quiet lake</h1><div><p>{WORDS}.</p><p>{WORDS}!</p></div>
<div><h2>Later</h2><p>{WORDS}?</p></div></div><div id=foot>
<div><div><p>Imprint<p>Privacy</div><ul><li>Print<li>Send</ul></div><p>Contact</p></div></body></html>"""


@pytest.fixture
def laid_out(bench: WindowBench, tmp_path: Path) -> WindowBench:
    """Return the window with a laid out page and its segmenter."""
    file = tmp_path / "lake.html"
    file.write_text(HTML, encoding="utf-8")
    bench.open(str(file))
    bench.controller.add_pane(VIPS)
    bench.settle()
    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS):
        bench.window.panes.command.emit(VIPS, "offer")
    bench.settle()
    bench.controller.set_field(VIPS, "size_threshold", 0.5)
    bench.controller.set_field(VIPS, "pdoc", 8)
    bench.settle()
    return bench


def draw(bench: WindowBench) -> Any:
    bench.window.page.colour_by_changed.emit(KEY)
    bench.settle()
    return bench.ask("tree_drawn")


def last_round(bench: WindowBench) -> int:
    boxes = bench.extraction(VIPS).boxes
    assert boxes is not None
    return int(boxes.round.max())


def test_boxes_are_offered_where_a_pane_has_them(laid_out: WindowBench):
    offered = [key for key, _ in layers.available(laid_out.pane(VIPS))]

    assert KEY in offered
    assert layers.boxes_key("cx_extractor") not in [
        key for key, _ in layers.available(laid_out.pane("cx_extractor"))
    ]


def test_every_node_is_drawn_over_its_element(laid_out: WindowBench):
    drawn = draw(laid_out)
    extraction = laid_out.extraction(VIPS)
    assert extraction.tree is not None

    assert len(drawn["boxes"]) == len(extraction.tree.parent)
    heading = extraction.tree.label.index("h1")
    x, y, width, height = drawn["boxes"][str(heading)][1:]
    token = laid_out.ask("place_of", laid_out.segment("Quiet"))
    assert [x, y, width, height] == pytest.approx(token, abs=0.5)
    assert laid_out.window.page.rounds.isVisible()
    assert laid_out.controller.session.active == VIPS


def test_choosing_a_different_layer_removes_the_boxes(laid_out: WindowBench):
    draw(laid_out)
    laid_out.controller.colour_by(layers.label_key(VIPS))
    laid_out.settle()

    assert laid_out.ask("tree_drawn") is None
    assert not laid_out.window.page.rounds.isVisible()
    laid_out.qtbot.waitUntil(lambda: laid_out.drawn("word0") is not None)


def test_page_without_layout_has_no_boxes(lake: WindowBench):
    lake.controller.add_pane(VIPS)
    lake.settle()
    lake.controller.colour_by(KEY)
    lake.settle()

    assert lake.window_controller.views.scene.boxes is None
    assert lake.ask("tree_drawn") is None
    assert not lake.window_controller.actions["round_back"].isEnabled()


def test_label_is_chosen_while_the_page_has_no_boxes(laid_out: WindowBench, tmp_path: Path):
    draw(laid_out)
    file = tmp_path / "other.html"
    file.write_text(HTML, encoding="utf-8")
    laid_out.open(str(file))

    page = laid_out.window.page
    assert laid_out.window_controller.views.scene.boxes is None
    assert page.what.currentData() == f"label:{VIPS}"

    with laid_out.qtbot.waitSignal(laid_out.view.layout_ready, timeout=LOAD_MS):
        laid_out.window_controller.page_column.lay_out()
    laid_out.settle()

    assert page.what.currentData() == KEY
    assert laid_out.window_controller.views.scene.boxes is not None


def test_keys_go_through_the_rounds(laid_out: WindowBench):
    draw(laid_out)
    last = last_round(laid_out)
    rounds = []
    for action in ("round_first", "round_back", "round_forward", "round_last"):
        laid_out.do(action)
        rounds.append(laid_out.ask("tree_drawn")["round"])

    assert last > 2
    assert rounds == [1, 1, 2, last]
    assert laid_out.controller.session.round is None


def test_alt_and_arrows_change_the_round_from_the_box_of_the_degree(laid_out: WindowBench):
    draw(laid_out)
    limit, window = laid_out.window.page.rounds.limit, laid_out.window
    window.activateWindow()
    limit.setFocus()
    laid_out.qtbot.waitUntil(limit.hasFocus)
    QTest.keyClick(limit, Qt.Key.Key_Return)
    before = limit.value()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    laid_out.settle()

    assert laid_out.ask("tree_drawn")["round"] == last_round(laid_out) - 1
    assert limit.value() == before


def test_rounds_add_boxes_and_remove_none(laid_out: WindowBench):
    draw(laid_out)
    boxes_of_rounds = []
    for number in range(1, last_round(laid_out) + 1):
        laid_out.controller.show_round(number)
        laid_out.settle()
        boxes_of_rounds.append(set(laid_out.ask("tree_drawn")["boxes"]))

    assert all(before < after for before, after in itertools.pairwise(boxes_of_rounds))


def test_boxes_follow_the_setting_and_the_round_stays_in_range(laid_out: WindowBench):
    draw(laid_out)
    before = len(laid_out.ask("tree_drawn")["boxes"])
    last = last_round(laid_out)
    laid_out.controller.show_round(last - 1)
    laid_out.window.page.rounds.limit.setValue(1)
    laid_out.settle()
    few = laid_out.ask("tree_drawn")
    laid_out.window.page.rounds.limit.setValue(8)
    laid_out.settle()

    assert laid_out.pane(VIPS).settings.resolve() == laid_out.extraction(VIPS).settings.resolve()
    assert few["round"] == 1 < last - 1
    assert len(few["boxes"]) < before
    assert laid_out.ask("tree_drawn")["round"] == last - 1


def test_settings_panel_moves_the_boxes_too(laid_out: WindowBench):
    draw(laid_out)
    laid_out.controller.set_field(VIPS, "pdoc", 2)
    laid_out.settle()

    assert laid_out.window.page.rounds.limit.value() == 2
    extraction = laid_out.extraction(VIPS)
    assert extraction.tree is not None
    assert len(laid_out.ask("tree_drawn")["boxes"]) == len(extraction.tree.parent)


def test_click_on_a_box_marks_its_node_in_the_tree(laid_out: WindowBench):
    drawn = draw(laid_out)
    laid_out.do("tab_tree")
    extraction = laid_out.extraction(VIPS)
    assert extraction.tree is not None
    heading = extraction.tree.label.index("h1")
    x, y, width, height = drawn["boxes"][str(heading)][1:]
    web_view = laid_out.view.web_view
    assert web_view is not None
    proxy = web_view.focusProxy()
    assert proxy is not None
    zoom = web_view.zoomFactor()
    point = QPoint(round((x + width / 2) * zoom), round((y + height / 2) * zoom))
    with laid_out.qtbot.waitSignal(laid_out.window.selection.selected, timeout=LOAD_MS):
        QTest.mouseClick(proxy, Qt.MouseButton.LeftButton, pos=point)
    laid_out.settle()

    selection = laid_out.window.selection.selection
    assert selection is not None
    assert extraction.tree.label[selection.node] == "h1"
    tree = laid_out.window.tree
    assert tree.model.node_of(tree.tree.currentIndex()) == selection.node


def test_node_of_the_tree_is_outlined_on_the_page(laid_out: WindowBench):
    draw(laid_out)
    laid_out.do("tab_tree")
    tree = laid_out.window.tree
    extraction = laid_out.extraction(VIPS)
    assert extraction.tree is not None
    inner = next(node for node, block in enumerate(extraction.tree.block) if block < 0 < node)
    tree.tree.setCurrentIndex(tree.model.index_of(inner))
    laid_out.settle()
    laid_out.qtbot.waitUntil(lambda: bool(laid_out.ask("state")["outlines"]), timeout=LOAD_MS)
    box = laid_out.ask("tree_drawn")["boxes"][str(inner)]
    outlines = [
        outline for outline in laid_out.ask("state")["outlines"] if "selected" in outline[0]
    ]

    pane = laid_out.window_controller.views.scene.pane(VIPS)
    assert pane is not None
    assert laid_out.window.selection.selection == selection_of_node(pane, inner)
    assert len(outlines) == 1
    assert outlines[0][3] == pytest.approx(box[3], abs=20)


def test_showing_the_tree_chooses_nothing(laid_out: WindowBench):
    draw(laid_out)
    laid_out.window.activateWindow()
    laid_out.do("tab_tree")

    assert laid_out.window.selection.selection is None


def test_a_new_page_begins_with_all_rounds(laid_out: WindowBench, tmp_path: Path):
    draw(laid_out)
    laid_out.controller.show_round(1)
    second = tmp_path / "other.html"
    second.write_text("<body><p>other words", encoding="utf-8")
    laid_out.open(str(second))

    assert laid_out.controller.session.round is None
    assert laid_out.ask("tree_drawn") is None
