"""The test for empty tables of Crunch (rule 17), from the innermost table outward."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.crunch.nodes import TRIMMED
from boilerscope.extractors.page.prefix_sums import range_sums

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.crunch.insertions import Insertion
    from boilerscope.extractors.algorithms.crunch.nodes import Nodes
    from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Result of the test for empty tables; all arrays have shape (n_tested,).

    Attributes
    ----------
    row : array of int
        Tables that the walk reaches.
    is_empty : array of bool
        Tables that are removed.
    substance, text_length, text_nodes : array of int
        Remaining elements of substance, characters and text nodes.
    """

    row: IntArray
    is_empty: BoolArray
    substance: IntArray
    text_length: IntArray
    text_nodes: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Remaining:
    """The page after all rules except the rule for empty tables.

    Attributes
    ----------
    is_tested : array of bool, shape (n_elements,)
        Tables to test.
    has_element : array of bool, shape (n_elements,)
        Elements that remain.
    has_text : array of bool, shape (n_elements,)
        Elements whose direct text remains.
    insertions : tuple of Insertion
        Inserted markup.
    """

    is_tested: BoolArray
    has_element: BoolArray
    has_text: BoolArray
    insertions: tuple[Insertion, ...]


def judge_tables(
    page: Page, nodes: Nodes, remaining: Remaining, settings: CrunchSettings
) -> Tables:
    """Decide which tables are empty.

    A table is empty if it has no element of substance, and no text node or less text than the
    minimum. The contents of an empty table do not count for the tables around it.
    """
    elements = page.elements
    row = np.flatnonzero(remaining.is_tested).astype(np.int32)
    end, first, last = elements.subtree_end[row], elements.slot_start[row], elements.slot_end[row]
    kinds = settings.substance()
    n_substance = (elements.tagged(kinds) & remaining.has_element).astype(np.int32)
    inserted_length = np.zeros(len(elements), dtype=np.int32)
    inserted_texts = np.zeros(len(elements), dtype=np.int32)
    for insertion in remaining.insertions:
        n_substance[insertion.row] += insertion.links if "a" in kinds else 0
        inserted_length[insertion.row] += sum(len(text.strip(TRIMMED)) for text in insertion.texts)
        inserted_texts[insertion.row] += len(insertion.texts)
    is_text = nodes.is_text & remaining.has_text[page.slots.owner]
    substance = range_sums(n_substance, row, end)
    text_length = range_sums(nodes.trimmed * is_text, first, last)
    text_length += range_sums(inserted_length, row, end)
    text_nodes = range_sums(is_text, first, last) + range_sums(inserted_texts, row, end)
    is_empty = np.zeros(len(row), dtype=np.bool_)
    around = _tables_around(row, end)
    lost_length, lost_texts = np.zeros((2, len(row)), dtype=np.int32)  # with empty inner tables
    for table in reversed(range(len(row))):  # inner tables come after those around them
        text_length[table] -= lost_length[table]
        text_nodes[table] -= lost_texts[table]
        is_short = not text_nodes[table] or text_length[table] < settings.min_text_length
        is_empty[table] = not substance[table] and is_short
        outer = around[table]
        if outer >= 0:
            lost_length[outer] += lost_length[table]
            lost_texts[outer] += lost_texts[table]
            if is_empty[table]:
                lost_length[outer] += text_length[table]
                lost_texts[outer] += text_nodes[table]
    return Tables(row, is_empty, substance, text_length, text_nodes)


def _tables_around(row: IntArray, end: IntArray) -> list[int]:
    """Return the index of the next table around each table, -1 if there is none."""
    around: list[int] = []
    open_tables: list[int] = []
    ends = end.tolist()
    for table, start in enumerate(row.tolist()):
        while open_tables and ends[open_tables[-1]] <= start:
            open_tables.pop()
        around.append(open_tables[-1] if open_tables else -1)
        open_tables.append(table)
    return around
