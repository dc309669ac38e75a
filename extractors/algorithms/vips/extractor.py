"""VIPS: divide a laid out page into visual blocks and choose the main content (ours)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.vips.boxes import boxes_of_page
from boilerscope.extractors.algorithms.vips.content import choose
from boilerscope.extractors.algorithms.vips.drawing import page_boxes, tree_of
from boilerscope.extractors.algorithms.vips.help_texts import HELP
from boilerscope.extractors.algorithms.vips.measures import columns, curves, scores
from boilerscope.extractors.algorithms.vips.rules import MAX_BLOCKS, MAX_ROUNDS
from boilerscope.extractors.algorithms.vips.segmentation import segment
from boilerscope.extractors.algorithms.vips.settings import VipsSettings
from boilerscope.extractors.algorithms.vips.steps import steps
from boilerscope.extractors.algorithms.vips.tested_nodes import (
    LABELS,
    kept_nodes,
    labels_of,
    tested_nodes,
)
from boilerscope.extractors.algorithms.vips.text import text_of_slots
from boilerscope.extractors.algorithms.vips.traits import measure
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.element_blocks import cut_ranges
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.algorithms.vips.boxes import Boxes
    from boilerscope.extractors.algorithms.vips.content import Choice
    from boilerscope.extractors.algorithms.vips.segmentation import Segmentation
    from boilerscope.extractors.algorithms.vips.tested_nodes import TestedNodes
    from boilerscope.extractors.algorithms.vips.traits import Traits
    from boilerscope.extractors.page import Layout, Page
    from boilerscope.extractors.page.records import BoolArray

NO_LAYOUT = (
    "VIPS needs the boxes of a page that a browser laid out. Lay out the page in the window, or"
    " make a snapshot: boilerscope snapshot PAGE -o page.bscope"
)


class Vips(Extractor[VipsSettings]):
    """Extractor that divides a page by its visual appearance."""

    id = "vips"
    name = "VIPS"
    summary = (
        "Divides the laid out page at visual separators and keeps the leaf with the most text."
    )
    reference = (
        "D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma, VIPS: a Vision-based Page Segmentation Algorithm,"
        " MSR-TR-2003-79, 2003"
    )
    help = HELP
    settings_class = VipsSettings
    makes_tree = True
    scores = (
        Score("visual_blocks", "Visual blocks", "", "Visual blocks that are not divided further."),
        Score("rounds", "Rounds", "", "Number of rounds in which blocks were extracted."),
        Score("separators", "Separators", "", "Separators that cut a node."),
        Score("heaviest_separator", "Heaviest separator", "", "Greatest weight of a separator."),
        Score("leaves", "Leaves", "", "Nodes at the permitted degree of coherence."),
    )
    needs = frozenset({"layout"})
    presets = (
        Preset(
            "As coherent as possible",
            {"pdoc": 11},
            "The other default of the Java port: divide down to every text.",
        ),
        Preset(
            "Port's separators", {"min_separator": 4}, "The minimum separator of the Java port."
        ),
    )

    def extract(
        self, page: Page, settings: VipsSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the main content; the status is ``unavailable`` if the page has no layout."""
        del inputs
        layout = page.layout
        if layout is None:
            return Extraction(self.id, Status.UNAVAILABLE, settings, NO_LAYOUT)
        boxes, traits = page.cached(
            ("vips boxes", layout, settings.grow_floats),
            lambda page: _measure(page, layout, grow=settings.grow_floats),
        )
        segmentation = segment(boxes, settings, traits)
        choice = choose(segmentation, settings)
        nodes = tested_nodes(segmentation, choice)
        content = kept_nodes(segmentation, choice, nodes)
        is_kept_slot = _kept_slots(page, segmentation, choice)
        mask = is_kept_slot[page.tokens.slot]
        is_ok = bool(mask.any())
        rows_and_tree = Lazy(lambda: tree_of(segmentation, choice, nodes))
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if is_ok else Status.EMPTY,
            message="" if is_ok else _why_empty(segmentation, choice),
            blocks=_blocks(page, segmentation, nodes),
            columns=Lazy(lambda: columns(segmentation, choice, nodes)),
            steps=steps(segmentation, choice, nodes, content, settings),
            content=content,
            mask=mask,
            own_text=text_of_slots(page, is_kept_slot),
            label_names=LABELS,
            labels=labels_of(nodes, content),
            scores=scores(segmentation, choice),
            curves=Lazy(lambda: curves(choice, settings)),
            tree=Lazy(lambda: rows_and_tree.value[1]),
            boxes=Lazy(lambda: page_boxes(segmentation, choice, nodes, *rows_and_tree.value)),
            warnings=tuple(_warnings(segmentation, layout, settings)),
        )


VIPS = Vips()


def _measure(page: Page, layout: Layout, *, grow: bool) -> tuple[Boxes, Traits]:
    boxes = boxes_of_page(page, layout, grow=grow)
    return boxes, measure(boxes)


def _blocks(page: Page, segmentation: Segmentation, nodes: TestedNodes) -> Blocks:
    """Return a block for each tested node: its visible tokens."""
    boxes = segmentation.boxes
    start = page.elements.token_start[nodes.row].copy()
    end = page.elements.token_end[nodes.row].copy()
    slot = boxes.text_slot[nodes.text[nodes.is_text]]
    start[nodes.is_text] = page.slots.token_start[slot]
    end[nodes.is_text] = page.slots.token_end[slot]
    is_visible = np.zeros(len(page.slots), dtype=np.bool_)
    is_visible[boxes.text_slot] = True
    element = nodes.row.astype(np.int32)
    blocks = cut_ranges(page, (start, end), element, is_visible)
    if blocks is None:
        return Blocks.from_ranges(start, end, element, nested=True)
    return blocks


def _kept_slots(page: Page, segmentation: Segmentation, choice: Choice) -> BoolArray:
    """Return the visible slots of the leaves that are main content."""
    is_main = np.append(choice.is_main, False)  # the last value is for leaf -1
    is_kept_block = is_main[choice.leaf_of_block] & segmentation.final
    first, last = segmentation.texts
    text_slot = segmentation.boxes.text_slot
    is_kept = np.zeros(len(page.slots), dtype=np.bool_)
    for first_text, end_text in zip(first[is_kept_block], last[is_kept_block], strict=True):
        is_kept[text_slot[first_text:end_text]] = True
    return is_kept


def _why_empty(segmentation: Segmentation, choice: Choice) -> str:
    if not len(segmentation.node):
        return "Nothing on the page is visible, so it has no visual block."
    if (choice.chars > choice.linked).any():
        return "All text outside links is so far beside the page that its centrality is 0."
    return "No visual block has text outside links."


def _warnings(segmentation: Segmentation, layout: Layout, settings: VipsSettings) -> list[str]:
    warnings = []
    if not segmentation.is_complete:
        warnings.append(
            f"Division stopped at {MAX_BLOCKS:,} visual blocks or {MAX_ROUNDS} rounds; the rest of"
            " the page was not divided."
        )
    if layout.view_width != settings.view_width:
        warnings.append(
            f"The page was laid out {layout.view_width:,} px wide, but the view width is"
            f" {settings.view_width:,} px: lay it out again (menu Page, or a new snapshot)."
        )
    if layout.scripts != settings.scripts:
        warnings.append(
            "The page was laid out after its scripts ran, but Run scripts is off."
            if layout.scripts
            else "The page was laid out without its scripts, but Run scripts is on: show the page"
            " as rendered."
        )
    return warnings
