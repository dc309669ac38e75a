"""Each rule of the three classifiers, with blocks on both sides of its threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.boilerpipe_blocks import Block, apply, block_list

if TYPE_CHECKING:
    from boilerscope.extractors.model.steps import Step


def codes(step: Step) -> list[str]:
    rules = (step.rule_of(block) for block in range(len(step.rule)))
    return [rule.code if rule else "" for rule in rules]


def middle(name: str, before: Block, block: Block, after: Block) -> tuple[str, bool]:
    blocks, step = apply(name, block_list([before, block, after]))
    return codes(step)[1], bool(blocks.content[1])


EMPTY = Block()
LINKS = Block(words=9, linked=9)


@pytest.mark.parametrize(
    ("before", "block", "after", "rule", "kept"),
    [
        (EMPTY, Block(words=3, linked=1), EMPTY, "R0", False),
        (EMPTY, Block(words=100, linked=33), EMPTY, "R1", True),
        (EMPTY, Block(words=17), EMPTY, "R1", True),
        (EMPTY, Block(words=16), Block(words=16), "R2", True),
        (Block(words=5), Block(words=1), Block(words=15), "R3", True),
        (Block(words=4), Block(words=16), Block(words=15), "R4", False),
        (Block(words=9, linked=5), Block(words=1), EMPTY, "R3", True),
        (LINKS, Block(words=41), EMPTY, "R5", True),
        (LINKS, Block(words=40), Block(words=18), "R6", True),
        (LINKS, Block(words=40), Block(words=17), "R7", False),
    ],
)
def test_rules_on_words(before: Block, block: Block, after: Block, rule: str, kept: bool):  # noqa: FBT001 - a table of cases
    assert middle("num_words_rules", before, block, after) == (rule, kept)


def dense(words: int, lines: int = 1, linked: int = 0) -> Block:
    return Block(words=words, linked=linked, density=(words, lines))


@pytest.mark.parametrize(
    ("before", "block", "after", "rule", "kept"),
    [
        (EMPTY, dense(3, linked=1), EMPTY, "D0", False),
        (EMPTY, dense(9), dense(11), "D1", True),
        (dense(5), dense(9), dense(10), "D2", True),
        (dense(4), dense(9), dense(10), "D3", False),
        (dense(9), dense(10), EMPTY, "D4", False),
        (EMPTY, dense(10), dense(1), "D5", True),
        (EMPTY, dense(19, 2), dense(1), "D5", True),
        (LINKS, dense(20), dense(12), "D6", True),
        (LINKS, dense(20), dense(11), "D7", False),
    ],
)
def test_rules_on_text_density(before: Block, block: Block, after: Block, rule: str, kept: bool):  # noqa: FBT001 - a table of cases
    assert middle("density_rules", before, block, after) == (rule, kept)


@pytest.mark.parametrize(
    ("before", "block", "after", "rule", "kept"),
    [
        (LINKS, Block(words=2, linked=1), Block(words=12, linked=12), "C1", True),
        (LINKS, Block(words=2), Block(words=12, linked=12), "C0", False),
        (LINKS, Block(words=20), EMPTY, "C2", True),
        (EMPTY, Block(words=7), Block(words=7), "C3", True),
        (Block(words=8), Block(words=6), Block(words=7), "C4", True),
        (Block(words=7), Block(words=6), Block(words=20), "C5", True),
        (Block(words=7), Block(words=6), Block(words=19), "C0", False),
        (Block(words=8), Block(words=7), Block(words=6), "C0", False),
        (Block(words=8, linked=1), Block(words=7), Block(words=20), "C0", False),
        (Block(words=8), Block(words=7), Block(words=20, linked=1), "C0", False),
    ],
)
def test_canola_rules(before: Block, block: Block, after: Block, rule: str, kept: bool):  # noqa: FBT001 - a table of cases
    assert middle("canola", before, block, after) == (rule, kept)


def test_blocks_outside_the_list_are_empty():
    blocks, step = apply("num_words_rules", block_list([Block(words=16)]))

    assert codes(step) == ["R4"]
    assert blocks.content.tolist() == [False]


def test_densities_are_compared_as_32_bit_floats():
    third = Block(words=3, linked=1)
    five_ninths = Block(words=9, linked=5)

    assert middle("num_words_rules", EMPTY, third, EMPTY)[0] == "R0"
    assert middle("num_words_rules", five_ninths, Block(words=1), EMPTY)[0] == "R3"


def test_every_threshold_of_the_word_rules_is_a_setting():
    rows = [Block(words=9, linked=2), Block(words=9), Block(words=9)]

    def rules(**settings: object) -> list[str]:
        return codes(apply("num_words_rules", block_list(rows), **settings)[1])

    assert rules() == ["R4", "R3", "R3"]
    assert rules(max_link_density=0.2) == ["R0", "R3", "R3"]
    assert rules(nw_cur=8) == ["R1", "R1", "R1"]
    assert rules(nw_next=8) == ["R2", "R2", "R3"]
    assert rules(nw_prev=9) == ["R4", "R4", "R4"]
    assert rules(max_prev_link_density=0.2) == ["R4", "R7", "R3"]
    assert rules(max_prev_link_density=0.2, nw_cur_after_links=8) == ["R4", "R5", "R3"]
    assert rules(max_prev_link_density=0.2, nw_next_after_links=8) == ["R4", "R6", "R3"]


def test_every_threshold_of_the_density_rules_is_a_setting():
    rows = [dense(9, linked=2), dense(9), dense(9)]

    def rules(**settings: object) -> list[str]:
        return codes(apply("density_rules", block_list(rows), **settings)[1])

    assert rules() == ["D3", "D2", "D2"]
    assert rules(max_link_density=0.2) == ["D0", "D2", "D2"]
    assert rules(td_cur=8.0) == ["D5", "D5", "D4"]
    assert rules(td_next=8.0) == ["D1", "D1", "D2"]
    assert rules(td_prev=9.0) == ["D3", "D3", "D3"]
    assert rules(max_prev_link_density=0.2) == ["D3", "D7", "D2"]
    assert rules(max_prev_link_density=0.2, td_next_after_links=8.0) == ["D3", "D6", "D2"]


def test_every_threshold_of_the_canola_rules_is_a_setting():
    rows = [Block(words=6), Block(words=6), Block(words=6)]

    def rules(**settings: object) -> list[str]:
        return codes(apply("canola", block_list(rows), **settings)[1])

    assert rules() == ["C0", "C0", "C0"]
    assert rules(canola_cur=5) == ["C2", "C2", "C2"]
    assert rules(canola_next=5) == ["C0", "C0", "C0"]
    assert rules(canola_next=5, canola_cur_between=5) == ["C3", "C3", "C0"]
    assert rules(canola_next=5, canola_prev_between=5) == ["C0", "C4", "C0"]
    assert rules(canola_next=5, canola_next_between=5) == ["C5", "C5", "C0"]
    linked = [Block(words=6, linked=1), Block(words=6)]
    assert codes(apply("canola", block_list(linked), canola_next_after_linked=5)[1])[0] == "C1"


def test_on_a_fused_list_neighbours_and_values_are_those_of_the_rows():
    fused, _ = apply(
        "proximity_fusion",
        block_list(
            [
                Block(words=1, linked=1),
                Block(words=10, content=True),
                Block(words=10, content=True),
                Block(words=2),
            ]
        ),
        max_block_distance=0,
    )

    _, step = apply("num_words_rules", fused)

    assert codes(step) == ["R1", "R1", "R1", "R3"]
    assert step.columns["words"].tolist() == [21, 21, 21, 2]
    assert step.previous is not None
    assert step.next is not None
    assert step.previous.tolist() == [-1, -1, -1, 0]
    assert step.next.tolist() == [3, 3, 3, -1]
    assert step.group is not None
    assert step.group.tolist() == [0, 0, 0, 3]
