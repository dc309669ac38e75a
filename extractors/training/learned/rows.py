"""Rows to train on: the blocks of gold pages with features, labels and weights."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.matrix import matrix
from boilerscope.extractors.features.metadata import page_facts
from boilerscope.extractors.model.model_files import page_mark
from boilerscope.extractors.scoring.bags import bag
from boilerscope.extractors.sources.sites import site_of
from boilerscope.extractors.training.labels import MIN_GOLD_SHARE
from boilerscope.extractors.training.learned.shortened import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray

    FeatureArray = NDArray[np.float32]

COPY_WEIGHT = 0.15
"""Weight of a shortened copy, in pages."""

_COPIED_TYPES = frozenset(("", "article", "documentation", "news"))
_MIN_COPIED_TOKENS, _MIN_COPIED_SHARE = 400, 0.8
_MIN_GOLD_BLOCKS, _GOLD_BLOCK_TOKENS = 6, 15
_MAX_BLOCKS_LEFT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The blocks of a page, or of its shortened copy.

    Attributes
    ----------
    mark : str
        Identifier of the page in models, see `page_mark`.
    site : str
        Its site: pages of one site are in one fold.
    is_copy : bool
        Whether this is a shortened copy, which is never scored.
    is_taught : bool
        Whether enough of the gold is on the page to learn from it.
    features : array of float32, shape (n_blocks, n_features)
        The matrix of the page.
    label : array of float, shape (n_blocks,)
        Share of the tokens of each block that are main content.
    tokens : array of float, shape (n_blocks,)
        Tokens of each block.
    words : array of float, shape (n_blocks,)
        Words of each block, see `Grid`.
    bags : list of Counter
        Tokens of each block, for scores of the kept text.
    gold : Counter
        Tokens of the gold text.
    fallback : Counter
        Tokens of the text of the metadata, which replaces a shorter kept text.
    """

    entry: ListedPage
    mark: str
    site: str
    is_copy: bool
    is_taught: bool
    features: FeatureArray
    label: FloatArray
    tokens: FloatArray
    words: FloatArray
    bags: list[Counter[str]]
    gold: Counter[str]
    fallback: Counter[str]

    def __len__(self) -> int:
        return len(self.label)

    def weight(self) -> FloatArray:
        """Return the weight of each block: the root of its tokens; those of a page add up to 1."""
        root = np.sqrt(self.tokens)
        share: FloatArray = root / root.sum()
        return share * (COPY_WEIGHT if self.is_copy else 1.0)


def rows_of(entry: ListedPage, seed: int) -> Iterator[Rows]:
    """Yield the rows of a gold page and, if it is long enough, of its shortened copy.

    Parameters
    ----------
    seed : int
        Decides, with the name of the page, how many blocks its copy keeps.
    """
    page = entry.page()
    gold = entry.gold(page)
    mask = gold.main()
    rows = _rows(entry, page, gold, mask, is_copy=False)
    yield rows
    if not _is_copied(entry, gold, mask):
        return
    is_gold = (rows.label > 0.5) & (rows.tokens >= _GOLD_BLOCK_TOKENS)
    blocks = is_gold.nonzero()[0]
    if len(blocks) < _MIN_GOLD_BLOCKS:
        return
    n_left = random.Random(f"{seed} {entry.name}").randint(1, _MAX_BLOCKS_LEFT)  # noqa: S311 - a seed repeats it
    first_removed = int(matrix(page).grid.token_end[blocks[n_left - 1]])
    copy = shortened(page, mask, first_removed)
    if copy is not None:
        yield _rows(entry, copy[0], gold, copy[1], is_copy=True)


def _site(entry: ListedPage) -> str:
    """Return the site; pages without an address share one if only numbers in their names differ."""
    return site_of(entry) if entry.url else entry.name.rstrip("-_0123456789")


def _is_copied(entry: ListedPage, gold: Gold, mask: BoolArray) -> bool:
    return (
        entry.page_type in _COPIED_TYPES
        and int(mask.sum()) >= _MIN_COPIED_TOKENS
        and gold.share >= _MIN_COPIED_SHARE
    )


def _rows(entry: ListedPage, page: Page, gold: Gold, mask: BoolArray, *, is_copy: bool) -> Rows:
    measured = matrix(page)
    grid = measured.grid
    ranges = zip(grid.token_start.tolist(), grid.token_end.tolist(), strict=True)
    return Rows(
        entry=entry,
        mark=page_mark(page),
        site=_site(entry),
        is_copy=is_copy,
        is_taught=len(grid) > 0 and gold.share >= MIN_GOLD_SHARE,
        features=measured.values().astype(np.float32),
        label=grid.of_tokens(mask) / grid.tokens,
        tokens=grid.tokens,
        words=grid.words,
        bags=[Counter(grid.lowered[start:end]) for start, end in ranges],
        gold=bag(gold.text or ""),
        fallback=bag(page_facts(page).fallback()),
    )
