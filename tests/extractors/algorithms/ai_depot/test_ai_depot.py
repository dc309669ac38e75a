"""Text density per line: the specification's examples, both line profiles, every setting."""

from __future__ import annotations

import pytest
from hypothesis import given

from boilerscope.extractors.algorithms.ai_depot.extractor import AI_DEPOT
from boilerscope.extractors.algorithms.ai_depot.lines import BREAK_TAGS, LineProfile, density_lines
from boilerscope.extractors.algorithms.ai_depot.settings import AiDepotSettings, Classifier
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.segments import INLINE_TAGS
from boilerscope.extractors.page.source_scan import resolved
from tests.helpers.markup import documents
from tests.helpers.material import WorkedExample, every_example

STRICT = LineProfile.STRICT_ARTICLE
LONG = "A line of text that is long enough to be dense."


def extract(html: str, **changes: object) -> Extraction:
    page = Page.from_text(html, name="test")
    return AI_DEPOT.extract(page, AiDepotSettings().replace(**changes), ())


def lines(html: str, **changes: object) -> list[tuple[str, int]]:
    """Return the text and the bytes of each line."""
    page = Page.from_text(html, name="test")
    profile_lines = density_lines(page, AiDepotSettings().replace(**changes).rule)
    return list(zip(profile_lines.text, profile_lines.n_bytes.tolist(), strict=True))


def strict(html: str) -> list[str]:
    return [text for text, _ in lines(html, profile=STRICT)]


@pytest.mark.parametrize("profile", list(LineProfile))
@pytest.mark.parametrize("example", every_example("ai_depot_density"))
def test_worked_example_gives_the_expected_lines(example: WorkedExample, profile: LineProfile):
    page = Page.from_text(example.html, name=example.identifier)

    profile_lines = density_lines(page, AiDepotSettings(profile=profile).rule)

    rows = zip(
        profile_lines.text,
        profile_lines.length.tolist(),
        profile_lines.n_bytes.tolist(),
        strict=True,
    )
    line_records = [
        {"text": text, "text_len": length, "bytes": size} for text, length, size in rows
    ]
    expected = [dict(record) for record in example.expected[profile.value] if record["text"]]
    density = [record.pop("density") for record in expected]
    assert line_records == expected
    assert [round(value, 4) for value in profile_lines.density.tolist()] == density


def test_dense_line_is_kept_and_its_sentence_has_the_values():
    extraction = extract(f"<p>{LONG}</p><p><a href=somewhere/far/away>Menu</a></p>")

    assert extraction.own_text == f"{LONG}\n"
    assert explain_decision(extraction, 0) == "D2: density 0.94 > 0.5, 47/50 bytes"
    assert explain_decision(extraction, 1) == "D3: density 0.105 <= 0.5, 4/38 bytes"
    assert extraction.labels_of(0) == ("CONTENT",)
    assert extraction.labels_of(1) == ("NOISE",)
    assert extraction.mask.tolist() == [True] * 11 + [False]


def test_line_at_the_threshold_is_not_content():
    assert extract("<p>abc</p>", threshold=0.5).status is Status.EMPTY
    assert extract("<p>abc</p>", threshold=0.49).own_text == "abc\n"


def test_average_of_the_page_can_be_the_threshold():
    extraction = extract(
        "<p>abcdef</p><p class=x>abcdef</p><p class=xxxx>abcdef</p>",
        classifier=Classifier.AVERAGE,
    )

    densities = [6 / 9, 6 / 21, 6 / 24]
    assert extraction.scores["average"] == pytest.approx(sum(densities) / 3)
    assert extraction.content.tolist() == [True, False, False]
    assert explain_decision(extraction, 0).startswith("D2: density 0.667 > 0.401")


def test_short_lines_are_dropped_first():
    extraction = extract("<p>abcdef</p><p>abcdefgh</p>", min_length=7)

    assert extraction.content.tolist() == [False, True]
    assert explain_decision(extraction, 0) == "D1: text 6 < 7"


def test_curve_has_the_threshold_setting_only_for_a_fixed_threshold():
    fixed, average = extract("<p>abc</p>"), extract("<p>abc</p>", classifier=Classifier.AVERAGE)

    assert (fixed.curves[0].threshold_field, fixed.curves[0].threshold) == ("threshold", 0.5)
    assert (average.curves[0].threshold_field, average.curves[0].threshold) == ("", 0.5)


def test_bytes_of_line_and_text_are_counted_in_utf8():
    assert lines("<p>中文é😀</p>") == [("中文é😀", 3 + 6 + 2 + 4)]
    assert extract("<p>中文é😀</p>").column_values()["length"].tolist() == [12]


def test_references_are_resolved_and_white_space_collapsed():
    assert lines("<p> a &amp;&nbsp; b\n c&lt </p>") == [("a & b c<", 26)]


def test_space_at_the_start_or_end_of_a_text_run_stays():
    assert lines("<p>a<b>b</b> c <i>d</i><u> </u>e</p>")[0][0] == "ab c d e"


def test_run_of_references_without_a_character_separates_words():
    assert lines("<p>a<b>&#1;</b>c</p>") == [("a c", 20 - 4)]


def test_less_than_sign_that_opens_no_tag_is_text():
    assert lines("<p>1 < 2 and 3 <4</p>")[0][0] == "1 < 2 and 3 <4"


def test_only_break_tags_end_a_line():
    assert [text for text, _ in lines("a<div>b</DIV>c<span>d</span>e<br/>f<p-x>g</p-x>")] == [
        "a",
        "b",
        "cde",
        "f g",
    ]
    assert [text for text, _ in lines("a<div>b</div><span>c</span>", break_tags=("SPAN",))] == [
        "a b",
        "c",
    ]


def test_edge_of_another_block_is_a_space_that_does_not_count():
    page = Page.from_text("<p>ab<button>cd</button>ef</p>", name="test")

    density = density_lines(page, AiDepotSettings().rule)

    assert density.text == ("ab cd ef",)
    assert density.length.tolist() == [6]


def test_image_at_the_end_of_the_source_ends_with_the_source():
    profile_lines = density_lines(
        Page.from_text("<img>", name="test"), AiDepotSettings(profile=STRICT).rule
    )

    assert (profile_lines.text, profile_lines.source_end.tolist()) == (("(image)",), [5])


def test_title_is_skipped_and_its_bytes_count():
    assert lines("<title>abc</title><p>d</p>") == [("d", 22)]


def test_comments_and_scripts_count_only_if_not_excluded():
    html = "<p>a</p><!-- xx --><script>var x = '<p>';</script ><style>y</style><p>b</p>"

    assert lines(html) == [("a", 4), ("b", 8)]
    assert lines(html, exclude_comments=False) == [("a", 4), ("b", 8 + 11)]
    assert lines(html, exclude_scripts=False) == [("a", 4), ("b", 8 + 32 + 16)]


def test_script_inside_a_line_adds_no_bytes():
    assert lines("<p>a<script>long script</script>b</p>") == [("ab", 5)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a<div>b</div><td>c", ["abc"]),
        ("<h1>a</h1>b<p>c", ["a\n", "b\n", "c"]),
        ("<h1>a</h1>b<address>c</address>d", ["a\n", "b\n", "c\n", "d"]),
        ("a<blockquote>b</blockquote>c", ["a\n", "b\n", "c"]),
        ("<ul><li>a<li>b</ul>c", ["a\n", "b\n", "c"]),
        ("<ol><li>a<ul><li>b</ul></ol>c", ["a\n", "b\n", "c"]),
        ("a<dl><dt>b<dd>c</dl>d", ["a\n", "b\n", "c\n", "d"]),
        ("a<br>b<br><br>c<hr>d", ["a\n", "b\n", "c\n", "d"]),
        ("a <b>b</b> c<i> d</i>", ["a b c d"]),
        ("<pre>a\n  b\n</pre>c", ["a\n  b\n\n\n", "c"]),
        ("<a href=x>a</a> <a>b</a><a href=' '>c</a><a href=y>d</a>", ["a[1] bcd[2]"]),
        ("a<img>b<img alt='x y'>c<img alt=''>d", ["a(image)bx ycd"]),
        ("<title>t</title>a", ["a"]),
        ("a&amp;b&eacute;c&rsquo;d&#65;e&#8217;f&nope;g", ["a&bÃ©c&#8217;dAefg"]),
        ("<xmp><b>a</b></xmp>b", ["<b>a\n", "b"]),
        ("a<plaintext><b>&amp;</b>", ["a\n", "<b>&amp;</b>"]),
        ('a<!-- b -- >c<?php d>e<!doctype f "g>">h<![if i]>j<![endif]>k', ["acehjk"]),
        ("a<![CDATA[b]]>c<!>d", ["acd"]),
        ("<br/>a</p>b", [">a<p>b"]),
        ("<b>a<i>b</b>c</i><>d</>e", ["abcde"]),
        ("a<p title='>'>b", ["a\n", "b"]),
        ("a<3 & b &", ["a<3 & b &"]),
        ("a<p", ["a<p"]),
        ("a</p", ["a</p"]),
        ("a<!-- b", ["a<!-- b"]),
    ],
)
def test_strict_profile_reads_lines_as_the_published_program(html: str, expected: list[str]):
    shown = [line.replace("Ã©", "é") for line in expected]

    assert strict(html) == shown


def test_strict_profile_counts_bytes_by_the_indices_of_the_published_program():
    # A start tag sets the index to its end, an end tag to its start; a paragraph adds two.
    html = "<p>ab</p>cd<p>ef"

    assert lines(html, profile=STRICT) == [("abcd\n", 5 + 2 + 2), ("ef", 9)]


def test_page_on_which_the_published_program_stops_is_empty_with_the_reason():
    extraction = extract(f"<p>{LONG}</p><!foo [>", profile=STRICT)

    assert extraction.status is Status.EMPTY
    assert extraction.message == (
        "The published program stops on this page with an error: its parser met a declaration with"
        " '[' in it. Use the repaired lines (profile)."
    )
    assert explain_decision(extraction, 0) == "D4: the published program stops on this page"
    assert not extraction.mask.any()


@pytest.mark.parametrize("markup", ["<!1>", "<![1]>", "<![foo[]]>", "<!doctype a;>"])
def test_every_declaration_that_stops_the_program_is_reported(markup: str):
    assert "stops on this page" in extract(f"a{markup}b", profile=STRICT).message


@pytest.mark.parametrize("profile", list(LineProfile))
def test_page_without_text_is_empty(profile: LineProfile):
    extraction = extract("<body></body>", profile=profile)

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no text."
    assert extraction.own_text == ""


def test_message_of_a_page_without_a_dense_line_has_the_maximum_density():
    assert "the densest line has 0.0" in extract(f"<p class={'x' * 90}>abcdefgh</p>").message


@pytest.mark.parametrize("profile", list(LineProfile))
def test_line_has_its_range_in_the_source(profile: LineProfile):
    html = f"<p>é中</p>\n\n<p>{LONG}</p>"
    page = Page.from_text(html, name="test")

    profile_lines = density_lines(page, AiDepotSettings(profile=profile).rule)

    ranges = zip(
        profile_lines.source_start.tolist(), profile_lines.source_end.tolist(), strict=True
    )
    assert [html[start:end] for start, end in ranges] == ["é中", LONG]
    assert page.lines_of(profile_lines.source_start).tolist() == [1, 3]
    assert profile_lines.blocks.token_counts().tolist() == [2, 11]


@pytest.mark.timeout(20)
@pytest.mark.parametrize("profile", list(LineProfile))
@pytest.mark.parametrize(
    "html",
    [
        "<b>" * 200_000,
        "<p>a" * 200_000,
        "<a b='" * 150_000,
        "<b/" * 200_000,
        "&a" * 300_000,
        "<!--" * 200_000,
        "<ul>" * 100_000 + "</li>" * 100_000,
        "<a>" * 100_000 + "</b>" * 100_000,
        "&#" + "9" * 900_000 + ";",
    ],
)
def test_a_hostile_megabyte_is_read_in_bounded_time(html: str, profile: LineProfile):
    page = Page.from_text(html[:1_000_000], name="hostile")

    extraction = AI_DEPOT.extract(page, AiDepotSettings(profile=profile), ())

    assert extraction.status in {Status.OK, Status.EMPTY}


def tag_name(source: str, start: int) -> str:
    """Return the name of the tag at an offset, in lower case, with "/" before an end tag."""
    end = start + 2
    while source[end] not in "/>" and not source[end].isspace():
        end += 1
    return source[start + 1 : end].lower()


def uncounted(page: Page) -> set[int]:
    """Return the offsets in comments, and in scripts and styles including their tags."""
    pieces, source = page.source_pieces, page.source
    comments = zip(pieces.comment_start.tolist(), pieces.comment_end.tolist(), strict=True)
    ranges = [list(comment) for comment in comments]
    open_range = None
    for start, end in zip(pieces.tag_start.tolist(), pieces.tag_end.tolist(), strict=True):
        name = tag_name(source, start)
        if name in {"script", "style"}:
            open_range = [start, end]
            ranges.append(open_range)
        elif name in {"/script", "/style"} and open_range:
            open_range[1] = end
            open_range = None
    return {offset for start, end in ranges for offset in range(start, end)}


def lines_by_definition(page: Page) -> list[tuple[str, int]]:
    """Return the text and the bytes of each repaired line, tag by tag and text by text."""
    pieces, source = page.source_pieces, page.source
    tags = {start: tag_name(source, start) for start in pieces.tag_start.tolist()}
    titles = {
        end
        for start, end in zip(tags, pieces.tag_end.tolist(), strict=True)
        if tags[start] == "title"
    }
    uncounted_offsets = uncounted(page)
    texts = {
        start: (end, text if is_literal else resolved(text) or " ")
        for start, end, text, is_raw, is_literal in zip(
            pieces.text_start.tolist(),
            pieces.text_end.tolist(),
            pieces.text,
            pieces.is_raw.tolist(),
            pieces.is_literal.tolist(),
            strict=True,
        )
        if not is_raw and start not in titles
    }
    finished: list[tuple[str, int]] = []
    line, size, counted = "", 0, 0
    for offset in sorted([*tags, *texts]):
        if offset not in texts:
            if tags[offset].lstrip("/") in BREAK_TAGS:
                finished, line, size = [*finished, (line, size)], "", 0
            elif tags[offset].removeprefix("/") not in INLINE_TAGS:
                line += " "
            continue
        end, text = texts[offset]
        line += text
        if text.strip():
            shown = [
                source[index] for index in range(counted, end) if index not in uncounted_offsets
            ]
            size, counted = size + len("".join(shown).encode()), end
    finished.append((line, size))
    return [(" ".join(line.split()), size) for line, size in finished if line.strip()]


@given(documents)
def test_repaired_lines_are_those_of_the_definition(source: str):
    assert lines(source) == lines_by_definition(Page.from_text(source, name="test"))


@given(documents)
def test_lines_are_in_order_and_blocks_share_no_token(source: str):
    page = Page.from_text(source, name="test")

    for profile in LineProfile:
        profile_lines = density_lines(page, AiDepotSettings(profile=profile).rule)
        assert (profile_lines.source_start[1:] >= profile_lines.source_end[:-1]).all()
        assert int(profile_lines.blocks.token_counts().sum()) <= page.n_tokens
        assert len(profile_lines.text) == len(profile_lines.blocks)
        assert (profile_lines.length > 0).all()
