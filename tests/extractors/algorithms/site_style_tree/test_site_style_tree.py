"""The site style tree: importance by hand, the mapping of a page, pages without a site."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.algorithms.site_style_tree.extractor import SITE_STYLE_TREE
from boilerscope.extractors.algorithms.site_style_tree.tree import (
    ElementNode,
    StyleNode,
    node_importance,
    page_tree,
    site_tree,
    weigh,
)
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.other_pages import KnownSite, SiteTable
from boilerscope.extractors.page.site.digests import site_page

ARTICLE = "<html><body><div>Home News Sport</div><div class=story>{story}</div></body></html>"
STORIES = [
    "<p>The bridge has a current.</p><p>Rotors light the town.</p>",
    "<p>Swans sleep on slack water.</p>",
    "<h2>Ferry</h2><p>No crossing after nine.</p><p>Come early.</p>",
    "<p>Eels climb a ladder.</p><ul><li>at night</ul>",
    "<p>Letters of November arrive.</p><h3>Late</h3><p>And very late.</p>",
]


def _page(story: str, name: str = "page") -> Page:
    return Page.from_text(ARTICLE.format(story=story), name=name)


def _at_site(page: Page, stories: list[str]) -> Page:
    others = [_page(story, f"other-{number}") for number, story in enumerate(stories)]
    table = SiteTable.of("a.example", 1 + len(others), (site_page(it, it.name) for it in others))
    markup = tuple((other.name, other.source) for other in others)
    return page.with_site(KnownSite(page.name, table, "test", markup))


def _run(page: Page, **changes: object) -> Extraction:
    settings = SITE_STYLE_TREE.default_settings().replace(**changes)
    return runner.run(page, "site_style_tree", settings)


def test_node_importance_is_the_entropy_of_styles_to_the_base_of_pages():
    # 100 pages with two styles of 35 and 65 pages: -.35 log_100 .35 - .65 log_100 .65
    node = ElementNode(("body",), m=100, styles=[StyleNode([], 35), StyleNode([], 65)])

    expected = -0.35 * log(0.35, 100) - 0.65 * log(0.65, 100)
    assert node_importance(node) == pytest.approx(expected)
    assert expected == pytest.approx(0.1406, abs=1e-4)


def test_a_node_of_one_page_has_importance_one():
    assert node_importance(ElementNode(("p",), m=1, styles=[StyleNode([], 1)])) == 1.0


def test_equal_leaves_have_importance_zero_and_different_ones_one():
    equal = site_tree(page_tree(_page("<p>same words"), ()) for _ in range(4))
    different = site_tree(page_tree(_page(f"<p>word{n}x"), ()) for n in "abcd")
    for tree in (equal, different):
        weigh(tree, 0.9, 0.4)

    def story(tree: ElementNode) -> ElementNode:
        body = tree.styles[0].elements[0]
        return body.styles[0].elements[1].styles[0].elements[0].styles[0].elements[0]

    assert story(equal).composite == pytest.approx(0.0)
    assert story(different).composite == pytest.approx(1.0)


def test_composite_importance_weighs_styles_by_gamma():
    # Two pages, one style: CompImp = (1 - .9) * 0 + .9 * mean(0, 1)
    tree = site_tree(page_tree(_page(f"<p>fixed</p><p>{word}</p>"), ()) for word in ("one", "two"))
    weigh(tree, 0.9, 0.4)
    div = tree.styles[0].elements[0].styles[0].elements[1]

    assert div.composite == pytest.approx(0.9 * (0.9 * 0 + 0.9 * 1) / 2)
    assert not div.is_noisy
    assert not div.is_meaningful


def test_the_menu_is_noise_and_the_story_is_kept():
    page = _at_site(_page(STORIES[0]), STORIES[1:])

    result = _run(page)

    assert result.status is Status.OK
    assert result.own_text.split("\n")[0] == "The bridge has a current."
    assert "Home" not in result.own_text
    assert result.scores["site_pages"] == 5
    assert {result.steps[0].rules[rule - 1].code for rule in result.steps[0].rule} >= {"N1"}


def test_a_copy_of_the_page_does_not_make_its_story_noise():
    stories = STORIES[1:]
    with_copy = _run(_at_site(_page(STORIES[0]), [STORIES[0], *stories]), max_pages=5)
    without = _run(_at_site(_page(STORIES[0]), stories), max_pages=5)

    assert with_copy.own_text == without.own_text
    assert with_copy.scores["site_pages"] == 5


def test_the_tree_of_the_page_has_the_importance_of_each_node():
    result = _run(_at_site(_page(STORIES[0]), STORIES[1:]))

    assert result.tree is not None
    assert len(result.tree.parent) == len(result.tree.label)
    assert result.tree.parent[0] == -1
    assert (np.diff(result.tree.block[result.tree.block >= 0]) > 0).all()
    assert next(column.name for column in result.tree.columns) == "composite"


def test_a_page_without_other_pages_is_unavailable():
    alone = _run(_page(STORIES[0]))
    empty = _run(_at_site(_page(STORIES[0]), []))

    assert alone.status is Status.UNAVAILABLE
    assert empty.status is Status.UNAVAILABLE
    assert "--site" in alone.message


def test_deep_pages_are_read_in_bounded_depth():
    page = _page("<div>" * 200 + "deep")

    result = _run(_at_site(page, STORIES[1:]))

    assert result.status is Status.OK
    assert "deep" in result.own_text


def test_blocks_are_segments_and_the_text_is_that_of_the_mask():
    page = _at_site(_page(STORIES[2]), STORIES[3:] + STORIES[:2])
    result = _run(page)

    kept = [page.token_text(token) for token in result.mask.nonzero()[0].tolist()]
    assert kept[0] == "Ferry"
    assert result.blocks.mask(result.content, page.n_tokens).tolist() == result.mask.tolist()
