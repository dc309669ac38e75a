"""The scan of markup, compared with the parser: letters, their order, and token positions."""

from __future__ import annotations

import html
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

from boilerscope.extractors.page import Page, TokenColumns
from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.source_scan import (
    count_letters,
    locate_tokens,
    scan_letters,
    scan_pieces,
)
from boilerscope.extractors.page.tokens import BREAK, classes_of
from tests.helpers.markup import documents


def _letters(text: str) -> str:
    codes = code_points(text)
    return "".join(map(chr, codes[classes_of(codes) != BREAK]))


def _scanned(source: str) -> str:
    return "".join(map(chr, scan_letters(source).code))


def _source_words(page: Page) -> list[str]:
    positions = page.source_positions
    return [
        page.source[start:end] for start, end in zip(positions.start, positions.end, strict=True)
    ]


@hypothesis_settings(max_examples=1500)
@given(documents)
def test_scan_reads_the_letters_that_the_parser_reads(markup: str) -> None:
    page = Page.from_text(markup, name="any")

    assert _scanned(page.source) == _letters(page.text)


@hypothesis_settings(max_examples=300)
@given(documents)
def test_every_token_has_a_position_in_order(markup: str) -> None:
    page = Page.from_text(markup, name="any")

    positions = page.source_positions
    assert positions.n_missing == 0
    assert (positions.start < positions.end).all()
    # A token may contain a tag that the parser drops, but tokens do not overlap.
    assert (positions.end[:-1] <= positions.start[1:]).all()
    for token, word in enumerate(_source_words(page)):
        if "<" not in word:
            assert _letters(html.unescape(word)) == _letters(page.token_text(token))


@hypothesis_settings(max_examples=300)
@given(documents)
def test_texts_of_the_source_are_in_their_ranges_before_markup_or_the_end(markup: str) -> None:
    pieces = scan_pieces(markup)

    ranges = list(zip(pieces.text_start.tolist(), pieces.text_end.tolist(), strict=True))
    assert pieces.text == [markup[start:end] for start, end in ranges]
    assert all(pieces.text)
    assert all(markup[end : end + 1] in {"<", ""} for _, end in ranges)


@pytest.mark.parametrize(
    ("markup", "letters"),
    [
        ("a<!-- b -->c", "ac"),
        ("a<!-->b-->c", "abc"),
        ("a<!--->b-->c", "abc"),
        ("a<!--b--!>c", "ac"),
        ("a<!--b--c", "a"),
        ("a<!--b - -> -- >c-->d", "ad"),
        ("a<!b>c<?d>e</1f>g</>h", "acegh"),
        ("a<![CDATA[b>c]]>d", "acd"),
        ("<!doctype html PUBLIC 'a>b'>c", "bc"),
        ("a<3 b<c>d", "a3bd"),
        ('<a title="x>y">b', "b"),
        ("<a title='x>y' b=\"'>\">c", "c"),
        ('<a b=c"d>e', "e"),
        ('<a ="x>y">b', "yb"),
        ('<a b="c"="d>e">f', "ef"),
        ("<a b= >c", "c"),
        ("<a b == 'c>'>d", "d"),
        ('a<b c="d>e', "a"),
        ("a<b c", "a"),
        ("a</b c='>'>d", "ad"),
        ("a</", "a"),
        ("<script>a</scriptx>b</script >c", "c"),
        ("<SCRIPT>a</Script\n>c", "c"),
        ("<script><!--<script>a</script>b--></script>c", "c"),
        ("<script><!-->a</script>c", "c"),
        ("<script><!--<script>a</script>b", ""),
        ("<script><!--<scriptx>a</script>c", "c"),
        ("<script src=a/>b</script>c", "c"),
        ("<script src='a'/>b", "b"),
        ("<script / >a</script>b", "b"),
        ("<style><!-- a </style> b -->", "b"),
        ("<title>a <b> &eacute; &lt; <!-- c --></title>d", "abécd"),
        ("<textarea>a</b>&amp;b</textarea>c", "abbc"),
        ("<xmp>a<b>&eacute;</xmp>c", "abeacutec"),
        ("<iframe>a<b>&amp;</iframe>c", "c"),
        ("<noembed>a<b>&amp;</noembed><noframes>c</x>d</noframes>e", "cde"),
        ("<plaintext>a<b>&amp;</plaintext>", "abampplaintext"),
        ("<noscript>a<b>c</b>&eacute;</noscript>", "acé"),
        ("&eacute;&eacute&#233;&#xE9;&#xe9", "ééééé"),
        ("&notit;&notin;&ampx;&amp;x", "itxx"),
        ("&nosuch;&;&#;&#x;&#xg;&a", "nosuchxxga"),
        ("&fjlig;&#65x&#0065;&#55296;&#1114112;&#99999999999999999999;", "fjAxA"),
        ("&#128;&#150;&#0;&#x1F600;&#x4E2D;", "中"),
        ("&am<b>p;</b>&eacu<i>te;", "ampeacute"),
        ("a&#769;b&#x301;", "a\u0301b\u0301"),
        ("&CounterClockwiseContourIntegral;a", "a"),
    ],
)
def test_markup_is_read_as_in_the_standard(markup: str, letters: str) -> None:
    page = Page.from_text(f"<p>{markup}", name="known")

    assert _letters(page.text) == letters
    assert _scanned(page.source) == letters


def test_position_of_a_token_spans_its_references_and_dropped_tags() -> None:
    source = "<p>caf&eacute; f&ouml&#8203;n x&#x301;y un</nosuch>real &Eacute;t&eacute</p>"
    page = Page.from_text(source, name="references")

    source_words = _source_words(page)

    assert [page.token_text(token) for token in range(page.n_tokens)] == [
        "café",
        "fö",
        "n",
        "x\u0301y",
        "unreal",
        "Été",
    ]
    assert source_words == [
        "caf&eacute;",
        "f&ouml",
        "n",
        "x&#x301;y",
        "un</nosuch>real",
        "&Eacute;t&eacute",
    ]


def test_text_moved_from_after_the_end_keeps_its_position() -> None:
    source = "<html><body><p>one</p></body> two</html> three<p>four</p>five</html><b>six</b>"
    page = Page.from_text(source, name="behind")

    assert _source_words(page) == ["one", "two", "three", "four", "five", "six"]
    assert page.text == "one two\nthreefourfive\nsix"


def test_page_text_that_the_scan_reads_differently_is_missing_and_the_rest_is_found() -> None:
    words = [f"word{number}" for number in range(400)]
    source = " ".join(words)
    text = " ".join(["alien" if number == 200 else word for number, word in enumerate(words)])
    starts = [match.span() for match in re.finditer(r"\w+", text)]
    edges = np.array(starts, dtype=np.int32)
    tokens = TokenColumns(np.zeros(len(edges), np.int32), edges[:, 0], edges[:, 1])

    positions = locate_tokens(source, code_points(text), tokens)

    assert positions.start[:200].tolist() == edges[:200, 0].tolist()
    assert positions.start[200] == -1
    rest = [source[start:end] for start, end in zip(positions.start, positions.end, strict=True)][
        205:
    ]
    assert rest == words[205:]
    assert 1 <= positions.n_missing <= 5


def test_page_text_without_a_match_in_the_source_is_missing_completely() -> None:
    edges = np.array([[0, 4], [5, 9]], dtype=np.int32)
    tokens = TokenColumns(np.zeros(2, np.int32), edges[:, 0], edges[:, 1])

    positions = locate_tokens("nothing alike here", code_points("abcd efgh"), tokens)

    assert positions.n_missing == 2
    assert positions.start.tolist() == [-1, -1]


def test_letters_of_a_text_are_counted_with_their_marks() -> None:
    assert count_letters("a\u0301 b, 中 3 …") == 5


_HOSTILE = """
    < <a_ <a_" <a_b=' _a= <!-- <!- -- <script><!--<script> <script> <title> <title></
    <xmp>&amp;</xmp> & &a &#1 &acE; </ </a <! <? <plaintext> </html>a <_ _
""".split()  # noqa: SIM905 - reads as a list of pieces


@pytest.mark.parametrize("piece", _HOSTILE)
def test_a_hostile_megabyte_is_scanned_once(piece: str) -> None:
    source = "<p " + piece.replace("_", " ") * (1_000_000 // len(piece))

    letters = scan_letters(source)

    # A scan that repeats its attempts does not finish here.
    assert len(letters) <= len(source)


@pytest.mark.parametrize("content", ["plain &eacute; words ", "<b>x</b>", "<script>a</script>b "])
def test_ten_times_the_page_has_ten_times_the_letters(content: str) -> None:
    once, ten_times = scan_letters(content), scan_letters(content * 10)

    assert len(ten_times) == 10 * len(once)
    assert ten_times.code.tolist() == once.code.tolist() * 10
