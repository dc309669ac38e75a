"""The largest block, and the blocks kept with it."""

from __future__ import annotations

import pytest

from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from tests.helpers.boilerpipe_blocks import Block, apply, block_list, label_names


def content(words: int, level: int = 3) -> Block:
    return Block(words=words, content=True, level=level)


def test_only_the_content_block_with_the_most_words_stays():
    rows = [content(5), content(20), Block(words=90), content(20), content(7)]

    blocks, step = apply("keep_largest", block_list(rows))

    assert blocks.content.tolist() == [False, True, False, False, False]
    assert step.rule.tolist() == [2, 1, 4, 3, 2]
    assert (step.numbers["largest"], step.numbers["largest_block"]) == (20.0, 1.0)
    assert label_names(blocks) == [
        {"MIGHT_BE_CONTENT"},
        set(),
        {"MIGHT_BE_CONTENT"},
        {"MIGHT_BE_CONTENT"},
        {"MIGHT_BE_CONTENT"},
    ]


def test_without_content_every_block_might_be_content():
    blocks, step = apply("keep_largest", block_list([Block(words=5), Block(words=9)]))

    assert blocks.content.tolist() == [False, False]
    assert label_names(blocks) == [{"MIGHT_BE_CONTENT"}] * 2
    assert step.rule.tolist() == [6, 6]


@pytest.mark.parametrize("name", ["keep_largest", "keep_largest_fulltext"])
def test_a_single_block_is_not_changed(name: str):
    blocks, step = apply(name, block_list([Block(words=5)]))

    assert label_names(blocks) == [set()]
    assert step.rule.tolist() == [7]


def test_blocks_of_the_same_tag_level_around_the_largest_can_be_kept():
    rows = [
        content(3, level=4),
        Block(words=4, level=3),
        Block(words=5, level=4),
        content(30, level=4),
        Block(words=5, level=5),
        Block(words=6, level=4),
        Block(words=6, level=2),
        Block(words=6, level=4),
    ]

    stock, _ = apply("keep_largest", block_list(rows))
    expanded, step = apply("keep_largest", block_list(rows), expand_to_same_tag_level=True)
    longer, _ = apply(
        "keep_largest", block_list(rows), expand_to_same_tag_level=True, expand_min_words=6
    )

    assert stock.content.tolist() == [row == 3 for row in range(8)]
    assert expanded.content.tolist() == [row in (2, 3, 5) for row in range(8)]
    assert longer.content.tolist() == [row in (3, 5) for row in range(8)]
    assert step.rule.tolist() == [2, 4, 5, 1, 4, 5, 4, 4]


def test_head_expands_to_long_blocks_and_labels_the_largest():
    rows = [content(149), content(150), content(400)]

    blocks, _ = apply("keep_largest", block_list(rows), profile=Profile.HEAD)

    assert blocks.content.tolist() == [False, True, True]
    assert label_names(blocks)[2] == {"VERY_LIKELY_CONTENT"}


def test_1_1_0_measures_words_of_full_text():
    rows = [
        Block(words=100, density=(80, 10), content=True),
        content(20),
        content(20),
        Block(words=50),
    ]

    blocks, step = apply("keep_largest_fulltext", block_list(rows))
    lower, _ = apply("keep_largest_fulltext", block_list(rows), fulltext_density=8.0)

    assert blocks.content.tolist() == [False, True, False, False]
    assert lower.content.tolist() == [True, False, False, False]
    assert step.rule.tolist() == [2, 1, 3, 4]
    assert step.columns["fulltext_words"].tolist() == [0, 20, 20, 50]


def test_1_1_0_does_nothing_without_content():
    blocks, step = apply("keep_largest_fulltext", block_list([Block(words=5), Block(words=9)]))

    assert label_names(blocks) == [set(), set()]
    assert step.rule.tolist() == [6, 6]


def test_1_1_0_keeps_the_first_content_block_if_none_has_full_text():
    blocks, _ = apply(
        "keep_largest_fulltext", block_list([Block(words=90), content(5), content(6)])
    )

    assert blocks.content.tolist() == [False, True, False]


LIKELY = ("VERY_LIKELY_CONTENT",)


def test_large_blocks_on_the_level_of_very_likely_content_are_kept():
    rows = [
        Block(words=100, level=4),
        Block(words=300, level=4, content=True, labels=LIKELY),
        Block(words=99, level=4),
        Block(words=200, level=3),
    ]

    blocks, step = apply("large_block_same_tag_level", block_list(rows))
    smaller, _ = apply("large_block_same_tag_level", block_list(rows), same_level_min_words=99)

    assert blocks.content.tolist() == [True, True, False, False]
    assert smaller.content.tolist() == [True, True, True, False]
    assert step.rule.tolist() == [1, 2, 3, 4]


def test_without_very_likely_content_no_large_block_is_kept():
    blocks, step = apply("large_block_same_tag_level", block_list([Block(words=100), content(200)]))

    assert blocks.content.tolist() == [False, True]
    assert step.rule.tolist() == [5, 5]


ITEM = ("LI", "MIGHT_BE_CONTENT")


def test_list_items_right_after_very_likely_content_are_kept():
    rows = [
        Block(words=2, level=9, labels=ITEM),
        Block(words=90, level=4, content=True, labels=LIKELY),
        Block(words=2, level=6, labels=ITEM),
        Block(words=2, level=5, labels=ITEM),
        Block(words=2, level=4, labels=ITEM),
        Block(words=2, level=6, labels=ITEM),
    ]

    blocks, step = apply("list_at_end", block_list(rows))

    assert blocks.content.tolist() == [False, True, True, True, False, False]
    assert step.rule.tolist() == [3, 2, 1, 1, 3, 3]


@pytest.mark.parametrize(
    "item",
    [
        Block(words=2, linked=1, level=6, labels=ITEM),
        Block(words=2, level=6, labels=("LI",)),
        Block(words=2, level=6, labels=("MIGHT_BE_CONTENT",)),
    ],
)
def test_any_block_but_an_unlinked_item_that_might_be_content_ends_the_list(item: Block):
    likely = Block(words=90, level=4, content=True, labels=LIKELY)

    blocks, _ = apply("list_at_end", block_list([likely, item, Block(level=6, labels=ITEM)]))

    assert blocks.content.tolist() == [True, False, False]
