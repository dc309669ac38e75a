"""Potential titles, the blocks that repeat them, and the blocks below a title."""

from __future__ import annotations

from typing import Any

import pytest

from boilerscope.extractors.algorithms.boilerpipe.filters.titles import TitleSettings
from boilerscope.extractors.algorithms.boilerpipe.potential_titles import TitleMatching
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from tests.helpers.boilerpipe_blocks import Block, apply, block_list, label_names


def titles(title: str, profile: Profile = Profile.V1_2_0, **settings: Any) -> set[str]:
    return set(TitleSettings(profile=profile, **settings).titles(title))


def test_the_longest_part_of_each_set_of_separators_may_be_the_headline():
    assert titles("My site: Story (part) - News") == {
        "My site: Story (part) - News",
        "Story (part) - News",
        "My site",
    }


def test_the_first_of_equally_long_parts_wins():
    assert titles("abcd | efgh") == {"abcd | efgh", "abcd"}


def test_parts_with_dot_com_are_skipped():
    assert titles("averylongsite.com | News") == {"averylongsite.com | News", "News"}
    assert titles("a.com | b.com") == {"a.com | b.com"}


def test_1_1_0_has_fewer_separators():
    title = "Big News » Site - The Paper"

    assert titles(title, Profile.V1_1_0) == {title}
    assert titles(title) == {title, "Site - The Paper", "The Paper"}


def test_a_title_without_separators_is_the_only_potential_title():
    assert titles(" Story ") == {"Story"}
    assert titles("") == set()
    assert titles("|") == {"|"}


def test_separators_are_a_setting():
    assert titles("one ~ three", title_separators=("~",)) == {"one ~ three", "three"}


def test_head_ignores_case_and_adds_more_parts():
    title = "It's A Very Long Headline | Section - The Paper"

    assert titles(title, Profile.HEAD) >= {
        "its a very long headline | section - the paper",
        "its a very long headline | section",
        "its a very long headline",
    }


def test_head_prefers_parts_with_more_words_or_characters():
    assert "a b c" in titles("longword: a b c", Profile.HEAD)
    assert "a b c" not in titles("longword: a b c")


def test_head_adds_the_title_without_its_last_and_without_its_first_part():
    potential_titles = titles("One - two - three", Profile.HEAD)

    assert {"one - two", "two - three"} <= potential_titles


def test_head_adds_long_parts_only_between_spaced_separators():
    potential_titles = titles("a b c d | e f g h|i", Profile.HEAD)

    assert {"a b c d", "e f g h|i"} <= potential_titles


def test_a_megabyte_of_spaces_is_split():
    title = "a" + " " * 1_000_000 + "b | c" + " " * 1_000_000 + "- d"

    assert len(titles(title, Profile.HEAD)) >= 3
    assert len(titles(title)) >= 2


def labelled(texts: list[str], title: str, **settings: Any) -> list[bool]:
    rows = [Block(text=text) for text in texts]
    blocks, _ = apply("title_match", block_list(rows, title), **settings)
    return ["TITLE" in names for names in label_names(blocks)]


def test_every_block_that_is_a_potential_title_is_labelled():
    texts = ["Big News", "big news", "Big News | Site", "Site", "Big News"]

    assert labelled(texts, "Big News | Site") == [True, False, True, False, True]


def test_head_labels_only_the_first_match_and_ignores_punctuation():
    texts = ["other", "Its: Big-News!", "It's Big News"]

    assert labelled(texts, "It's BigNews | Site", profile=Profile.HEAD) == [False, True, False]
    assert labelled(texts, "It's bignews", profile=Profile.HEAD) == [False, True, False]
    assert labelled(texts, "it's big news", profile=Profile.HEAD) == [False, False, True]
    assert labelled(["Story", "Story"], "story", profile=Profile.HEAD) == [True, False]


def test_title_matching_is_a_separate_setting():
    assert labelled(["STORY", "STORY"], "Story", title_matching=TitleMatching.RELAXED) == [
        True,
        False,
    ]


def test_the_step_has_a_rule_for_each_reason_why_no_block_is_the_title():
    _, without_title = apply("title_match", block_list([Block()]))
    _, without_match = apply("title_match", block_list([Block()], "Story"))

    assert (without_title.rule.tolist(), without_match.rule.tolist()) == ([3], [2])


MIGHT = ("MIGHT_BE_CONTENT",)


def test_blocks_below_the_title_that_might_be_content_are_kept():
    rows = [
        Block(labels=MIGHT),
        Block(labels=("TITLE", *MIGHT)),
        Block(labels=MIGHT),
        Block(),
        Block(content=True),
        Block(labels=MIGHT),
    ]

    blocks, step = apply("expand_title_to_content", block_list(rows))

    assert blocks.content.tolist() == [False, True, True, False, True, False]
    assert step.rule.tolist() == [3, 1, 1, 2, 3, 3]
    assert step.numbers == {"title_block": 1.0}


def test_the_last_title_before_the_content_counts():
    rows = [
        Block(labels=("TITLE", *MIGHT)),
        Block(labels=MIGHT),
        Block(labels=("TITLE", *MIGHT)),
        Block(content=True),
    ]

    assert apply("expand_title_to_content", block_list(rows))[0].content.tolist() == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(
    "rows",
    [
        [Block(labels=MIGHT), Block(content=True)],
        [Block(labels=("TITLE", *MIGHT)), Block(labels=MIGHT)],
        [Block(labels=MIGHT), Block(content=True, labels=("TITLE",)), Block(labels=MIGHT)],
        [Block(content=True), Block(labels=("TITLE", *MIGHT)), Block(labels=MIGHT)],
        [],
    ],
)
def test_without_a_title_before_the_content_nothing_is_kept(rows: list[Block]):
    before = block_list(rows)

    blocks, step = apply("expand_title_to_content", before)

    assert blocks.content.tolist() == before.content.tolist()
    assert step.rule.tolist() == [4] * len(rows)
