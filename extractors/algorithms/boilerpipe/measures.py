"""Columns of the blocks, and curves with their thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.settings import FulltextSettings
from boilerscope.extractors.model.extraction import Column, Curve
from boilerscope.extractors.page.ranges import run_edges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList
    from boilerscope.extractors.algorithms.boilerpipe.settings import BlockSettings
    from boilerscope.extractors.page import BoolArray


def block_columns(blocks: BlockList, settings: BlockSettings) -> tuple[Column, ...]:
    """Return the columns of the initial list of blocks."""
    fulltext = settings if isinstance(settings, FulltextSettings) else FulltextSettings()
    threshold = fulltext.fulltext_density
    return (
        Column(
            "words", "Words", "words", "Tokens that contain a letter or a number.", blocks.words
        ),
        Column(
            "linked_words",
            "Linked words",
            "words",
            "Words inside links.",
            blocks.linked_words,
        ),
        Column(
            "link_density_words",
            "Link density (words)",
            "",
            "Linked words / words; 0 without words.",
            blocks.link_density,
        ),
        Column(
            "text_density_wrapped",
            "Text density (wrapped)",
            "words per line",
            "Wrapped words / wrapped lines.",
            blocks.text_density,
        ),
        Column(
            "wrapped_lines",
            "Wrapped lines",
            "lines",
            "Full lines when words are wrapped; 1 if none is full.",
            blocks.wrapped_lines,
        ),
        Column(
            "wrapped_words",
            "Wrapped words",
            "words",
            "Words on full lines; all words if no line is full.",
            blocks.wrapped_words,
        ),
        Column(
            "tag_level",
            "Tag level",
            "tags",
            "Open tags at the first text of the block, without inline tags.",
            blocks.tag_level,
        ),
        Column("start", "Start", "blocks", "Number of the block on the page.", blocks.start),
        Column(
            "fulltext_words",
            "Full-text words",
            "words",
            f"Words of blocks with a text density of at least {threshold:g}, else 0.",
            blocks.fulltext_words(threshold),
        ),
    )


def block_curves(
    blocks: BlockList, content: BoolArray, settings: BlockSettings
) -> tuple[Curve, ...]:
    """Return text density and link density block by block.

    Each curve has the threshold that the extractor compares it with, if any.
    """
    return (
        _bars(
            "Text density",
            blocks.text_density,
            "words per line",
            content,
            (settings, ("fulltext_density", "td_cur")),
        ),
        _bars(
            "Link density",
            blocks.link_density,
            "linked words / words",
            content,
            (settings, ("max_link_density",)),
        ),
    )


def _bars(
    name: str,
    values: NDArray[np.float32],
    unit: str,
    content: BoolArray,
    threshold: tuple[BlockSettings, tuple[str, ...]],
) -> Curve:
    settings, candidates = threshold
    field = next((candidate for candidate in candidates if hasattr(settings, candidate)), "")
    numbers = np.arange(len(values), dtype=np.int32)
    return Curve(
        name=name,
        x=numbers.astype(np.float64),
        y=values.astype(np.float64),
        x_label="block",
        y_label=unit,
        style="bars",
        block=numbers,
        threshold_field=field,
        threshold=float(getattr(settings, field)) if field else float("nan"),
        kept=_runs(content),
    )


def _runs(content: BoolArray) -> tuple[tuple[float, float], ...]:
    """Return the ranges of kept blocks, extended by half a block on both sides."""
    runs = run_edges(content).reshape(-1, 2).tolist()
    return tuple((first - 0.5, end - 0.5) for first, end in runs)
