"""cx-extractor: worked examples, every rule, every setting, and properties of any page."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.cx.extractor import CX_EXTRACTOR
from boilerscope.extractors.algorithms.cx.regions import Distribution, automatic_threshold
from boilerscope.extractors.algorithms.cx.settings import CxSettings, KeepRegions, Profile
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.model.settings import Settings, from_table, knobs
from boilerscope.extractors.page import Page
from boilerscope.extractors.what_if import what_if
from tests.helpers.extractions import assert_same, assert_sound, is_subsequence, rules_of
from tests.helpers.material import CorpusPage, WorkedExample, every_example, every_page

SETTINGS = [
    {},
    {"profile": "java_2011"},
    {"profile": "paper"},
    {"end_rule": "both", "keep_regions": "longest"},
    {"reset_after_drop": True, "close_at_end": True, "keep_spaces": True, "threshold": 20},
    {"profile": "java_2011", "resplit": True, "block_lines": 1},
    {"profile": "paper", "block_lines": 4, "count_unit": "gb18030", "keep_regions": "first"},
]


def extract(html: str | Page, **values: Any) -> Extraction:
    page = html if isinstance(html, Page) else Page.from_text(html, name="page")
    extraction = CX_EXTRACTOR.extract(page, settings_of(values), ())
    assert_sound(page, extraction)
    return extraction


def settings_of(values: dict[str, Any]) -> CxSettings:
    settings = from_table(CxSettings, values)
    assert isinstance(settings, CxSettings)
    return settings


def page_of(*lengths: int) -> str:
    """Return a page whose lines have these lengths; no line is cut off at the end."""
    return "\n".join("x" * length for length in lengths) + "\n \n"


def kept(extraction: Extraction) -> list[int]:
    return np.flatnonzero(extraction.content).tolist()


def values(extraction: Extraction, name: str) -> list[float]:
    column = extraction.column(name)
    assert column is not None
    column_values: list[float] = column.values.tolist()
    return column_values


@pytest.mark.parametrize("profile", [profile.value for profile in Profile])
@pytest.mark.parametrize("example", every_example("cx_extractor"))
def test_worked_example(example: WorkedExample, profile: str):
    extraction = extract(example.html, profile=profile)

    expected_text = example.expected["text"][profile]
    if isinstance(expected_text, dict):
        assert extraction.status is Status.EMPTY
        assert "divides by zero" in extraction.message
    else:
        assert extraction.own_text == expected_text
    if profile != "java_2011":  # that profile deletes other markup
        assert values(extraction, "line_length") == example.expected["line_lengths"]
        blocks = [length for length in values(extraction, "block_length") if not np.isnan(length)]
        assert blocks == example.expected["block_lengths"]


def test_block_lengths_leave_out_the_last_possible_block():
    distribution = Distribution.of(np.array([1, 2, 3, 4, 5, 6], dtype=np.int32), 3)

    assert distribution.n_blocks == 3
    assert distribution.block.tolist() == [6, 9, 12, 0, 0, 0]
    assert distribution.two.tolist() == [21, 12, 0, 0, 0, 0]
    assert distribution.three.tolist() == [21, 12, 0, 0, 0, 0]
    assert distribution.minimum.tolist() == [0, 0, 0, 0, 0, 0]


def test_the_shortest_following_block_is_sought_among_as_many_blocks_as_a_block_has_lines():
    distribution = Distribution.of(np.array([9, 1, 5, 2, 7], dtype=np.int32), 1)

    assert distribution.block.tolist() == [9, 1, 5, 2, 0]
    assert distribution.minimum.tolist() == [1, 5, 2, 0, 0]


def test_a_region_starts_above_the_threshold_and_ends_before_an_empty_block():
    extraction = extract(page_of(0, 30, 30, 27, 9, 0, 0, 0, 0, 0))

    assert values(extraction, "block_length")[:8] == [60, 87, 66, 36, 9, 0, 0, 0]
    assert rules_of(extraction, "REGIONS")[:6] == [
        "LOW",
        "START",
        "INSIDE",
        "INSIDE",
        "END_NEXT",
        "LOW",
    ]
    assert (
        extraction.own_text == "x" * 30 + "\n" + "x" * 30 + "\n" + "x" * 27 + "\n" + "x" * 9 + "\n"
    )
    assert [extraction.labels_of(line) for line in (0, 1, 2, 4)] == [
        ("OUTSIDE",),
        ("START", "IN_REGION"),
        ("IN_REGION",),
        ("END", "IN_REGION"),
    ]


def test_a_block_as_long_as_the_threshold_starts_no_region():
    extraction = extract(page_of(30, 30, 26, 0, 0, 0, 0, 0, 0))

    assert extraction.status is Status.EMPTY
    assert extraction.message == "No block is longer than 86; the longest has 86."
    assert explain_decision(extraction, 0) == "LOW: block length 86 <= 86"


def test_a_block_that_is_empty_itself_ends_a_region():
    extraction = extract(page_of(100, 0, 0, 0, 9, 0, 0, 0, 0))

    assert rules_of(extraction, "REGIONS")[:3] == ["START", "END_HERE", "LOW"]
    assert kept(extraction) == [0]


def test_a_long_block_with_nothing_after_it_starts_no_region():
    extraction = extract(page_of(100, 0, 0, 0, 0, 0, 0, 0, 0))

    assert rules_of(extraction, "REGIONS")[0] == "ALONE"
    assert (
        extraction.message
        == "No long block is followed by the text that the start of a region requires."
    )


def test_the_last_lines_start_no_region():
    extraction = extract(page_of(0, 0, 0, 9, 9, 9, 9))

    assert len(extraction.blocks) == 8
    assert rules_of(extraction, "REGIONS")[4:] == ["LATE"] * 4


def test_a_region_in_which_the_page_ends_is_lost_or_kept():
    html = page_of(90, 90, 90, 90, 90, 90)
    lost, closed = extract(html), extract(html, close_at_end=True)

    assert set(rules_of(lost, "END")) == {"LOST_OPEN"}
    assert "still open at the end of the page" in lost.message
    assert lost.labels_of(1) == ("OUTSIDE",)
    assert set(rules_of(closed, "END")) == {"KEPT_OPEN"}
    assert kept(closed) == [0, 1, 2, 3, 4, 5]
    assert rules_of(closed, "REGIONS")[-1] == "TO_END"


def test_the_end_of_a_region_may_require_two_empty_blocks():
    html = page_of(50, 50, 0, 0, 0, 50, 50, 0, 0, 0, 0, 0, 0)
    either, both = extract(html), extract(html, end_rule="both")

    assert rules_of(either, "REGIONS")[:6] == [
        *("START", "END_NEXT", "LOW", "LOW", "START", "INSIDE")
    ]
    assert kept(either) == [0, 1, 5, 6]
    assert values(either, "region")[:2] == [1, 1]
    assert rules_of(both, "REGIONS")[:9] == ["START", *["INSIDE_BOTH"] * 6, "END_BOTH", "LOW"]
    assert set(values(both, "region")[:8]) == {1}


def test_short_lines_of_a_region_are_left_out():
    extraction = extract(page_of(90, 4, 5, 0, 0, 0, 0, 0), min_line=5)

    assert rules_of(extraction, "LINES")[:3] == ["LONG", "SHORT", "LONG"]
    assert kept(extraction) == [0, 2]
    assert extraction.labels_of(1) == ("IN_REGION", "SHORT_LINE")
    assert explain_decision(extraction, 1) == "SHORT: line length 4 < 5"


def test_a_region_whose_lines_are_all_short_gives_no_text():
    extraction = extract(page_of(90, 4, 5, 0, 0, 0, 0, 0), min_line=100)

    assert extraction.message == "No line of the kept regions has 100 characters."


COPYRIGHT = "\n".join(
    [
        *("a" * 90, "b" * 90, "", "", "", "", "Copyright" + "c" * 90, "d" * 90, "", "", "", ""),
        *("e" * 90, "f" * 90, "", "", "", "", "g" * 9, "h", "i", "j", "k", "l"),
    ]
)


def test_a_dropped_region_is_not_closed_and_includes_the_text_after_it():
    extraction = extract(COPYRIGHT)

    assert extraction.own_text == "a" * 90 + "\n" + "b" * 90 + "\n"
    assert rules_of(extraction, "REGIONS")[4:9] == [
        *("START", "INSIDE", "INSIDE", "END_NEXT", "NOT_CLOSED")
    ]
    assert rules_of(extraction, "WORDS")[:8] == [*["CLEAN"] * 2, *[""] * 2, *["WORD"] * 4]
    assert rules_of(extraction, "WORDS")[12] == "SWALLOWED"
    assert explain_decision(extraction, 6) == "WORD: region 2 contains Copyright"
    assert extraction.labels_of(12) == ("DROPPED_COPYRIGHT",)
    assert rules_of(extraction, "REGIONS")[18] == "LOST"


def test_a_new_region_may_start_after_a_dropped_one():
    extraction = extract(COPYRIGHT, reset_after_drop=True)

    assert extraction.own_text == "".join(letter * 90 + "\n" for letter in "abef")
    assert extraction.scores["regions"] == 3
    assert extraction.scores["regions_kept"] == 2


def test_words_are_sought_in_long_lines_only():
    html = "\n".join(["版权所有", "a" * 90, "b", "", "", "", "", ""]) + "\n x"

    assert extract(html).own_text == "a" * 90 + "\n"
    assert extract(html, min_line=4).own_text == ""


def test_the_users_own_words_match_without_their_white_space():
    html = "\n".join(["All rights\treserved" + "a" * 90, "b", "", "", "", "", ""]) + "\n x"

    assert extract(html).status is Status.OK
    dropped = extract(html, drop_words=["rights reserved", " "])
    assert dropped.message.startswith("A region that contains rightsreserved was dropped")
    assert set(rules_of(extract(html, drop_words=[]), "WORDS")[:2]) == {"NO_WORDS"}


def test_a_word_with_braces_is_shown_as_it_is():
    extraction = extract(
        "\n".join(["{x}" + "a" * 90, "b", "", "", "", "", ""]) + "\n x", drop_words=["{x}"]
    )

    assert explain_decision(extraction, 0) == "WORD: region 1 contains {x}"


def test_a_region_at_the_end_of_the_page_is_dropped_only_if_it_contains_all_words():
    one_word = "\n".join(["a" * 90] * 5 + ["Copyright bbb"])
    both_words = one_word + "版权所有"

    assert extract(one_word, profile="java_2011").status is Status.OK
    extraction = extract(both_words, profile="java_2011")
    assert extraction.status is Status.EMPTY
    assert set(rules_of(extraction, "WORDS")) == {"WORD"}
    assert explain_decision(extraction, 0) == "WORD: region 1 contains Copyright and 版权所有"


REGIONS = page_of(
    100, 60, 0, 0, 0, 0, 95, 90, 90, 0, 0, 0, 0, 100, 90, 85, 0, 0, 0, 0, 300, 9, 0, 0, 0, 0
)


@pytest.mark.parametrize(
    ("keep", "lines", "rules"),
    [
        ("all", [0, 1, 6, 7, 8, 13, 14, 15, 20, 21], {"ALL"}),
        ("first", [0, 1], {"FIRST", "LATER"}),
        ("longest", [20, 21], {"LONGEST", "SHORTER"}),
        ("peak", [20, 21], {"PEAK", "NO_PEAK"}),
    ],
)
def test_regions_to_keep(keep: str, lines: list[int], rules: set[str]):
    extraction = extract(REGIONS, keep_regions=keep)

    assert kept(extraction) == lines
    assert set(rules_of(extraction, "CHOOSE")) - {""} == rules
    assert all(
        extraction.labels_of(line)[-1:] == ("OUTSIDE",) for line in {0, 6, 13, 20} - set(lines)
    )


def test_of_equally_long_regions_the_first_is_kept():
    html = page_of(95, 90, 90, 0, 0, 0, 0, 100, 90, 85, 0, 0, 0, 0)
    extraction = extract(html, keep_regions="longest")

    assert kept(extraction) == [0, 1, 2]
    assert rules_of(extraction, "CHOOSE")[7] == "TIE"


def test_no_region_is_kept_if_the_longest_block_is_in_none():
    html = page_of(90, 5, 0, 0, 0, 500, 0, 0, 0, 0, 0, 0)
    extraction = extract(html, keep_regions="peak", block_lines=1)

    assert extraction.message == "No region contains the longest block."
    assert set(rules_of(extraction, "CHOOSE")) == {"", "NO_PEAK"}
    assert explain_decision(extraction, 0).endswith("the longest block, 500, is at line 5")


def test_the_paper_requires_blocks_with_text_after_a_start():
    extraction = extract(page_of(0, 90, 9, 9, 9, 9, 0, 0, 0, 0, 0), profile="paper")

    assert rules_of(extraction, "REGIONS")[:8] == [
        *("START_PAPER", *["INSIDE_BOTH"] * 5, "END_BOTH", "LOW")
    ]
    assert kept(extraction) == [1, 2, 3, 4, 5]
    alone = extract(page_of(90, 9, 0, 0, 0, 0, 0, 0), profile="paper")
    assert rules_of(alone, "REGIONS")[0] == "ALONE_PAPER"


def test_the_paper_keeps_short_lines_and_drops_no_words():
    html = (
        "\n".join(["Copyright" + "a" * 90, "b", "", "c", "d", "e", "", "", "", "", "", "", ""])
        + "\n x"
    )

    assert extract(html, profile="paper").own_text.split() == ["Copyright" + "a" * 90, *"bcde"]


def test_the_threshold_of_2011_comes_from_the_page():
    extraction = extract(page_of(30, 30, 30, 0, 0, 0, 0, 9, 9, 9, 0, 0, 0, 0), profile="java_2011")

    assert extraction.scores["threshold"] == 50
    assert extraction.curves[0].threshold == 50
    assert rules_of(extraction, "REGIONS")[0] == "START_FIRST"
    assert explain_step(extraction, extraction.steps[0], 0) == (
        "START_FIRST: block length 90 > 25, two following 90 > 0, "
        "the first region may start at half the threshold"
    )


def test_only_one_region_may_start_at_half_the_threshold():
    extraction = extract(
        page_of(20, 5, 5, 0, 0, 0, 0, 20, 5, 5, 0, 0, 0, 0, 0), profile="java_2011"
    )

    assert rules_of(extraction, "REGIONS")[0] == "START_FIRST"
    assert rules_of(extraction, "REGIONS")[7] == "LOW"
    assert kept(extraction) == [0, 1, 2]


def test_the_special_rule_waits_until_a_region_uses_it():
    extraction = extract(
        page_of(0, 9, 0, 0, 0, 40, 0, 0, 0, 0, 30, 9, 9, 0, 0, 0, 0), profile="java_2011"
    )

    assert rules_of(extraction, "REGIONS")[:4] == [
        "LOW_FIRST",
        "LOW_FIRST",
        "LOW_FIRST",
        "START_FIRST",
    ]
    alone = extract(page_of(0, 0, 40, 0, 0, 0, 0, 0), profile="java_2011", block_lines=1)
    assert rules_of(alone, "REGIONS")[2] == "ALONE_FIRST"


def test_a_threshold_set_by_the_user_applies_in_2011_as_well():
    extraction = extract(
        page_of(30, 30, 30, 0, 0, 0, 0, 9, 9, 9, 0, 0), profile="java_2011", threshold=200
    )

    assert extraction.scores["threshold"] == 200
    assert extraction.status is Status.EMPTY


@pytest.mark.parametrize(
    ("lengths", "reached", "limits", "threshold"),
    [
        ([60, 60, 60, 60, 60, 60], None, (50, 100), 100),
        ([60, 60, 60, 60, 60, 60], None, (50, 1000), 180),
        ([1, 1, 1, 1, 1, 1], None, (50, 100), 50),
        # 8 of 12 lines are empty: (8 // 4) >> 1 is a shift by one bit.
        ([*[0] * 8, 60, 60, 60, 60], None, (1, 1000), 360 // 9 << 1),
        # The first line still has its white space when it is counted: (7 // 5) >> 1.
        ([*[0] * 8, 60, 60, 60, 60], [5, *[0] * 7, 60, 60, 60, 60], (1, 1000), 360 // 9),
    ],
)
def test_automatic_threshold(
    lengths: list[int], reached: list[int] | None, limits: tuple[int, int], threshold: int
):
    distribution = Distribution.of(np.array(lengths, dtype=np.int32), 3)

    looked_at = np.array(reached or lengths, dtype=np.int32)

    assert automatic_threshold(distribution, looked_at, *limits) == threshold


@pytest.mark.parametrize(
    ("first", "n_empty", "threshold"),
    [
        (9000, 129, 9000 // 129),  # 128 of 130 lines: a shift by 32 bits changes nothing
        (9017, 127, 1),  # 71 << 31 is below zero
        (8890, 127, 1),  # 70 << 31 loses its top bits and is zero
    ],
)
def test_the_shift_wraps_round_like_a_32_bit_integer(first: int, n_empty: int, threshold: int):
    lengths = np.array([first, *[0] * n_empty], dtype=np.int32)

    assert automatic_threshold(Distribution.of(lengths, 1), lengths, 1, 1000) == threshold


def test_the_last_line_keeps_its_white_space_in_2011():
    html = "\n".join(["a" * 90] * 5 + [" last line "])

    assert extract(html, profile="java_2011").own_text.endswith("a\n last line \n")
    assert extract(html, profile="java_2011", keep_spaces=True).own_text.endswith("a\nlast line\n")
    assert extract(html, close_at_end=True).own_text.endswith("a\nlastline\n")


def test_spaces_can_be_shown_without_changing_a_decision():
    html = "\n".join(["  one <b>two</b> " * 20, "", "b", "", "", "", "", "", "c", "d"])
    plain, shown = extract(html), extract(html, keep_spaces=True)

    assert plain.own_text == "onetwo" * 20 + "\n"
    assert shown.own_text.startswith("one two   one two")
    assert np.array_equal(plain.mask, shown.mask)


def test_bytes_can_be_counted_instead_of_characters():
    html = "\n".join(["甲" * 40 + "a" * 10, "", "", "", "b", ""]) + "\n x"
    characters, octets = extract(html), extract(html, count_unit="gb18030")

    assert values(characters, "line_length")[0] == 50
    assert values(octets, "line_length")[0] == 90
    assert (characters.status, octets.status) == (Status.EMPTY, Status.OK)
    column = octets.column("line_length")
    assert column is not None
    assert column.unit == "bytes"


def test_characters_are_counted_as_java_counts_them():
    assert values(extract("😀a"), "line_length") == [3]


def test_a_page_without_line_ends_can_be_cut_at_block_level_tags():
    first, second = "a" * 60, "b" * 60
    html = f"<div><p>{first}</p><p>{second}</p></div>{'<div></div>' * 9}x"
    uncut, cut = extract(html), extract(html, resplit=True)

    assert uncut.message == (
        "The source has 1 line; a block needs 4. Divide it at block-level tags (resplit)."
    )
    assert cut.own_text == f"{first}\n{second}\n"
    assert cut.warnings == (
        "The source was changed: a line end was added before block-level tags.",
    )


def test_reading_beyond_the_end_gives_zero_and_a_warning():
    extraction = extract("\n".join(["", "", "", "x" * 90, "", "", ""]) + " \n")

    assert values(extraction, "block_length")[:4] == [0, 90, 90, 90]
    assert extraction.warnings == ()
    stopped = extract("\n".join(["x" * 90, "", "", "", " ", " "]))
    assert values(stopped, "block_length")[:3] == [90, 0, 0]
    assert stopped.warnings == (
        (
            "The original program stops here with an index error; values beyond the end were read"
            " as 0."
        ),
    )


def test_links_nested_too_deeply_give_a_warning():
    link = "<a href=x>y</a>"
    deep = (link * 2 + "<a href=x>" + "t" * 31) * 40 + link * 3 + "</a>" * 40

    assert "deeply nested" in extract(deep, profile="java_2011").warnings[0]


def test_the_curve_draws_blocks_with_threshold_and_kept_ranges():
    (curve,) = extract(REGIONS, threshold=120).curves

    assert curve.threshold_field == "threshold"
    assert curve.threshold == 120
    assert curve.kept == ((0.0, 1.0), (5.0, 8.0), (12.0, 15.0), (18.0, 21.0))
    assert curve.y[18] == 300
    assert curve.block is not None
    assert curve.block.tolist() == list(range(len(curve.x)))


def test_what_if_finds_the_threshold_that_keeps_a_line_and_nothing_for_a_blank_line():
    page = Page.from_text(page_of(0, 80, 0, 0, 9, 0, 0, 0, 0), name="page")

    def run(settings: Settings) -> Extraction:
        assert isinstance(settings, CxSettings)
        return CX_EXTRACTOR.extract(page, settings, ())

    change = next(what_if(run, run(CxSettings()), 1))

    assert (change.field, change.old, change.new, change.keeps) == ("threshold", 86, 79, True)
    assert list(what_if(run, run(CxSettings()), 2)) == []


def test_the_source_line_is_a_column():
    extraction = extract("<!--\n\n-->one\ntwo<p\n>three\nfour")

    assert values(extraction, "source_line") == [1, 4, 6]


def test_automatic_values_follow_the_profile():
    resolved = {profile: CxSettings(profile=profile).resolve() for profile in Profile}

    assert [resolved[profile].threshold for profile in Profile] == [86, 100, 86]
    assert [resolved[profile].min_line for profile in Profile] == [5, 5, 1]
    assert [resolved[profile].close_at_end for profile in Profile] == [False, True, False]
    assert [resolved[profile].keep_regions for profile in Profile] == [
        *(KeepRegions.ALL, KeepRegions.ALL, KeepRegions.PEAK)
    ]
    assert CxSettings(profile=Profile.PAPER, min_line=9).resolve().min_line == 9


def test_limits_of_the_automatic_threshold_must_leave_room():
    with pytest.raises(SettingsError, match="threshold_min must be at most threshold_max"):
        CxSettings(threshold_min=200)


def test_every_setting_has_label_and_help_and_every_preset_builds_settings():
    assert all(field.label and field.help for field in knobs(CxSettings))
    for preset in CX_EXTRACTOR.presets:
        assert isinstance(CX_EXTRACTOR.preset_settings(preset), CxSettings)


@pytest.mark.parametrize("values", SETTINGS)
@given(
    lengths=st.lists(st.sampled_from([0, 0, 0, 1, 4, 5, 40, 60, 90]), max_size=30),
    words=st.sets(st.integers(0, 29), max_size=2),
)
def test_any_lines_give_a_sound_extraction_twice_the_same(
    values: dict[str, Any], lengths: list[int], words: set[int]
):
    rows = ["<p>" + "x" * length + "</p>" for length in lengths]
    rows = [row + "Copyright 版权所有" * (number in words) for number, row in enumerate(rows)]
    page = Page.from_text("\n".join(rows), name="page")
    extraction = extract(page, **values)

    assert_same(extraction, extract(page, **values))
    assert is_subsequence("".join(extraction.own_text.split()), "".join(page.source.split()))


@pytest.mark.parametrize("values", SETTINGS[:3])
@pytest.mark.parametrize("corpus_page", every_page(stride=25))
def test_a_real_page_gives_a_sound_extraction(corpus_page: CorpusPage, values: dict[str, Any]):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    extraction = extract(page, **values)

    assert is_subsequence("".join(extraction.own_text.split()), "".join(page.source.split()))


@pytest.mark.parametrize("unit", ["<", "&", "x\n", "\n", "<p>x</p>", "<a href=x>y</a>\n", "'\n<"])
@pytest.mark.parametrize("profile", [profile.value for profile in Profile])
def test_a_hostile_megabyte_is_read(unit: str, profile: str):
    page = Page.from_text(unit * (1_000_000 // len(unit)), name="page")
    settings = settings_of({"profile": profile, "threshold": 1, "min_line": 0})
    extraction = CX_EXTRACTOR.extract(page, settings, ())

    assert extraction.status in {Status.OK, Status.EMPTY}
    assert np.array_equal(
        extraction.mask, extraction.blocks.mask(extraction.content, page.n_tokens)
    )
