"""Kept text as Markdown, with the structure of the page and no other markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.formats.markdown.writer import write
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.structure.building import left_out
from boilerscope.extractors.formats.structure.code import gutters
from boilerscope.extractors.formats.structure.options import StructureOptions
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page
from tests.helpers.material import CorpusPage, every_page

if TYPE_CHECKING:
    from collections.abc import Callable


def markdown(
    markup: str, keep: Callable[[str], bool] = lambda _word: True, *, url: str | None = None
) -> str:
    """Return the Markdown of a page with only the words for which ``keep`` is true."""
    page = Page.from_text(markup, name="page", url=url)
    words = [page.token_text(token) for token in range(page.n_tokens)]
    mask = np.array([keep(word) for word in words], dtype=np.bool_)
    return write(Result("page", "page", "any", page, Extraction("any", Status.OK, mask=mask)))


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ("", ""),
        ("one", "one\n"),
        ("<p>one<p>two\n  three", "one\n\ntwo three\n"),
        ("<h1>one</h1><h3>two <b>x</b><br>three</h3>", "# one\n\n### two **x** three\n"),
        ("<h2><b><i>one</i></b></h2>", "## one\n"),
        ("<h2>C #</h2>", "## C \\#\n"),
        ("<p>one<br>two<br><br>three", "one\\\ntwo\n\nthree\n"),
        ("<div>one<p>two</p>three</div>", "one\n\ntwo\n\nthree\n"),
        ("<blockquote>one<p>two</blockquote>three", "> one\n>\n> two\n\nthree\n"),
        ("<blockquote>one<blockquote>two", "> one\n>\n> > two\n"),
        ("<pre>\none *x*\n  two\n</pre>", "```\none *x*\n  two\n```\n"),
        ("<pre>a ```` b</pre>", "`````\na ```` b\n`````\n"),
        ("<pre>one<h2>two</h2></pre>", "```\none\ntwo\n```\n"),
    ],
)
def test_blocks_are_separated_and_marked_by_their_kind(markup: str, written: str):
    assert markdown(markup) == written


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ("<ul><li>one<li>two</ul>", "- one\n- two\n"),
        ("<ol><li>one<li>two</ol>", "1. one\n2. two\n"),
        ("<ol start=9><li>one<li>two</ol>", "9. one\n10. two\n"),
        ("<ol><li>one<li>no<li>two</ol>", "1. one\n\n<!-- -->\n\n3. two\n"),
        ("<ol start=x><li>one</ol>", "1. one\n"),
        (
            "<ul><li>one<ul><li>two<li>three</ul><li>four</ul>",
            "- one\n  - two\n  - three\n- four\n",
        ),
        ("<ol><li>one<ul><li>two</ul></ol>", "1. one\n   - two\n"),
        ("<ul><li>one<ul><li>two<ol><li>three", "- one\n  - two\n    1. three\n"),
        ("<ul><li>one</li><ul><li>two</ul></ul>", "- one\n  - two\n"),
        ("<ul><li><p>one<p>two<li>three</ul>", "- one\n\n  two\n\n- three\n"),
        ("<ul><li><p>one<li><p>two</ul>", "- one\n- two\n"),
        ("<ul><li>one<pre>a\n\nb</pre></ul>", "- one\n\n  ```\n  a\n\n  b\n  ```\n"),
        ("<ul>one<li>two</ul>", "- one\n- two\n"),
        ("<li>one", "- one\n"),
        ("<dl><dt>one<dd>two</dd><dd>three</dl>", "one\n- two\n- three\n"),
        ("<dl><dt>one<dd>two<dt>three<dd>x</dl>", "one\n- two\n\nthree\n- x\n"),
        ("<ul><li>one<br>two</ul>", "- one\\\n  two\n"),
        ("<ul><li><h2>one</h2>two</ul>", "- ## one\n\n  two\n"),
    ],
)
def test_lists_are_nested_and_numbered_as_on_the_page(markup: str, written: str):
    assert markdown(markup, lambda word: word != "no") == written


TABLE = "<table><caption>cap<thead><tr><th>a<th>b<tbody><tr><td>c<td>d|e<tr><td><td>f</table>"


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        (
            TABLE.replace("<caption>cap", ""),
            "| a | b |\n| --- | --- |\n| c | d\\|e |\n|  | f |\n",
        ),
        (
            "<table><tr><td>a<td>no<td>b<tr><td>c<td>no<td>d</table>",
            "| a |  | b |\n| --- | --- | --- |\n| c |  | d |\n",
        ),
        (
            "<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>",
            "| a | a | b |\n| --- | --- | --- |\n| c | d | e |\n",
        ),
        ("<table><tr><td>a<td>b</table>", "a\n\nb\n"),
        ("<table><tr><td>a<tr><td>b</table>", "a\n\nb\n"),
        (
            "<table><tr><td>a<p>b<td>c<tr><td>d<td>e</table>",
            "| a<br>b | c |\n| --- | --- |\n| d | e |\n",
        ),
        ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\n\nb\n\nc\n\nd\n"),
        (
            "<table><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table><td>e</table>",
            "| a | b |\n| --- | --- |\n| c | d |\n\ne\n",
        ),
        (
            "<table><tr><td>a<td colspan=999>b<td>c<tr><td>d<td>e</table>",
            "| a | b | c |\n| --- | --- | --- |\n| d | e |  |\n",
        ),
        (TABLE, "*cap*\n\n| a | b |\n| --- | --- |\n| c | d\\|e |\n|  | f |\n"),
    ],
)
def test_data_tables_are_written_as_tables_and_layout_tables_are_not(markup: str, written: str):
    assert markdown(markup, lambda word: word != "no") == written


def test_no_cell_of_a_wide_table_is_lost():
    cells = "".join(f"<td>c{n}" for n in range(60))

    text = markdown(f"<table><tr>{cells}<tr>{cells}</table>")

    assert text.replace("|", "").replace("---", "").split() == [f"c{n}" for n in range(60)] * 2


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ("one <b>two</b> three", "one **two** three"),
        ("one<b> two </b>three", "one **two** three"),
        ("<i>one</i> <em>two</em>", "*one* *two*"),
        ("<b>one <i>two</i> x</b>", "**one *two* x**"),
        ("<b>one <strong>two</strong></b>", "**one two**"),
        ("<b><i>one</i></b>", "__*one*__"),
        ("<b>one</b><i>two</i>", "__one__*two*"),
        ("<b>one</b> <del>two</del> <s>x</s>", "**one** ~~two~~ ~~x~~"),
        ("<b>一二。</b>三", "<strong>一二。</strong>三"),
        ("<b>一二</b>三", "**一二**三"),
        ("x<b>(one)</b>y", "x<strong>(one)</strong>y"),
        ("<code>a * b</code> <kbd>x`y</kbd>", "`a * b` ``x`y``"),
        ("<code>`</code>x", "`` ` ``x"),
        ("<b><code>a_b</code></b>", "**`a_b`**"),
        ("one <b> </b>two", "one two"),
        ("one<b>,</b> two", "one, two"),
    ],
)
def test_emphasis_is_written_only_where_markdown_recognises_it(markup: str, written: str):
    assert markdown(f"<p>{markup}</p>") == written + "\n"


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ('<a href="/x">one</a>', "[one](https://a.org/x)"),
        ('<a href="y?a=1&amp;b=2">one</a>', "[one](https://a.org/d/y?a=1&b=2)"),
        ('<a href=" https://b.org/ ">one <b>two</b></a>', "[one **two**](https://b.org/)"),
        ('<b><a href="/x">one</a></b>', "**[one](https://a.org/x)**"),
        ('<a href="/a b">one</a>', "[one](https://a.org/a%20b)"),
        ('<a href="/a_(b)">one</a>', "[one](<https://a.org/a_(b)>)"),
        ('<a href="/a)b&lt;c>">one</a>', "[one](<https://a.org/a)b%3Cc%3E>)"),
        ('<a href="#top">one</a>', "one"),
        ('<a href="JavaScript:x()">one</a>', "one"),
        ('<a href="data:x">one</a>', "one"),
        ('<a href="">one</a>', "one"),
        ("<a name=x>one</a>", "one"),
        ('<a href="http://[">one</a>', "[one](http://[)"),
        ('<a href="/x">a [b]</a>', "[a \\[b\\]](https://a.org/x)"),
        ('<a href="/x"><p>one<p>two</a>', "[one](https://a.org/x)\n\n[two](https://a.org/x)"),
        ('<a href="/x">one </a>two', "[one](https://a.org/x) two"),
    ],
)
def test_links_have_absolute_addresses(markup: str, written: str):
    assert markdown(markup, url="https://a.org/d/e") == written + "\n"


def test_links_follow_the_base_of_the_page_and_stay_unchanged_without_an_address():
    page = "<a href=/x>one</a>"

    assert markdown(page) == "[one](/x)\n"
    assert markdown(page, url="file:///home/page.html") == "[one](/x)\n"
    based = "<base href=https://c.org/>" + page
    assert markdown(based, url="https://a.org/") == "[one](https://c.org/x)\n"
    relative = "<base href=/d/><a href=x>one</a>"
    assert markdown(relative, url="https://a.org/") == "[one](https://a.org/d/x)\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a * b _ c", "a \\* b \\_ c"),
        ("snake_case __init__ _x_", "snake_case \\_\\_init\\_\\_ \\_x\\_"),
        ("[x](y) `z` \\ ~", "\\[x\\](y) \\`z\\` \\\\ \\~"),
        ("1 &lt; 2 &lt;b> &amp;copy; &amp; x", "1 < 2 \\<b> \\&copy; & x"),
        ("# one", "\\# one"),
        ("#one", "#one"),
        ("- one", "\\- one"),
        ("+ one", "\\+ one"),
        ("-one", "-one"),
        ("1. one", "1\\. one"),
        ("12) one", "12\\) one"),
        ("1.5 one", "1.5 one"),
        ("> one", "\\> one"),
        ("one > two | three", "one > two | three"),
        ("one<br># two", "one\\\n\\# two"),
        ("2024.", "2024\\."),
    ],
)
def test_only_characters_with_a_meaning_in_markdown_are_escaped(text: str, written: str):
    assert markdown(f"<p>x</p><p>{text}</p>") == f"x\n\n{written}\n"


def test_dropped_words_leave_no_markup():
    text = markdown(
        "<p>one <b>no</b> two</p><ul><li>no</ul><h2>no</h2><a href=/x>no</a>",
        lambda word: word != "no",
    )

    assert text == "one two\n"


def test_very_deep_nesting_is_written_flat():
    steps = [["html"], ["body"], *[["blockquote"], ["ul"], ["li"], ["b"]] * 500, "deep", 2_002]
    page = Page.from_dom(steps, url=None)
    extraction = Extraction("any", Status.OK, mask=np.ones(1, dtype=np.bool_))

    text = write(Result("page", "page", "any", page, extraction))

    assert text.endswith("- **deep**\n")
    assert len(text) < 200


def test_hostile_megabytes_take_linear_time():
    for part in (
        "<b>*x</b>_[",
        "<ul><li>x",
        "`<code>x`</code>",
        "<td>x",
        "<a href=/>x</a> ",
        "x<br>",
    ):
        assert markdown(part * 20_000)


@pytest.mark.parametrize("corpus_page", every_page(stride=20))
def test_the_text_contains_the_kept_words_of_a_real_page_in_order(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    is_left_out = page.elements.at_or_below(left_out(page) | gutters(page))
    is_left_out = is_left_out[page.slots.owner[page.tokens.slot]]
    extraction = Extraction("any", Status.OK, mask=np.ones(page.n_tokens, dtype=np.bool_))
    options = StructureOptions(footnotes=False, formulas=False)

    text = write(Result("page", "page", "any", page, extraction, options=options))

    offset = 0
    for token in np.flatnonzero(~is_left_out).tolist():
        offset = text.index(page.token_text(token), offset) + 1


def test_a_result_without_a_page_has_no_text():
    assert write(Result("page", "page", "any", None, Extraction("any", Status.ERROR))) == ""
