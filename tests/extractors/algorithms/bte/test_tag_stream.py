"""The stream of tags and words of a source."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors.algorithms.bte.tag_stream import TagStream, tag_stream
from boilerscope.extractors.page import Page
from tests.helpers.material import CorpusPage, every_page


def stream_of(source: str, **settings: bool) -> TagStream:
    return tag_stream(Page.from_text(source, name="test"), **settings)


def shown(source: str, **settings: bool) -> str:
    """Return the stream as text, with ``|`` for each tag."""
    stream = stream_of(source, **settings)
    words = iter(stream.text_of(0, stream.n_runs).split(" "))
    return " ".join(next(words) if is_word else "|" for is_word in stream.is_word)


@pytest.mark.parametrize(
    ("source", "stream"),
    [
        ("<p>a b</p>", "| a b |"),
        ("a<br>b<br/>c", "a | b | c"),
        ("<P CLASS='>'>a</P >", "| a |"),
        ("<!DOCTYPE html><!-- a <b> --><?pi a?>x</>y</3>", "x y"),
        ("foo<!-- -->bar", "foo bar"),
        ("a < b <3", "a < b <3"),
        ("a <b", "a"),
        ("a</p", "a"),
        ("<title>a <b> c</title>d", "| a <b> c | d"),
        ("<textarea>a</textarea>", "| a |"),
        ("<script>a</script><style>b</style>c", "| | | | c"),
        ("<script src=x></script>", "| |"),
        ("<strong>a</strong>", "| a |"),
        ("a&nbsp;b &lt;c&gt; d&amp;e", "a b <c> d&e"),
        ("a&#32;b &#x4e2d; &bogus; &notit", "a b 中 &bogus; ¬it"),
        ("a<b>&lt;b</b>&gt;&amp;<i>c", "a | <b | >& | c"),
        ("a &am<!-- -->p;b", "a &am p;b"),
        ("a &#1;<!-- -->&#1;b", "a b"),
        ("it's a.b — c", "it's a.b — c"),
        ("中文，abc字", "中 文， abc 字"),
        ("（中）", "（中）"),
        ("", ""),
    ],
)
def test_sources_are_divided_into_tags_and_words(source: str, stream: str) -> None:
    assert shown(source) == stream


def test_scripts_can_be_read_as_text_without_references() -> None:
    assert shown("<script>a &lt; <b></script>", skip_script=False) == "| a &lt; <b> |"


def test_chinese_can_be_divided_at_white_space_only() -> None:
    assert shown("中文，abc 字", cjk_words=False) == "中文，abc 字"


def test_word_runs_end_at_tags_and_have_the_tokens_of_the_page() -> None:
    page = Page.from_text("<p>it's a</p><!-- no -->b<i>c</i>", name="test")

    stream = tag_stream(page)

    assert [stream.text_of(run, run + 1) for run in range(stream.n_runs)] == ["it's a", "b", "c"]
    assert stream.blocks.block_of_token(page.n_tokens).tolist() == [0, 0, 0, 1, 2]
    assert stream.word_index.tolist() == [1, 2, 4, 6]


def test_word_runs_have_their_tokens_after_references_too() -> None:
    page = Page.from_text("<p>a &lt;&amp;b c&#38;<i>&#1;d</i> e", name="test")

    stream = tag_stream(page)

    assert [stream.text_of(run, run + 1) for run in range(stream.n_runs)] == ["a <&b c&", "d", "e"]
    assert stream.blocks.block_of_token(page.n_tokens).tolist() == [0, 0, 0, 1, 2]


@pytest.mark.parametrize("corpus_page", every_page(stride=5))
def test_every_token_of_a_real_page_is_in_a_word(corpus_page: CorpusPage) -> None:
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    stream = tag_stream(page)

    assert (stream.blocks.block_of_token(page.n_tokens) >= 0).all()
    assert (np.diff(stream.word_index) > 0).all()
