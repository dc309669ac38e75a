"""The extractor on pages with a layout: kept text, sentences, tree and curve."""

from __future__ import annotations

import dataclasses
import pickle
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors.algorithms.vips import rules as table
from boilerscope.extractors.algorithms.vips.extractor import VIPS
from boilerscope.extractors.algorithms.vips.settings import VipsSettings
from boilerscope.extractors.algorithms.vips.steps import EXTRACTION_RULES
from boilerscope.extractors.algorithms.vips.tested_nodes import LABELS
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.page import BoolArray, Layout, Page
from tests.helpers.layout import flow_layout
from tests.helpers.material import CorpusPage, every_page

if TYPE_CHECKING:
    from collections.abc import Callable

LAKE = """<html><head><title>Lake</title></head><body>
<main><aside><a href=/>Home</a><p><a href=/n>News</a></p></aside>
<article><h1>Quiet lake</h1><p>The lake lies <b>still</b>.</p>
<p>Second paragraph of the page.</p><script>no()</script></article></main>
<div><p>Copyright</p></div></body></html>"""
BOXES = {
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


def laid_out(html: str = LAKE, boxes: dict[str, Any] = BOXES, **changes: Any) -> Page:
    """Return a page with element boxes from a table of tags; texts fill their elements."""
    page = Page.from_text(html, name="lake")
    element_boxes = np.full((len(page.elements), 4), np.nan)
    n_placed: dict[str, int] = {}
    for row, tag in enumerate(page.elements.tag):
        if tag in boxes:
            tag_boxes = boxes[tag] if isinstance(boxes[tag][0], tuple) else (boxes[tag],)
            element_boxes[row] = tag_boxes[n_placed.get(tag, 0)]
            n_placed[tag] = n_placed.get(tag, 0) + 1
    n = len(page.elements)
    heading = np.array([tag == "h1" for tag in page.elements.tag])
    layout = Layout(
        view_width=1280,
        scripts=True,
        pixel_ratio=1.0,
        page_width=1000,
        page_height=800,
        element_box=element_boxes,
        slot_box=element_boxes[page.slots.owner],
        font_size=np.where(heading, 32.0, 16.0),
        font_weight=np.where(heading, 700, 400).astype(np.int32),
        background=np.full(n, 0xFFFFFF, dtype=np.int32),
        visible=~np.isnan(element_boxes[:, 0]),
    )
    return page.with_layout(dataclasses.replace(layout, **changes))


def extract(page: Page | None = None, **settings: Any) -> Extraction:
    return VIPS.extract(laid_out() if page is None else page, VipsSettings(**settings), ())


def words(page: Page, mask: BoolArray) -> str:
    """Return the kept tokens, joined without the text between them."""
    return "".join(page.token_text(token) for token in np.flatnonzero(mask).tolist())


def block_of(extraction: Extraction, page: Page, tag: str, number: int = 0) -> int:
    rows = [page.elements.tag[row] == tag for row in extraction.blocks.element]
    return int(np.flatnonzero(rows)[number])


def test_without_layout_it_is_unavailable_and_the_message_names_a_way_to_get_one() -> None:
    extraction = extract(Page.from_text(LAKE, name="lake"))

    assert extraction.status is Status.UNAVAILABLE
    assert "boilerscope snapshot" in extraction.message
    assert VIPS.needs == {"layout"}


def test_the_article_is_kept_line_by_line() -> None:
    extraction = extract()

    assert extraction.status is Status.OK
    assert (
        extraction.own_text == "Quiet lake\nThe lake lies still.\nSecond paragraph of the page.\n"
    )


def test_invisible_text_is_neither_kept_nor_written() -> None:
    page = laid_out()
    assert page.layout is not None
    visible = page.layout.visible.copy()
    visible[[page.elements.tag.index("b")]] = False
    extraction = extract(laid_out(visible=visible))

    assert extraction.own_text.splitlines()[1] == "The lake lies ."
    assert not extraction.mask[
        [page.token_text(token) for token in range(page.n_tokens)].index("still")
    ]


def test_noscript_is_ignored_though_a_browser_without_scripts_shows_it() -> None:
    html = "<body><div>text</div><noscript>switch scripts on, please</noscript></body>"
    boxes = {"body": (0, 0, 9, 90), "div": (0, 0, 9, 9), "noscript": (0, 20, 9, 9)}

    assert extract(laid_out(html, boxes)).own_text == "text\n"


def test_every_rule_has_a_sentence_with_its_values() -> None:
    page = laid_out()
    extraction = extract(page)

    assert explain_step(
        extraction, extraction.steps[0], block_of(extraction, page, "body")
    ).startswith("R3: the root")
    assert explain_step(
        extraction, extraction.steps[0], block_of(extraction, page, "div")
    ).startswith("R2: valid children 1 == 1, text children 0 == 0")
    assert explain_step(
        extraction, extraction.steps[0], block_of(extraction, page, "article")
    ).startswith("R12: ")
    assert explain_step(
        extraction, extraction.steps[-2], block_of(extraction, page, "h1")
    ).startswith("S1: doc of the leaf ")
    assert explain_step(extraction, extraction.steps[0], block_of(extraction, page, "h1")) == (
        "R4: all 1 children are text or virtual text, a block of DoC 10"
    )
    assert explain_decision(extraction, block_of(extraction, page, "p", -1)).startswith(
        "M3: score of its leaf"
    )


def test_the_size_of_the_largest_child_is_given_in_square_pixels() -> None:
    html = "<body><ul><li>Home</li><li>News</li></ul><p>text</p></body>"
    boxes = {
        "body": (0, 0, 1000, 800),
        "ul": (0, 100, 200, 300),
        "li": ((0, 100, 200, 20), (0, 120, 200, 20)),
        "p": (0, 500, 400, 90),
    }
    page = laid_out(html, boxes)
    extraction = extract(page)

    sentence = explain_step(extraction, extraction.steps[0], block_of(extraction, page, "ul"))
    assert sentence == "R10: largest child 4,000 < 40,000 px², a block of DoC 6"


def test_labels_distinguish_blocks_divided_elements_and_main_content() -> None:
    page = laid_out()
    extraction = extract(page)

    assert extraction.label_names == LABELS
    assert extraction.labels_of(block_of(extraction, page, "body")) == ("divided",)
    assert extraction.labels_of(block_of(extraction, page, "h1")) == (
        "visual block",
        "main content",
    )
    assert extraction.labels_of(block_of(extraction, page, "p", -1)) == ("visual block",)


def test_a_divided_element_is_content_if_all_its_blocks_are() -> None:
    page = laid_out()
    extraction = extract(page)

    assert extraction.content[block_of(extraction, page, "article")]
    assert not extraction.content[block_of(extraction, page, "aside")]
    assert not extraction.content[block_of(extraction, page, "main")]
    assert explain_decision(extraction, block_of(extraction, page, "article")).startswith("M4")


def test_the_tree_has_blocks_and_boxes() -> None:
    page = laid_out()
    extraction = extract(page)

    assert extraction.tree is not None
    assert extraction.boxes is not None
    assert extraction.tree.choice_is_ours
    assert (extraction.tree.parent < np.arange(len(extraction.tree.parent))).all()
    assert len(extraction.boxes.box) == len(extraction.tree.parent) == len(extraction.tree.label)
    leaf = extraction.tree.label.index("h1")
    assert extraction.tree.block[leaf] == block_of(extraction, page, "h1")
    assert extraction.boxes.box[leaf].tolist() == [240, 0, 760, 60]
    assert extraction.boxes.is_leaf.sum() == extraction.scores["leaves"]
    lines = extraction.boxes.separator.tolist()
    weight = extraction.boxes.separator_weight.tolist()
    assert [0, 600, 1000, 140] in lines
    assert weight[lines.index([0, 600, 1000, 140])] == 13
    assert (extraction.boxes.separator_node >= 0).all()


def test_a_change_of_pdoc_does_not_measure_the_boxes_again(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_another_layout_is_measured_again() -> None:
    page = laid_out()
    assert page.layout is not None
    hidden = dataclasses.replace(page.layout, visible=np.zeros(len(page.elements), np.bool_))

    assert extract(page).status is Status.OK
    assert extract(page.with_layout(hidden)).status is Status.EMPTY


def test_a_layout_of_other_settings_is_used_with_a_warning() -> None:
    extraction = extract(laid_out(view_width=800, scripts=False))

    assert extraction.status is Status.OK
    assert "laid out 800 px wide, but the view width is 1,280 px" in extraction.warnings[0]
    assert "without its scripts" in extraction.warnings[1]
    assert "after its scripts ran" in extract(laid_out(), scripts=False).warnings[0]


def test_the_limit_of_blocks_gives_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MAX_BLOCKS", 2)

    assert "Division stopped at 5,000 visual blocks" in extract().warnings[0]


def test_the_curve_shows_scores_and_the_score_from_which_siblings_join() -> None:
    extraction = extract(join_share=0.5)

    curve = extraction.curves[0]
    assert curve.threshold == pytest.approx(0.5 * curve.y.max())
    assert len(curve.y) == extraction.scores["leaves"]


@pytest.mark.parametrize("html", ["", "<!-- x -->", "<frameset><frame></frameset>"])
def test_a_page_without_anything_is_empty(html: str) -> None:
    page = Page.from_text(html, name="empty")
    extraction = extract(page.with_layout(flow_layout(page)))

    assert extraction.status is Status.EMPTY
    assert extraction.message.startswith("Nothing on the page is visible")
    assert extraction.own_text == ""


def test_a_page_of_links_is_empty_with_a_message() -> None:
    html = "<body><div><a href=/>Home</a></div></body>"
    boxes = {"body": (0, 0, 9, 9), "div": (0, 0, 9, 9), "a": (0, 0, 9, 9)}

    assert extract(laid_out(html, boxes)).message == "No visual block has text outside links."


def test_rules_are_found_by_their_numbers() -> None:
    assert EXTRACTION_RULES[table.R8_CHILD - 1].code == "R8-child"
    assert EXTRACTION_RULES[table.TEXT - 1].code == "T"
    assert [rule.code for rule in EXTRACTION_RULES[:13]] == [f"R{n}" for n in range(1, 14)]


def test_deep_nesting_and_a_megabyte_are_read() -> None:
    for html in (
        "<div>" * 2_000 + "deep" + "</div>" * 2_000,
        "<p>a<b>b</b><i>" * 60_000,
        "<br>x" * 200_000,
    ):
        page = Page.from_text(f"<body>{html}</body>", name="hostile")
        extraction = extract(page.with_layout(flow_layout(page)), pdoc=11)
        assert extraction.status in {Status.OK, Status.EMPTY}


def test_a_result_can_be_sent_between_processes() -> None:
    extraction = pickle.loads(pickle.dumps(extract()))  # noqa: S301 - pickled in this line

    assert extraction.boxes.separator.shape[1] == 4


@pytest.mark.parametrize("corpus_page", every_page(stride=12))
def test_extractions_of_real_pages_are_consistent(corpus_page: CorpusPage) -> None:
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier, url=corpus_page.url_text)
    page = page.with_layout(flow_layout(page))
    for pdoc in (5, 10):
        extraction = extract(page, pdoc=pdoc)
        kept = extraction.blocks.mask(extraction.content, page.n_tokens)

        assert np.array_equal(kept, extraction.mask)
        written = Page.from_text(escape(extraction.own_text), name="own")
        assert words(written, np.ones(written.n_tokens, np.bool_)) == words(page, extraction.mask)
        for step in extraction.steps:
            for block in np.flatnonzero(step.rule)[:200].tolist():
                assert explain_step(extraction, step, block)
        assert extraction.tree is not None
        leaves = extraction.tree.block[extraction.tree.block >= 0]
        final = [
            ("visual block" in extraction.labels_of(block))
            for block in range(len(extraction.blocks))
        ]
        assert sorted(leaves.tolist()) == np.flatnonzero(final).tolist()


def test_text_outside_the_scrollable_area_is_ignored() -> None:
    html = LAKE.replace("<main>", "<main><i><a href=#x>Skip to the text</a> of the page</i>")
    away = (-9999, 0, 60, 20)
    boxes = BOXES | {"i": away, "a": (away, *BOXES["a"])}

    extraction, plain = extract(laid_out(html, boxes)), extract(laid_out())

    assert extraction.status is Status.OK
    assert extraction.own_text == plain.own_text
    assert extraction.scores == plain.scores


def test_text_too_far_beside_the_page_is_empty_with_a_message() -> None:
    html = "<body><div>Words outside links</div></body>"
    boxes = {"body": (0, 0, 1000, 9), "div": (4000, 0, 500, 9)}

    extraction = extract(laid_out(html, boxes))

    assert extraction.status is Status.EMPTY
    assert "centrality is 0" in extraction.message


def test_blocks_that_no_separator_divides_have_their_own_boxes_and_degrees() -> None:
    html = "<body><h1>Lake</h1><ul><li>One word</li><li>Two words</li></ul></body>"
    boxes = {
        "body": (0, 0, 1000, 100),
        "h1": (0, 0, 1000, 40),
        "ul": (0, 40, 1000, 60),
        "li": ((0, 40, 90, 30), (0, 70, 90, 30)),
    }
    page = laid_out(html, boxes)

    extraction = extract(page)

    assert extraction.tree is not None
    assert extraction.boxes is not None
    doc = extraction.column("doc")
    degree = next(column for column in extraction.tree.columns if column.name == "doc")
    assert doc is not None
    rows = [extraction.tree.label.index(tag) for tag in ("h1", "ul")]
    assert extraction.tree.label[extraction.tree.parent[rows[0]]] == "2 blocks without a separator"
    for row, tag in zip(rows, ("h1", "ul"), strict=True):
        assert degree.values[row] == doc.values[block_of(extraction, page, tag)]
        assert tuple(extraction.boxes.box[row]) == boxes[tag]
    assert degree.values[rows[0]] != degree.values[rows[1]]
