"""Division of a page into text blocks, by hand and compared with a plain handler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.boilerpipe.block_list import text_blocks
from boilerscope.extractors.algorithms.boilerpipe.labels import bits
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.algorithms.boilerpipe.settings import BlockSettings
from boilerscope.extractors.page import Page
from tests.helpers.boilerpipe_reference import ReferenceBlock, reference_blocks
from tests.helpers.material import every_page

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.blocks import TextBlocks
    from tests.helpers.material import CorpusPage


def cut(markup: str, **settings: Any) -> TextBlocks:
    block_settings = BlockSettings(**settings)
    page = Page.from_text(markup, name="page")
    return text_blocks(page, block_settings.tag_actions(), block_settings.max_line_length)


def texts(markup: str, **settings: Any) -> list[str]:
    return list(cut(markup, **settings).unwrapped.texts)


def words(n: int) -> str:
    return " ".join(f"w{number}" for number in range(n))


def test_block_level_tags_break_blocks():
    assert texts("<body>one<div>two</div>three<br>four<q>five</q>") == [
        "one",
        "two",
        "three",
        "four",
        "five",
    ]


def test_unknown_tags_break_blocks():
    assert texts("<body><p>one<x-card>two</x-card>three") == ["one", "two", "three"]


def test_inline_tags_neither_break_a_block_nor_add_a_space():
    assert texts("<body><p>H<sub>2</sub>O and x<sup>2</sup>") == ["H2O and x2"]


def test_abbreviations_add_a_space_on_both_sides():
    assert texts("<body><p>see<abbr>HTML</abbr>ok") == ["see HTML ok"]


def test_links_add_a_space_on_both_sides():
    assert texts("<body><p>see<a href=x>here</a>. So") == ["see here . So"]


def test_text_of_ignorable_elements_is_never_read_and_breaks_blocks():
    markup = "<body><p>one<script>var x</script>two<style>p {}</style>three<select><option>four"

    assert texts(markup) == ["one", "two", "three"]


def test_comments_do_not_break_blocks():
    assert texts("<body><p>one<!-- not me -->two <!-- nor me -->three") == ["onetwo three"]


def test_a_prefix_of_a_tag_is_ignored():
    blocks = cut("<body><p>see <n:a href=x>here</n:a> <n:b>now</n:b>")

    assert blocks.unwrapped.texts == ("see here now",)
    assert blocks.unwrapped.linked_words.tolist() == [1]


def test_a_script_that_is_not_ignorable_becomes_text():
    block_texts = texts("<body><p>one<script>var x</script>two", ignorable_tags=("style",))

    assert block_texts == ["one", "var x", "two"]


def test_profile_1_1_0_reads_noscript_and_breaks_at_code():
    markup = "<body><p>one<code>two</code><noscript>three</noscript>"

    assert texts(markup, profile=Profile.V1_1_0) == ["one", "two", "three"]
    assert texts(markup) == ["onetwo"]


def test_white_space_inside_a_text_is_kept_and_at_its_ends_collapsed():
    assert texts("<body><p>\n  a\n   b  <b>  c </b>\n</p>") == ["a    b c"]


def test_an_ideographic_space_is_white_space_and_a_no_break_space_is_not():
    assert texts("<body><p>\u00a0a\u3000</p>") == ["\u00a0a"]


def test_blocks_may_contain_only_punctuation():
    blocks = cut("<body><p>&amp;</p><p>word")

    assert blocks.unwrapped.texts == ("&", "word")
    assert blocks.words.tolist() == [0, 1]


def test_linked_words_are_counted():
    blocks = cut("<body><p>see <a href=x>these two</a> words")

    assert (blocks.words.tolist(), blocks.unwrapped.linked_words.tolist()) == ([4], [2])


def test_a_link_continues_through_blocks():
    blocks = cut("<body><a href=x>one<div>two</div></a><p>three")

    assert blocks.unwrapped.linked_words.tolist() == [1, 1, 0]


def test_after_a_nested_link_all_text_after_a_link_counts_as_linked():
    markup = "<body><a><div>one<a>two</a></div></a><p>three</p><p><a>four</a> five</p><p>six</p>"

    assert cut(markup).unwrapped.linked_words.tolist() == [2, 0, 2, 1]


def test_links_inside_ignorable_elements_are_not_counted():
    blocks = cut("<body><object><a href=x>one</a></object><p>two")

    assert blocks.unwrapped.linked_words.tolist() == [0]


def test_the_title_is_that_of_the_head():
    blocks = cut("<head><title> Big\n News </title><meta name=x></head><body><p>text")

    assert blocks.unwrapped.title == "Big  News"
    assert blocks.unwrapped.texts == ("text",)


def test_a_title_inside_the_body_is_text():
    blocks = cut("<body><svg><title>drawing</title></svg><p>text")

    assert (blocks.unwrapped.title, blocks.unwrapped.texts) == ("", ("drawing", "text"))


def test_the_first_block_has_the_level_of_the_title_before_it():
    with_title = cut("<head><title>T</title></head><body><div><p>one</p></div><p>two")
    without = cut("<body><div><p>one</p></div><p>two")

    assert with_title.unwrapped.tag_level.tolist() == [3, 3]
    assert without.unwrapped.tag_level.tolist() == [4, 3]


def test_inline_tags_do_not_change_the_level_and_links_do():
    blocks = cut("<body><p><b><i>one</i></b></p><p><a>two</a></p>")

    assert blocks.unwrapped.tag_level.tolist() == [3, 4]


def test_lines_wrap_at_eighty_units_and_the_last_line_does_not_count():
    blocks = cut("<body><p>" + " ".join(["abcdefghi"] * 20))

    assert (blocks.words.tolist(), blocks.wrapped_words.tolist()) == ([20], [16])
    assert blocks.wrapped_lines.tolist() == [2]


def test_text_shorter_than_a_line_counts_as_one_line():
    blocks = cut("<body><p>" + words(5))

    assert (blocks.wrapped_words.tolist(), blocks.wrapped_lines.tolist()) == ([5], [1])


def test_a_line_of_exactly_the_maximum_length_does_not_wrap():
    eighty = "a" * 39 + " " + "b" * 40

    assert cut(f"<body><p>{eighty}").wrapped_lines.tolist() == [1]
    assert cut(f"<body><p>{eighty} c").wrapped_words.tolist() == [2]


def test_a_first_word_longer_than_a_line_counts_a_line_before_it():
    blocks = cut("<body><p>" + "a" * 90 + " " + "b" * 90)

    assert (blocks.wrapped_words.tolist(), blocks.wrapped_lines.tolist()) == ([1], [2])


def test_a_single_overlong_word_is_one_word_on_one_line():
    blocks = cut("<body><p>" + "a" * 90)

    assert (blocks.wrapped_words.tolist(), blocks.wrapped_lines.tolist()) == ([1], [1])


def test_the_line_length_is_a_setting():
    blocks = cut("<body><p>" + " ".join(["abcdefghi"] * 20), max_line_length=40)

    assert (blocks.wrapped_words.tolist(), blocks.wrapped_lines.tolist()) == ([16], [4])


def test_characters_beyond_the_first_plane_count_twice_in_a_line():
    wide = cut("<body><p>" + " ".join(["\U0001d400" * 4] * 10))
    narrow = cut("<body><p>" + " ".join(["abcd"] * 10))

    assert (wide.wrapped_words.tolist(), narrow.wrapped_words.tolist()) == ([9], [10])
    assert wide.wrapped_lines.tolist() == [1]


def test_head_labels_list_items_and_headings():
    markup = "<body><ul><li><p>one</p>two</li></ul><h1>three</h1><h2>four</h2><h3>five</h3><p>six"
    blocks = cut(markup, profile=Profile.HEAD)

    assert blocks.unwrapped.labels.tolist() == [
        bits(["LI"]),
        bits(["LI"]),
        bits(["H1", "HEADING"]),
        bits(["H2", "HEADING"]),
        bits(["H3", "HEADING"]),
        0,
    ]
    assert cut(markup).unwrapped.labels.tolist() == [0] * 6


def test_text_before_a_list_item_that_is_flushed_inside_it_is_labelled_as_an_item():
    blocks = cut("<body><div>one<li>two</li></div>", profile=Profile.HEAD)

    assert blocks.unwrapped.labels.tolist() == [bits(["LI"]), bits(["LI"])]


def test_blocks_have_exactly_the_tokens_of_their_texts():
    markup = (
        "<title>no</title><body><p>one <a>two</a><script>no</script><p>three</p>"
        "<noscript>no</noscript>"
    )
    page = Page.from_text(markup, name="page")
    settings = BlockSettings()
    blocks = text_blocks(page, settings.tag_actions(), 80).unwrapped.blocks

    tokens = [
        [page.token_text(token) for start, end in blocks.runs(block) for token in range(start, end)]
        for block in range(len(blocks))
    ]

    assert tokens == [["one", "two"], ["three"]]


def test_a_block_belongs_to_the_nearest_element_around_all_of_it():
    page = Page.from_text("<body><p><b>one</b> <i>two</i></p><p><b>three</b></p>", name="page")
    settings = BlockSettings()
    blocks = text_blocks(page, settings.tag_actions(), 80).unwrapped.blocks

    assert [page.elements.tag[row] for row in blocks.element.tolist()] == ["p", "b"]


def test_pages_without_text_have_no_blocks():
    assert texts("") == texts("<html><body></body></html>") == texts("<body><p> \n </p>") == []
    assert texts("<frameset><frame src=a></frameset>") == []


def test_deep_nesting_gives_one_block():
    markup = "<body>" + "<b>x" * 1500

    assert len(texts(markup)) == 1


@pytest.mark.parametrize("unit", ["<a>", "<b>x</b>", "&amp; ", "<p>x ", "x,", "<abbr>", "\u0301"])
def test_a_hostile_megabyte_is_divided(unit: str):
    blocks = cut("<body>" + unit * (1_000_000 // len(unit)))

    assert len(blocks) == len(blocks.unwrapped.texts)


_TEXTS = st.text(
    alphabet=st.sampled_from([*list("ab1_ ,.'\"-&|\n\t%²é中\xa0́\u3000𝐀"), "\u2029"]),
    max_size=12,
)
_TAGS = st.sampled_from(
    ["p", "div", "b", "span", "a", "abbr", "script", "li", "h1", "code", "noscript", "br", "title"]
)
_MARKUP = st.recursive(
    _TEXTS.map(lambda text: text.replace("<", "").replace("&", "&amp;")),
    lambda inner: st.one_of(
        st.tuples(_TAGS, st.lists(inner, max_size=4)).map(
            lambda pair: f"<{pair[0]}>{''.join(pair[1])}</{pair[0]}>"
        ),
        st.just("<!-- c -->"),
        st.lists(inner, max_size=4).map("".join),
    ),
    max_leaves=30,
)


def assert_same_as_reference(page: Page, settings: BlockSettings) -> None:
    tags = settings.tag_actions()
    blocks = text_blocks(page, tags, settings.max_line_length)
    reference = reference_blocks(page, tags, settings.max_line_length)

    rows = zip(
        blocks.unwrapped.texts,
        blocks.words.tolist(),
        blocks.unwrapped.linked_words.tolist(),
        blocks.wrapped_words.tolist(),
        blocks.wrapped_lines.tolist(),
        blocks.unwrapped.tag_level.tolist(),
        blocks.unwrapped.labels.tolist(),
        strict=True,
    )
    assert [ReferenceBlock(*row) for row in rows] == reference.blocks
    assert blocks.unwrapped.title == reference.title


@examples(max_examples=150)
@given(_MARKUP, st.sampled_from(Profile), st.sampled_from([20, 80]))
def test_any_page_has_the_blocks_of_the_plain_handler(markup: str, profile: Profile, length: int):
    page = Page.from_text(f"<head><title>T {markup[:5]}</title><body>{markup}", name="page")

    assert_same_as_reference(page, BlockSettings(profile=profile, max_line_length=length))


@pytest.mark.parametrize("corpus_page", every_page(stride=12))
def test_real_pages_have_the_blocks_of_the_plain_handler(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    for profile in Profile:
        assert_same_as_reference(page, BlockSettings(profile=profile))
