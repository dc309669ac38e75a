"""Pages that are difficult to parse; each gives a page with its warning, or a clear error."""

from __future__ import annotations

import pytest

from boilerscope.extractors.errors import TooLargeError
from boilerscope.extractors.page import Page, PageWarning
from boilerscope.extractors.page import parsing as parsing_module


def _codes(page: Page) -> list[str]:
    return [warning.code for warning in page.warnings]


def _only(page: Page) -> PageWarning:
    (warning,) = page.warnings
    return warning


def _words(page: Page) -> list[str]:
    return [page.token_text(token) for token in range(page.n_tokens)]


@pytest.mark.parametrize("data", [b"", b" \n\t ", b"\xef\xbb\xbf"])
def test_empty_input_is_an_empty_page(data: bytes) -> None:
    page = Page.from_bytes(data, name="empty")

    assert page.elements.tag == ["html", "body"]
    assert (page.text, page.n_tokens, len(page.slots)) == ("", 0, 0)
    assert _codes(page) == ["empty"]
    assert page.source_positions.n_missing == 0


def test_comment_only_input_is_a_page_without_text() -> None:
    page = Page.from_bytes(b"<!-- nothing -->", name="comment")

    assert page.elements.tag == ["html", "body"]
    assert page.n_tokens == 0


def test_page_of_only_scripts_has_a_warning() -> None:
    page = Page.from_text("<html><script>go()</script><script>on()</script></html>", name="scripts")

    assert page.n_tokens == 0
    assert _only(page).code == "only-scripts"
    assert "2 scripts" in _only(page).message


def test_frameset_names_its_frames() -> None:
    page = Page.from_text(
        "<frameset><frame src=nav.html><frame src='main.html?a=b'><frame>"
        "<noframes>no <b id=x>frames</b><!-- c --> here</noframes></frameset>",
        name="frames",
    )

    assert _only(page).code == "frameset"
    assert "3 frames" in _only(page).message
    assert "(nav.html, main.html?a=b, without address)" in _only(page).message
    assert _words(page) == ["no", "frames", "here"]


def test_frameset_of_very_many_frames_names_the_first() -> None:
    page = Page.from_text("<frameset>" + "<frame src=f.html>" * 50, name="frames")

    assert "50 frames" in _only(page).message
    assert _only(page).message.count("f.html") == 8


def test_three_hundred_levels_are_kept() -> None:
    page = Page.from_text("<div>" * 300 + "deep" + "</div>" * 300 + "<p>after", name="deep")

    assert _words(page) == ["deep", "after"]
    assert page.warnings == ()


def test_three_thousand_levels_are_cut_with_the_line_and_the_lost_share() -> None:
    shown = "<p>one two three</p>\n"
    page = Page.from_text(shown + "<div>\n" * 3000 + "deep" + "</div>" * 3000 + "end", name="deep")

    assert _words(page) == ["one", "two", "three"]
    assert page.elements.depth.max() == parsing_module.MAX_LEVELS
    assert _only(page).code == "cut-at-depth"
    # 7 of the 18 letters come after; the first of them is in line 3,002.
    assert "line 3,002" in _only(page).message
    assert "38.9\xa0% of its text is lost" in _only(page).message
    assert page.source_positions.n_missing == 0


def test_cut_is_noticed_after_very_many_other_errors() -> None:
    faults = "<nosuch>&foo </x></nosuch>" * 500
    page = Page.from_text(faults + "<div>" * 3000 + "deep", name="faulty")

    assert _only(page).code == "cut-at-depth"


def test_deepest_level_that_is_kept_gives_no_warning() -> None:
    page = Page.from_text("<div>" * (parsing_module.MAX_LEVELS - 1) + "deep", name="deep")

    assert page.elements.depth.max() == parsing_module.MAX_LEVELS
    assert _words(page) == ["deep"]
    assert page.warnings == ()


def test_nul_characters_do_not_cut_the_page() -> None:
    page = Page.from_bytes(b"<p>before\0after</p>" + b"<p>text</p>" * 20, name="nul")

    assert _words(page)[:2] == ["before", "after"]
    assert page.n_tokens == 22
    assert _codes(page) == ["nul-characters"]
    assert page.decoded.n_replaced == 1


def test_lone_surrogates_do_not_stop_the_page() -> None:
    page = Page.from_text("<p title='\udc80'>a\ud83d b</p>", name="surrogates")

    assert _words(page) == ["a", "b"]
    assert _codes(page) == ["lone-surrogates"]
    assert page.decoded.n_replaced == 2


def test_text_after_the_end_is_moved_into_the_body() -> None:
    page = Page.from_text(
        "<html><body><p>a</p>b</body>c<!-- d --></html>e<p>f</p>g</html><div>h</div>i", name="after"
    )

    body = page.elements.tag.index("body")
    assert page.element_text(body) == "abc\nefg\nhi"
    assert page.elements.tag == ["html", "body", "p", "p", "div"]
    assert _codes(page) == ["after-end"]


@pytest.mark.parametrize("end", ["</html>\n", "</html><!-- made in 0.1 s -->", "</html><html>"])
def test_end_without_text_after_it_moves_nothing(end: str) -> None:
    page = Page.from_text(f"<html><body><p>a</p></body>{end}", name="end")

    assert page.elements.tag == ["html", "body", "p"]
    assert page.warnings == ()


def test_second_document_after_the_first_leaves_only_its_content() -> None:
    first = "<html><head><title>A</title></head><body>a</body></html>"
    second = "<html><head><title>B</title></head><body>b\x0c\x01</body></html>"
    page = Page.from_text(first + second, name="two")

    assert page.elements.tag == ["html", "head", "title", "body", "title"]
    assert _words(page) == ["A", "a", "B", "b"]
    assert page.title == "A"


def test_text_after_the_end_of_a_page_without_body_gets_a_body() -> None:
    page = Page.from_text("<html><head><title>t</title></head></html>text", name="no body")

    assert page.elements.tag == ["html", "head", "title", "body"]
    assert _words(page) == ["t", "text"]


def test_very_many_ends_are_read_in_one_pass() -> None:
    page = Page.from_text("</html>a<p>b</p>" * 20_000, name="ends")

    assert page.n_tokens == 40_000
    assert page.source_positions.n_missing == 0


def test_page_with_an_xml_declaration_is_read() -> None:
    declared = '<?xml version="1.0" encoding="gb2312"?><html><body>r\u00e9sum\u00e9</body></html>'

    from_text = Page.from_text(declared, name="text")
    from_bytes = Page.from_bytes(declared.encode(), name="bytes")

    assert _words(from_text) == _words(from_bytes) == ["r\u00e9sum\u00e9"]
    assert from_bytes.decoded.how == "utf-8"


def test_declaration_in_the_markup_does_not_change_what_the_parser_reads() -> None:
    page = Page.from_text('<meta charset="gb2312"><p>caf\u00e9 \u4e2d</p>', name="declared")

    assert _words(page) == ["caf\u00e9", "\u4e2d"]


def test_one_text_of_fifty_megabytes_is_read() -> None:
    sentence = b"The old bridge lights the town. "
    data = b"<p>" + sentence * (50 * 2**20 // len(sentence))

    page = Page.from_bytes(data, name="fifty megabytes")

    assert page.n_tokens == 6 * (len(data) // len(sentence))
    assert page.warnings == ()


def test_fifty_megabytes_of_tags_in_one_attribute_are_not_elements() -> None:
    page = Page.from_text("<p title='" + "<b>" * (50 * 2**20 // 3) + "'>text", name="attribute")

    assert page.elements.tag == ["html", "body", "p"]
    assert _words(page) == ["text"]


def test_page_beyond_the_limit_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing_module, "MAX_BYTES", 2**20)

    with pytest.raises(TooLargeError, match=r"'big\.html' is larger than 1 MB, the limit"):
        Page.from_bytes(b" " * (2**20 + 1), name="big.html")
    with pytest.raises(TooLargeError, match=r"'big\.html' is larger than 1 MB, the limit"):
        Page.from_text("\u4e2d" * (2**20 // 3 + 1), name="big.html")


@pytest.mark.parametrize("code_point", [1, 8, 0x0B, 0x0C, 0x7F, 0x85, 0xFFFE, 0xFFFF, 0xFEFF])
def test_odd_characters_separate_words(code_point: int) -> None:
    page = Page.from_text(f"<p>a{chr(code_point)}b</p></html>c{chr(code_point)}d", name="odd")

    assert _words(page) == ["a", "b", "c", "d"]
    assert page.source_positions.n_missing == 0


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        ("<iframe srcdoc='<p>inner'></iframe>", "1 frame or shadow tree"),
        ("<template shadowrootmode=open>a</template>" * 2, "2 frames or shadow trees"),
    ],
)
def test_inner_documents_are_named(inner: str, words: str) -> None:
    page = Page.from_text(f"<p>outer</p>{inner}", name="page")

    assert _only(page).code == "inner-documents"
    assert words in _only(page).message


def test_frames_and_templates_of_other_pages_have_no_warning() -> None:
    page = Page.from_text("<p>a<iframe src=b.html></iframe><template>c</template>", name="page")

    assert page.warnings == ()


@pytest.mark.parametrize(
    ("text", "code"), [('{"a": "<p>"}\n', "json"), ('[["<p>"]]', "json"), ("a < b", "no-markup")]
)
def test_a_page_that_is_no_markup_has_a_warning(text: str, code: str) -> None:
    assert _only(Page.from_text(text, name="page")).code == code


@pytest.mark.parametrize("text", ["{ <b>a</b> }", "[note] <p>a</p>", "[<b>1</b>]"])
def test_markup_after_a_bracket_is_no_json(text: str) -> None:
    assert Page.from_text(text, name="page").warnings == ()
