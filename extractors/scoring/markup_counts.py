"""Counts of structure: text, code, formulas and tables of two texts in Markdown.

Each pair is what is right, and all that could be right. A page on which neither side has code, or
formulas, or tables, has 0 of 0 and no value, as in the toolkit of WebMainBench.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.scoring.structure import teds
from boilerscope.extractors.scoring.structure.teds import MAX_CELLS, SCALE
from boilerscope.extractors.system.late import late_module

if TYPE_CHECKING:
    from rapidfuzz.distance import Levenshtein

    from boilerscope.extractors.scoring.case import Prediction, Reference
else:
    Levenshtein = late_module("rapidfuzz.distance.Levenshtein")

_Share = tuple[int, int]


def markdown_text(reference: Reference, prediction: Prediction) -> _Share | None:
    """Return equal characters and characters of the longer Markdown."""
    return _similar(reference.markup.text, prediction.markup.text)


def code(reference: Reference, prediction: Prediction) -> _Share | None:
    """Return equal characters and characters of the longer code."""
    return _similar(reference.markup.code, prediction.markup.code)


def formulas(reference: Reference, prediction: Prediction) -> _Share | None:
    """Return equal characters and characters of the longer formulas."""
    return _similar(reference.markup.formulas, prediction.markup.formulas)


def tables(reference: Reference, prediction: Prediction) -> _Share | None:
    """Return equal characters and characters of the longer tables, as HTML."""
    return _similar(reference.markup.tables_as_html, prediction.markup.tables_as_html)


def table_nodes(reference: Reference, prediction: Prediction) -> _Share | None:
    """Return matched nodes and nodes of the larger tree of tables, see `teds.teds`."""
    return teds.teds(reference.markup.tables_as_html, prediction.markup.tables_as_html)


def published_table_nodes(reference: Reference, prediction: Prediction) -> _Share | None:
    """Return the counts of WebMainBench's TEDS, see `teds.published_teds`."""
    gold, kept = reference.markup.tables_as_html, prediction.markup.tables_as_html
    return teds.published_teds(gold, kept)


def structure(reference: Reference, prediction: Prediction) -> _Share | None:
    """Return the sum of WebMainBench's five scores that a page has, and their number.

    Both are in billionths.
    """
    counts = [
        count(reference, prediction)
        for count in (markdown_text, code, formulas, tables, published_table_nodes)
    ]
    shares = [pair[0] / pair[1] for pair in counts if pair is not None and pair[1]]
    if None in counts:
        return None
    return round(SCALE * sum(shares)), SCALE * len(shares)


def _similar(gold: str, kept: str) -> _Share | None:
    """Return the characters of the longer text without the edit distance, and all of them.

    None if the texts are too long, see `MAX_CELLS`.
    """
    if len(gold) * len(kept) > MAX_CELLS:
        return None
    longer = max(len(gold), len(kept))
    return longer - Levenshtein.distance(gold, kept), longer
