"""Lines of the source without markup, and the tokens whose characters remain in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.cx.source_lines import Cleaning, SourceLines, source_lines
from boilerscope.extractors.page import Page
from tests.helpers.material import CorpusPage, every_page


def lines_of(html: str, cleaning: Cleaning = Cleaning.TAGS, *, resplit: bool = False):
    page = Page.from_text(html, name="page")
    return page, source_lines(page, cleaning, resplit=resplit)


def texts(lines: SourceLines) -> list[str]:
    return [lines.solid[number] for number in range(len(lines))]


def tokens(page: Page, lines: SourceLines, line: int) -> list[str]:
    return [
        page.token_text(token)
        for start, end in lines.blocks.runs(line)
        for token in range(start, end)
    ]


def test_lines_are_divided_at_line_feeds_after_markup_is_deleted():
    _, lines = lines_of("<html>\n<p\nclass=x>one two</p>\r\n\n<p>three</p> \n\n")

    assert texts(lines) == ["", "onetwo", "", "three"]
    assert [lines.spaced[number] for number in range(4)] == ["", "one two\r", "", "three "]


def test_blank_lines_at_the_end_count_and_empty_lines_do_not():
    assert texts(lines_of("a\n \n\n\n")[1]) == ["a", ""]


@pytest.mark.parametrize("html", ["", "\n\n\n", "<!-- only -->", "<br>\n<br>\n"])
def test_a_page_without_remaining_text_is_one_empty_line(html: str):
    assert texts(lines_of(html)[1]) == [""]


def test_white_space_beyond_ascii_stays():
    assert texts(lines_of("a\u3000b\u00a0c d\te\vf\fg")[1]) == ["a\u3000b\u00a0cdefg"]


def test_scripts_styles_comments_and_doctype_are_not_text_even_across_line_ends():
    html = "<!DOCTYPE\nhtml>a<script>\n<b>\n</script>b<STYLE>\nx\n</style>c<!--\n-->d"

    assert texts(lines_of(html)[1]) == ["abcd"]


def test_an_entity_is_read_as_a_space():
    page, lines = lines_of("<p>No&euml;l &#20013;&#25991; &nbsp;x</p>")

    assert texts(lines) == ["Nolx"]
    assert tokens(page, lines, 0) == ["Noël", "x"]


def test_an_entity_of_more_than_five_letters_is_not_recognised():
    page, lines = lines_of("<p>caf&eacute;</p>")

    assert texts(lines) == ["caf&eacute;"]
    assert tokens(page, lines, 0) == ["café"]


def test_a_line_has_its_tokens_its_source_range_and_its_element():
    page, lines = lines_of("<div><p>one <b>two</b></p>\n\n<p>three</p>\n<p>four</p></div>")
    html = page.source

    assert [tokens(page, lines, line) for line in range(4)] == [
        ["one", "two"],
        [],
        ["three"],
        ["four"],
    ]
    assert [page.elements.tag[row] if row >= 0 else "" for row in lines.blocks.element] == [
        *("p", "", "p", "p")
    ]
    assert [html[a:b] for a, b in zip(lines.source_start, lines.source_end, strict=True)] == [
        *html.splitlines(keepends=True)
    ]
    assert lines.source_line.tolist() == [1, 2, 3, 4]


def test_a_line_over_several_elements_belongs_to_the_element_around_them():
    page, lines = lines_of("<div><ul><li>one</li><li>two</li></ul></div>")

    assert page.elements.tag[lines.blocks.element[0]] == "ul"


def test_a_tag_across_line_ends_joins_lines_in_2010_and_stays_in_2011():
    html = "one <p\nclass=x>two"

    assert texts(lines_of(html)[1]) == ["onetwo"]
    assert texts(lines_of(html, Cleaning.LINK_RUNS)[1]) == ["one<p", "class=x>two"]


def test_runs_of_links_and_their_tokens_are_deleted_in_2011():
    html = f"<p>before {'<a href=x>link</a> ' * 3} after</p>"
    page, lines = lines_of(html, Cleaning.LINK_RUNS)

    assert texts(lines) == ["beforeafter"]
    assert lines.blocks.runs(0) == [(0, 1), (4, 5)]
    assert not lines.cut_short
    assert len(lines_of(html)[1].blocks.runs(0)) == 1
    assert page.n_tokens == 5


def test_span_tags_are_deleted_before_links_are_sought():
    link = "<span><a href=x>l</a></span>"

    assert texts(lines_of(f"a{link * 3}b", Cleaning.LINK_RUNS)[1]) == ["ab"]


def test_text_between_the_quoted_tags_of_a_line_is_lost_in_2011():
    html = "<p class='a'>one</p><p class='b'>two</p>"

    assert texts(lines_of(html, Cleaning.LINK_RUNS)[1]) == ["two"]


def test_resplitting_adds_a_line_end_before_every_block_level_tag():
    page, lines = lines_of("<div><p>one <b>two</b></p><p>three<br>four</p></div>", resplit=True)

    assert [line for line in texts(lines) if line] == ["onetwo", "three", "four"]
    assert texts(lines)[:3] == ["", "", "onetwo"]
    assert (lines.source_start[1:] == lines.source_end[:-1]).all()
    assert lines.source_end[-1] == len(page.source)
    assert set(lines.source_line.tolist()) == {1}


def test_lines_are_built_once_for_each_kind_of_cleaning():
    page, lines = lines_of("<p>one</p>")

    assert source_lines(page, Cleaning.TAGS) is lines
    assert source_lines(page, Cleaning.LINK_RUNS) is not lines
    assert source_lines(page, Cleaning.TAGS, resplit=True) is not lines


PIECES = (
    *("<p>", "</p>", "<b>", "</b>", "one ", "two", "中文", "\n", "\n\n", " ", "&amp;", "&#20013;"),
    *("<!-- c -->", "<script>s</script>", "<a href=x>l</a>", "<p\nid=x>", "😀", "<", ">", "&", '"'),
)


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=20), resplit=st.booleans())
@pytest.mark.parametrize("cleaning", Cleaning)
def test_lines_cover_the_source_and_have_their_tokens_in_order(
    cleaning: Cleaning,
    pieces: list[str],
    resplit: bool,  # noqa: FBT001 - drawn by hypothesis
):
    page, lines = lines_of("".join(pieces), cleaning, resplit=resplit)

    assert lines.source_start[0] == 0
    assert lines.source_end[-1] == len(page.source)
    assert (lines.source_start[1:] == lines.source_end[:-1]).all()
    assert [
        line.translate(dict.fromkeys(map(ord, " \t\n\r\f\v")))
        for line in (lines.spaced[number] for number in range(len(lines)))
    ] == texts(lines)
    runs = lines.blocks.run_start, lines.blocks.run_end
    assert (runs[0][1:] >= runs[1][:-1]).all()
    for line in range(len(lines)):
        for start, end in lines.blocks.runs(line):
            positions = page.source_positions
            assert positions.start[start] >= lines.source_start[line]
            assert positions.end[end - 1] <= lines.source_end[line]


@pytest.mark.parametrize("corpus_page", every_page(stride=12))
def test_tokens_of_a_real_page_are_in_their_line_in_order(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    lines = source_lines(page, Cleaning.TAGS)
    positions = page.source_positions
    n_found = 0
    for line in range(len(lines)):
        text, offset = lines.solid[line], 0
        for start, end in lines.blocks.runs(line):
            for token in range(start, end):
                written = page.source[positions.start[token] : positions.end[token]]
                if written == page.token_text(token):  # no entity in it
                    offset = text.index(written, offset) + len(written)
                    n_found += 1

    assert n_found > 0.9 * page.n_tokens or n_found > page.n_tokens - 5
