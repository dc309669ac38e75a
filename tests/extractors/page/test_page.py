"""Pages: constructors, texts, paths, lines, ranges and cached values."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.errors import PageError, UnknownNameError
from boilerscope.extractors.page import SECTION_NAMES, Layout, Page
from boilerscope.extractors.page.files import read_page
from tests.helpers.imports import loaded_at_start

if TYPE_CHECKING:
    from pathlib import Path

_MARKUP = """<!DOCTYPE html>
<html><head><title> The  old
 bridge </title></head>
<body>
<main><article><h1>Bridge</h1>
<p>One.<p>Two <b>three</b> four.<p>Five.</article></main>
</body></html>
"""


@pytest.fixture
def page() -> Page:
    return Page.from_text(_MARKUP, name="bridge")


def _row(page: Page, tag: str, number: int = 0) -> int:
    return [row for row, name in enumerate(page.elements.tag) if name == tag][number]


def test_texts_of_element_slot_and_token_are_cut_from_the_page_text(page: Page) -> None:
    paragraph = _row(page, "p", 1)

    assert page.element_text(paragraph) == "Two three four."
    first = int(page.elements.slot_start[paragraph])
    assert [page.slot_text(slot) for slot in range(first, first + 3)] == ["Two ", "three", " four."]
    tokens = range(page.elements.token_start[paragraph], page.elements.token_end[paragraph])
    assert [page.token_text(token) for token in tokens] == ["Two", "three", "four"]
    assert page.element_text(_row(page, "b")) == "three"


def test_element_without_text_has_an_empty_text() -> None:
    page = Page.from_text("<p><img>", name="image")

    assert page.element_text(_row(page, "img")) == ""


@pytest.mark.parametrize(
    ("tag", "number", "path"),
    [
        ("html", 0, "html"),
        ("body", 0, "body"),
        ("main", 0, "main"),
        ("h1", 0, "main > article > h1"),
        ("p", 2, "main > article > p[3]"),
        ("b", 0, "main > article > p[2] > b"),
        ("title", 0, "head > title"),
    ],
)
def test_path_gives_the_position_of_an_element(
    page: Page, tag: str, number: int, path: str
) -> None:
    assert page.path(_row(page, tag, number)) == path


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        (_MARKUP, "The old bridge"),
        ("<svg><title>icon</title></svg><title>page</title>", "page"),
        ("<svg><g><title>icon</title></g></svg>", ""),
        ("<title></title><title>second</title>", ""),
        ("<p>none", ""),
        ("<title>a &amp; <b></title>", "a & <b>"),
    ],
)
def test_title_is_the_text_of_the_first_title_element(markup: str, title: str) -> None:
    assert Page.from_text(markup, name="titled").title == title


def test_lines_are_counted_from_one(page: Page) -> None:
    source = page.source

    assert page.line_of(0) == 1
    assert page.line_of(source.index("<html>")) == 2
    assert page.line_of(source.index("\n")) == 1
    assert page.line_of(source.index("<p>One")) == 6
    assert page.line_of(len(source)) == source.count("\n") + 1


def test_tokens_of_a_source_range_are_those_that_start_in_it(page: Page) -> None:
    start, end = page.source.index("ne.<p>"), page.source.index("</b>")

    first, last = page.tokens_in_source(start, end)

    assert [page.token_text(token) for token in range(first, last)] == ["Two", "three"]


def test_adjacent_source_ranges_give_adjacent_token_ranges(page: Page) -> None:
    edges = np.arange(len(page.source) + 1, dtype=np.int32)

    first, last = page.tokens_in_source_ranges(edges[:-1], edges[1:])

    assert (first[1:] == last[:-1]).all()
    assert int((last - first).sum()) == page.n_tokens


def test_empty_or_reversed_source_range_has_no_token(page: Page) -> None:
    assert len(range(*page.tokens_in_source(10, 10))) == 0
    assert len(range(*page.tokens_in_source(150, 20))) == 0


def test_cached_value_is_built_once_and_shared_with_every_layout(page: Page) -> None:
    built: list[Page] = []

    def build(requested_page: Page) -> int:
        built.append(requested_page)
        return requested_page.n_tokens + requested_page.cached(
            "inner", lambda inner: len(inner.elements)
        )

    first = page.cached(("outer", 1), build)
    again = page.with_layout(_layout(page)).cached(("outer", 1), build)

    assert first == again == page.n_tokens + len(page.elements)
    assert built == [page]


def test_cached_value_is_built_again_after_a_failure(page: Page) -> None:
    def fail(_page: Page) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        page.cached("stage", fail)

    assert page.cached("stage", lambda _page: 7) == 7


def test_cached_value_requested_by_many_threads_is_built_once(page: Page) -> None:
    gate = threading.Barrier(8)
    built: list[int] = []
    answers: list[object] = []

    def build(_page: Page) -> object:
        built.append(1)
        return object()

    def ask() -> None:
        gate.wait()
        answers.append(page.cached("shared", build))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert built == [1]
    assert len({id(answer) for answer in answers}) == 1


def _layout(page: Page) -> Layout:
    rows, slots = len(page.elements), len(page.slots)
    return Layout(
        view_width=1280,
        scripts=False,
        pixel_ratio=1.0,
        page_width=1280,
        page_height=2000,
        element_box=np.zeros((rows, 4)),
        slot_box=np.zeros((slots, 4)),
        font_size=np.full(rows, 16.0),
        font_weight=np.full(rows, 400, dtype=np.int32),
        background=np.zeros(rows, dtype=np.int32),
        visible=np.ones(rows, dtype=np.bool_),
    )


def test_page_with_a_layout_shares_everything_else(page: Page) -> None:
    layout = _layout(page)

    laid_out = page.with_layout(layout)

    assert page.layout is None
    assert laid_out.layout is layout
    assert laid_out.elements is page.elements
    assert laid_out.source_positions is page.source_positions
    assert laid_out.with_layout(None).layout is None


def test_page_cannot_be_changed(page: Page) -> None:
    with pytest.raises(AttributeError):
        page.text = ""  # type: ignore[misc]  # the point of the test


def test_page_from_a_file_has_its_name_and_address(tmp_path: Path) -> None:
    file = tmp_path / "my page.html"
    file.write_bytes("<p>caf\u00e9".encode("latin-1"))

    page = read_page(file, encoding="latin1")

    assert (page.name, page.text) == ("my page.html", "caf\u00e9")
    assert page.url == file.as_uri()
    assert page.data == file.read_bytes()
    assert page.decoded.how == "user"


@pytest.mark.parametrize("name", ["missing.html", ".", "nul\0.html"])
def test_file_that_cannot_be_read_is_a_clear_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(PageError, match="cannot be read"):
        read_page(tmp_path / name)


def test_error_of_an_unknown_encoding_names_the_nearest_encoding(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>page")

    with pytest.raises(UnknownNameError, match="'gb18030'"):
        read_page(file, encoding="gb18031")


def test_page_from_text_opens_again_from_its_bytes() -> None:
    page = Page.from_text("\ufeff<p>caf\u00e9 \ud800", name="pasted")

    assert page.data is not None
    again = Page.from_bytes(page.data, name="again")
    assert again.text == page.text
    assert page.decoded.how == "none"


def test_repr_of_a_page_is_short(page: Page) -> None:
    assert repr(page) == "<Page 'bridge': 11 elements, 9 tokens>"


def test_tokens_without_a_position_count_with_the_token_before(page: Page) -> None:
    positions = page.source_positions
    lost = replace(positions, start=positions.start.copy(), end=positions.end.copy(), n_missing=1)
    lost.start[4] = lost.end[4] = -1
    other = Page.from_text(_MARKUP, name="lost")
    other.cached("source positions", lambda _page: lost)

    first, last = other.tokens_in_source(int(positions.start[3]), int(positions.start[5]))

    assert (first, last) == (3, 5)


@pytest.mark.parametrize(
    "data",
    [
        "<p>é".encode(),
        b"\xef\xbb\xbf" + "<p>é".encode(),
        "<p>é\0".encode(),
        "<p>é".encode("latin-1"),
        "<p>é".encode("utf-16"),
        b"",
    ],
)
def test_bytes_of_the_source_are_those_of_its_text(data: bytes) -> None:
    page = Page.from_bytes(data, name="bytes")

    assert page.source_bytes == page.source.encode()


@pytest.mark.parametrize(
    ("markup", "sections"),
    [
        ("<p>a", "other"),
        ("<header>a</header><nav>b</nav><footer>c</footer>", "header nav footer"),
        ("<main>a<article>b<header>c</header></article>d</main>", "main article article main"),
        ("<article>a<aside>b<header>c</header></aside></article>", "article aside header"),
        ("<div role=navigation>a</div><div role=' Main '>b</div>", "nav main"),
        ("<nav role=complementary>a</nav><section role=contentinfo>b</section>", "aside footer"),
        ("<div id=comments>a</div><ol class='x comment-list'>b</ol>", "comments comments"),
        ("<article>a<section class=comments>b</section></article>", "article comments"),
        ("<p class=no-comment>a<p class=commentsoff>b", "other other"),
        ("<div role=banner>a<p role=none>b</div>", "header header"),
    ],
)
def test_sections_follow_from_elements_roles_and_names(markup: str, sections: str) -> None:
    page = Page.from_text(markup, name="sections")

    named = [SECTION_NAMES[code] for code in page.sections]
    assert named == sections.split()


def test_importing_the_page_loads_no_heavy_library() -> None:
    loaded = set(loaded_at_start("boilerscope.extractors.page"))

    assert loaded.isdisjoint({"httpx", "resiliparse", "resiliparse.parse.encoding", "rapidfuzz"})
