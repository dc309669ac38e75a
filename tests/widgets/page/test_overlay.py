"""The heatmap over the page: positions and appearance of marks, and the data sent for them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors.model.gold import GoldClass
from boilerscope.extractors.page import Page, segments
from boilerscope.widgets import colours, theme
from boilerscope.widgets.records import Layer, LayerKind, Selection
from tests.helpers.page_bench import label_layer

if TYPE_CHECKING:
    from tests.helpers.page_bench import Bench

STYLE = (
    "<!DOCTYPE html><style>*{margin:0}body{background:#fff;font:16px/20px sans-serif}"
    "p{margin:20px 40px}</style>"
)
NAN = math.nan


def layer(kind: LayerKind, values: list[float], **more: Any) -> Layer:
    return Layer(str(kind), "Layer", kind, np.array(values, dtype=np.float64), **more)


def box(bench: Bench, segment: int) -> list[float]:
    mark = bench.ask("drawn", segment)
    assert mark is not None
    return [round(side, 1) for side in mark["box"]]


def rect_of(bench: Bench, selector: str) -> list[float]:
    sides = bench.js(
        f"(r => [r.left, r.top, r.width, r.height])"
        f"(document.querySelector('{selector}').getBoundingClientRect())"
    )
    return [round(side, 1) for side in sides]


def wait_until_over(bench: Bench, segment: int, selector: str) -> None:
    bench.qtbot.waitUntil(lambda: box(bench, segment) == rect_of(bench, selector), timeout=5000)


def keep_all(bench: Bench, page: Page) -> None:
    bench.paint(label_layer(page, lambda _token: True))


# -- positions -----------------------------------------------------------------------------


def test_a_mark_covers_exactly_its_block(bench: Bench):
    page = bench.show(STYLE + "<p id=a>one two<p id=b>three")
    keep_all(bench, page)

    assert box(bench, 0) == rect_of(bench, "#a")
    assert box(bench, 1) == rect_of(bench, "#b")


def test_text_beside_other_blocks_is_marked_alone(bench: Bench):
    page = bench.show(STYLE + "<div id=d>bare text<p id=a>one</p>after</div>")
    keep_all(bench, page)

    assert box(bench, 0) == [0, 0, pytest.approx(68, abs=12), pytest.approx(19, abs=2)]
    assert box(bench, 1) == rect_of(bench, "#a")
    assert box(bench, 2)[1] == pytest.approx(80, abs=2)


def test_marks_follow_when_the_view_is_resized(bench: Bench):
    page = bench.show(STYLE + "<p id=a>" + "some words " * 60 + "<p id=b>three")
    keep_all(bench, page)
    before = box(bench, 1)
    bench.view.set_capture_width(500)
    bench.qtbot.waitUntil(lambda: rect_of(bench, "#b")[1] > before[1])
    wait_until_over(bench, 1, "#b")


def test_marks_follow_late_content(bench: Bench):
    page = bench.show(STYLE + "<div id=top></div><p id=a>one")
    keep_all(bench, page)
    bench.js("(document.getElementById('top').style.height = '300px')")
    wait_until_over(bench, 0, "#a")

    assert box(bench, 0)[1] == 320


def test_marks_follow_the_scrolling_of_the_page(bench: Bench):
    page = bench.show(STYLE + "<p id=a>one" + "<p>more" * 100 + "<p id=z>last")
    keep_all(bench, page)
    bench.js("window.scrollTo(0, 10)")
    wait_until_over(bench, 0, "#a")
    bench.js("window.scrollTo(0, 1e6)")
    bench.qtbot.waitUntil(lambda: bench.ask("drawn", 101) is not None)

    assert box(bench, 101) == rect_of(bench, "#z")
    assert bench.ask("drawn", 0) is None  # no marks far outside the view
    assert bench.ask("state")["marks"] < 80


def test_marks_follow_scrolling_inside_the_page_and_are_clipped_with_it(bench: Bench):
    page = bench.show(
        STYLE + "<div id=s style='height:100px;overflow:auto'><p id=a>one<p id=b>two<p id=c>three"
        "<p id=d>four</div><p id=e>five"
    )
    keep_all(bench, page)
    assert box(bench, 1) == rect_of(bench, "#b")
    assert bench.ask("drawn", 2) is None
    bench.js("(document.getElementById('s').scrollTop = 15)")
    wait_until_over(bench, 1, "#b")
    cut = rect_of(bench, "#c")

    assert cut[1] + cut[3] > 100
    assert box(bench, 2)[1] == cut[1]
    assert box(bench, 2)[1] + box(bench, 2)[3] <= 100
    assert box(bench, 4) == rect_of(bench, "#e")


def test_fixed_elements_keep_their_mark_while_the_page_scrolls(bench: Bench):
    page = bench.show(
        STYLE + "<p id=f style='position:fixed;top:0'>fixed</p>"
        "<p id=t style='position:sticky;top:30px'>sticky</p>" + "<p>more" * 100
    )
    keep_all(bench, page)
    bench.js("window.scrollTo(0, 1500)")
    bench.qtbot.waitUntil(lambda: bench.ask("drawn", 0) is not None)

    wait_until_over(bench, 0, "#f")
    wait_until_over(bench, 1, "#t")


def test_an_absolute_block_is_clipped_only_by_its_containing_block(bench: Bench):
    page = bench.show(
        STYLE
        + "<div style='overflow:hidden;height:30px'><p id=a style='position:absolute;top:200px'>"
        "one</p></div><div style='overflow:hidden;height:30px;position:relative'>"
        "<p id=b style='position:absolute;top:-5px'>two</p></div>"
    )
    keep_all(bench, page)

    assert box(bench, 0) == rect_of(bench, "#a")
    assert box(bench, 1)[3] < rect_of(bench, "#b")[3]


@pytest.mark.parametrize(
    "style", ["display:none", "visibility:hidden", "opacity:0", "width:0;overflow:hidden"]
)
def test_invisible_text_has_no_mark(bench: Bench, style: str):
    page = bench.show(STYLE + f"<div style='{style}'><p>hidden</div><p>seen")
    keep_all(bench, page)

    assert bench.ask("drawn", 0) is None
    assert bench.ask("drawn", 1) is not None


def test_a_page_moved_by_its_own_style_has_its_marks_at_the_right_position(bench: Bench):
    page = bench.show(
        STYLE + "<style>html{margin:30px;position:relative}body{transform:translateX(50px)}</style>"
        "<p id=a>one"
    )
    keep_all(bench, page)

    assert box(bench, 0) == rect_of(bench, "#a")


def test_the_style_of_the_page_does_not_reach_the_overlay(bench: Bench):
    page = bench.show(
        STYLE
        + "<style>*{display:none!important;border:9px solid red!important;opacity:0!important}"
        "html,body,p{display:block!important;opacity:1!important;border:0!important}</style>"
        "<p id=a>one"
    )
    keep_all(bench, page)

    assert box(bench, 0) == rect_of(bench, "#a")
    assert "solid" in bench.ask("drawn", 0)["names"]


# -- appearance ----------------------------------------------------------------------------


def test_kept_and_dropped_differ_by_more_than_colour(bench: Bench):
    page = bench.show(STYLE + "<p>one two three<p>four")
    bench.paint(layer(LayerKind.LABEL, [1, 1, 1, 0]))
    kept, dropped = bench.ask("drawn", 0), bench.ask("drawn", 1)

    assert kept["background"] == "rgba(11, 99, 197, 0.19)"
    assert dropped["background"] == "rgba(204, 95, 0, 0.13)"
    assert (kept["pattern"], dropped["pattern"]) == (False, True)
    assert ("solid" in kept["names"], "dashed" in dropped["names"]) == (True, True)
    assert (kept["letter"], dropped["letter"]) == ("C", "B")
    assert page.n_tokens == 4


def test_letters_are_shown_only_if_there_is_room(bench: Bench):
    page = bench.show(
        STYLE + "<div>at the edge</div><p style='width:100px'>narrow</p><p>roomy</p>"
        "<table style='margin-left:60px;width:400px'><tr><td>cell</table>"
        "<div style='margin-left:60px'><div style='float:left;width:300px'>left</div>"
        "<div style='margin-left:310px;width:300px'>right beside it</div></div>"
        "<ul style='padding-left:80px'><li>item</ul>"
        "<ul style='padding-left:80px;list-style:none'><li>plain</ul>"
    )
    keep_all(bench, page)
    letters = {
        page.token_text(int(segments(page).token_start[segment])): bench.ask("drawn", segment)[
            "letter"
        ]
        for segment in range(len(segments(page)))
    }

    assert letters == {
        "at": "",
        "narrow": "",
        "roomy": "C",
        "cell": "",
        "left": "C",
        "right": "",
        "item": "C",
        "plain": "C",
    }
    assert "listed" in bench.ask("drawn", len(segments(page)) - 2)["names"]
    assert "listed" not in bench.ask("drawn", len(segments(page)) - 1)["names"]


def test_letters_do_not_overlap_on_small_lines(bench: Bench):
    page = bench.show(
        STYLE + "<div style='font-size:7px;line-height:8px'>"
        "<p style='margin:0 40px'>one<p style='margin:0 40px'>two"
        "<p style='margin:0 40px'>three</div>"
    )
    keep_all(bench, page)

    assert [bench.ask("drawn", segment)["letter"] for segment in range(3)] == ["C", "", "C"]


def test_many_blocks_at_one_position_are_marked_in_bounded_time(bench: Bench):
    page = bench.show(
        STYLE + "<style>p{position:absolute;left:30px;top:0;width:300px}</style>" + "<p>x" * 9_000
    )
    n_sent, n_marks = bench.paint(label_layer(page, lambda _token: True))

    assert (n_sent, n_marks) == (9_000, 6_000)
    assert bench.ask("drawn", 0)["letter"] == ""


def test_a_block_of_a_thousand_million_pixels_takes_no_memory(bench: Bench):
    page = bench.show(STYLE + "<p id=a>one<div style='height:1e9px'>two</div>")
    keep_all(bench, page)

    entries = bench.js(
        "(set => { let n = 0; Map.prototype.set = function (...entry) { n++; "
        "return set.apply(this, entry); }; boilerscopeAgent.overlay.place(); "
        "Map.prototype.set = set; return n; })(Map.prototype.set)"
    )

    assert box(bench, 1)[3] > 1e7
    assert entries < 1000


def test_a_block_that_is_kept_in_part_shows_its_parts(bench: Bench):
    page = bench.show(STYLE + "<p id=a>one two <b>three</b> four<p>five")
    bench.paint(layer(LayerKind.LABEL, [1, 1, 0, 0, 0]))
    mixed = bench.ask("drawn", 0)
    runs = bench.js(
        "[...boilerscopeAgent.overlay.marks.get(0).children].map(r => "
        "[r.className.trim(), getComputedStyle(r).backgroundColor, r.getBoundingClientRect().left])"
    )

    assert mixed["background"] == "rgba(0, 0, 0, 0)"
    assert [run[:2] for run in runs] == [
        ["run", "rgba(11, 99, 197, 0.19)"],
        ["run hatch", "rgba(204, 95, 0, 0.13)"],
    ]
    assert runs[0][2] == 40
    assert runs[1][2] == pytest.approx(
        bench.js("document.querySelector('b').getBoundingClientRect().left"), abs=0.5
    )
    assert page.n_tokens == 5


def test_amounts_follow_the_scale_and_become_stronger(bench: Bench):
    bench.show(STYLE + "<p>a<p>b<p>c<p>d")
    bench.paint(layer(LayerKind.AMOUNT, [0, 0.5, 1, 7]))
    ramp = colours.viridis(128, theme.LIGHT)

    def colour(step: int, alpha: str) -> str:
        red, green, blue = ramp[step].tolist()
        return f"rgba({red}, {green}, {blue}, {alpha})"

    assert [bench.ask("drawn", segment)["background"] for segment in range(4)] == [
        colour(0, "0.1"),
        colour(64, "0.275"),
        colour(127, "0.45"),
        colour(127, "0.45"),
    ]


def test_a_missing_amount_is_grey_and_dotted(bench: Bench):
    bench.show(STYLE + "<p>a<p>b")
    bench.paint(layer(LayerKind.AMOUNT, [NAN, 1]))
    missing = bench.ask("drawn", 0)

    assert missing["background"] == "rgba(228, 232, 237, 0.5)"
    assert missing["pattern"]
    assert "dots" in missing["names"]


def test_a_moving_threshold_is_applied_in_the_page(bench: Bench):
    bench.show(STYLE + "<p>a<p>b<p>c")
    first = layer(LayerKind.AMOUNT, [0.1, 0.5, 0.9], threshold=0.4)
    sent = bench.paint(first)
    sides = [bench.ask("drawn", segment)["names"].split()[1] for segment in range(3)]
    moved = bench.paint(replace(first, threshold=0.6))

    assert sides == ["dashed", "solid", "solid"]
    assert [bench.ask("drawn", segment)["names"].split()[1] for segment in range(3)] == [
        "dashed",
        "dashed",
        "solid",
    ]
    assert sent == (3, 3)
    assert moved == (0, 1)


def test_disagreement_is_stronger_than_consent(bench: Bench):
    bench.show(STYLE + "<p>a<p>b<p>c<p>d<p>e")
    bench.paint(layer(LayerKind.AGREEMENT, [0, 1, 2, 3, 4], high=4.0))

    assert [bench.ask("drawn", segment)["background"] for segment in range(5)] == [
        "rgba(204, 95, 0, 0.16)",
        "rgba(139, 77, 46, 0.42)",
        "rgba(74, 59, 92, 0.42)",
        "rgba(43, 79, 145, 0.42)",
        "rgba(11, 99, 197, 0.16)",
    ]
    assert [bench.ask("drawn", segment)["letter"] for segment in range(5)] == ["B", "", "", "", "C"]


def test_marks_of_gold_look_like_decisions_of_panes(bench: Bench):
    bench.show(STYLE + "<p>a<p>b<p>c<p>d")
    bench.paint(layer(LayerKind.LABEL, [1, 0, NAN, NAN]))
    decided = [bench.ask("drawn", segment) for segment in range(2)]
    bench.paint(
        layer(
            LayerKind.GOLD,
            [GoldClass.MAIN, GoldClass.BOILERPLATE, GoldClass.COMMENT, GoldClass.TITLE],
        )
    )

    assert [bench.ask("drawn", segment) for segment in range(2)] == decided
    assert [bench.ask("drawn", segment)["letter"] for segment in (2, 3)] == ["R", "T"]
    assert bench.ask("drawn", 2)["background"] == "rgba(0, 121, 90, 0.19)"


def test_classes_have_their_own_colours_and_letters(bench: Bench):
    bench.show(STYLE + "<p>a<p>b<p>c")
    bench.paint(layer(LayerKind.CLASSES, [0, 1, NAN], classes=("title", "time")))

    assert [(bench.ask("drawn", segment) or {}).get("letter") for segment in range(3)] == [
        "T",
        "I",
        None,
    ]
    assert bench.ask("drawn", 0)["background"] == "rgba(0, 158, 115, 0.19)"


def test_values_are_shown_on_demand(bench: Bench):
    bench.show(STYLE + "<p>a<p>b<p>c")
    bench.paint(layer(LayerKind.AMOUNT, [0.5, 0.333333, NAN]))
    before = [bench.ask("drawn", segment)["text"] for segment in range(3)]
    bench.view.set_values_shown(True)
    values = [bench.ask("drawn", segment)["text"] for segment in range(3)]
    bench.paint(layer(LayerKind.AGREEMENT, [0, 3, 4], high=4.0))

    assert before == ["", "", ""]
    assert values == ["0.50", "0.33", ""]
    assert [bench.ask("drawn", segment)["text"] for segment in range(3)] == ["0/4", "3/4", "4/4"]


def test_intensity_scales_the_tint_and_leaves_bars_and_letters(bench: Bench):
    page = bench.show(STYLE + "<p>a")
    keep_all(bench, page)
    bench.view.set_intensity(1.0)
    strong = bench.ask("drawn", 0)
    bench.view.set_intensity(0.0)
    weak = bench.ask("drawn", 0)

    assert strong["background"] == "rgba(11, 99, 197, 0.38)"
    assert weak["background"] == "rgba(11, 99, 197, 0)"
    assert strong["names"] == weak["names"]
    assert bench.js(
        "getComputedStyle(boilerscopeAgent.overlay.marks.get(0), '::before').backgroundColor"
    ) == ("rgb(11, 99, 197)")


def test_outlines_stay_when_the_heatmap_is_switched_off(bench: Bench):
    page = bench.show(STYLE + "<p>a")
    keep_all(bench, page)
    bench.selection.select(Selection(((0, 1),)))
    bench.view.set_heatmap_shown(False)

    assert bench.js("getComputedStyle(boilerscopeAgent.overlay.marks.get(0)).display") == "none"
    assert len(bench.ask("state")["outlines"]) == 1
    bench.view.set_heatmap_shown(True)
    assert bench.js("getComputedStyle(boilerscopeAgent.overlay.marks.get(0)).display") == "block"


@pytest.mark.parametrize("zoom", [1.0, 0.5])
def test_an_outline_gives_the_page_no_scroll_bar(bench: Bench, zoom: float):
    page = bench.show(STYLE + "<p style='margin:0'>a<p style='margin:0'>b")
    bench.view.set_zoom(zoom)
    size = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    keep_all(bench, page)
    bench.selection.select(Selection(((0, 1),)))
    bench.qtbot.waitUntil(lambda: len(bench.ask("state")["outlines"]) == 1)
    sides = bench.js(
        "(r => [r.left, r.right])(boilerscopeAgent.overlay.outlines.ground.firstChild"
        ".getBoundingClientRect())"
    )
    scroll, client = bench.js(size)

    assert scroll == client
    assert sides[0] >= 0
    assert sides[1] <= client


def test_without_a_layer_nothing_is_painted(bench: Bench):
    page = bench.show(STYLE + "<p>a")
    keep_all(bench, page)
    bench.paint(None)

    assert bench.ask("drawn", 0) is None


def test_the_page_keeps_the_light_colours_in_the_dark_theme(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(theme._State, "theme", theme.DARK)  # noqa: SLF001 - colours alone, no style sheet
    page = bench.show(STYLE + "<p>a")
    keep_all(bench, page)

    assert bench.ask("drawn", 0)["background"] == "rgba(11, 99, 197, 0.19)"


# -- data sent to the page -----------------------------------------------------------------


def test_only_differences_are_sent_and_only_marks_near_the_view_are_painted(bench: Bench):
    page = bench.show(STYLE + "<p>one two" * 5000)
    text_segments = segments(page)
    everything = bench.paint(label_layer(page, lambda _token: True))
    nearly = bench.paint(label_layer(page, lambda token: token >= 4))
    again = bench.paint(label_layer(page, lambda token: token >= 4, key="label:b"))
    far = bench.paint(label_layer(page, lambda token: 4 <= token < 9000))

    assert len(text_segments) == 5000
    assert everything[0] == 5000
    assert everything[1] < 100
    assert nearly == (2, 2)
    assert again == (0, 0)
    assert far == (500, 0)


def test_the_newest_layer_replaces_a_waiting_layer(bench: Bench):
    page = bench.show(STYLE + "<p>one<p>two<p>three")
    sent: list[tuple[int, int]] = []
    bench.view.painted.connect(lambda *counts: sent.append(counts))
    for chosen in range(3):
        bench.view.show_layer(label_layer(page, chosen.__eq__))
    bench.qtbot.waitUntil(lambda: bool(sent))

    assert [bench.ask("drawn", segment)["letter"] for segment in range(3)] == ["B", "B", "C"]
    assert len(sent) == 1


def test_a_layer_of_a_different_page_is_held_back(bench: Bench):
    page = bench.show(STYLE + "<p>one<p>two")
    keep_all(bench, page)
    bench.view.show_layer(layer(LayerKind.LABEL, [0.0] * 9))

    assert [bench.ask("drawn", segment)["letter"] for segment in range(2)] == ["C", "C"]


def test_the_next_page_is_painted_with_its_own_layer_at_once(bench: Bench):
    keep_all(bench, bench.show(STYLE + "<p>one<p>two"))
    page = Page.from_text(STYLE + "<p>one two<p>three", name="next")
    bench.view.show_layer(layer(LayerKind.LABEL, [0, 0, 1]))
    bench.show(page)

    assert [bench.ask("drawn", segment)["letter"] for segment in range(2)] == ["B", "C"]
