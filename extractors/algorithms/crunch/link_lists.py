"""The link-list test of Crunch (rule 2): cells with many links for their text are emptied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.prefix_sums import range_sums

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.crunch.nodes import Nodes
    from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, ElementColumns, FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Result of the link-list test.

    Attributes
    ----------
    row : array of int, shape (n_tested,)
        Tested cells: those that the walk reaches and that have children.
    links, words, ratio : array of int, array of float, array of float, shape (n_tested,)
        Compared values.
    is_list : array of bool, shape (n_elements,)
        Cells that are link lists.
    is_outer : array of bool, shape (n_elements,)
        Link lists that are not inside another link list; emptying an inner list changes nothing.
    is_removed : array of bool, shape (n_elements,)
        Elements that link lists lose.
    loses_text : array of bool, shape (n_elements,)
        Elements that lose their direct text.
    """

    row: IntArray
    links: IntArray
    words: FloatArray
    ratio: FloatArray
    is_list: BoolArray
    is_outer: BoolArray
    is_removed: BoolArray
    loses_text: BoolArray


def judge_cells(page: Page, nodes: Nodes, is_reached: BoolArray, settings: CrunchSettings) -> Cells:
    """Decide which cells are link lists, and which links to remove from them.

    Parameters
    ----------
    nodes : Nodes
        Facts about its nodes.
    is_reached : array of bool, shape (n_elements,)
        Cells that the walk reaches.
    """
    elements = page.elements
    row = np.flatnonzero(is_reached & nodes.has_children).astype(np.int32)
    text_length = nodes.length * ~nodes.in_link[page.slots.owner]
    characters = range_sums(text_length, elements.slot_start[row], elements.slot_end[row])
    words = characters / settings.letters_per_word
    links = range_sums(_counted_links(nodes, settings), row, elements.subtree_end[row])
    ratio = _ratio(links, words, settings)
    is_list = np.zeros(len(elements), dtype=np.bool_)
    is_list[row[ratio > settings.limit]] = True
    is_outer = is_list & ~elements.below(is_list)
    is_removed, loses_text = _losses(elements, nodes, is_outer, settings)
    if not is_list.any():
        return Cells(row, links, words, ratio, is_list, is_outer, is_removed, loses_text)
    # A cell in a link list is tested after the outer cell has lost its links and text.
    is_inner = elements.below(is_outer)
    if settings.remove_cell or not settings.only_links_and_text:
        is_tested = ~is_inner[row]  # the walk does not reach inner cells
    else:
        is_tested = ~elements.below(is_removed)[row]
        is_inner_row = is_inner[row]
        links[is_inner_row] = 0
        if not _counts_only_images(settings):
            words[is_inner_row] = 0
        ratio = _ratio(links, words, settings)
    is_list[:] = False
    is_list[row[is_tested & (ratio > settings.limit)]] = True
    return Cells(
        row[is_tested],
        links[is_tested],
        words[is_tested],
        ratio[is_tested],
        is_list,
        is_outer,
        is_removed,
        loses_text,
    )


def _counts_only_images(settings: CrunchSettings) -> bool:
    return settings.lc_image and not settings.lc_text


def _counted_links(nodes: Nodes, settings: CrunchSettings) -> BoolArray:
    """Return the links to count and remove: one kind, or all if both settings are equal."""
    if settings.lc_text == settings.lc_image:
        return nodes.link
    return nodes.text_link if settings.lc_text else nodes.image_link


def _ratio(links: IntArray, words: FloatArray, settings: CrunchSettings) -> FloatArray:
    """Return links per word; limit + 1 without words."""
    ratio = np.full(len(words), settings.limit + 1)
    np.divide(links, words, out=ratio, where=words > 0)
    return ratio


def _losses(
    elements: ElementColumns, nodes: Nodes, is_outer: BoolArray, settings: CrunchSettings
) -> tuple[BoolArray, BoolArray]:
    """Return the elements that link lists lose, and the elements that lose their direct text."""
    is_in_list = elements.at_or_below(is_outer)
    if settings.remove_cell:
        return is_outer, is_in_list
    if not settings.only_links_and_text:
        is_child = is_in_list & ~is_outer & (elements.parent >= 0) & is_outer[elements.parent]
        return is_child, is_in_list
    is_removed = is_in_list & ~is_outer & _counted_links(nodes, settings)
    loses_text = elements.at_or_below(is_removed)
    if not _counts_only_images(settings):
        loses_text |= is_in_list & ~nodes.in_link
    return is_removed, loses_text
