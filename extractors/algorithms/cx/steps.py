"""The steps of cx-extractor as records: tests and decisions for each line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.cx.settings import EndRule, KeepRegions, Profile
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.cx.outline import Outline
    from boilerscope.extractors.algorithms.cx.regions import Region
    from boilerscope.extractors.page.records import IntArray

LABELS = ("START", "END", "IN_REGION", "SHORT_LINE", "DROPPED_COPYRIGHT", "OUTSIDE")
START, END, IN_REGION, SHORT_LINE, DROPPED_COPYRIGHT, OUTSIDE = (1 << bit for bit in range(6))

_ABOVE = Test("block_length", ">", "threshold")
_ABOVE_HALF = Test("block_length", ">", "first_threshold")
_EMPTY = Test("block_length", "==", 0)
_NEXT_EMPTY = Test("block_length", "==", 0, offset=1)

_FIND = {
    rule.code: rule
    for rule in (
        Rule("START", Outcome.KEEP, (_ABOVE, Test("three_following", ">", 0)), "a region starts"),
        Rule(
            "START_FIRST",
            Outcome.KEEP,
            (_ABOVE_HALF, Test("two_following", ">", 0)),
            "the first region may start at half the threshold",
        ),
        Rule(
            "START_PAPER",
            Outcome.KEEP,
            (_ABOVE, Test("least_following", ">", 0)),
            "a region starts",
        ),
        Rule("END_HERE", Outcome.KEEP, (_EMPTY,), "region {region} ends"),
        Rule("END_NEXT", Outcome.KEEP, (_NEXT_EMPTY,), "region {region} ends"),
        Rule("END_BOTH", Outcome.KEEP, (_EMPTY, _NEXT_EMPTY), "region {region} ends"),
        Rule(
            "INSIDE",
            Outcome.KEEP,
            (Test("block_length", "!=", 0), Test("block_length", "!=", 0, offset=1)),
            "region {region} continues",
        ),
        Rule(
            "INSIDE_BOTH",
            Outcome.KEEP,
            explanation=(
                "block length {block_length}, no two empty blocks in a row: region {region} "
                "continues"
            ),
        ),
        Rule(
            "NOT_CLOSED",
            Outcome.KEEP,
            explanation=(
                "region {region} ended above, but because it is dropped it is never closed and"
                " continues"
            ),
        ),
        Rule(
            "TO_END",
            Outcome.KEEP,
            explanation=("no block is tested here: region {region} is open at the end of the page"),
        ),
        Rule("LOW", Outcome.CONFIRM, (Test("block_length", "<=", "threshold"),)),
        Rule("LOW_FIRST", Outcome.CONFIRM, (Test("block_length", "<=", "first_threshold"),)),
        Rule("ALONE", Outcome.CONFIRM, (_ABOVE, Test("three_following", "==", 0))),
        Rule("ALONE_FIRST", Outcome.CONFIRM, (_ABOVE_HALF, Test("two_following", "==", 0))),
        Rule("ALONE_PAPER", Outcome.CONFIRM, (_ABOVE, Test("least_following", "==", 0))),
        Rule(
            "LATE",
            Outcome.CONFIRM,
            explanation="no block is tested here: it would include the last line",
        ),
        Rule(
            "LOST",
            Outcome.CONFIRM,
            explanation="an earlier region was dropped and never closed: no other region starts",
        ),
    )
}
_FIND_NUMBER = {code: number for number, code in enumerate(_FIND, 1)}
_CLOSE = (
    Rule("CLOSED", Outcome.CONFIRM, explanation="region {region} ended before the end of the page"),
    Rule(
        "KEPT_OPEN",
        Outcome.CONFIRM,
        explanation="region {region} is kept to the end of the page",
    ),
    Rule(
        "LOST_OPEN",
        Outcome.DROP,
        explanation="region {region} is open at the end of the page: lost",
    ),
)
_CHOOSE = {
    KeepRegions.ALL: (Rule("ALL", Outcome.CONFIRM, explanation="every region is kept"),),
    KeepRegions.FIRST: (
        Rule("FIRST", Outcome.CONFIRM, (Test("region", "==", "chosen_region"),)),
        Rule("LATER", Outcome.DROP, (Test("region", "!=", "chosen_region"),)),
    ),
    KeepRegions.LONGEST: (
        Rule("LONGEST", Outcome.CONFIRM, (Test("region_length", ">=", "longest"),)),
        Rule("SHORTER", Outcome.DROP, (Test("region_length", "<", "longest"),)),
        Rule(
            "TIE",
            Outcome.DROP,
            (Test("region", "!=", "chosen_region"),),
            "not longer than that region",
        ),
    ),
    KeepRegions.PEAK: (
        Rule(
            "PEAK",
            Outcome.CONFIRM,
            (Test("region", "==", "chosen_region"),),
            "contains the longest block, {peak_length} at line {peak_line}",
        ),
        Rule(
            "NO_PEAK",
            Outcome.DROP,
            (Test("region", "!=", "chosen_region"),),
            "the longest block, {peak_length}, is at line {peak_line}",
        ),
    ),
}
_LINES = (
    Rule("LONG", Outcome.CONFIRM, (Test("line_length", ">=", "min_line"),)),
    Rule("SHORT", Outcome.DROP, (Test("line_length", "<", "min_line"),)),
)


def make_steps(outline: Outline) -> tuple[Step, ...]:
    """Return all steps, each with a rule for every line that it tests."""
    steps = [_find_step(outline)]
    steps.append(_close_step(outline, steps[-1]))
    steps.append(_word_step(outline, steps[-1]))
    steps.append(_choose_step(outline, steps[-1]))
    steps.append(_line_step(outline, steps[-1]))
    return tuple(steps)


def _find_step(outline: Outline) -> Step:
    distribution = outline.distribution
    rule = _outside_rules(outline)
    labels = np.full(len(rule), OUTSIDE, dtype=np.int32)
    for region in outline.regions:
        _mark_region(outline, region, rule, labels)
    numbers = {"first_threshold": float(outline.first_threshold)}
    if outline.from_page:
        numbers["threshold"] = float(outline.threshold)
    return Step(
        "REGIONS",
        "Find regions by block length",
        tuple(_FIND.values()),
        rule,
        outline.region >= 0,
        labels=labels,
        columns={
            "block_length": distribution.block,
            "two_following": distribution.two,
            "three_following": distribution.three,
            "least_following": distribution.minimum,
            "region": _numbers_of(outline),
        },
        numbers=numbers,
    )


def _outside_rules(outline: Outline) -> IntArray:
    """Return the reason why no region starts at each line, as if there were no regions."""
    block, bounds = outline.distribution.block, outline.bounds
    alone = "ALONE_PAPER" if outline.settings.profile is Profile.PAPER else "ALONE"
    is_above = block > outline.threshold
    rule = np.where(is_above, _FIND_NUMBER[alone], _FIND_NUMBER["LOW"]).astype(np.int32)
    if outline.settings.profile is Profile.JAVA_2011:
        until = next((region.start for region in outline.regions if region.by_first), len(block))
        is_above_half = (block > outline.first_threshold) & ~is_above
        rule[:until][is_above_half[:until]] = _FIND_NUMBER["ALONE_FIRST"]
        rule[:until][block[:until] <= outline.first_threshold] = _FIND_NUMBER["LOW_FIRST"]
    rule[bounds.visited :] = _FIND_NUMBER["LATE"]
    swallowing = [region for region in outline.regions if region.dropped_by]
    if swallowing and not outline.settings.reset_after_drop:
        rule[swallowing[-1].end + 1 : bounds.visited] = _FIND_NUMBER["LOST"]
    return rule


def _mark_region(outline: Outline, region: Region, rule: IntArray, labels: IntArray) -> None:
    start, end, closed = region.start, region.end, region.closed
    needs_both = outline.settings.end_rule is EndRule.BOTH
    rule[start : end + 1] = _FIND_NUMBER["INSIDE_BOTH" if needs_both else "INSIDE"]
    labels[start : end + 1] = IN_REGION
    if closed < 0:
        rule[max(start, outline.bounds.visited) : end + 1] = _FIND_NUMBER["TO_END"]
    else:
        end_rule = "END_HERE" if outline.distribution.block[closed] == 0 else "END_NEXT"
        rule[closed] = _FIND_NUMBER["END_BOTH" if needs_both else end_rule]
        rule[closed + 1 : end + 1] = _FIND_NUMBER["NOT_CLOSED"]
        labels[closed] |= END
    usual = "START_PAPER" if outline.settings.profile is Profile.PAPER else "START"
    rule[start] = _FIND_NUMBER["START_FIRST" if region.by_first else usual]
    labels[start] |= START


def _close_step(outline: Outline, before: Step) -> Step:
    closed, kept_open, lost = 1, 2, 3
    stays_open = np.array([region.closed < 0 for region in outline.regions], dtype=np.bool_)
    is_open = outline.of_lines(stays_open)
    rule = np.where(outline.region >= 0, closed, 0).astype(np.int32)
    rule[is_open] = kept_open if outline.settings.close_at_end else lost
    return _with_drops(
        outline, before, "END", "Keep or lose a region that is still open", _CLOSE, rule
    )


def _word_step(outline: Outline, before: Step) -> Step:
    clean, swallowed, no_words = 1, 2, 3
    words_found = list(
        dict.fromkeys(region.dropped_by for region in outline.regions if region.dropped_by)
    )
    words = " or ".join(outline.settings.drop_words or ())
    rules = (
        Rule(
            "CLEAN",
            Outcome.CONFIRM,
            explanation=f"region {{region}} does not contain {_literal(words)}",
        ),
        Rule(
            "SWALLOWED",
            Outcome.DROP,
            explanation=("after the end of region {region}, which was dropped but not closed"),
        ),
        Rule("NO_WORDS", Outcome.CONFIRM, explanation="no word drops a region"),
        *(
            Rule("WORD", Outcome.DROP, explanation=f"region {{region}} contains {_literal(word)}")
            for word in words_found
        ),
    )
    rule = np.where(before.content, clean if words else no_words, 0).astype(np.int32)
    for region in outline.regions:
        if region.dropped_by and before.content[region.start]:
            rule[region.start : region.end + 1] = (
                no_words + 1 + words_found.index(region.dropped_by)
            )
            if region.closed >= 0:
                rule[region.closed + 1 : region.end + 1] = swallowed
    return _with_drops(
        outline,
        before,
        "WORDS",
        "Drop regions with a copyright notice",
        rules,
        rule,
        label=DROPPED_COPYRIGHT,
    )


def _choose_step(outline: Outline, before: Step) -> Step:
    kept, dropped, tied = 1, 2, 3
    kept_regions = np.flatnonzero(outline.kept)
    rule = np.where(before.content, np.where(outline.of_lines(outline.kept), kept, dropped), 0)
    numbers = {"chosen_region": float(kept_regions[0] + 1) if len(kept_regions) else float("nan")}
    length = np.append(outline.region_length, 0)[outline.region]
    if outline.settings.keep_regions is KeepRegions.PEAK:
        numbers["peak_line"] = float(outline.peak)
        numbers["peak_length"] = float(outline.distribution.block[outline.peak])
    if outline.settings.keep_regions is KeepRegions.LONGEST:
        longest = int(outline.region_length[kept_regions[0]]) if len(kept_regions) else 0
        numbers["longest"] = float(longest)
        rule[(rule == dropped) & (length >= longest)] = tied
    choice = outline.settings.keep_regions or KeepRegions.ALL
    return _with_drops(
        outline,
        before,
        "CHOOSE",
        "Select regions",
        _CHOOSE[choice],
        rule.astype(np.int32),
        numbers=numbers,
        region_length=length,
    )


def _line_step(outline: Outline, before: Step) -> Step:
    long, short = 1, 2
    is_short = outline.length < (outline.settings.min_line or 0)
    rule = np.where(before.content, np.where(is_short, short, long), 0).astype(np.int32)
    dropped = rule == short
    labels = _labels_of(before).copy()
    labels[dropped] |= SHORT_LINE
    return Step(
        "LINES",
        "Drop short lines",
        _LINES,
        rule,
        before.content & ~dropped,
        labels=labels,
        columns={"line_length": outline.length},  # the last line may have a different length here
    )


def _with_drops(  # noqa: PLR0913 - the facts of a step, most of them given by keyword
    outline: Outline,
    before: Step,
    code: str,
    title: str,
    rules: tuple[Rule, ...],
    rule: IntArray,
    *,
    label: int = OUTSIDE,
    numbers: dict[str, float] | None = None,
    **columns: IntArray,
) -> Step:
    """Return a step whose dropping rules remove lines from their region."""
    drops = np.array(
        [False, *(declared_rule.outcome is Outcome.DROP for declared_rule in rules)], dtype=np.bool_
    )
    dropped = drops[rule]
    labels = _labels_of(before).copy()
    labels[dropped] = (labels[dropped] & (START | END)) | label
    return Step(
        code,
        title,
        rules,
        rule,
        before.content & ~dropped,
        labels=labels,
        columns={"region": _numbers_of(outline), **columns},
        numbers=numbers or {},
    )


def _labels_of(step: Step) -> IntArray:
    assert step.labels is not None  # noqa: S101 - every step here has them
    return step.labels


def _numbers_of(outline: Outline) -> IntArray:
    """Return the number of the region of each line, from 1; 0 outside."""
    return outline.region + 1


def _literal(words: str) -> str:
    """Escape words for a sentence template that is filled in later."""
    return words.replace("{", "{{").replace("}", "}}")
