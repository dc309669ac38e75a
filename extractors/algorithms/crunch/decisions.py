"""Elements that Crunch removes, by the rule that removes them.

The original walks the tree from the top and changes it on the way. Earlier rules do not change the
parts of a node that a later rule reads, with three exceptions, which are followed here in their
order: a link list loses links before its children are visited, a table is tested after its
children, and a link can become empty when its image is removed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.crunch.empty_tables import Remaining, Tables, judge_tables
from boilerscope.extractors.algorithms.crunch.insertions import Insertion, image_insertions
from boilerscope.extractors.algorithms.crunch.link_lists import Cells, judge_cells
from boilerscope.extractors.algorithms.crunch.nodes import Nodes, nodes_of
from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings, listed_hosts

if TYPE_CHECKING:
    from boilerscope.extractors.data.ad_hosts import HostList
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, ElementColumns, IntArray

ADS, LISTS, TEXT_LINK, IMAGE_LINK, IMAGE, UNWRAP, STYLE_SHEET, TABLE, FLASH = (
    1,
    2,
    3,
    4,
    5,
    8,
    9,
    17,
    19,
)
"""Numbers of the rules that test more than a tag, or do more than remove the element."""

TAG_RULES: dict[int, tuple[str, str]] = {
    6: ("scripts", "script"),
    7: ("noscript", "noscript"),
    UNWRAP: ("scripts", "noscript"),
    10: ("styles", "style"),
    11: ("meta", "meta"),
    12: ("forms", "form"),
    13: ("input", "input"),
    14: ("button", "button"),
    15: ("select", "select"),
    16: ("iframe", "iframe"),
    TABLE: ("empty_tables", "table"),
    18: ("embed", "embed"),
}
"""Rules that test only the tag: the setting that switches them on, and the tag."""

_REMOVES = np.array([rule not in (0, LISTS, UNWRAP, TABLE) for rule in range(FLASH + 1)])
"""Whether a rule, by number, removes every element that it reaches."""


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """Decision on each element; arrays have shape (n_elements,).

    Attributes
    ----------
    nodes : Nodes
        Facts about the page.
    chain : array of int
        First rule of the chain that matches the element, 0 for none. The walk may not reach it.
    is_removed : array of bool
        Elements that a rule removes, together with everything below them.
    cause : array of int
        Rule that removed the element or an element around it, 0 if it stays.
    lost : array of int
        Rule that removes the text directly in the element, 0 if it stays.
    is_visited : array of bool
        Elements that the walk reaches.
    is_unwrapped : array of bool
        Elements that are replaced by their children.
    cells, tables : Cells, Tables
        Results of the tests for link lists and empty tables.
    insertions : tuple of Insertion
        Markup that is inserted for removed images.
    hosts : HostList or None
        The advertisement hosts, None if advertisements are not removed.
    """

    nodes: Nodes
    chain: IntArray
    is_removed: BoolArray
    cause: IntArray
    lost: IntArray
    is_visited: BoolArray
    is_unwrapped: BoolArray
    cells: Cells
    tables: Tables
    insertions: tuple[Insertion, ...]
    hosts: HostList | None


def decide(page: Page, settings: CrunchSettings) -> Decisions:
    """Return the decision on every element of a page."""
    nodes, elements = nodes_of(page), page.elements
    hosts = listed_hosts(settings) if settings.ads else None
    chain = _chain(page, nodes, settings, hosts)
    removes = _removes(page, chain, settings)
    # The walk does not go below an element that is removed or unwrapped.
    ends_walk = removes | (chain == UNWRAP)
    is_visited = ~elements.below(ends_walk)
    cells = judge_cells(page, nodes, (chain == LISTS) & is_visited, settings)
    is_visited &= ~elements.below(cells.is_removed)
    is_removed = cells.is_removed | (removes & is_visited)
    rule = np.where(cells.is_removed, np.int32(LISTS), chain)
    insertions: tuple[Insertion, ...] = ()
    if settings.display_image_alts or settings.display_image_link_alts:
        by_walk = is_removed & ~cells.is_removed
        insertions, emptied = image_insertions(page, nodes, rule, by_walk, settings)
        is_removed[emptied] = True
    cause = _cause(elements, is_removed, rule)
    lost = cause.copy()
    lost[cells.loses_text] = LISTS
    is_table = is_visited & (chain == TABLE) & (cause == 0)
    remaining = Remaining(is_table, cause == 0, lost == 0, insertions)
    tables = judge_tables(page, nodes, remaining, settings)
    if tables.is_empty.any():
        is_empty = np.zeros(len(elements), dtype=np.bool_)
        is_empty[tables.row[tables.is_empty]] = True
        is_removed |= is_empty
        is_in_empty = elements.at_or_below(is_empty)
        cause[is_in_empty & (cause == 0)] = TABLE
        lost[is_in_empty & (lost == 0)] = TABLE
    return Decisions(
        nodes=nodes,
        chain=chain,
        is_removed=is_removed,
        cause=cause,
        lost=lost,
        is_visited=is_visited,
        is_unwrapped=is_visited & (chain == UNWRAP) & (cause == 0),
        cells=cells,
        tables=tables,
        insertions=insertions,
        hosts=hosts,
    )


def _chain(page: Page, nodes: Nodes, settings: CrunchSettings, hosts: HostList | None) -> IntArray:
    """Return the first rule of the chain that matches each element, 0 for none."""
    elements = page.elements
    matches = _tag_matches(page, settings)
    is_image = elements.tagged({"img"})
    matches |= {
        TEXT_LINK: nodes.text_link & settings.text_links,
        IMAGE_LINK: nodes.image_link & settings.image_links,
        IMAGE: is_image & ~nodes.image_link & settings.images,
    }
    if hosts is not None:
        matches[ADS] = _advertisements(page, nodes, hosts)
    if settings.external_styles:
        matches[STYLE_SHEET] = nodes.stylesheet
    if settings.flash:
        matches[FLASH] = nodes.flash
    chain = np.zeros(len(elements), dtype=np.int32)
    for number in sorted(matches, reverse=True):  # an earlier rule overwrites a later one
        chain[matches[number]] = number
    return chain


def _tag_matches(page: Page, settings: CrunchSettings) -> dict[int, BoolArray]:
    """Return the elements that rules for tags match, by rule."""
    elements = page.elements
    matches = {
        number: elements.tagged({tag})
        for number, (switch, tag) in TAG_RULES.items()
        if getattr(settings, switch) and tag in elements.tag_names
    }
    if settings.link_lists:
        matches[LISTS] = elements.tagged({tag.lower() for tag in settings.cell_tags})
    return matches


def _advertisements(page: Page, nodes: Nodes, hosts: HostList) -> BoolArray:
    is_ad = np.zeros(len(page.elements), dtype=np.bool_)
    is_ad[[row for row, host in nodes.host.items() if host in hosts.hosts]] = True
    return is_ad


def _removes(page: Page, chain: IntArray, settings: CrunchSettings) -> BoolArray:
    """Return the elements that their rule removes if the walk reaches them."""
    removes: BoolArray = _REMOVES[chain]
    if settings.display_image_link_alts:  # then rule 4 removes the image, not the link around it
        removes &= ~((chain == IMAGE_LINK) & ~page.elements.tagged({"img"}))
    return removes


def _cause(elements: ElementColumns, is_removed: BoolArray, rule: IntArray) -> IntArray:
    """Return the rule of the outermost removed element at or above each element, 0 for none."""
    cause = np.zeros(len(elements), dtype=np.int32)
    is_outermost = is_removed & ~elements.below(is_removed)
    for row in np.flatnonzero(is_outermost).tolist():
        cause[row : elements.subtree_end[row]] = rule[row]
    return cause
