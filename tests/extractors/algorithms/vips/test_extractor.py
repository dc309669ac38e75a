"""The extractor on pages with a layout: what is kept, told and drawn."""

from __future__ import annotations

import dataclasses
import pickle
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from extractors.algorithms.vips import rules as table
from extractors.algorithms.vips.extractor import VIPS
from extractors.algorithms.vips.settings import VipsSettings
from extractors.algorithms.vips.steps import EXTRACTION_RULES
from extractors.algorithms.vips.tested_nodes import LABELS
from extractors.model.extraction import Extraction, Status
from extractors.model.sentence import explain_decision, explain_step
from extractors.page import BoolArray, Layout, Page
from tests.helpers.layout import flow_layout
from tests.helpers.material import CorpusPage, every_page

if TYPE_CHECKING:
    from collections.abc import Callable

LAKE = """<html><head><title>Lake</title></head><body>
<main><aside><a href=/>Home</a><p><a href=/n>News</a></p></aside>
<article><h1>Quiet lake</h1><p>The lake lies <b>still</b>.</p>
<p>Second paragraph of the page.</p><script>no()</script></article></main>
<div><p>Copyright</p></div></body></html>"""
PLACES = {
    "body": (0, 0, 1000, 800),
    "main": (0, 0, 1000, 600),
    "aside": (0, 0, 200, 600),
    "article": (240, 0, 760, 600),
    "h1": (240, 0, 760, 60),
    "b": (400, 80, 60, 20),
    "a": ((0, 0, 60, 20), (0, 60, 60, 20)),
    "p": ((0, 60, 200, 20), (240, 80, 760, 200), (240, 320, 760, 200), (0, 740, 1000, 40)),
    "div": (0, 740, 1000, 40),
}


def laid_out(html: str = LAKE, places: dict[str, Any] = PLACES, **changes: Any) -> Page:
    """Return a page whose elements lie where a table of tags says; texts fill their elements."""
    page = Page.from_text(html, name="lake")
    boxes = np.full((len(page.elements), 4), np.nan)
    taken: dict[str, int] = {}
    for row, tag in enumerate(page.elements.tag):
        if tag in places:
            listed = places[tag] if isinstance(places[tag][0], tuple) else (places[tag],)
            boxes[row] = listed[taken.get(tag, 0)]
            taken[tag] = taken.get(tag, 0) + 1
    n = len(page.elements)
    heading = np.array([tag == "h1" for tag in page.elements.tag])
    layout = Layout(
        view_width=1280,
        scripts=True,
        pixel_ratio=1.0,
        page_width=1000,
        page_height=800,
        element_box=boxes,
        slot_box=boxes[page.slots.owner],
        font_size=np.where(heading, 32.0, 16.0),
        font_weight=np.where(heading, 700, 400).astype(np.int32),
        background=np.full(n, 0xFFFFFF, dtype=np.int32),
        visible=~np.isnan(boxes[:, 0]),
    )
    return page.with_layout(dataclasses.replace(layout, **changes))


def extract(page: Page | None = None, **settings: Any) -> Extraction:
    return VIPS.extract(laid_out() if page is None else page, VipsSettings(**settings), ())


def words(page: Page, mask: BoolArray) -> str:
    """Return the kept tokens without what stands between them."""
    return "".join(page.token_text(token) for token in np.flatnonzero(mask).tolist())


def block(made: Extraction, page: Page, tag: str, number: int = 0) -> int:
    rows = [page.elements.tag[row] == tag for row in made.blocks.element]
    return int(np.flatnonzero(rows)[number])


def test_without_layout_it_is_unavailable_and_says_how_to_get_one() -> None:
    made = extract(Page.from_text(LAKE, name="lake"))

    assert made.status is Status.UNAVAILABLE
    assert "boilerscope snapshot" in made.message
    assert VIPS.needs == {"layout"}


def test_the_article_is_kept_line_by_line() -> None:
    made = extract()

    assert made.status is Status.OK
    assert made.own_text == "Quiet lake\nThe lake lies still.\nSecond paragraph of the page.\n"


def test_text_that_cannot_be_seen_is_neither_kept_nor_told() -> None:
    page = laid_out()
    assert page.layout is not None
    visible = page.layout.visible.copy()
    visible[[page.elements.tag.index("b")]] = False
    made = extract(laid_out(visible=visible))

    assert made.own_text.splitlines()[1] == "The lake lies ."
    assert not made.mask[[page.token_text(token) for token in range(page.n_tokens)].index("still")]


def test_noscript_is_not_looked_at_though_a_browser_without_scripts_shows_it() -> None:
    html = "<body><div>text</div><noscript>switch scripts on, please</noscript></body>"
    places = {"body": (0, 0, 9, 90), "div": (0, 0, 9, 9), "noscript": (0, 20, 9, 9)}

    assert extract(laid_out(html, places)).own_text == "text\n"


def test_every_rule_makes_a_sentence_with_its_figures() -> None:
    page = laid_out()
    made = extract(page)

    assert explain_step(made, made.steps[0], block(made, page, "body")).startswith("R3: the root")
    assert explain_step(made, made.steps[0], block(made, page, "div")).startswith(
        "R2: valid children 1 == 1, text children 0 == 0"
    )
    assert explain_step(made, made.steps[0], block(made, page, "article")).startswith("R12: ")
    assert explain_step(made, made.steps[-2], block(made, page, "h1")).startswith(
        "S1: doc of the leaf "
    )
    assert explain_step(made, made.steps[0], block(made, page, "h1")) == (
        "R4: all 1 children are text or virtual text, a block of DoC 10"
    )
    assert explain_decision(made, block(made, page, "p", -1)).startswith("M3: score of its leaf")


def test_the_size_of_the_largest_child_is_told_in_pixels() -> None:
    html = "<body><ul><li>Home</li><li>News</li></ul><p>text</p></body>"
    places = {
        "body": (0, 0, 1000, 800),
        "ul": (0, 100, 200, 300),
        "li": ((0, 100, 200, 20), (0, 120, 200, 20)),
        "p": (0, 500, 400, 90),
    }
    page = laid_out(html, places)
    made = extract(page)

    found = explain_step(made, made.steps[0], block(made, page, "ul"))
    assert found == "R10: largest child 4,000 < 40,000 px², a block of DoC 6"


def test_labels_tell_blocks_divided_and_main_content_apart() -> None:
    page = laid_out()
    made = extract(page)

    assert made.label_names == LABELS
    assert made.labels_of(block(made, page, "body")) == ("divided",)
    assert made.labels_of(block(made, page, "h1")) == ("visual block", "main content")
    assert made.labels_of(block(made, page, "p", -1)) == ("visual block",)


def test_a_divided_element_is_content_when_all_its_blocks_are() -> None:
    page = laid_out()
    made = extract(page)

    assert made.content[block(made, page, "article")]
    assert not made.content[block(made, page, "aside")]
    assert not made.content[block(made, page, "main")]
    assert explain_decision(made, block(made, page, "article")).startswith("M4")


def test_the_tree_knows_its_blocks_and_where_they_lie() -> None:
    page = laid_out()
    made = extract(page)

    assert made.tree is not None
    assert made.boxes is not None
    assert made.tree.choice_is_ours
    assert (made.tree.parent < np.arange(len(made.tree.parent))).all()
    assert len(made.boxes.box) == len(made.tree.parent) == len(made.tree.label)
    leaf = made.tree.label.index("h1")
    assert made.tree.block[leaf] == block(made, page, "h1")
    assert made.boxes.box[leaf].tolist() == [240, 0, 760, 60]
    assert made.boxes.is_leaf.sum() == made.scores["leaves"]
    lines = made.boxes.separator.tolist()
    weight = made.boxes.separator_weight.tolist()
    assert [0, 600, 1000, 140] in lines
    assert weight[lines.index([0, 600, 1000, 140])] == 13
    assert (made.boxes.separator_node >= 0).all()


def test_pdoc_is_live_on_boxes_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page, cached = laid_out(), Page.cached
    computed: list[object] = []

    def recorded(of_page: Page, key: object, make: Callable[[Page], object]) -> object:
        def compute(page: Page) -> object:
            computed.append(key)
            return make(page)

        return cached(of_page, key, compute)

    monkeypatch.setattr(Page, "cached", recorded)
    coarse, fine = extract(page, pdoc=1), extract(page, pdoc=11)

    assert coarse.scores["leaves"] == 1
    assert fine.scores["leaves"] > coarse.scores["leaves"]
    assert [step.code for step in coarse.steps] == ["E1", "S", "M"]
    assert [step.code for step in fine.steps][:2] == ["E1", "E2"]
    assert sum(key[0] == "vips boxes" for key in computed if isinstance(key, tuple)) == 1


def test_another_layout_is_measured_anew() -> None:
    page = laid_out()
    assert page.layout is not None
    hidden = dataclasses.replace(page.layout, visible=np.zeros(len(page.elements), np.bool_))

    assert extract(page).status is Status.OK
    assert extract(page.with_layout(hidden)).status is Status.EMPTY


def test_a_layout_of_other_settings_is_used_with_a_warning() -> None:
    made = extract(laid_out(view_width=800, scripts=False))

    assert made.status is Status.OK
    assert "laid out 800 px wide, but the view width is 1,280 px" in made.warnings[0]
    assert "without its scripts" in made.warnings[1]
    assert "after its scripts ran" in extract(laid_out(), scripts=False).warnings[0]


def test_the_limit_of_blocks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MAX_BLOCKS", 2)

    assert "Division stopped at 5,000 visual blocks" in extract().warnings[0]


def test_the_curve_shows_scores_and_where_siblings_join() -> None:
    made = extract(join_share=0.5)

    curve = made.curves[0]
    assert curve.threshold == pytest.approx(0.5 * curve.y.max())
    assert len(curve.y) == made.scores["leaves"]


@pytest.mark.parametrize("html", ["", "<!-- x -->", "<frameset><frame></frameset>"])
def test_a_page_without_anything_is_empty(html: str) -> None:
    page = Page.from_text(html, name="empty")
    made = extract(page.with_layout(flow_layout(page)))

    assert made.status is Status.EMPTY
    assert made.message.startswith("Nothing on the page is visible")
    assert made.own_text == ""


def test_a_page_of_links_is_empty_and_says_so() -> None:
    html = "<body><div><a href=/>Home</a></div></body>"
    places = {"body": (0, 0, 9, 9), "div": (0, 0, 9, 9), "a": (0, 0, 9, 9)}

    assert extract(laid_out(html, places)).message == "No visual block has text outside links."


def test_rules_are_found_by_their_numbers() -> None:
    assert EXTRACTION_RULES[table.R8_CHILD - 1].code == "R8-child"
    assert EXTRACTION_RULES[table.TEXT - 1].code == "T"
    assert [one.code for one in EXTRACTION_RULES[:13]] == [f"R{n}" for n in range(1, 14)]


def test_deep_nesting_and_a_megabyte_are_survived() -> None:
    for html in (
        "<div>" * 2_000 + "deep" + "</div>" * 2_000,
        "<p>a<b>b</b><i>" * 60_000,
        "<br>x" * 200_000,
    ):
        page = Page.from_text(f"<body>{html}</body>", name="hostile")
        made = extract(page.with_layout(flow_layout(page)), pdoc=11)
        assert made.status in {Status.OK, Status.EMPTY}


def test_a_result_travels_between_processes() -> None:
    made = pickle.loads(pickle.dumps(extract()))  # noqa: S301 - made in this line

    assert made.boxes.separator.shape[1] == 4


@pytest.mark.parametrize("given", every_page(stride=12))
def test_real_pages_hold_together(given: CorpusPage) -> None:
    page = Page.from_bytes(given.data, name=given.identifier, url=given.url_text)
    page = page.with_layout(flow_layout(page))
    for pdoc in (5, 10):
        made = extract(page, pdoc=pdoc)
        kept = made.blocks.mask(made.content, page.n_tokens)

        assert np.array_equal(kept, made.mask)
        written = Page.from_text(escape(made.own_text), name="own")
        assert words(written, np.ones(written.n_tokens, np.bool_)) == words(page, made.mask)
        for step in made.steps:
            for one in np.flatnonzero(step.rule)[:200].tolist():
                assert explain_step(made, step, one)
        assert made.tree is not None
        leaves = made.tree.block[made.tree.block >= 0]
        final = [("visual block" in made.labels_of(one)) for one in range(len(made.blocks))]
        assert sorted(leaves.tolist()) == np.flatnonzero(final).tolist()


def test_what_lies_where_nobody_can_scroll_is_not_seen() -> None:
    html = LAKE.replace("<main>", "<main><i><a href=#x>Skip to the text</a> of the page</i>")
    away = (-9999, 0, 60, 20)
    places = PLACES | {"i": away, "a": (away, *PLACES["a"])}

    made, plain = extract(laid_out(html, places)), extract(laid_out())

    assert made.status is Status.OK
    assert made.own_text == plain.own_text
    assert made.scores == plain.scores


def test_text_too_far_beside_the_page_to_count_says_so() -> None:
    html = "<body><div>Words outside links</div></body>"
    places = {"body": (0, 0, 1000, 9), "div": (4000, 0, 500, 9)}

    made = extract(laid_out(html, places))

    assert made.status is Status.EMPTY
    assert "centrality is 0" in made.message


def test_blocks_that_no_separator_parts_have_boxes_and_degrees_of_their_own() -> None:
    html = "<body><h1>Lake</h1><ul><li>One word</li><li>Two words</li></ul></body>"
    places = {
        "body": (0, 0, 1000, 100),
        "h1": (0, 0, 1000, 40),
        "ul": (0, 40, 1000, 60),
        "li": ((0, 40, 90, 30), (0, 70, 90, 30)),
    }
    page = laid_out(html, places)

    made = extract(page)

    assert made.tree is not None
    assert made.boxes is not None
    own = made.column("doc")
    degree = next(one for one in made.tree.columns if one.name == "doc")
    assert own is not None
    rows = [made.tree.label.index(tag) for tag in ("h1", "ul")]
    assert made.tree.label[made.tree.parent[rows[0]]] == "2 blocks no separator parts"
    for row, tag in zip(rows, ("h1", "ul"), strict=True):
        assert degree.values[row] == own.values[block(made, page, tag)]
        assert tuple(made.boxes.box[row]) == places[tag]
    assert degree.values[rows[0]] != degree.values[rows[1]]
