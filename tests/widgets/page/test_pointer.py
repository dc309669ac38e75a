"""Pointing, clicking, selecting and scrolling: the page and the window's selection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.page import Page, segments
from boilerscope.widgets.records import PaneRecord, Selection
from tests.helpers.page_bench import LOAD_MS, label_layer

if TYPE_CHECKING:
    from tests.helpers.page_bench import Bench

STYLE = (
    "<!DOCTYPE html><style>*{margin:0}body{background:#fff;font:16px/20px sans-serif}"
    "p{margin:20px 40px}</style>"
)


def click(bench: Bench, x: float, y: float) -> None:
    proxy = bench.web_view.focusProxy()
    assert proxy is not None
    with bench.qtbot.waitSignal(bench.selection.selected, timeout=LOAD_MS):
        QTest.mouseClick(proxy, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))


def move(bench: Bench, x: float, y: float) -> None:
    proxy = bench.web_view.focusProxy()
    assert proxy is not None
    QTest.mouseMove(proxy, QPoint(round(x), round(y)))


def middle(bench: Bench, script: str) -> tuple[float, float]:
    left, top, width, height = bench.js(
        f"(r => [r.left, r.top, r.width, r.height])(({script}).getBoundingClientRect())"
    )
    return left + width / 2, top + height / 2


def pane(page: Page, runs: list[list[tuple[int, int]]], name: str = "demo") -> PaneRecord:
    first = np.cumsum([0, *map(len, runs)]).astype(np.int32)
    flat = np.array([run for block in runs for run in block], dtype=np.int32).reshape(-1, 2)
    blocks = Blocks(first, flat[:, 0], flat[:, 1], np.zeros(len(runs), dtype=np.int32))
    mask = np.ones(page.n_tokens, dtype=np.bool_)
    extraction = Extraction("demo", Status.OK, blocks=blocks, mask=mask)
    return PaneRecord(1, name, "demo", "Demo", NoSettings(), last_good=extraction)


def test_a_click_selects_the_segment(bench: Bench):
    page = bench.show(STYLE + "<p id=a>one two<p id=b>three <a href='/x'>four</a>")
    origins: list[Any] = []
    bench.selection.selected.connect(lambda _selection, origin: origins.append(origin))
    click(bench, *middle(bench, "document.querySelector('a')"))

    assert bench.selection.selection == Selection(((2, 4),))
    assert origins == [bench.view]
    assert bench.view.page is page
    assert bench.js("document.body !== null")


def test_a_click_beside_the_text_selects_the_innermost_segment(bench: Bench):
    bench.show(STYLE + "<div>outer text<p>one two</p></div>")
    click(bench, 900, 50)

    assert bench.selection.selection == Selection(((2, 4),))


def test_a_click_beside_everything_clears_the_selection(bench: Bench):
    bench.show(STYLE + "<p>one two")
    bench.selection.select(Selection(((0, 1),)))
    click(bench, 500, 600)

    assert bench.selection.selection is None


def test_a_click_selects_the_block_of_the_reference_pane(bench: Bench):
    page = bench.show(STYLE + "<p id=a>one two three <b>four</b> five<p>six<p>seven")
    bench.view.set_reference(pane(page, [[(0, 3)], [(3, 5), (6, 7)]]))
    click(bench, *middle(bench, "document.querySelector('b')"))

    assert bench.selection.selection == Selection(((3, 5), (6, 7)), "demo", 1)


def test_text_outside_all_blocks_selects_its_segment(bench: Bench):
    page = bench.show(STYLE + "<p>one two<p id=b>three")
    bench.view.set_reference(pane(page, [[(0, 2)]]))
    click(bench, *middle(bench, "document.querySelector('#b')"))

    assert bench.selection.selection == Selection(((2, 3),))


def test_a_pane_of_an_older_page_is_ignored(bench: Bench):
    page = bench.show(STYLE + "<p>one two<p id=b>three")
    older = Page.from_text("<p>a b c d e f", name="other")
    bench.view.set_reference(pane(older, [[(0, 6)]]))
    click(bench, *middle(bench, "document.querySelector('#b')"))

    assert bench.selection.selection == Selection(((2, 3),))
    assert page.n_tokens == 3


def test_a_click_finds_the_right_character_after_astral_characters(bench: Bench):
    page = bench.show(STYLE + "<p style='font-size:40px;line-height:60px'>𠀀𠀀字<wbr>汉")
    bench.view.set_reference(pane(page, [[(token, token + 1)] for token in range(page.n_tokens)]))
    x, y = bench.js(
        "(r => [(r.left + r.right) / 2, (r.top + r.bottom) / 2])"
        "(boilerscopeAgent.map.range(1, 2, 1, 3).getBoundingClientRect())"
    )
    click(bench, x, y)

    assert bench.selection.selection is not None
    assert page.token_text(bench.selection.selection.start) == "字"


def test_pointing_hovers_and_emits_the_token_and_the_position(bench: Bench):
    bench.show(STYLE + "<p>one two<p id=b>three")
    hovers: list[Selection | None] = []
    bench.selection.hovered.connect(lambda hover, _origin: hovers.append(hover))
    y = middle(bench, "document.querySelector('#b')")[1]
    with bench.qtbot.waitSignal(
        bench.view.pointed, timeout=LOAD_MS, check_params_cb=lambda token, _place: token == 2
    ) as pointed:
        move(bench, 3, 3)
        move(bench, 50, y)
    point = bench.web_view.mapFromGlobal(pointed.args[1])
    with bench.qtbot.waitSignal(bench.selection.hovered, timeout=LOAD_MS):
        move(bench, 500, 600)

    assert (point.x(), point.y()) == (50, round(y))
    assert hovers == [Selection(((2, 3),)), None]
    assert bench.selection.selection is None


def test_links_do_not_navigate(bench: Bench):
    bench.show(STYLE + "<p><a id=a href='https://site.example/x' target=_blank>link</a>")
    click(bench, *middle(bench, "document.querySelector('a')"))

    assert bench.js("location.href") == "about:blank"
    assert bench.js("document.querySelectorAll('a').length") == 1


def test_without_picking_clicks_belong_to_the_page(bench: Bench):
    bench.show(STYLE + "<p><label>a<input type=checkbox></label>")
    bench.view.set_picking(False)
    proxy = bench.web_view.focusProxy()
    assert proxy is not None
    x, y = middle(bench, "document.querySelector('input')")
    QTest.mouseClick(proxy, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    bench.qtbot.waitUntil(lambda: bench.js("document.querySelector('input').checked"))

    assert bench.selection.selection is None


# -- selections from other views -------------------------------------------------------------


def test_a_selection_of_a_different_view_is_outlined_and_scrolled_to_two_fifths(bench: Bench):
    page = bench.show(STYLE + "<p>more words" * 200)
    bench.selection.select(Selection(((200, 202),)))
    bench.qtbot.waitUntil(lambda: bench.ask("state")["scroll"] > 0)
    name, left, top, width, height = bench.ask("state")["outlines"][0]

    assert page.n_tokens == 400
    assert name == "outline selected"
    assert bench.ask("place_of", 100)[1] == pytest.approx(0.4 * 700, abs=1)
    assert [left, top, width, height] == pytest.approx([34, 274, 917, 32], abs=1)


def test_a_selection_in_the_page_does_not_scroll(bench: Bench):
    bench.show(STYLE + "<p>more words" * 200)
    bench.selection.select_in(Selection(((4, 6),)), bench.view, bench.web_view, 100, 4)
    bench.qtbot.waitUntil(lambda: len(bench.ask("state")["outlines"]) == 1)

    assert bench.ask("state")["scroll"] == 0


def test_a_page_that_scrolls_smoothly_is_scrolled_at_once(bench: Bench):
    bench.show(STYLE + "<style>html{scroll-behavior:smooth}</style>" + "<p>more words" * 200)
    bench.selection.select(Selection(((300, 302),)))

    assert bench.ask("place_of", 150)[1] == pytest.approx(280, abs=1)


def test_a_selection_inside_a_scrolling_box_is_scrolled_into_view(bench: Bench):
    bench.show(
        STYLE
        + "<p>top" * 30
        + "<div id=s style='height:200px;overflow:auto'>"
        + "<p>in" * 60
        + "</div>"
        + "<p>end" * 60
    )
    bench.selection.select(Selection(((70, 71),)))
    bench.qtbot.waitUntil(lambda: bench.js("document.getElementById('s').scrollTop > 0"))
    _left, top, _width, height = bench.ask("place_of", 70)
    box_top = bench.js("document.getElementById('s').getBoundingClientRect().top")

    assert box_top <= top
    assert top + height <= box_top + 200
    assert top == pytest.approx(280, abs=1)


def test_a_selection_without_a_position_scrolls_to_its_neighbour(bench: Bench):
    bench.show(STYLE + "<p>more words" * 100 + "<p hidden>hidden" + "<p>more words" * 100)
    bench.selection.select(Selection(((200, 201),)))
    bench.qtbot.waitUntil(lambda: bench.ask("state")["scroll"] > 0)

    assert bench.ask("place_of", 99)[1] == pytest.approx(280, abs=1)
    assert bench.ask("state")["outlines"] == []


def test_neighbouring_segments_of_a_selection_share_an_outline(bench: Bench):
    bench.show(
        STYLE + "<p>one<p>two<p>three<div style='margin:200px 0 0 600px;width:200px'><p>four</div>"
    )
    bench.selection.select(Selection(((0, 4),)), bench.view)
    bench.qtbot.waitUntil(lambda: len(bench.ask("state")["outlines"]) == 2)
    shared, alone = bench.ask("state")["outlines"]

    assert shared[1:] == pytest.approx([34, 14, 932, 112], abs=1)
    assert alone[1:] == pytest.approx([634, 314, 132, 32], abs=1)


def test_a_part_of_a_segment_is_outlined_alone(bench: Bench):
    bench.show(STYLE + "<p>one two <b>three</b> four")
    bench.selection.select(Selection(((2, 3),)), bench.view)
    bench.qtbot.waitUntil(lambda: len(bench.ask("state")["outlines"]) == 1)
    left, width = bench.js(
        "(r => [r.left, r.width])(document.querySelector('b').getBoundingClientRect())"
    )

    outline = bench.ask("state")["outlines"][0]
    assert outline[1] == pytest.approx(left - 3, abs=1)
    assert outline[3] == pytest.approx(width + 6, abs=1)


def test_hover_is_outlined_lightly_until_it_ends(bench: Bench):
    bench.show(STYLE + "<p>one<p>two")
    bench.selection.point(Selection(((1, 2),)))
    bench.qtbot.waitUntil(lambda: bool(bench.ask("state")["outlines"]))
    outlines = bench.ask("state")["outlines"]
    bench.selection.point(None)
    bench.qtbot.waitUntil(lambda: not bench.ask("state")["outlines"])

    assert outlines[0][0] == "outline hover"


def test_scrolling_by_hand_emits_the_first_fully_visible_block(bench: Bench):
    bench.show(STYLE + "<p>more words" * 200)
    bench.qtbot.waitUntil(lambda: bench.ask("state")["measured"])
    with bench.qtbot.waitSignal(
        bench.view.scrolled, timeout=LOAD_MS, check_params_cb=lambda _segment, y: y > 0
    ) as signal:
        bench.js("window.scrollTo(0, 1030)")

    assert signal.args == [26, 30]


def test_scrolling_by_the_program_emits_nothing(bench: Bench):
    bench.show(STYLE + "<p>more words" * 200)
    emitted: list[Any] = []
    bench.view.scrolled.connect(lambda *where: emitted.append(where))
    bench.view.align(100, 90)
    bench.qtbot.waitUntil(lambda: bench.ask("place_of", 100)[1] == 90)
    # while the page is measured again, only the browser scrolls it
    bench.qtbot.waitUntil(lambda: bench.ask("state")["measured"])
    with bench.qtbot.waitSignal(bench.view.scrolled, timeout=LOAD_MS):
        bench.js("window.scrollTo(0, 30)")

    assert emitted == [(1, 30)]


def test_a_big_selection_is_outlined_in_bounded_time(bench: Bench):
    page = bench.show(STYLE + "<p>one two" * 3000)
    add = label_layer(page, lambda _token: True)
    bench.paint(add)
    bench.selection.select(Selection(((0, page.n_tokens),)), bench.view)
    bench.qtbot.waitUntil(lambda: len(bench.ask("state")["outlines"]) == 1)

    assert len(segments(page)) == 3000
