"""Address of each word: the rule that decided its block last, its sentence and its term."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.model.aligned import ForeignText, aligned_extraction
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.contributions import Contributions, Term
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.lazy import replaced
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.page import Page
from boilerscope.extractors.scoring.loss_addresses import BASE, Address, Decisions, decisions

RULES = (
    Rule("R1", Outcome.DROP, (Test("links", ">", 0.5), Test("words", "<=", "limit", 1))),
    Rule("R2", Outcome.KEEP, explanation="{words} words are enough"),
    Rule("R3", Outcome.CONFIRM),
)


def _blocks(*ranges: tuple[int, int], nested: bool = False) -> Blocks:
    start, end = np.array(ranges, dtype=np.int32).T
    return Blocks.from_ranges(start, end, np.full(len(start), -1, dtype=np.int32), nested=nested)


def _extraction(rule: list[int], kept: list[bool], **changes: Any) -> Extraction:
    """Return an extraction of blocks of two words, and one word outside every block."""
    content = np.array(kept, dtype=np.bool_)
    blocks = _blocks(*((2 * k, 2 * k + 2) for k in range(len(kept))))
    step = Step("F1", "Look", RULES, np.array(rule, dtype=np.int32), content)
    mask = blocks.mask(content, 2 * len(kept) + 1)
    made = Extraction("toy", Status.OK, blocks=blocks, steps=(step,), content=content, mask=mask)
    return replaced(made, **changes)


def _names(decided: Decisions) -> list[str]:
    return [
        "" if number < 0 else decided.addresses[number].name for number in decided.number.tolist()
    ]


def test_a_word_belongs_to_the_rule_that_decided_its_block_last():
    first = _extraction([2, 2, 1], [True, True, False])
    second = Step(
        "F2", "Again", RULES, np.array([1, 3, 0], dtype=np.int32), np.array([False, True, False])
    )
    mask = np.array([False, False, True, True, False, False, False])
    result = replaced(
        first, steps=(*first.steps, second), content=np.array([False, True, False]), mask=mask
    )

    decided = decisions(result)

    assert _names(decided) == ["F2 R1", "F2 R1", "F1 R2", "F1 R2", "F1 R1", "F1 R1", ""]
    assert [address.is_kept for address in decided.addresses] == [False, True, False]


def test_the_sentence_of_a_rule_has_bounds_but_no_values_of_blocks():
    decided = decisions(_extraction([1, 2], [False, True]))

    texts = {address.rule: address.text for address in decided.addresses}
    assert texts == {"R1": "links > 0.5, next words ≤ limit", "R2": "… words are enough"}


def test_the_bound_of_a_setting_is_its_value_and_the_setting_is_named():
    page = Page.from_text("<p>one two three four five six<p>menu", name="page")
    decided = decisions(runner.run(page, "boilerpipe.num_words_rules"))

    [address] = {a for a in decided.addresses if a.rule == "R4"}
    assert address.text.startswith("words ≤ 16, next words ≤ 15")
    assert address.fields == ("nw_cur", "nw_next", "nw_prev", "max_prev_link_density")
    assert address.name == "F3 R4"


@pytest.mark.parametrize(
    ("step", "rule", "name"),
    [("F3", "R0", "F3 R0"), ("F8", "F8", "F8"), ("L", "L1", "L1"), ("F6 (2)", "F6", "F6 (2)")],
)
def test_codes_are_not_repeated_in_a_name(step: str, rule: str, name: str):
    assert Address(step, "", rule, is_kept=True).name == name


def test_a_text_that_was_only_found_on_the_page_has_no_rule():
    page = Page.from_text("<p>one two three<p>menu", name="page")
    result = aligned_extraction(page, "library", NoSettings(), ForeignText("one two three"))

    assert decisions(result).addresses == ()
    assert (decisions(result).number == -1).all()


def test_a_kept_word_in_a_dropped_block_belongs_to_the_kept_block_around_it():
    blocks = _blocks((0, 4), (1, 2), nested=True)
    content = np.array([True, False])
    step = Step("F1", "Look", RULES, np.array([2, 1], dtype=np.int32), content)
    result = Extraction(
        "toy",
        Status.OK,
        blocks=blocks,
        steps=(step,),
        content=content,
        mask=np.array([True, True, True, True]),
    )

    assert _names(decisions(result)) == ["F1 R2"] * 4


def _with_sum(values: list[list[float]], kept: list[bool], base: float = 0.0) -> Extraction:
    terms = tuple(Term((name,), of_page=False) for name in ("a", "b_c"))
    sums = Contributions(np.full(len(values), base), 0.0, terms, np.array(values))
    return _extraction([2 if keep else 1 for keep in kept], kept, contributions=sums)


def test_a_block_of_a_sum_belongs_to_the_term_with_most_weight_for_its_side():
    decided = decisions(_with_sum([[3.0, 1.0], [1.0, -4.0]], [True, False]))

    terms = [decided.addresses[number].term for number in decided.number[:4].tolist()]
    assert terms == ["a", "a", "b c", "b c"]


def test_a_block_that_every_term_pulls_to_the_other_side_belongs_to_the_base():
    decided = decisions(_with_sum([[1.0, 1.0]], [False], base=-5.0))

    assert {address.term for address in decided.addresses} == {BASE}


def test_a_block_that_the_sum_did_not_decide_has_no_term():
    decided = decisions(_with_sum([[3.0, 1.0]], [False]))

    assert {address.term for address in decided.addresses} == {""}


def test_runs_restore_the_decisions():
    decided = decisions(_extraction([2, 2, 1], [True, True, False]))
    start, number = decided.runs()

    again = Decisions.of_runs(decided.addresses, start, number, len(decided.number))

    assert again.number.tolist() == decided.number.tolist()
    assert start.tolist() == [0, 4, 6]


def test_a_page_without_words_has_no_address():
    empty = Decisions((), np.zeros(0, dtype=np.int32))
    start, number = empty.runs()

    assert decisions(Extraction("toy", Status.EMPTY)).addresses == ()
    assert Decisions.of_runs((), start, number, 0).number.tolist() == []


def test_addresses_of_equal_rules_are_equal():
    address = Address("F1", "Look", "R1", is_kept=False)

    assert address == replace(address)
    assert len({address, replace(address), replace(address, is_kept=True)}) == 2
