"""The HTML of an extraction: a separate document, by the mask or by marks and edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lxml import etree

from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats.html.writer import cleaned, write
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.structure.tables import with_headers
from boilerscope.extractors.model.extraction import Edit, Extraction, Status
from boilerscope.extractors.page import Page
from tests.helpers.material import CorpusPage, every_page

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = '<!DOCTYPE html>\n<html><head><meta charset="utf-8">'


def by_mask(markup: str, keep: Callable[[str], bool] = lambda _word: True, **facts: Any) -> str:
    """Return the written page with only the words for which ``keep`` is true."""
    page = Page.from_text(markup, name="page", **facts)
    words = [page.token_text(token) for token in range(page.n_tokens)]
    mask = np.array([keep(word) for word in words], dtype=np.bool_)
    return cleaned(page, Extraction("any", Status.OK, mask=mask))


def by_marks(
    markup: str, marks: dict[str, int], *edits: tuple[str, str, str], url: str = ""
) -> str:
    """Return the written page with elements marked and edited by their tags."""
    page = Page.from_text(markup, name="page", url=url or None)
    tags = page.elements.tag
    marked = np.array([marks.get(tag, 0) for tag in tags], dtype=np.int8)
    applied = tuple(Edit(tags.index(tag), action, value) for tag, action, value in edits)
    mask = np.zeros(page.n_tokens, dtype=np.bool_)
    return cleaned(page, Extraction("any", Status.OK, mask=mask, marks=marked, edits=applied))


def body(html: str) -> str:
    """Return the markup in the body."""
    return html.partition("<body>")[2].rpartition("</body>")[0]


# -- by the mask ---------------------------------------------------------------------------------


def test_a_written_page_is_a_whole_document_that_declares_its_encoding_and_keeps_the_title():
    html = by_mask("<title>A &amp; B</title><meta charset=gbk><link href=x><p>one")

    assert html == f"{HEAD}<title>A &amp; B</title></head><body><p>one</p>\n</body></html>\n"


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ("<div><p>one</p><p>no</p></div>", "<p>one</p>\n"),
        ("<p>no <b>no</b> one <i>two</i></p>", "<p>one <em>two</em></p>\n"),
        ("<p>one</p><div><p>no</p></div>", "<p>one</p>\n"),
        ("one <b>two</b>", "<p>one <strong>two</strong></p>\n"),
        ('<p class="a" onclick="x()">one</p>', "<p>one</p>\n"),
        ('<a href=" java\nscript:x()">one</a>', "<p>one</p>\n"),
        ('<a href="/x?a=1&amp;b=2">one</a>', '<p><a href="/x?a=1&amp;b=2">one</a></p>\n'),
        ("<p>one &lt;b&gt; &amp; two</p>", "<p>one &lt;b&gt; &amp; two</p>\n"),
        ("<p>one<img src=x> two<!-- c --></p>", '<p>one<img src="x" alt=""> two</p>\n'),
        ("<p>one<br>two<br><br>no<br></p>", "<p>one<br>two</p>\n"),
        ("<p><br>one<br><b>two</b></p>", "<p>one<br><strong>two</strong></p>\n"),
        ("<p>no<br>one</p>", "<p>one</p>\n"),
        ("<p>one<br>no<br>two</p>", "<p>one</p>\n<p>two</p>\n"),
        (
            "<table><tr><td>no<td>one<td></td></tr><tr><td>no<td>no</table>",
            "<table>\n<tbody>\n<tr><td></td><td>one</td><td></td></tr>\n</tbody>\n</table>\n",
        ),
        ("<pre>one\n  two</pre>", "<pre><code>one\n  two</code></pre>\n"),
        ("<pre><div>one</div>\n</pre>", "<pre><code>one</code></pre>\n"),
    ],
)
def test_kept_text_is_written_in_plain_elements(markup: str, written: str):
    assert body(by_mask(markup, lambda word: word != "no")) == written


@pytest.mark.parametrize(
    "markup",
    [
        "<script>one</script>",
        "<style>one</style>",
        "<noscript>one</noscript>",
        "<object>one</object>",
        "<applet>one</applet>",
        "<template>one</template>",
        "<select><option>one</select>",
    ],
)
def test_elements_that_no_reader_should_see_are_left_out_even_if_kept(markup: str):
    assert body(by_mask(f"<p>two</p>{markup}")) == "<p>two</p>\n"


def test_a_page_without_kept_text_has_an_empty_body():
    assert body(by_mask("<p>one", lambda _word: False)) == ""
    assert body(by_mask("")) == ""


def test_links_are_relative_to_the_address_of_the_page():
    assert '<base href="https://a.org/b/">' in by_mask("<p>one", url="https://a.org/b/")
    assert "base" not in by_mask("<p>one", url="file:///srv/pages/page.html")
    named = by_mask("<base href='https://c.org/'><p>one", url="https://a.org/")
    assert named.count("<base") == 1
    assert '<base href="https://c.org/">' in named


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        ("/other/", "http://a.example/other/"),
        ("other/", "http://a.example/dir/other/"),
        ("//c.example/", "http://c.example/"),
        (" HTTPS://c.example/ ", "HTTPS://c.example/"),
        ("", "http://a.example/dir/page.html"),
        ("http://[broken", "http://a.example/dir/page.html"),
        ("http://\u2100.example/", "http://a.example/dir/page.html"),
        ("https://", "http://a.example/dir/page.html"),
        ("javascript:x()", "http://a.example/dir/page.html"),
        ("file:///etc/", "http://a.example/dir/page.html"),
    ],
)
def test_the_declared_base_is_relative_to_the_page_and_counts_if_it_is_a_web_address(
    declared: str, written: str
):
    page = f"<base target=x><base href='{declared}'><base href=/no/><p>one"
    url = "http://a.example/dir/page.html"

    assert f'<base href="{written}">' in by_mask(page, url=url)
    assert f'<base href="{written}">' in by_marks(page, {}, url=url)


@pytest.mark.parametrize("url", ["", "/srv/pages/page.html", "http://[broken"])
def test_a_relative_base_of_a_page_without_a_web_address_is_left_out(url: str):
    for declared in ("/other/", "//c.example/", "http://[broken"):
        assert "<base" not in by_mask(f"<base href='{declared}'><p>one", url=url)


def test_names_that_no_tag_may_have_do_not_break_the_page():
    html = by_mask('<p "><x" a"b=1 =>one</p>')

    assert "one" in html
    assert Page.from_text(html, name="again").n_tokens == 1


@pytest.mark.parametrize("corpus_page", every_page(stride=25))
def test_the_written_page_contains_the_kept_words_and_the_header_rows_of_kept_tables(
    corpus_page: CorpusPage,
):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    extraction = runner.run(page, "boilerpipe.default")

    again = Page.from_text(cleaned(page, extraction), name="again")

    start = again.elements.token_start[again.elements.tag.index("body")]
    words = [again.token_text(token) for token in range(start, again.n_tokens)]
    mask = with_headers(page, extraction.mask)
    kept = [page.token_text(token) for token in np.flatnonzero(mask).tolist()]
    assert words == kept


def test_a_megabyte_of_dropped_siblings_takes_linear_time():
    page = Page.from_text("<i></i> \n" * 100_000 + "<p>one", name="page")
    mask = np.ones(page.n_tokens, dtype=np.bool_)

    assert body(cleaned(page, Extraction("any", Status.OK, mask=mask))) == "<p>one</p>\n"


def test_deep_nesting_is_written_without_recursion():
    steps = [["html"], ["body"], *[["div"], ["blockquote"], ["b"]] * 20_000, "deep", 60_002]
    page = Page.from_dom(steps, url=None)
    mask = np.ones(1, dtype=np.bool_)

    html = cleaned(page, Extraction("any", Status.OK, mask=mask))

    assert html.count("<blockquote>") == html.count("</blockquote>") == 30
    assert "<p><strong>deep</strong></p>" in html


# -- by marks and edits --------------------------------------------------------------------------

LOOK = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="gbk"><style>p {}</style></head>'
    '<body class="b"><!-- c --><div>one <p>two</p> three</div><section>four</section></body></html>'
)


def test_without_a_mark_the_page_keeps_its_appearance():
    html = by_marks(LOOK, {})

    assert html == (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><style>p {}</style></head>'
        '<body class="b"><div>one <p>two</p> three</div><section>four</section></body></html>\n'
    )


def test_elements_are_removed_with_their_content_and_the_text_after_them_stays():
    assert "<div>one  three</div><section>" in by_marks(LOOK, {"p": -1})
    assert 'class="b"><section>' in by_marks(LOOK, {"div": -1})
    assert "<style>" not in by_marks(LOOK, {"head": -1})
    assert '<head><meta charset="utf-8"></head>' in by_marks(LOOK, {"head": -1})
    assert '<body class="b"></body>' in by_marks(LOOK, {"body": -1})


def test_the_body_contains_only_the_kept_elements_and_the_head_stays():
    html = by_marks(LOOK, {"p": 1, "section": 1})

    assert "<style>p {}</style>" in html
    assert '<body class="b"><p>two</p><section>four</section></body>' in html


def test_the_body_contains_the_outermost_kept_elements_without_elements_removed_in_them():
    html = by_marks("<div>a<p>b<b>c</b></p></div>d", {"div": 1, "b": 1, "p": -1})

    assert body(html) == "<div>a</div>"


def test_a_kept_body_or_document_keeps_everything():
    assert by_marks(LOOK, {"body": 1}) == by_marks(LOOK, {}) == by_marks(LOOK, {"html": 1})


def test_a_page_without_head_gets_a_head():
    assert by_marks("<p>one", {}).endswith(
        '<html><head><meta charset="utf-8"></head><body><p>one</p></body></html>\n'
    )


@pytest.mark.parametrize(
    ("edit", "written"),
    [
        (("p", "drop-attribute", "width"), '<div>a<p id="i">b</p>c</div>'),
        (("p", "drop-attribute", "height"), '<div>a<p width="9" id="i">b</p>c</div>'),
        (("p", "unwrap", ""), "<div>abc</div>"),
        (("div", "unwrap", ""), 'a<p width="9" id="i">b</p>c'),
        (("p", "insert-before", "<i>x</i> y"), '<div>a<i>x</i> y<p width="9" id="i">b</p>c</div>'),
        (("p", "insert-inside", "x<br>"), '<div>a<p width="9" id="i">x<br>b</p>c</div>'),
        (("p", "insert-end", "x<i>y</i>z"), '<div>a<p width="9" id="i">bx<i>y</i>z</p>c</div>'),
    ],
)
def test_edits_change_the_markup(edit: tuple[str, str, str], written: str):
    assert body(by_marks("<div>a<p width=9 id=i>b</p>c</div>", {}, edit)) == written


def test_text_directly_in_an_element_can_be_dropped_completely_or_slot_by_slot():
    markup = "<div>one<b>two</b>three<i>four</i>five</div>"

    assert body(by_marks(markup, {}, ("div", "drop-text", ""))) == (
        "<div><b>two</b><i>four</i></div>"
    )
    assert body(by_marks(markup, {}, ("div", "drop-text", "2"))) == (
        "<div>one<b>two</b><i>four</i>five</div>"
    )


def test_edits_are_applied_in_order_and_without_marks_too():
    page = Page.from_text("<p>one", name="page")
    row = page.elements.tag.index("p")
    edits = tuple(Edit(row, "insert-before", text) for text in ("x", "<i>y</i>", "z"))

    html = cleaned(page, Extraction("any", Status.OK, mask=np.zeros(1, np.bool_), edits=edits))

    assert body(html) == "x<i>y</i>z<p>one</p>"


def test_markup_inserted_before_a_removed_element_replaces_it():
    html = by_marks(
        "<div>a<img>b</div>",
        {"img": -1},
        ("img", "insert-before", "<b>[x]</b>"),
        ("img", "insert-end", "lost"),
    )

    assert body(html) == "<div>a<b>[x]</b>b</div>"


def test_the_document_type_is_kept_because_the_layout_depends_on_it():
    old = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>one'

    assert by_marks(old, {}).startswith('<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">\n<html>')
    assert "Transitional" in by_marks("<p>one", {}).partition("\n")[0]


def test_a_captured_document_with_marks_keeps_its_structure():
    page = Page.from_dom([["html"], ["body"], ["p"], "a", ["p"], "b", 4], url=None)
    marks = np.zeros(4, dtype=np.int8)

    html = cleaned(page, Extraction("any", Status.OK, mask=np.zeros(2, np.bool_), marks=marks))

    assert html == f"{HEAD}</head><body><p>a<p>b</p></p></body></html>\n"


def test_styles_are_written_as_they_are_and_scripts_are_not():
    html = by_marks("<style>a > b {}</style><script>if (a < b && c) {}</script>", {})

    assert "<style>a > b {}</style>" in html
    assert "script" not in html


@pytest.mark.parametrize("corpus_page", every_page(stride=25))
def test_a_real_page_with_nothing_removed_has_the_same_words(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    marks = np.zeros(len(page.elements), dtype=np.int8)
    mask = np.zeros(page.n_tokens, dtype=np.bool_)

    again = Page.from_text(
        cleaned(page, Extraction("any", Status.OK, mask=mask, marks=marks)), name="again"
    )

    assert again.text.split() == page.text.split()


# -- every extractor -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "identifier", [entry.id for entry in registry.entries() if entry.extractor is not None]
)
def test_every_extractor_can_be_written(identifier: str):
    page = Page.from_text(LOOK + "<p>" + "word " * 60, name="page")
    before = etree.tostring(page.root)

    html = write(Result("page.html", "page", identifier, page, runner.run(page, identifier)))

    assert html.startswith("<!DOCTYPE html")
    assert html.endswith("</body></html>\n")
    assert etree.tostring(page.root) == before


def test_a_result_without_a_page_has_no_html():
    extraction = Extraction("any", Status.ERROR)

    assert write(Result("page.html", "page", "any", None, extraction)) == ""
