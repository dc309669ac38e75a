"""Extraction from a text that a library, a function or a file returned without token positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.page.ranges import run_bounds
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.system.wording import percent
from boilerscope.extractors.text.align import LOW_SHARE, align

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

RESULTS_FILE = "results file"
"""Extractor of panes with results from files."""

_RULES = (
    Rule("AL1", Outcome.KEEP, (Test("found", ">=", 1.0),), "the text contains the block"),
    Rule("AL2", Outcome.DROP, (Test("found", "<", 1.0),), "the text does not contain the block"),
)


@dataclass(frozen=True, slots=True)
class ForeignText:
    """A text from a library, a function or a file.

    Attributes
    ----------
    text : str
        The text; it becomes the own text unchanged.
    used : mapping of str to str
        Dependencies, see `Extraction.used`: a library and its version, a file.
    warnings : tuple of str
        Notes for the user.
    """

    text: str
    used: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def aligned_extraction(
    page: Page, extractor: str, settings: Settings, foreign: ForeignText
) -> Extraction:
    """Build the extraction of a text: its mask is aligned, its blocks are runs of tokens.

    A block is a segment of the page, divided where kept and dropped tokens meet.
    """
    if not foreign.text.strip():
        return Extraction(
            extractor,
            Status.EMPTY,
            settings,
            "The page has no text." if not page.n_tokens else "The returned text is empty.",
            mask=np.zeros(page.n_tokens, dtype=np.bool_),
            used=foreign.used,
            warnings=foreign.warnings,
            aligned=1.0,
        )
    alignment = align(page, foreign.text)
    blocks = _blocks(page, alignment.mask)
    content = blocks.token_counts(alignment.mask) > 0
    is_found = content.astype(np.float64)
    meaning = "1 if the text contains the tokens of the block, else 0."
    return Extraction(
        extractor,
        Status.OK,
        settings,
        blocks=blocks,
        columns=(Column("found", "Found", "", meaning, is_found),),
        steps=(
            Step("AL", "Find the text", _RULES, np.where(content, 1, 2).astype(np.int32), content),
        ),
        content=content,
        mask=alignment.mask,
        own_text=foreign.text,
        used=foreign.used,
        warnings=(*foreign.warnings, *_low_share(alignment.share)),
        aligned=alignment.share,
    )


def only_finds_text(step: Step) -> bool:
    """Return whether a step only found a foreign text on the page, and decided nothing."""
    return step.rules == _RULES


def _low_share(share: float) -> tuple[str, ...]:
    if share >= LOW_SHARE:
        return ()
    found = (
        f"Only {percent(share)} of the text was found on the page: the kept words are incomplete."
    )
    return (f"{found} The text itself is as it was returned.",)


def _blocks(page: Page, mask: BoolArray) -> Blocks:
    of_page = segments(page)
    segment = of_page.of_token()
    starts_block = (segment[1:] != segment[:-1]) | (mask[1:] != mask[:-1])
    bounds = run_bounds(starts_block, page.n_tokens).astype(np.int32)
    start, end = bounds[:-1], bounds[1:]
    return Blocks.from_ranges(start, end, of_page.element.take(segment.take(start)))
