"""The extraction of a traced run: its history played into blocks, columns, steps and rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.candidates import Candidate, CandidateState, token_ranges
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.sentence import format_value
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.page.ranges import run_bounds
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.page.tokens import lowered_tokens
from boilerscope.extractors.system.wording import percent
from boilerscope.extractors.text.align import align
from boilerscope.extractors.trace.history import KEPT, Event, History

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from boilerscope.extractors.model.aligned import ForeignText
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray
    from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest
    from boilerscope.extractors.trace.table import Probes
    from boilerscope.extractors.trace.tracer import Contender, Trace

UNKNOWN = -2
"""Event of a dropped token that no probe reported."""

ACCOUNTED = 0.98
"""Share of the words of the text that the trace must find on the page."""

_PIECE = 5
"""Characters of the pieces by which texts without gaps are compared."""

_WRITTEN = "the text contains the block"
_NOT_TRACED = "not traced: the text does not contain the block, and no probe reported why"


@dataclass(frozen=True, slots=True)
class Accounted:
    """Agreement of a mask with the words of a text, both as bags.

    Attributes
    ----------
    share : float
        Share of the words of the text that the mask has.
    errors : int
        Words of one that the other does not have.
    """

    share: float
    errors: int


def accounted(page: Page, mask: BoolArray, text: str) -> Accounted:
    """Compare the tokens of a mask with the words of a text."""
    words = Counter(lowered_tokens(text))
    starts, ends = page.tokens.start[mask].tolist(), page.tokens.end[mask].tolist()
    ours = Counter(page.text[start:end].lower() for start, end in zip(starts, ends, strict=True))
    common = (words & ours).total()
    share = common / words.total() if words else 1.0
    return Accounted(share, words.total() + ours.total() - 2 * common)


def glued_share(page: Page, mask: BoolArray, text: str) -> float:
    """Return the share of a text that a mask has, read without the gaps between words.

    Some libraries write the words of neighbouring elements as one, which no token of the page is,
    and text that is not on the page, such as the addresses of links. Only what the page has counts.
    """
    theirs = _pieces("".join(lowered_tokens(text)))
    of_page = theirs & _page_pieces(page, np.ones_like(mask))
    ours = theirs & _page_pieces(page, mask)
    return ours.total() / of_page.total() if of_page else 1.0


def _page_pieces(page: Page, mask: BoolArray) -> Counter[str]:
    starts, ends = page.tokens.start[mask].tolist(), page.tokens.end[mask].tolist()
    return _pieces("".join(page.text[a:b] for a, b in zip(starts, ends, strict=True)).lower())


def _pieces(solid: str) -> Counter[str]:
    return Counter(solid[n : n + _PIECE] for n in range(len(solid) - _PIECE + 1))


def _aligned_note(of_alignment: int, of_trace: int) -> str:
    return (
        "The kept words are those of the alignment, not of the trace: it differs from the text in"
        f" {of_alignment} words, the trace in {of_trace}."
    )


def explained_extraction(
    page: Page, extractor: str, settings: Settings, foreign: ForeignText, trace: Trace
) -> Extraction | str:
    """Build the extraction of a traced run.

    Returns
    -------
    Extraction or str
        A sentence with the reason if the trace does not account for the text.
    """
    assert trace.finished is not None  # noqa: S101 - checked by run_traced
    probes = trace.probes
    mask = trace.finished.mask
    if not foreign.text.strip():
        mask = np.zeros_like(mask)
    of_trace = accounted(page, mask, foreign.text)
    share = of_trace.share
    if share < ACCOUNTED:
        once = "\n".join(dict.fromkeys(foreign.text.splitlines()))  # some releases repeat text
        of_lines = accounted(page, mask, once).share
        share = max(share, of_lines, glued_share(page, mask, foreign.text))
    warnings = foreign.warnings
    if probes.aligned:
        alignment = align(page, foreign.text)
        of_alignment = accounted(page, alignment.mask, foreign.text)
        if of_alignment.errors < of_trace.errors or share < ACCOUNTED:
            mask, share = alignment.mask, alignment.share
            warnings = (*warnings, _aligned_note(of_alignment.errors, of_trace.errors))
    elif share < ACCOUNTED:
        return f"No trace: it accounts for only {percent(share)} of the words of the text."
    event = decided(trace, trace.finished.history, mask)
    blocks, block_event = _blocks(page, trace, event)
    play = _Play(trace, settings, block_event, blocks.run_start)
    is_kept = block_event == KEPT
    steps = play.steps(trace.finished.history)
    return Extraction(
        extractor,
        Status.OK if foreign.text.strip() else Status.EMPTY,
        settings,
        "" if foreign.text.strip() else "The returned text is empty.",
        blocks=blocks,
        columns=tuple(_candidate_columns(trace, blocks)),
        steps=steps,
        content=is_kept,
        mask=mask,
        own_text=foreign.text,
        scores={
            **trace.scores,
            **{
                f"candidate_{slug(result.name)}": float(result.characters)
                for result in trace.results.values()
                if result.mask is not None
            },
        },
        candidates=_candidates(page, trace),
        used=foreign.used,
        warnings=warnings,
        aligned=share,
        traced=_named_share(trace, event),
    )


def decided(trace: Trace, history: History, mask: BoolArray) -> IntArray:
    """Return the event that decided each token: `KEPT`, an event, or `UNKNOWN`."""
    event = np.where(mask, KEPT, history.event)
    unread = ~mask & (event == KEPT)
    if not unread.any():
        return event
    refused = _refused(trace, history)
    return np.where(unread, refused, event).astype(np.int32)


def _refused(trace: Trace, history: History) -> IntArray:
    """Return the event of each token in case that it was not written.

    A refused element explains the text directly in it, also in inline elements, and the text after
    it; with all elements in it only if the function says so.
    """
    page = trace.index.page
    unread = np.full(page.n_tokens, history.reader if history.reader >= 0 else UNKNOWN, np.int32)
    shallow = np.full(len(page.elements), UNKNOWN, dtype=np.int32)
    for row in sorted(history.refused):
        event, deep = history.refused[row]
        start, end = trace.index.tail_tokens(row)
        unread[start:end] = event
        if deep:
            start, end = trace.index.tokens_of_row(row)
            unread[start:end] = event
        else:
            shallow[row] = event
    of_page = segments(page)
    for owner in (
        of_page.element.take(of_page.of_token()),
        page.slots.owner.take(page.tokens.slot),
    ):
        event_of_owner = np.where(owner >= 0, shallow.take(owner), UNKNOWN)
        unread = np.where(event_of_owner >= 0, event_of_owner, unread)
    return unread


def _named_share(trace: Trace, event: IntArray) -> float:
    dropped = event[event != KEPT]
    if not len(dropped):
        return 1.0
    is_named = np.array(
        [found.rule is not None and found.rule.is_named for found in trace.events] + [False],
        dtype=np.bool_,
    )
    return float(is_named[np.where(dropped == UNKNOWN, len(trace.events), dropped)].mean())


def _blocks(page: Page, trace: Trace, event: IntArray) -> tuple[Blocks, IntArray]:
    """Return segments, divided where the history of the words changes, and their events."""
    of_page = segments(page)
    segment = of_page.of_token()
    starts_block = (segment[1:] != segment[:-1]) | (event[1:] != event[:-1])
    for result in trace.results.values():
        if result.mask is not None:
            starts_block |= result.mask[1:] != result.mask[:-1]
    bounds = run_bounds(starts_block, page.n_tokens).astype(np.int32)
    start, end = bounds[:-1], bounds[1:]
    blocks = Blocks.from_ranges(start, end, of_page.element.take(segment.take(start)))
    return blocks, event.take(start)


def _candidate_columns(trace: Trace, blocks: Blocks) -> list[Column]:
    columns = []
    sizes = np.maximum(blocks.token_counts(), 1)
    for name, result in trace.results.items():
        if result.mask is None:
            continue
        share = blocks.token_counts(result.mask) / sizes
        meaning = f"Share of the words of the block that the candidate “{name}” contains."
        columns.append(Column(f"candidate_{slug(name)}", f"In {name}", "", meaning, share))
    return columns


def _candidates(page: Page, trace: Trace) -> tuple[Candidate, ...]:
    """Return the results and elements among which the library chose."""
    return tuple(
        _candidate(page, trace, contender)
        for contender in (*trace.results.values(), *trace.elements)
    )


def _candidate(page: Page, trace: Trace, contender: Contender) -> Candidate:
    row, mask, characters = contender.row, contender.mask, contender.characters
    ranges: tuple[tuple[int, int], ...] = ()
    if mask is not None:
        ranges = token_ranges(mask)
    elif row >= 0:
        start, end = trace.index.tokens_of_row(row)
        ranges = ((start, end),) if start < end else ()
    if characters < 0 and contender.state is not CandidateState.NOT_RUN and ranges:
        starts, ends = page.tokens.start, page.tokens.end
        characters = sum(int(ends[end - 1] - starts[start]) for start, end in ranges)
    rule = contender.rule
    return Candidate(
        contender.name or trace.index.describe(row),
        contender.state,
        contender.choice,
        characters,
        contender.score,
        "" if rule is None else sentence_of(rule, trace.probes.labels),
        "" if rule is None else rule.source,
        row,
        ranges,
    )


def sentence_of(rule: FoundRule, labels: Mapping[str, str]) -> str:
    """Return a rule with its numbers: ``characters of readability 709 > 348 (2 * len_text)``."""
    if not rule.numeric:
        return ", ".join(filter(None, (rule.text, rule.note)))
    parts = []
    for test in rule.tests:
        if not test.op:
            parts.append(test.text)
            continue
        bound = format_value(test.bound)
        right = labels.get(test.right, test.right)
        shown = "" if _is_written_number(test.right) else f" ({right})"
        left = labels.get(test.left, test.left)
        parts.append(f"{left} {format_value(test.value)} {test.op} {bound}{shown}")
    return " and ".join(parts)


def _is_written_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def slug(name: str) -> str:
    """Return a name for files: lower case, letters, digits and underscores."""
    return "".join(character if character.isalnum() else "_" for character in name.lower())


@dataclass(slots=True, eq=False)
class _Pass:
    """One step while it is filled."""

    code: str
    title: str
    rule: IntArray
    notes: list[str]
    rules: dict[tuple[Any, ...], Rule] = field(default_factory=dict)
    columns: dict[str, FloatArray] = field(default_factory=dict)


class _Play:
    """Plays the events of the blocks into steps."""

    def __init__(
        self, trace: Trace, settings: Settings, block_event: IntArray, starts: IntArray
    ) -> None:
        self._trace = trace
        self._probes: Probes = trace.probes
        self._settings = settings.resolve()
        self._block_event = block_event
        self._starts = starts

    def steps(self, history: History) -> tuple[Step, ...]:
        """Return the stages of a history as steps; the last one writes the text."""
        numbers = self._stage_numbers(history)
        codes = self._codes(numbers)
        passes = {
            number: self._new_pass(*code) for number, code in zip(numbers, codes, strict=True)
        }
        for block, event in enumerate(self._block_event.tolist()):
            if event >= 0:
                found = self._trace.events[event]
                self._decide(passes[found.stage], block, found, Outcome.DROP)
        self._judge(history, passes)
        steps: list[Step] = []
        is_kept = np.ones(len(self._block_event), dtype=np.bool_)
        everything = is_kept.copy()
        stage_of = np.array([found.stage for found in self._trace.events] + [-1, -1])
        stage = stage_of[self._block_event]  # -1 and -2 take the last two
        for number, part in passes.items():
            is_kept = is_kept & (stage != number)
            steps.append(self._step(part, is_kept, everything if not steps else None))
        steps.append(self._last(everything if not steps else None))
        return tuple(steps)

    def _stage_numbers(self, history: History) -> list[int]:
        used = {self._trace.events[event].stage for event in self._block_event if event >= 0}
        numbers = [*history.stages, *sorted(used - {*history.stages})]
        order = {title: place for place, title in enumerate(self._probes.stages)}
        stages = self._trace.stages
        return sorted(numbers, key=lambda number: order.get(stages[number].title, len(order)))

    def _codes(self, numbers: list[int]) -> list[tuple[str, str]]:
        """Return code and title of each stage; declared stages have the same code on every page."""
        known = {title: place + 1 for place, title in enumerate(self._probes.stages)}
        titles = [self._trace.stages[number].title for number in numbers]
        for title in titles:
            known.setdefault(title, len(known) + 1)
        uses = Counter(titles)
        return [
            (
                f"{self._probes.code}{known[title]}",
                title if uses[title] == 1 else " > ".join(self._trace.stages[number].path),
            )
            for number, title in zip(numbers, titles, strict=True)
        ]

    def _new_pass(self, code: str, title: str) -> _Pass:
        n_blocks = len(self._block_event)
        return _Pass(code, title, np.zeros(n_blocks, dtype=np.int32), [""] * n_blocks)

    def _judge(self, history: History, passes: Mapping[int, _Pass]) -> None:
        """Add decisions that kept a block, or decided only later."""
        for start, end, event in history.judged:
            found = self._trace.events[event]
            part = passes.get(found.stage)
            if part is None:
                continue
            first, last = self._starts.searchsorted([start, end]).tolist()
            outcome = Outcome.KEEP if found.keeps else Outcome.CONFIRM
            for block in range(first, last):
                if not part.rule[block]:
                    self._decide(part, block, found, outcome)

    def _decide(self, part: _Pass, block: int, found: Event, outcome: Outcome) -> None:
        rule = found.rule
        text = "" if rule is None else rule.text
        source = "" if rule is None else rule.source
        tests = () if rule is None else rule.numeric
        declared = tuple(self._test(test) for test in tests)
        key = (text, source, declared, outcome)
        if key not in part.rules:
            explanation = text or "removed in this stage by a line that no probe reported"
            escaped = explanation.replace("{", "{{").replace("}", "}}")
            part.rules[key] = Rule(part.code, outcome, declared, escaped, source)
        part.rule[block] = list(part.rules).index(key) + 1
        for test, shown in zip(tests, declared, strict=True):
            self._column(part, shown.quantity)[block] = test.value
            if isinstance(shown.bound, str) and not hasattr(self._settings, shown.bound):
                self._column(part, shown.bound)[block] = test.bound
        where = self._trace.index.describe(found.row)
        notes = ["" if rule is None else rule.note, f"at {where}" if where else ""]
        part.notes[block] = ", ".join(filter(None, notes))

    def _test(self, test: FoundTest) -> Test:
        """Return a test as declared: the bound is a setting, a constant or a column."""
        quantity = self._probes.labels.get(test.left, test.left)
        name = self._probes.settings.get(test.right, "")
        if name and float(getattr(self._settings, name)) == test.bound:
            return Test(quantity, test.op, name)
        if _is_written_number(test.right):
            return Test(quantity, test.op, float(test.right))
        return Test(quantity, test.op, f"{test.right} ")  # a space: not the name of a setting

    def _column(self, part: _Pass, name: str) -> FloatArray:
        if name not in part.columns:
            part.columns[name] = np.full(len(self._block_event), np.nan)
        return part.columns[name]

    def _step(self, part: _Pass, is_kept: BoolArray, before: BoolArray | None) -> Step:
        columns: dict[str, NDArray[Any]] = {**part.columns}
        return Step(
            part.code,
            part.title,
            tuple(part.rules.values()),
            part.rule,
            is_kept,
            columns=columns,
            notes=tuple(part.notes) if any(part.notes) else (),
            before=before,
        )

    def _last(self, before: BoolArray | None) -> Step:
        code = f"{self._probes.code}W"
        rules = (
            Rule(code, Outcome.KEEP, explanation=_WRITTEN),
            Rule(code, Outcome.DROP, explanation=_NOT_TRACED),
        )
        event = self._block_event
        rule = np.where(event == KEPT, 1, np.where(event == UNKNOWN, 2, 0)).astype(np.int32)
        return Step(code, "Write the text", rules, rule, event == KEPT, before=before)
