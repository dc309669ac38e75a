"""Crunch: remove clutter from the tree and keep the rest."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.crunch.decisions import LISTS, TEXT_LINK, Decisions, decide
from boilerscope.extractors.algorithms.crunch.help_texts import HELP
from boilerscope.extractors.algorithms.crunch.insertions import links_of, removed_links_markup
from boilerscope.extractors.algorithms.crunch.presets import PRESETS
from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
from boilerscope.extractors.algorithms.crunch.steps import LABELS, columns, labels, steps
from boilerscope.extractors.algorithms.crunch.text_output import text_of
from boilerscope.extractors.data.ad_hosts import AD_HOSTS
from boilerscope.extractors.model.extraction import Edit, Extraction, Link, Status
from boilerscope.extractors.model.extractor import Extractor, Score, TextRepair
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

_LARGE_SHARE = 0.5


class Crunch(Extractor[CrunchSettings]):
    """Extractor that removes clutter; it never selects content."""

    id = "crunch"
    name = "Crunch"
    summary = "Removes links, images, link lists, empty tables and other clutter; keeps the rest."
    reference = (
        "S. Gupta, G. Kaiser, D. Neistadt, P. Grimm, DOM-based Content Extraction of HTML"
        " Documents, WWW 2003; Crunch 3, Columbia University, 2005"
    )
    help = HELP
    settings_class = CrunchSettings
    text_repair = TextRepair(
        "The text runs paragraphs together: a line ends only at br, as in the original.",
        "block_breaks",
        share=1.0,
    )
    scores = (
        Score(
            "removed_elements",
            "Removed elements",
            "",
            "Number of removed elements, including all elements below them.",
        ),
        Score("link_lists", "Link lists", "", "Number of cells that are link lists."),
        Score(
            "empty_tables",
            "Empty tables",
            "",
            "Number of tables that were removed because they were empty.",
        ),
    )
    presets = PRESETS

    def extract(
        self, page: Page, settings: CrunchSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the page after all filters; the status is ``empty`` if no text remains."""
        del inputs
        decisions = decide(page, settings)
        content = decisions.lost == 0
        mask = decisions.nodes.blocks.mask(content, page.n_tokens)
        links = listed_links(page, decisions, settings) if settings.add_links_to_bottom else None
        own_text = text_of(page, decisions, settings, links)
        dropped = _dropped_attributes(decisions, settings)
        marks, edits = _changes(decisions, dropped, links)
        if settings.only_text:
            marks, edits = _only_text(page, decisions, own_text)
        is_empty = not mask.any()
        is_edited = decisions.is_unwrapped.copy()
        is_edited[[edit.element for edit in edits if edit.action != "drop-text"]] = True
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.EMPTY if is_empty else Status.OK,
            message=_why_empty(decisions) if is_empty else "",
            blocks=decisions.nodes.blocks,
            columns=Lazy(lambda: columns(decisions)),
            steps=steps(decisions, dropped, settings),
            content=content,
            mask=mask,
            own_text=own_text,
            label_names=LABELS,
            labels=labels(decisions, is_edited),
            scores={
                "removed_elements": float(np.count_nonzero(decisions.cause)),
                "link_lists": float(np.count_nonzero(decisions.cells.is_list)),
                "empty_tables": float(np.count_nonzero(decisions.tables.is_empty)),
            },
            marks=marks,
            edits=edits,
            related=links or (),
            warnings=_warnings(page, decisions),
            used=_used(decisions, settings),
        )


CRUNCH = Crunch()


def listed_links(page: Page, decisions: Decisions, settings: CrunchSettings) -> tuple[Link, ...]:
    """Return the links to list at the end, in the order in which the walk meets them."""
    nodes, cells, elements = decisions.nodes, decisions.cells, page.elements
    is_listed = decisions.is_visited & nodes.link & ~cells.is_removed
    if not settings.retain_every_link:
        is_listed &= (decisions.chain == TEXT_LINK) & decisions.is_removed
    cell_of = np.full(len(elements), -1, dtype=np.int32)
    for row in np.flatnonzero(cells.is_outer).tolist():
        cell_of[row : elements.subtree_end[row]] = row
    is_in_removed = elements.at_or_below(cells.is_removed)
    if settings.retain_from_link_lists:
        is_from_cell = (cell_of >= 0) & nodes.link & is_in_removed
    elif settings.lc_image and not settings.lc_text:
        is_from_cell = (cell_of >= 0) & nodes.text_link & ~is_in_removed
    else:
        is_from_cell = np.zeros(len(elements), dtype=np.bool_)
    # The walk meets the links of a link list at its cell, before the other links in the cell.
    order = [(int(cell_of[row]), 0, row) for row in np.flatnonzero(is_from_cell).tolist()]
    order += [(row, 1, row) for row in np.flatnonzero(is_listed).tolist()]
    return links_of(page, [row for _, _, row in sorted(order)])


def _dropped_attributes(decisions: Decisions, settings: CrunchSettings) -> dict[str, BoolArray]:
    """Return the elements that lose an attribute, by its name."""
    nodes = decisions.nodes
    is_kept = decisions.is_visited & (decisions.cause == 0)
    dropped: dict[str, BoolArray] = {}
    if settings.cell_width:
        dropped["width"] = nodes.width & is_kept
    if settings.style_attributes:
        dropped["style"] = nodes.style & is_kept
    elif settings.div_style:
        dropped["style"] = nodes.style & nodes.division & is_kept
    return dropped


def _changes(
    decisions: Decisions, dropped: dict[str, BoolArray], links: tuple[Link, ...] | None
) -> tuple[NDArray[np.int8], tuple[Edit, ...]]:
    """Return the marks of removed elements, and all other changes as edits."""
    edits = [
        Edit(row, "drop-attribute", name)
        for name, loses_attribute in dropped.items()
        for row in np.flatnonzero(loses_attribute).tolist()
    ]
    loses_text = (decisions.lost == LISTS) & (decisions.cause == 0)
    edits += [Edit(row, "drop-text") for row in np.flatnonzero(loses_text).tolist()]
    edits += [Edit(row, "unwrap") for row in np.flatnonzero(decisions.is_unwrapped).tolist()]
    edits += [
        Edit(insertion.row, "insert-before", insertion.markup) for insertion in decisions.insertions
    ]
    body = decisions.nodes.body
    if links is not None and body >= 0 and decisions.cause[body] == 0:
        edits.append(Edit(body, "insert-end", removed_links_markup(links)))
    return -decisions.is_removed.astype(np.int8), tuple(edits)


def _only_text(
    page: Page, decisions: Decisions, text: str
) -> tuple[NDArray[np.int8], tuple[Edit, ...]]:
    """Return the marks and edits that replace the body by its text."""
    body = decisions.nodes.body
    if body < 0:
        return np.zeros(len(page.elements), dtype=np.int8), ()
    marks = np.where(page.elements.parent == body, -1, 0).astype(np.int8)
    text_edit = Edit(body, "insert-end", f"<pre>\n{escape(text, quote=False)}</pre>")
    return marks, (Edit(body, "drop-text"), text_edit)


def _why_empty(decisions: Decisions) -> str:
    if decisions.nodes.body < 0:
        return "The page has no body."
    if not len(decisions.nodes.blocks.run_start):
        return "The page has no text in its body."
    n_words = _tokens_by_rule(decisions)
    rule = int(n_words.argmax())
    return (
        f"All {counted(int(n_words.sum()), 'word')} of the body were removed,"
        f" {int(n_words[rule]):,} of them by rule {rule}."
    )


def _warnings(page: Page, decisions: Decisions) -> tuple[str, ...]:
    """Return a remark on the hosts, and a warning if one element removed most of the page."""
    warnings = []
    hosts = decisions.hosts
    if hosts is not None and hosts.remark:
        warnings.append(hosts.remark)
    body = decisions.nodes.body
    if body >= 0:
        elements = page.elements
        n_words = elements.token_end - elements.token_start
        largest = int((n_words * decisions.is_removed).argmax())
        n_total = int(n_words[body])
        if decisions.is_removed[largest] and n_words[largest] > _LARGE_SHARE * n_total > 0:
            warnings.append(
                f"Rule {int(decisions.cause[largest])} removed {elements.tag[largest]} with"
                f" {int(n_words[largest]):,} of the {counted(n_total, 'word')} of the page."
            )
    return tuple(warnings)


def _used(decisions: Decisions, settings: CrunchSettings) -> dict[str, str]:
    """Return the name of the list of hosts, unless the hosts are in the settings."""
    if decisions.hosts is None or settings.ad_hosts is not None:
        return {}
    return {AD_HOSTS: decisions.hosts.name}


def _tokens_by_rule(decisions: Decisions) -> IntArray:
    counts = decisions.nodes.blocks.token_counts()
    return np.bincount(decisions.lost, weights=counts).astype(np.int32)
