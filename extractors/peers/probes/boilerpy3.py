"""Probes of BoilerPy3: the text that its parser reads, and the verdict of each filter on a block.

The library has no tree. Its parser is followed text by text, so that each block has the offsets of
its characters on the page; fusion joins the offsets as it joins the texts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.trace.assigned import assigned_rule
from boilerscope.extractors.trace.history import KEPT
from boilerscope.extractors.trace.probes import At, Probe, Stage
from boilerscope.extractors.trace.source_rules import (
    FoundRule,
    FoundTest,
    Scope,
    found_rule,
    place_of,
    source_of,
)
from boilerscope.extractors.trace.table import Probes

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from boilerscope.extractors.page.records import IntArray
    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace
    from boilerscope.extractors.trace.wrapping import Target

_PARSE = "Read the blocks"
_NEAR = 300
"""Characters of the page among which a short text that does not follow at once is looked for."""

_LONG = 16
"""Characters from which a text is looked for on the whole page."""

_END_OF_TEXT = "de.l3s.boilerpipe/INDICATES_END_OF_TEXT"


@dataclass(slots=True, eq=False)
class _Reading:
    """State of the parser and of the blocks.

    Attributes
    ----------
    texts : list of (str, bool, str)
        Texts since the last block, whether each is ignored, and in which element.
    flushed : list of (texts, block or None, bool)
        Texts, the block that they became, and whether the parser was in the body.
    cursors : (int, int)
        Offset on the page after the last text that was found, and where it was before a jump.
    ignored : list of str
        Open elements whose text is ignored.
    offsets : dict of int to (block, array of int)
        Offsets on the page of the characters of each block, by the block's identity.
    tokens : dict of int to (array of int, array of int)
        Offsets of a block and the tokens that have them, by the block's identity.
    """

    texts: list[tuple[str, bool, str]] = field(default_factory=list)
    flushed: list[tuple[list[tuple[str, bool, str]], Any, bool]] = field(default_factory=list)
    cursors: tuple[int, int] = (0, 0)
    ignored: list[str] = field(default_factory=list)
    offsets: dict[int, tuple[Any, IntArray]] = field(default_factory=dict)
    tokens: dict[int, tuple[IntArray, IntArray]] = field(default_factory=dict)


def _reading(trace: Trace) -> _Reading:
    reading: _Reading | None = trace.memory.get("boilerpy3")
    if reading is None:
        reading = trace.memory["boilerpy3"] = _Reading()
    return reading


def _begin(trace: Trace, _call: Call) -> None:
    trace.memory["boilerpy3"] = _Reading()  # the library parses again after an error


def _ignore(trace: Trace, call: Call) -> None:
    _reading(trace).ignored.append(call.value("tag_name"))


def _end_ignoring(trace: Trace, _call: Call) -> None:
    ignored = _reading(trace).ignored
    if ignored:
        ignored.pop()


@dataclass(frozen=True, slots=True)
class _Characters(Probe):
    """The parser reads a text. Called too often for a common wrapper."""

    def own_wrapper(self, trace: Trace, target: Target) -> Callable[..., Any]:
        """Return a wrapper that keeps the text."""
        function = target.function

        def wrapper(parser: Any, content: str) -> None:
            function(parser, content)
            if not content.strip():
                return  # most texts: the white space between tags
            reading = _reading(trace)
            is_ignored = parser.in_ignorable_element != 0
            element = reading.ignored[-1] if is_ignored and reading.ignored else ""
            reading.texts.append((content, is_ignored, element))

        return wrapper


@dataclass(frozen=True, slots=True)
class _FlushBlock(Probe):
    """The parser makes a block of the texts since the last one. Called very often, too."""

    def own_wrapper(self, trace: Trace, target: Target) -> Callable[..., Any]:
        """Return a wrapper that keeps the block, and whether the parser was in the body."""
        function = target.function

        def wrapper(parser: Any) -> None:
            n_blocks = len(parser.text_blocks)
            function(parser)
            reading = _reading(trace)
            if reading.texts:
                block = parser.text_blocks[-1] if len(parser.text_blocks) > n_blocks else None
                reading.flushed.append((reading.texts, block, parser.in_body != 0))
                reading.texts = []

        return wrapper


def _read(trace: Trace, _call: Call) -> None:
    """Give each block its texts; drop the texts that became none, or were ignored."""
    reading = _reading(trace)
    page = trace.index.solid
    for texts, block, is_in_body in reading.flushed:
        read = [np.zeros(0, dtype=np.int32)]
        for text, is_ignored, element in texts:
            solid = "".join(text.split())
            if not solid or element in {"script", "style"}:
                continue
            offsets = _locate(page, solid, reading)
            if is_ignored:
                _drop(trace, offsets, _ignored_rule(element))
            else:
                read.append(offsets)
        offsets = np.concatenate(read)
        if block is not None:
            reading.offsets[id(block)] = block, offsets
        elif len(offsets):
            condition = "num_tokens == 0" if is_in_body else "in_body == 0"
            rule = FoundRule(f"flush_block: {condition}", (FoundTest(condition),))
            _drop(trace, offsets, rule)
    reading.flushed.clear()


def _ignored_rule(element: str) -> FoundRule:
    text = "in_ignorable_element != 0"
    note = f"inside of <{element}>" if element else ""
    return FoundRule(f"characters: {text}", (FoundTest(text),), note=note)


def _locate(page: str, solid: str, reading: _Reading) -> IntArray:
    """Return the offsets of a text, which follows the text before it or is near, -1 if unknown.

    The page's parser may have moved a text. A long text is then looked for on the whole page, and
    the next text may follow it, or the text before it.
    """
    size, (cursor, before) = len(solid), reading.cursors
    start = next((at for at in reading.cursors if page.startswith(solid, at)), -1)
    if start < 0:
        start = page.find(solid, cursor, cursor + _NEAR + size)
    if start < 0 and before != cursor:
        start = page.find(solid, before, before + _NEAR + size)
    if start < 0 and size >= _LONG:
        start = page.find(solid, cursor)
        start = start if start >= 0 else page.find(solid)
        if start >= 0:
            reading.cursors = start + size, cursor
    elif start >= 0:
        reading.cursors = start + size, cursor if start < cursor else before
    if start < 0:
        return np.full(size, -1, dtype=np.int32)
    return np.arange(start, start + size, dtype=np.int32)


def _tokens(trace: Trace, block: Any) -> IntArray:
    """Return the tokens of a block, as they were computed for the same offsets before."""
    reading = _reading(trace)
    known = reading.offsets.get(id(block))
    if known is None:
        return np.zeros(0, dtype=np.int32)
    cached = reading.tokens.get(id(block))
    if cached is None or cached[0] is not known[1]:
        cached = reading.tokens[id(block)] = known[1], _tokens_of(trace, known[1])
    return cached[1]


def _tokens_of(trace: Trace, offsets: IntArray) -> IntArray:
    tokens = trace.index.token_of[offsets[offsets >= 0]]
    tokens = tokens[tokens >= 0]
    if len(tokens) and bool((tokens[1:] >= tokens[:-1]).all()):
        is_first = np.ones(len(tokens), dtype=np.bool_)
        is_first[1:] = tokens[1:] != tokens[:-1]
        return tokens[is_first]
    return np.unique(tokens)


def _drop(trace: Trace, offsets: IntArray, rule: FoundRule) -> None:
    trace.current.drop_tokens(_tokens_of(trace, offsets), trace.event(rule))


def _judge(trace: Trace, call: Call) -> None:
    """Note the verdict of a filter on a block; a block is dropped by the first of several."""
    block, is_content = call.value("self"), bool(call.value("is_content"))
    tokens = _tokens(trace, block)
    if not len(tokens):
        return
    if not is_content and not (trace.current.event[tokens] == KEPT).any():
        return  # dropped by an earlier filter
    event = trace.event(_rule(call.caller, is_content=is_content), keeps=is_content)
    if is_content:
        _revive(trace, tokens, event)
    else:
        trace.current.drop_tokens(tokens, event)


def _revive(trace: Trace, tokens: IntArray, event: int) -> None:
    """Return tokens that a filter marked as content; the verdicts that it overrules are kept.

    Blocks between the parts of a fused block are not its own.
    """
    history = trace.current
    is_gap = np.flatnonzero(np.diff(tokens) > 1) + 1
    for part in np.split(tokens, is_gap):
        first, last = int(part[0]), int(part[-1]) + 1
        history.judged.append((first, last, event))
        overruled = {*history.event[part].tolist()} - {KEPT}
        history.judged += [(first, last, number) for number in sorted(overruled)]
    history.event[tokens] = KEPT


def _rule(frame: FrameType, *, is_content: bool) -> FoundRule | None:
    """Return the rule of the line that gave a verdict."""
    code, line = frame.f_code, frame.f_lineno
    scope = Scope.of(frame)
    variables, source = scope.variables, source_of(code, line)
    if "largest_block" in variables and not is_content:
        return _smaller(variables, source)
    if "found_end_of_text" in variables:
        return _after_end(variables, source)
    assigned = assigned_rule(code, "is_content", scope)
    return assigned or found_rule(place_of(code, line), scope, source)


def _smaller(variables: Any, source: str) -> FoundRule:
    largest, block = variables["largest_block"], variables["tb"]
    if largest is None:
        return FoundRule("process: no block is content", source=source)
    left, right = "tb.num_words", "largest_block.num_words"
    value, bound = float(block.num_words), float(largest.num_words)
    op = "<=" if value <= bound else ">"
    test = FoundTest(f"{left} {op} {right}", left, op, right, value, bound)
    text = f"process: tb != largest_block and {test.text}"
    return FoundRule(text, (FoundTest("tb != largest_block"), test), source)


def _after_end(variables: Any, source: str) -> FoundRule:
    left, right = "num_words", "self.min_num_words"
    value, bound = float(variables[left]), float(variables["self"].min_num_words)
    test = FoundTest(f"{left} >= {right}", left, ">=", right, value, bound)
    note = ""
    for block in variables["doc"].text_blocks:
        if block.has_label(_END_OF_TEXT):
            note = f"from the block “{' '.join(block.text.split())[:60]}”"
            break
    return FoundRule(
        f"process: found_end_of_text and {test.text}",
        (FoundTest("found_end_of_text"), test),
        source,
        note,
    )


def _merge(trace: Trace, call: Call) -> None:
    """Join the offsets of two blocks; the result is content if either is."""
    reading = _reading(trace)
    block, other = call.value("self"), call.value("next_text_block")
    if block.is_content != other.is_content:
        caller = call.caller
        place = place_of(caller.f_code, caller.f_lineno)
        source = source_of(caller.f_code, caller.f_lineno)
        rule = found_rule(place, Scope.of(caller), source)
        tokens = _tokens(trace, other if block.is_content else block)
        if len(tokens):
            _revive(trace, tokens, trace.event(rule, keeps=True))
    parts = [reading.offsets[id(part)][1] for part in (block, other) if id(part) in reading.offsets]
    if parts:
        reading.offsets[id(block)] = block, np.concatenate(parts)


def _before_split(trace: Trace, call: Call) -> None:
    trace.memory["blocks"] = list(call.value("doc").text_blocks)


def _split(trace: Trace, call: Call) -> None:
    """Give the paragraphs of a block its offsets in turn."""
    reading, paragraphs = _reading(trace), iter(call.value("doc").text_blocks)
    for block in trace.memory["blocks"]:
        known = reading.offsets.get(id(block))
        size = len("".join(block.text.split()))
        offset = 0
        while offset < size:
            paragraph = next(paragraphs)
            length = len("".join(paragraph.text.split()))
            if known is not None and paragraph is not block:
                reading.offsets[id(paragraph)] = paragraph, known[1][offset : offset + length]
            offset += length


def _finish(trace: Trace, call: Call) -> None:
    """Read the blocks that are written."""
    mask = np.zeros(trace.index.page.n_tokens, dtype=np.bool_)
    for block in call.value("self").text_blocks:
        if block.is_content:
            mask[_tokens(trace, block)] = True
    unmarked = FoundRule("no filter marked the block as content")
    if (~mask & trace.current.alive).any():
        read = np.zeros(len(mask), dtype=np.bool_)
        for block, _ in list(_reading(trace).offsets.values()):
            read[_tokens(trace, block)] = True
        trace.current.drop_mask(read & ~mask, trace.event(unmarked))
    trace.finish_mask(mask)


@dataclass(frozen=True, slots=True)
class _Fusion(Stage):
    """A fusion of near blocks, of which the article extractor has two with different settings."""

    content_title: str = ""

    def enter(self, trace: Trace, call: Call) -> None:
        """Begin the stage."""
        only_content = getattr(call.value("self"), "content_only", False)
        trace.enter_stage(self.content_title if only_content else self.title, None)


_FILTERS = {
    "SimpleBlockFusionProcessor": "Fuse blocks of equal text density",
    "TerminatingBlocksFinder": "Find the end of the text",
    "DocumentTitleMatchClassifier": "Find the title",
    "NumWordsRulesClassifier": "Classify by words",
    "DensityRulesClassifier": "Classify by densities",
    "CanolaFilter": "Classify by words and links",
    "MarkEverythingContentFilter": "Mark everything as content",
    "IgnoreBlocksAfterContentFilter": "Drop blocks after the end of the text",
    "BlockProximityFusion": "Fuse near blocks",
    "BoilerplateBlockFilter": "Remove boilerplate",
    "KeepLargestBlockFilter": "Keep the largest block",
    "ExpandTitleToContentFilter": "Add blocks up to the title",
    "SplitParagraphBlocksFilter": "Split into paragraphs",
    "MinClauseWordsFilter": "Drop paragraphs without a clause",
}
_TITLES = {name: f"{what} ({name})" for name, what in _FILTERS.items()}
_CONTENT_FUSION = "Fuse near content blocks (BlockProximityFusion)"


def _stages() -> tuple[str, ...]:
    titles = [_PARSE, *_TITLES.values()]
    titles.insert(titles.index(_TITLES["BoilerplateBlockFilter"]) + 1, _CONTENT_FUSION)
    return tuple(titles)


def _filters() -> list[Probe]:
    probes: list[Probe] = []
    for name, title in _TITLES.items():
        function = f"boilerpy3.filters:{name}.process"
        if name == "BlockProximityFusion":
            probes.append(_Fusion(function, title, content_title=_CONTENT_FUSION))
        else:
            probes.append(Stage(function, title))
    return probes


_PARSER = "boilerpy3.parser:BoilerpipeBaseParser"
_IGNORABLE = "boilerpy3.parser:IgnorableElementTagAction"
_BLOCK = "boilerpy3.document:TextBlock"

PROBES = Probes(
    library="boilerpy3",
    code="B",
    packages=("boilerpy3",),
    tested=("1.0.7",),
    stages=_stages(),
    entries=(
        At("boilerpy3.parser:BoilerpipeHTMLParser.feed", _PARSE, before=_begin),
        At(f"{_IGNORABLE}.start", before=_ignore),
        At(f"{_IGNORABLE}.end", after=_end_ignoring),
        _Characters(f"{_PARSER}.characters"),
        _FlushBlock(f"{_PARSER}.flush_block"),
        At(f"{_PARSER}.to_text_document", _PARSE, after=_read),
        *_filters(),
        At(f"{_BLOCK}.set_is_content", before=_judge),
        At(f"{_BLOCK}.merge_next", before=_merge),
        At(
            "boilerpy3.filters:SplitParagraphBlocksFilter.process",
            before=_before_split,
            after=_split,
        ),
        At("boilerpy3.document:TextDocument.get_text", before=_finish),
    ),
    labels={
        "curr_block.num_words": "words",
        "prev_block.num_words": "words of the block before",
        "next_block.num_words": "words of the block after",
        "curr_block.link_density": "link density",
        "prev_block.link_density": "link density of the block before",
        "next_block.link_density": "link density of the block after",
        "curr_block.text_density": "text density",
        "prev_block.text_density": "text density of the block before",
        "next_block.text_density": "text density of the block after",
        "tb.num_words": "words",
        "num_words": "words of content so far",
    },
)
