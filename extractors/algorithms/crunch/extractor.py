"""Crunch: the extractor."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.crunch.decisions import LISTS, TEXT_LINK, Decisions, decide
from extractors.algorithms.crunch.help_texts import HELP
from extractors.algorithms.crunch.insertions import links_of, removed_links_markup
from extractors.algorithms.crunch.presets import PRESETS
from extractors.algorithms.crunch.settings import CrunchSettings
from extractors.algorithms.crunch.steps import LABELS, columns, labels, steps
from extractors.algorithms.crunch.text_output import text_of
from extractors.model.extraction import Edit, Extraction, Link, Status
from extractors.model.extractor import Extractor, Score, TextRepair
from extractors.model.lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

AD_HOSTS = "crunch.ad_hosts"
"""Under this name a result says which list of advertisement hosts it rests on."""

_MUCH = 0.5


class Crunch(Extractor[CrunchSettings]):
    """Removes what is not content; nothing is ever chosen."""

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
        "Its text runs paragraphs together: lines end at br alone, as the original prints them.",
        "block_breaks",
        share=1.0,
    )
    scores = (
        Score(
            "removed_elements",
            "Removed elements",
            "",
            "Elements taken out, with all below them.",
        ),
        Score("link_lists", "Link lists", "", "Cells with more links than text."),
        Score("empty_tables", "Empty tables", "", "Tables left without anything."),
    )
    presets = PRESETS

    def extract(
        self, page: Page, settings: CrunchSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return what the filters leave; status ``empty`` where no text is left."""
        del inputs
        decisions = decide(page, settings)
        content = decisions.lost == 0
        mask = decisions.nodes.blocks.mask(content, page.n_tokens)
        links = remembered(page, decisions, settings) if settings.add_links_to_bottom else None
        text = text_of(page, decisions, settings, links)
        dropped = _dropped_attributes(decisions, settings)
        marks, edits = _changes(decisions, dropped, links)
        if settings.only_text:
            marks, edits = _only_text(page, decisions, text)
        is_empty = not np.count_nonzero(mask)
        edited = decisions.unwrapped.copy()
        edited[[edit.element for edit in edits if edit.action != "drop-text"]] = True
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
            own_text=text,
            label_names=LABELS,
            labels=labels(decisions, edited),
            scores={
                "removed_elements": float(np.count_nonzero(decisions.cause)),
                "link_lists": float(np.count_nonzero(decisions.cells.fired)),
                "empty_tables": float(np.count_nonzero(decisions.tables.empty)),
            },
            marks=marks,
            edits=edits,
            related=links or (),
            warnings=_warnings(page, decisions),
            used=_used(decisions, settings),
        )


CRUNCH = Crunch()


def remembered(page: Page, decisions: Decisions, settings: CrunchSettings) -> tuple[Link, ...]:
    """Return the links that Crunch lists at the end, in the order in which it meets them."""
    facts, cells, elements = decisions.nodes, decisions.cells, page.elements
    met = decisions.visited & facts.link & ~cells.removed
    if not settings.retain_every_link:
        met &= (decisions.chain == TEXT_LINK) & decisions.removed
    cell_of = np.full(len(elements), -1, dtype=np.int32)
    for row in np.flatnonzero(cells.outer).tolist():
        cell_of[row : elements.subtree_end[row]] = row
    if settings.retain_from_link_lists:
        from_cells = (cell_of >= 0) & facts.link & elements.at_or_below(cells.removed)
    elif settings.lc_image and not settings.lc_text:
        from_cells = (cell_of >= 0) & facts.text_link & ~elements.at_or_below(cells.removed)
    else:
        from_cells = np.zeros(len(elements), dtype=np.bool_)
    # A cell gives its links before those that are met in it on their own.
    of_cells, on_their_own = np.flatnonzero(from_cells), np.flatnonzero(met)
    order = [(int(cell_of[row]), 0, row) for row in of_cells.tolist()]
    order += [(row, 1, row) for row in on_their_own.tolist()]
    return links_of(page, [row for _, _, row in sorted(order)])


def _dropped_attributes(decisions: Decisions, settings: CrunchSettings) -> dict[str, BoolArray]:
    """Return which elements lose which attribute."""
    facts = decisions.nodes
    stays = decisions.visited & (decisions.cause == 0)
    dropped: dict[str, BoolArray] = {}
    if settings.cell_width:
        dropped["width"] = facts.width & stays
    if settings.style_attributes:
        dropped["style"] = facts.style & stays
    elif settings.div_style:
        dropped["style"] = facts.style & facts.division & stays
    return dropped


def _changes(
    decisions: Decisions, dropped: dict[str, BoolArray], links: tuple[Link, ...] | None
) -> tuple[NDArray[np.int8], tuple[Edit, ...]]:
    """Return removed elements as marks, and every other change as an edit."""
    edits = [
        Edit(row, "drop-attribute", name)
        for name, chosen in dropped.items()
        for row in np.flatnonzero(chosen).tolist()
    ]
    silent = (decisions.lost == LISTS) & (decisions.cause == 0)
    edits += [Edit(row, "drop-text") for row in np.flatnonzero(silent).tolist()]
    edits += [Edit(row, "unwrap") for row in np.flatnonzero(decisions.unwrapped).tolist()]
    edits += [Edit(each.row, "insert-before", each.markup) for each in decisions.insertions]
    body = decisions.nodes.body
    if links is not None and body >= 0 and decisions.cause[body] == 0:
        edits.append(Edit(body, "insert-end", removed_links_markup(links)))
    return -decisions.removed.astype(np.int8), tuple(edits)


def _only_text(
    page: Page, decisions: Decisions, text: str
) -> tuple[NDArray[np.int8], tuple[Edit, ...]]:
    """Return the changes that leave a page which shows the text alone."""
    body = decisions.nodes.body
    if body < 0:
        return np.zeros(len(page.elements), dtype=np.int8), ()
    marks = np.where(page.elements.parent == body, -1, 0).astype(np.int8)
    shown = Edit(body, "insert-end", f"<pre>\n{escape(text, quote=False)}</pre>")
    return marks, (Edit(body, "drop-text"), shown)


def _why_empty(decisions: Decisions) -> str:
    if decisions.nodes.body < 0:
        return "The page has no body."
    if not len(decisions.nodes.blocks.run_start):
        return "The page has no text in its body: nothing was changed."
    lost = _tokens_by_rule(decisions)
    most = int(lost.argmax())
    return (
        f"All {int(lost.sum()):,} words of the body were removed,"
        f" {int(lost[most]):,} of them by rule {most}."
    )


def _warnings(page: Page, decisions: Decisions) -> tuple[str, ...]:
    """Return remarks on the hosts, and on one element that took most of the page with it."""
    hosts = decisions.hosts
    found = [hosts.remark] if hosts is not None and hosts.remark else []
    body = decisions.nodes.body
    if body >= 0:
        elements = page.elements
        size = elements.token_end - elements.token_start
        taken = size * decisions.removed
        row = int(taken.argmax())
        total = int(size[body])
        if total and taken[row] > _MUCH * total:
            found.append(
                f"Rule {int(decisions.cause[row])} removed {elements.tag[row]} with"
                f" {int(taken[row]):,} of the {total:,} words of the page."
            )
    return tuple(found)


def _used(decisions: Decisions, settings: CrunchSettings) -> dict[str, str]:
    """Return which list of hosts was read, where the settings do not hold it themselves."""
    if decisions.hosts is None or settings.ad_hosts is not None:
        return {}
    return {AD_HOSTS: decisions.hosts.name}


def _tokens_by_rule(decisions: Decisions) -> IntArray:
    counts = decisions.nodes.blocks.token_counts()
    return np.bincount(decisions.lost, weights=counts).astype(np.int32)
