"""Elements that Crunch removes: its walk over the tree, done with arrays.

The original walks the tree from the top and changes it on the way. A rule reads of a node only what
no earlier rule can have changed, but for three cases which are followed here in their order: a link
list loses links before its children are visited, a table is judged after them, and a link that lost
its image may be empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.crunch.insertions import Insertion, image_insertions
from extractors.algorithms.crunch.nodes import TRIMMED, Nodes, nodes
from extractors.algorithms.crunch.settings import CrunchSettings, listed_hosts
from extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from extractors.data.ad_hosts import HostList
    from extractors.page import Page
    from extractors.page.records import BoolArray, ElementColumns, FloatArray, IntArray

LISTS, TEXT_LINK, IMAGE_LINK, IMAGE, UNWRAP, TABLE, FLASH = 2, 3, 4, 5, 8, 17, 19
"""Numbers of rules that are more than the removal of a tag."""

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
"""Rules that a tag alone calls for: the switch and the tag."""

_NO_RULE = FLASH + 1
_REMOVES = np.array([rule not in (0, LISTS, UNWRAP, TABLE) for rule in range(FLASH + 1)])


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The test for link lists.

    Attributes
    ----------
    row : array of int, shape (n_tested,)
        Cells with children that the walk reaches.
    links, words, ratio : array of int, array of float, array of float, shape (n_tested,)
        What the test compared.
    fired, outer : array of bool, shape (n_elements,)
        Cells that are link lists; those of them inside no other one: a second emptying changes
        nothing.
    removed : array of bool, shape (n_elements,)
        Elements that link lists lose.
    dropped : array of bool, shape (n_elements,)
        Elements whose own text is lost.
    """

    row: IntArray
    links: IntArray
    words: FloatArray
    ratio: FloatArray
    fired: BoolArray
    outer: BoolArray
    removed: BoolArray
    dropped: BoolArray


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The test for empty tables, shape (n_tested,) each.

    Attributes
    ----------
    row : array of int
        Tables that the walk reaches.
    empty : array of bool
        Those of them that are removed.
    substance, text_length, text_nodes : array of int
        Elements of substance, characters and text nodes that are left.
    """

    row: IntArray
    empty: BoolArray
    substance: IntArray
    text_length: IntArray
    text_nodes: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """Decision on each element, shape (n_elements,) each.

    Attributes
    ----------
    nodes : Nodes
        The facts that were read.
    chain : array of int
        First rule of the chain that fits the element, whether or not the walk reaches it.
    removed : array of bool
        Elements that are removed themselves; what is in them goes with them.
    cause : array of int
        Rule that removed the element or one around it, 0 if it stays.
    lost : array of int
        Rule by which the element's own text is lost, 0 if it stays.
    visited : array of bool
        Elements that the walk reaches.
    unwrapped : array of bool
        Elements that are replaced by their children.
    cells, tables : Cells, Tables
        The two tests.
    insertions : tuple of Insertion
        What is written in the place of images.
    hosts : HostList or None
        The advertisement hosts, None where they are not asked for.
    """

    nodes: Nodes
    chain: IntArray
    removed: BoolArray
    cause: IntArray
    lost: IntArray
    visited: BoolArray
    unwrapped: BoolArray
    cells: Cells
    tables: Tables
    insertions: tuple[Insertion, ...]
    hosts: HostList | None


def decide(page: Page, settings: CrunchSettings) -> Decisions:
    """Return what becomes of the elements of a page."""
    facts, elements = nodes(page), page.elements
    hosts = listed_hosts(settings) if settings.ads else None
    chain = _chain(page, facts, settings, hosts)
    drops = _drops(page, chain, settings)
    stops = drops | (chain == UNWRAP)
    visited = ~elements.below(stops)
    cells = _cells(page, facts, (chain == LISTS) & visited, settings)
    removed, rule = drops & visited, chain
    if np.count_nonzero(cells.removed):
        visited = ~elements.below(stops | cells.removed)
        removed = cells.removed | (drops & visited)
        rule = np.where(cells.removed, LISTS, chain).astype(np.int32)
    insertions: tuple[Insertion, ...] = ()
    if settings.display_image_alts or settings.display_image_link_alts:
        by_walk = removed & ~cells.removed
        insertions, emptied = image_insertions(page, facts, rule, by_walk, settings)
        removed[emptied] = True
    cause = _cause(elements, removed, rule)
    lost = cause.copy()
    lost[cells.dropped] = LISTS
    left = _Left(visited & (chain == TABLE) & (cause == 0), cause, lost)
    tables = _tables(page, facts, left, insertions, settings)
    if np.count_nonzero(tables.empty):
        empty = np.zeros(len(elements), dtype=np.bool_)
        empty[tables.row[tables.empty]] = True
        in_empty = elements.at_or_below(empty)
        removed = removed | empty
        cause = np.where((cause == 0) & in_empty, TABLE, cause).astype(np.int32)
        lost = np.where((lost == 0) & in_empty, TABLE, lost).astype(np.int32)
    return Decisions(
        nodes=facts,
        chain=chain,
        removed=removed,
        cause=cause,
        lost=lost,
        visited=visited,
        unwrapped=visited & (chain == UNWRAP) & (cause == 0),
        cells=cells,
        tables=tables,
        insertions=insertions,
        hosts=hosts,
    )


def _chain(page: Page, facts: Nodes, settings: CrunchSettings, hosts: HostList | None) -> IntArray:
    """Return the first rule that fits each element."""
    fits: dict[int, BoolArray] = {}
    if hosts is not None:
        fits[1] = _advertisements(page, facts, hosts)
    if settings.text_links:
        fits[TEXT_LINK] = facts.text_link
    if settings.image_links:
        fits[IMAGE_LINK] = facts.image_link
    if settings.images:
        fits[IMAGE] = page.elements.tagged({"img"}) & ~facts.image_link
    if settings.external_styles:
        fits[9] = facts.stylesheet
    if settings.flash:
        fits[FLASH] = facts.flash
    by_tag = _rules_of_tags(settings)
    names = page.elements.tag_names
    chain = np.array([by_tag.get(name, _NO_RULE) for name in names], np.int32)[page.elements.tag_id]
    for number, fit in fits.items():
        chain[fit] = np.minimum(chain[fit], number)
    chain[chain == _NO_RULE] = 0
    return chain


def _rules_of_tags(settings: CrunchSettings) -> dict[str, int]:
    """Return the first rule that the tag alone calls for, by tag."""
    called = {
        tag: number
        for number, (switch, tag) in reversed(TAG_RULES.items())
        if getattr(settings, switch)
    }
    if settings.link_lists:
        called |= dict.fromkeys(map(str.lower, settings.cell_tags), LISTS)
    return called


def _advertisements(page: Page, facts: Nodes, listed: HostList) -> BoolArray:
    found = np.zeros(len(page.elements), dtype=np.bool_)
    found[[row for row, host in facts.host.items() if host in listed.hosts]] = True
    return found


def _drops(page: Page, chain: IntArray, settings: CrunchSettings) -> BoolArray:
    """Return which elements their rule removes where the walk reaches them."""
    drops: BoolArray = _REMOVES[chain]
    if settings.display_image_link_alts:
        drops &= ~((chain == IMAGE_LINK) & ~page.elements.tagged({"img"}))
    return drops


def _cells(page: Page, facts: Nodes, reached: BoolArray, settings: CrunchSettings) -> Cells:
    elements = page.elements
    nothing = np.zeros(len(elements), dtype=np.bool_)
    rows = np.flatnonzero(reached).astype(np.int32)
    if len(rows):
        rows = rows[facts.has_children[rows]]
    if not len(rows):
        none = np.zeros(0)
        return Cells(rows, rows, none, none, nothing, nothing, nothing, nothing)
    image_only = settings.lc_image and not settings.lc_text
    kind = _link_kind(facts, settings)
    outside = facts.length * ~facts.in_link[page.slots.owner]
    letters = _between(outside, elements.slot_start[rows], elements.slot_end[rows])
    links = _between(kind, rows, elements.subtree_end[rows])
    words = letters / settings.letters_per_word
    ratio = _ratio(links, words, settings)
    fires = ratio > settings.limit
    if not np.count_nonzero(fires):
        return Cells(rows, links, words, ratio, nothing, nothing, nothing, nothing)
    fired = nothing.copy()
    fired[rows[fires]] = True
    outer = fired & ~elements.below(fired)
    within = elements.at_or_below(outer)
    lost, dropped = _losses(elements, facts, outer, within, settings)
    if not settings.only_links_and_text or settings.remove_cell:
        seen = (~within | outer)[rows]  # the others go unseen
    else:  # an inner cell is tested after the outer one has lost its links
        seen = ~elements.below(lost)[rows]
        inner = (within & ~outer)[rows]
        links[inner] = 0
        if not image_only:
            words[inner] = 0
        ratio[inner] = _ratio(links[inner], words[inner], settings)
        fires = ratio > settings.limit
    fired = nothing.copy()
    fired[rows[fires & seen]] = True
    return Cells(rows[seen], links[seen], words[seen], ratio[seen], fired, outer, lost, dropped)


def _link_kind(facts: Nodes, settings: CrunchSettings) -> BoolArray:
    """Return the links to count and remove: one kind, or all if both settings are equal."""
    if settings.lc_text == settings.lc_image:
        return facts.link
    return facts.text_link if settings.lc_text else facts.image_link


def _ratio(links: IntArray, words: FloatArray, settings: CrunchSettings) -> FloatArray:
    return np.where(words > 0, links / np.where(words > 0, words, 1), settings.limit + 1)


def _losses(
    elements: ElementColumns,
    facts: Nodes,
    outer: BoolArray,
    within: BoolArray,
    settings: CrunchSettings,
) -> tuple[BoolArray, BoolArray]:
    """Return what link lists lose: elements, and elements whose own text is lost."""
    if settings.remove_cell:
        return outer, within
    if not settings.only_links_and_text:
        children = within & ~outer & (elements.parent >= 0) & outer[elements.parent]
        return children, within
    removed = within & ~outer & _link_kind(facts, settings)
    if settings.lc_image and not settings.lc_text:
        return removed, elements.at_or_below(removed)
    return removed, (within & ~facts.in_link) | (elements.at_or_below(removed))


def _cause(elements: ElementColumns, removed: BoolArray, rule: IntArray) -> IntArray:
    """Return the rule of the outermost removed element at or above each one, 0 if there is none."""
    cause = np.zeros(len(elements), dtype=np.int32)
    if np.count_nonzero(removed):
        inside = elements.at_or_below(removed)
        roots = np.flatnonzero(removed & ~elements.below(removed))
        rows = np.flatnonzero(inside)
        cause[rows] = rule[roots[roots.searchsorted(rows, side="right") - 1]]
    return cause


@dataclass(frozen=True, slots=True, eq=False)
class _Left:
    """Tables to test, and why elements and their own texts are gone."""

    tested: BoolArray
    cause: IntArray
    lost: IntArray


def _tables(
    page: Page,
    facts: Nodes,
    left: _Left,
    insertions: tuple[Insertion, ...],
    settings: CrunchSettings,
) -> Tables:
    """Judge tables from the inside out; what an empty one held does not count for those around."""
    elements = page.elements
    shape = len(elements)
    rows = np.flatnonzero(left.tested).astype(np.int32)
    empty = np.zeros(len(rows), dtype=np.bool_)
    if not len(rows):
        return Tables(rows, empty, rows, rows, rows)
    kinds = settings.substance()
    solid = (elements.tagged(kinds) & (left.cause == 0)).astype(np.int32)
    added_length, added_texts = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    for each in insertions:
        solid[each.row] += each.links if "a" in kinds else 0
        added_length[each.row] += sum(len(text.strip(TRIMMED)) for text in each.texts)
        added_texts[each.row] += len(each.texts)
    first, last = elements.slot_start[rows], elements.slot_end[rows]
    end = elements.subtree_end[rows]
    stays = (left.lost[page.slots.owner] == 0) & facts.is_text
    substance = _between(solid, rows, end)
    held = substance.tolist()
    own_chars, own_texts = (_between(each, first, last) for each in (facts.trimmed * stays, stays))
    chars = (own_chars + _between(added_length, rows, end)).tolist()
    count = (own_texts + _between(added_texts, rows, end)).tolist()
    around = _around(rows, end)
    minimum = settings.min_text_length
    gone_chars, gone_texts = [0] * len(rows), [0] * len(rows)
    for place in range(len(rows) - 1, -1, -1):
        chars[place] -= gone_chars[place]
        count[place] -= gone_texts[place]
        is_empty = not held[place] and (not count[place] or chars[place] < minimum)
        if (up := around[place]) >= 0:
            gone_chars[up] += gone_chars[place] + (chars[place] if is_empty else 0)
            gone_texts[up] += gone_texts[place] + (count[place] if is_empty else 0)
        empty[place] = is_empty
    length, texts = np.array(chars, dtype=np.int32), np.array(count, dtype=np.int32)
    return Tables(rows, empty, substance, length, texts)


def _around(rows: IntArray, end: IntArray) -> list[int]:
    """Return for each range the place of the next one around it, -1 if there is none."""
    around: list[int] = []
    open_places: list[int] = []
    ends = end.tolist()
    for place, row in enumerate(rows.tolist()):
        while open_places and ends[open_places[-1]] <= row:
            open_places.pop()
        around.append(open_places[-1] if open_places else -1)
        open_places.append(place)
    return around


def _between(values: IntArray | BoolArray, start: IntArray, end: IntArray) -> IntArray:
    """Return what values add up to from each start to each end."""
    before = prefix_sums(values)
    return before[end] - before[start]
