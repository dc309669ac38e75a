"""Lists of text blocks written by hand, for tests of boilerpipe's filters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList
from boilerscope.extractors.algorithms.boilerpipe.blocks import TextBlocks, UnwrappedBlocks
from boilerscope.extractors.algorithms.boilerpipe.filters.catalogue import FILTERS
from boilerscope.extractors.algorithms.boilerpipe.labels import LABEL_NAMES, bits
from boilerscope.extractors.model.blocks import Blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.steps import Step
    from boilerscope.extractors.page import IntArray


@dataclass(frozen=True, slots=True)
class Block:
    """One text block.

    Attributes
    ----------
    words, linked : int
        Words, and those of them in links.
    text : str
        Its text; no filter counts the words.
    density : (int, int) or None
        Wrapped words and lines; without it all words are on one line.
    level : int
        Tag level.
    content : bool
        State before the first filter.
    labels : tuple of str
        Labels before the first filter.
    """

    words: int = 0
    linked: int = 0
    text: str = "text"
    density: tuple[int, int] | None = None
    level: int = 3
    content: bool = False
    labels: tuple[str, ...] = ()


def block_list(blocks: Sequence[Block], title: str = "") -> BlockList:
    """Return a list of blocks as a pipeline gets it."""
    n = len(blocks)
    numbers = np.arange(n, dtype=np.int32)
    unwrapped = UnwrappedBlocks(
        blocks=Blocks.from_ranges(numbers, numbers + 1, numbers),
        texts=tuple(block.text for block in blocks),
        slots=numbers,
        first_slot=np.arange(n + 1, dtype=np.int32),
        word_lengths=([],) * n,
        linked_words=_column([block.linked for block in blocks]),
        tag_level=_column([block.level for block in blocks]),
        labels=_column([bits(block.labels) for block in blocks]),
        title=title,
        cjk_share=0.0,
    )
    densities = [block.density or (block.words, 1) for block in blocks]
    source = TextBlocks(
        unwrapped=unwrapped,
        words=_column([block.words for block in blocks]),
        wrapped_words=_column([words for words, _ in densities]),
        wrapped_lines=_column([lines for _, lines in densities]),
    )
    content = np.array([block.content for block in blocks], dtype=np.bool_)
    return BlockList.of(source).with_content(content)


def apply(name: str, blocks: BlockList, **settings: object) -> tuple[BlockList, Step]:
    """Return the list after the filter of this name, and the record of the step."""
    block_filter = FILTERS[name]
    return block_filter.apply(blocks, block_filter.kind.settings_class(**settings))


def label_names(blocks: BlockList) -> list[set[str]]:
    """Return the names of the labels of each row."""
    return [
        {name for bit, name in enumerate(LABEL_NAMES) if labels >> bit & 1}
        for labels in blocks.labels.tolist()
    ]


def _column(values: Sequence[int]) -> IntArray:
    return np.array(values, dtype=np.int32)
