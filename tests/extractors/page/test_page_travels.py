"""Pages sent between processes, as the data they were built from."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from boilerscope.extractors.page import Layout, Page
from tests.helpers.material import CorpusPage, every_page

_DOM = [
    "html",
    [["lang", "en"]],
    [
        ["head", [], [["title", [], ["Eels & lamps"]]]],
        [
            "body",
            [],
            [
                "before ",
                ["p", [["class", 'a "b"']], ["one ", ["p", [], ["inner"]], " two"]],
                ["script", [], ["if (a < b) {}"]],
                ["svg", [["xlink:href", "#a"]], ["drawn"]],
                ["br", [], []],
                " after \x01",
            ],
        ],
    ],
]


def _same(first: Page, second: Page) -> bool:
    tables = ("elements", "slots", "tokens")
    return all(
        np.array_equal(getattr(getattr(first, table), name), getattr(getattr(second, table), name))
        for table in tables
        for name in getattr(first, table).__slots__
        if isinstance(getattr(getattr(first, table), name), np.ndarray)
    )


@pytest.mark.parametrize("corpus_page", every_page(stride=20))
def test_a_page_built_from_bytes_arrives_with_the_same_columns(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier, url=corpus_page.url_text)

    arrived = pickle.loads(pickle.dumps(page))  # noqa: S301 - pickled in this line

    assert _same(page, arrived)
    assert arrived.text == page.text
    assert arrived.source == page.source
    assert (arrived.name, arrived.url, arrived.data) == (page.name, page.url, page.data)
    assert arrived.warnings == page.warnings
    assert arrived.elements.tag == page.elements.tag


def test_a_page_captured_in_a_browser_arrives_even_if_its_markup_would_parse_differently():
    page = Page.from_dom(_DOM, url="https://example.org/")
    parsed = Page.from_text(page.source, name="parsed")

    arrived = pickle.loads(pickle.dumps(page))  # noqa: S301 - pickled in this line

    assert not _same(page, parsed)
    assert _same(page, arrived)
    assert arrived.source == page.source
    assert arrived.text == page.text
    assert arrived.warnings == page.warnings != ()
    assert arrived.elements.node[4].items() == [("class", 'a "b"')]
    assert np.array_equal(arrived.source_positions.start, page.source_positions.start)


def test_a_page_nested_deeper_than_the_parser_allows_arrives_completely():
    depth = 3_000
    steps = [["html"], ["body"], *[["div"]] * depth, "deep", depth + 2]
    page = Page.from_dom(steps, url=None)

    arrived = pickle.loads(pickle.dumps(page))  # noqa: S301 - pickled in this line

    assert arrived.text == "deep"
    assert len(arrived.elements) == depth + 2


def test_the_layout_is_sent_with_the_page_and_cached_values_are_not():
    page = Page.from_text("<p>one two", name="page")
    n = len(page.elements)
    page = page.with_layout(
        Layout(
            view_width=1280,
            scripts=False,
            pixel_ratio=2.0,
            page_width=1280,
            page_height=99,
            element_box=np.full((n, 4), np.nan),
            slot_box=np.zeros((len(page.slots), 4)),
            font_size=np.full(n, 16.0),
            font_weight=np.full(n, 400, dtype=np.int32),
            background=np.zeros(n, dtype=np.int32),
            visible=np.ones(n, dtype=np.bool_),
        )
    )
    page.cached("a lambda cannot travel", lambda _page: lambda: None)

    arrived = pickle.loads(pickle.dumps(page))  # noqa: S301 - pickled in this line

    assert arrived.layout.page_height == 99
    assert arrived.layout.font_size.tolist() == [16.0] * n
    assert arrived.cached("a lambda cannot travel", lambda _page: "built again") == "built again"


def test_a_path_counts_siblings_of_the_same_tag_and_leaves_html_and_body_out():
    page = Page.from_text("<main><p>a<p>b<i>c</i></p></main><p>d", name="page")
    tags = page.elements.tag

    assert page.path(tags.index("html")) == "html"
    assert page.path(tags.index("body")) == "body"
    assert page.path(tags.index("main")) == "main"
    assert page.path(tags.index("i")) == "main > p[2] > i"
    assert [page.path(row) for row, tag in enumerate(tags) if tag == "p"] == [
        "main > p[1]",
        "main > p[2]",
        "p",
    ]


def test_a_path_of_many_levels_starts_with_an_ellipsis():
    steps = [["html"], ["body"], *[["div"]] * 80, ["p"], "deep", 83]
    page = Page.from_dom(steps, url=None)

    parts = page.path(len(page.elements) - 1).split(" > ")

    assert parts[0] == "…"
    assert parts[1:] == [*["div"] * 49, "p"]
