"""Fusion: the blocks that are merged, and the values of a merged block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.algorithms.boilerpipe.filters.fusion import LabelComparison
from tests.helpers.boilerpipe_blocks import Block, apply, block_list, label_names

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList

B, C = Block(words=2), Block(words=10, content=True)


def leaders(blocks: BlockList) -> list[int]:
    return [int(block) for block in blocks.leader]


def test_a_merged_block_sums_counts_and_joins_labels_and_texts():
    rows = [
        Block(words=9, linked=3, density=(8, 1), text="one", level=4, labels=("TITLE",)),
        Block(words=11, linked=2, density=(10, 2), text="two", content=True, labels=("HR",)),
    ]

    blocks, step = apply("proximity_fusion", block_list(rows))

    assert (blocks.words.tolist(), blocks.linked_words.tolist()) == ([20], [5])
    assert blocks.text_density.tolist() == [6.0]
    assert blocks.link_density.tolist() == [0.25]
    assert (blocks.start.tolist(), blocks.end.tolist()) == ([0], [1])
    assert (blocks.tag_level.tolist(), blocks.content.tolist()) == ([3], [True])
    assert label_names(blocks) == [{"TITLE", "HR"}]
    assert blocks.texts == ("one\ntwo",)
    assert step.group is not None
    assert step.group.tolist() == [0, 0]


def test_wordless_blocks_count_one_line_for_any_number_of_merged_blocks():
    wordless = [Block(content=True), Block(content=True), Block(words=5, content=True)]
    after = [Block(words=5, content=True), Block(content=True), Block(content=True)]

    assert apply("proximity_fusion", block_list(wordless))[0].text_density.tolist() == [2.5]
    assert apply("proximity_fusion", block_list(after))[0].text_density.tolist() == [
        float(np.float32(5 / 3))
    ]
    assert apply("proximity_fusion", block_list(wordless[:2]))[0].text_density.tolist() == [0.0]


def test_content_is_merged_with_the_single_boilerplate_block_before_it():
    blocks, step = apply("proximity_fusion", block_list([B, B, C, C, B]))

    assert leaders(blocks) == [0, 1, 4]
    assert blocks.content.tolist() == [False, True, False]
    assert step.content.tolist() == [False, True, True, True, False]
    assert [rule.outcome.value for rule in map(step.rule_of, range(5)) if rule] == [
        "confirm",
        "keep",
        "confirm",
        "confirm",
        "confirm",
    ]


def test_content_only_never_fuses_into_boilerplate():
    blocks, step = apply("proximity_fusion", block_list([B, C, B, C, C]), content_only=True)

    assert leaders(blocks) == [0, 1, 2, 3]
    assert [rule.explanation if (rule := step.rule_of(row)) else "" for row in range(5)] == [
        "boilerplate is not fused",
        "no previous block to fuse with",
        "boilerplate is not fused",
        "not fused into boilerplate",
        "fused with block {joins}",
    ]


def test_content_only_without_content_does_nothing():
    blocks, step = apply("proximity_fusion", block_list([B, B]), content_only=True)

    assert leaders(blocks) == [0, 1]
    assert step.rule.tolist() == [6, 6]


@pytest.mark.parametrize(("distance", "expected"), [(0, [0, 2, 6]), (1, [0, 6]), (2, [0])])
def test_the_distance_counts_removed_blocks(distance: int, expected: list[int]):
    # Blocks 1, 4 and 5 are removed; their numbers stay.
    full = block_list([C, B, C, C, B, B, C])
    rows, _ = apply("remove_boilerplate", full)

    blocks, step = apply("proximity_fusion", rows, content_only=True, max_block_distance=distance)

    assert leaders(blocks) == expected
    assert step.columns["gap"].tolist() == [0, 0, 1, 0, 0, 0, 2]
    assert step.rule.tolist()[1] == 0


def test_same_tag_level_only_fuses_blocks_of_the_same_level():
    rows = [
        Block(words=5, content=True, level=3),
        Block(words=5, content=True, level=4),
        Block(words=5, content=True, level=4),
    ]

    blocks, step = apply("proximity_fusion", block_list(rows), same_tag_level_only=True)

    assert leaders(blocks) == [0, 1]
    assert step.rule.tolist() == [7, 5, 2]


def test_fewer_than_two_blocks_are_not_changed():
    for rows in ([], [C]):
        blocks, step = apply("proximity_fusion", block_list(rows))

        assert leaders(blocks) == list(range(len(rows)))
        assert step.rule.tolist() == [8] * len(rows)


def test_equally_dense_blocks_are_fused_while_the_density_stays_equal():
    rows = [Block(words=5), Block(words=5), Block(words=12), Block(words=5), Block(words=5)]

    blocks, step = apply("equal_density_fusion", block_list(rows))

    assert leaders(blocks) == [0, 2, 3]
    assert step.rule.tolist() == [2, 1, 2, 2, 1]


def test_the_density_of_the_merged_block_is_compared_next():
    # 0/1 and 0/1 give 0; a wordless pair counts one line, so that 5/1 + nothing is not 5/2.
    rows = [Block(words=7, density=(6, 2)), Block(words=3), Block(words=9, density=(9, 3))]

    blocks, _ = apply("equal_density_fusion", block_list(rows))

    assert leaders(blocks) == [0]
    assert blocks.text_density.tolist() == [3.0]


def test_densities_must_be_exactly_equal():
    rows = [Block(words=10, density=(10, 3)), Block(words=333, density=(333, 100))]

    assert leaders(apply("equal_density_fusion", block_list(rows))[0]) == [0, 1]


def test_blocks_with_few_links_are_fused_with_content_before_them():
    rows = [
        B,
        C,
        Block(words=4),
        Block(words=100, linked=56),
        Block(words=4, labels=("STRICTLY_NOT_CONTENT",)),
        Block(words=4),
    ]

    blocks, step = apply("content_fusion", block_list(rows))

    assert leaders(blocks) == [0, 1, 3, 4, 5]
    assert step.rule.tolist() == [5, 5, 1, 3, 4, 5]


def test_the_maximum_link_density_is_a_setting():
    rows = [C, Block(words=100, linked=40)]

    assert leaders(apply("content_fusion", block_list(rows))[0]) == [0]
    assert leaders(apply("content_fusion", block_list(rows), fusion_max_link_density=0.4)[0]) == [
        0,
        1,
    ]


def test_a_block_that_has_few_links_after_a_fusion_is_fused_as_well():
    rows = [C, Block(words=10, linked=9, content=True), Block(words=90)]

    blocks, _ = apply("content_fusion", block_list(rows))

    assert leaders(blocks) == [0]
    assert blocks.words.tolist() == [110]


def test_a_chain_of_growing_blocks_collapses_in_one_pass():
    links = Block(words=10, linked=6, content=True)

    collapsed, _ = apply("content_fusion", block_list([C, *[links] * 20_000, Block(words=20_000)]))
    remaining, _ = apply("content_fusion", block_list([C, *[links] * 20_000, Block(words=10_000)]))

    assert len(collapsed) == 1
    assert len(remaining) > 1


def test_labelled_neighbours_are_fused():
    rows = [
        Block(labels=("TITLE",)),
        Block(labels=("HR",)),
        Block(),
        Block(labels=("HR",)),
        Block(labels=("HR",)),
    ]

    by_markup, step = apply("label_fusion", block_list(rows))
    by_all, _ = apply("label_fusion", block_list(rows), compared_labels=LabelComparison.ALL)

    assert leaders(by_markup) == [0, 2, 3]
    assert leaders(by_all) == [0, 1, 2, 3]
    assert step.rule.tolist() == [2, 1, 2, 2, 1]
