"""Filters that classify each block by its own quantities and those of its two neighbours.

`NUM_WORDS_RULES` and `DENSITY_RULES` are algorithms 2 and 1 of the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.algorithms.boilerpipe.filters.base import Decision, Filter, RuleTable
from boilerscope.extractors.algorithms.boilerpipe.settings import (
    LinkDensitySettings,
    density_knob,
    words_knob,
)
from boilerscope.extractors.model.settings import MainKnob, Settings, Source, StepKind
from boilerscope.extractors.model.steps import Outcome, Rule, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList

_LINKS = "link_density_words"
_DENSITY = "text_density_wrapped"


@dataclass(frozen=True)
class NumWordsSettings(LinkDensitySettings):
    """Thresholds of the rules on words."""

    nw_cur: int = words_knob(
        16,
        "Minimum length",
        "Blocks with more words are content.",
        source=Source.PAPER,
        main=MainKnob.MIN_LENGTH,
    )
    nw_next: int = words_knob(
        15,
        "Length of the next block",
        "Blocks before a block with more words are content.",
        source=Source.PAPER,
    )
    nw_prev: int = words_knob(
        4,
        "Length of the previous block",
        "Blocks after a block with more words are content.",
        source=Source.PAPER,
    )
    nw_cur_after_links: int = words_knob(
        40,
        "Minimum length after links",
        "After a block of links, blocks with more words are content.",
        source=Source.PAPER,
    )
    nw_next_after_links: int = words_knob(
        17,
        "Length of the next block after links",
        "After a block of links, blocks before a block with more words are content.",
        source=Source.PAPER,
    )


@dataclass(frozen=True)
class DensitySettings(LinkDensitySettings):
    """Thresholds of the rules on text density."""

    td_cur: float = density_knob(
        9.0,
        "Distribution threshold",
        "Denser blocks are content, unless the next block has no text density.",
        source=Source.PAPER,
        main=MainKnob.DISTRIBUTION,
    )
    td_next: float = density_knob(
        10.0,
        "Density of the next block",
        "Blocks before a denser block are content.",
        source=Source.PAPER,
    )
    td_prev: float = density_knob(
        4.0,
        "Density of the previous block",
        "Blocks after a denser block are content.",
        source=Source.PAPER,
    )
    td_next_after_links: float = density_knob(
        11.0,
        "Density of the next block after links",
        "After a block of links, blocks before a denser block are content.",
        source=Source.PAPER,
    )


@dataclass(frozen=True)
class CanolaSettings(Settings):
    """Thresholds of the rules trained on the KrdWrd Canola corpus."""

    canola_next_after_linked: int = words_knob(
        11,
        "Next block after links",
        "A block with links is content if the next block has more words than this.",
        source=Source.PROGRAM,
    )
    canola_cur: int = words_knob(
        19,
        "Minimum length",
        "Blocks with more words are content.",
        source=Source.PROGRAM,
        main=MainKnob.MIN_LENGTH,
    )
    canola_next: int = words_knob(
        6,
        "Next block without links",
        "The rules for unlinked neighbours apply only if the next block has more words than this.",
        source=Source.PROGRAM,
    )
    canola_cur_between: int = words_knob(
        6,
        "Block between blocks without links",
        "Between blocks without links, blocks with more words are content.",
        source=Source.PROGRAM,
    )
    canola_prev_between: int = words_knob(
        7,
        "Previous block, between blocks without links",
        "Between blocks without links, blocks after a block with more words are content.",
        source=Source.PROGRAM,
    )
    canola_next_between: int = words_knob(
        19,
        "Next block, between blocks without links",
        "Between blocks without links, blocks before a block with more words are content.",
        source=Source.PROGRAM,
    )


_IS_LINKED = Test(_LINKS, ">", "max_link_density")
_AFTER_TEXT = Test(_LINKS, "<=", "max_prev_link_density", -1)
_AFTER_LINKS = Test(_LINKS, ">", "max_prev_link_density", -1)

NUM_WORDS_TABLE = RuleTable(
    Rule("R0", Outcome.DROP, (_IS_LINKED,)),
    Rule("R1", Outcome.KEEP, (Test("words", ">", "nw_cur"), _AFTER_TEXT)),
    Rule("R2", Outcome.KEEP, (Test("words", ">", "nw_next", 1), _AFTER_TEXT)),
    Rule("R3", Outcome.KEEP, (Test("words", ">", "nw_prev", -1), _AFTER_TEXT)),
    Rule(
        "R4",
        Outcome.DROP,
        (
            Test("words", "<=", "nw_cur"),
            Test("words", "<=", "nw_next", 1),
            Test("words", "<=", "nw_prev", -1),
            _AFTER_TEXT,
        ),
    ),
    Rule("R5", Outcome.KEEP, (Test("words", ">", "nw_cur_after_links"), _AFTER_LINKS)),
    Rule("R6", Outcome.KEEP, (Test("words", ">", "nw_next_after_links", 1), _AFTER_LINKS)),
    Rule(
        "R7",
        Outcome.DROP,
        (
            _AFTER_LINKS,
            Test("words", "<=", "nw_cur_after_links"),
            Test("words", "<=", "nw_next_after_links", 1),
        ),
    ),
)

_IS_THIN = Test(_DENSITY, "<=", "td_cur")
_IS_DENSE = Test(_DENSITY, ">", "td_cur")

DENSITY_TABLE = RuleTable(
    Rule("D0", Outcome.DROP, (_IS_LINKED,)),
    Rule("D1", Outcome.KEEP, (Test(_DENSITY, ">", "td_next", 1), _IS_THIN, _AFTER_TEXT)),
    Rule("D2", Outcome.KEEP, (Test(_DENSITY, ">", "td_prev", -1), _IS_THIN, _AFTER_TEXT)),
    Rule(
        "D3",
        Outcome.DROP,
        (
            _IS_THIN,
            Test(_DENSITY, "<=", "td_next", 1),
            Test(_DENSITY, "<=", "td_prev", -1),
            _AFTER_TEXT,
        ),
    ),
    Rule("D4", Outcome.DROP, (_IS_DENSE, Test(_DENSITY, "==", 0.0, 1), _AFTER_TEXT)),
    Rule("D5", Outcome.KEEP, (_IS_DENSE, Test(_DENSITY, "!=", 0.0, 1), _AFTER_TEXT)),
    Rule("D6", Outcome.KEEP, (Test(_DENSITY, ">", "td_next_after_links", 1), _AFTER_LINKS)),
    Rule("D7", Outcome.DROP, (_AFTER_LINKS, Test(_DENSITY, "<=", "td_next_after_links", 1))),
)

_AMONG_UNLINKED = (
    Test("words", ">", "canola_next", 1),
    Test(_LINKS, "==", 0.0, 1),
    Test(_LINKS, "==", 0.0, -1),
)

CANOLA_TABLE = RuleTable(
    Rule(
        "C1",
        Outcome.KEEP,
        (Test(_LINKS, ">", 0.0), Test("words", ">", "canola_next_after_linked", 1)),
    ),
    Rule("C2", Outcome.KEEP, (Test("words", ">", "canola_cur"),)),
    Rule("C3", Outcome.KEEP, (Test("words", ">", "canola_cur_between"), *_AMONG_UNLINKED)),
    Rule("C4", Outcome.KEEP, (Test("words", ">", "canola_prev_between", -1), *_AMONG_UNLINKED)),
    Rule("C5", Outcome.KEEP, (Test("words", ">", "canola_next_between", 1), *_AMONG_UNLINKED)),
    Rule("C0", Outcome.DROP, (Test("words", "<=", "canola_cur"),), "and no other rule matches"),
)


def num_words_rules(blocks: BlockList, settings: NumWordsSettings) -> Decision:
    """Classify by link density and words (algorithm 2 of the paper)."""
    return NUM_WORDS_TABLE.decide(blocks, settings)


def density_rules(blocks: BlockList, settings: DensitySettings) -> Decision:
    """Classify by link density and text density (algorithm 1 of the paper)."""
    return DENSITY_TABLE.decide(blocks, settings)


def canola_rules(blocks: BlockList, settings: CanolaSettings) -> Decision:
    """Classify by words and links, as trained on the KrdWrd Canola corpus."""
    return CANOLA_TABLE.decide(blocks, settings)


NUM_WORDS_RULES = Filter(
    "F3",
    StepKind(
        "num_words_rules",
        "Classify by words",
        "Decide each block by its link density and the words of the block and its neighbours.",
        NumWordsSettings,
    ),
    num_words_rules,
)
DENSITY_RULES = Filter(
    "F4",
    StepKind(
        "density_rules",
        "Classify by text density",
        "Decide each block by link density and text density of the block and its neighbours.",
        DensitySettings,
    ),
    density_rules,
)
CANOLA = Filter(
    "F12",
    StepKind(
        "canola",
        "Classify by Canola rules",
        "Decide each block by rules that were trained on the Canola corpus.",
        CanolaSettings,
    ),
    canola_rules,
)
