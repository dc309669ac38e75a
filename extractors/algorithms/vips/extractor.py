"""The extractor: divides a laid out page, tells every rule, chooses the main content (ours)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.vips.boxes import boxes_of_page
from extractors.algorithms.vips.content import choose
from extractors.algorithms.vips.drawing import page_boxes, tree_of
from extractors.algorithms.vips.figures import columns, curves, scores
from extractors.algorithms.vips.help import HELP
from extractors.algorithms.vips.rules import MAX_BLOCKS, MAX_ROUNDS
from extractors.algorithms.vips.segmentation import segment
from extractors.algorithms.vips.settings import VipsSettings
from extractors.algorithms.vips.steps import steps
from extractors.algorithms.vips.tested import LABELS, kept_nodes, labels_of, tested_nodes
from extractors.algorithms.vips.text import text_of_slots
from extractors.algorithms.vips.traits import measure
from extractors.model.blocks import Blocks
from extractors.model.element_blocks import cut_ranges
from extractors.model.extraction import Extraction, Status
from extractors.model.extractor import Extractor, Preset, Score
from extractors.model.lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.algorithms.vips.boxes import Boxes
    from extractors.algorithms.vips.content import Choice
    from extractors.algorithms.vips.segmentation import Segmentation
    from extractors.algorithms.vips.tested import Tested
    from extractors.algorithms.vips.traits import Traits
    from extractors.page import Layout, Page
    from extractors.page.records import BoolArray

NO_LAYOUT = (
    "VIPS works on boxes, and this page was not laid out by a browser. Lay it out in the window, or"
    " make a snapshot: boilerscope snapshot PAGE -o page.bscope"
)


class Vips(Extractor[VipsSettings]):
    """Divides a page where the eye does."""

    id = "vips"
    name = "VIPS"
    summary = "Divides the laid out page at visual separators; keeps the leaf with the most text."
    reference = (
        "D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma, VIPS: a Vision-based Page Segmentation Algorithm,"
        " MSR-TR-2003-79, 2003"
    )
    help = HELP
    settings_class = VipsSettings
    makes_tree = True
    scores = (
        Score("visual_blocks", "Visual blocks", "", "Blocks that are not divided further."),
        Score("rounds", "Rounds", "", "How often blocks were extracted."),
        Score("separators", "Separators", "", "Those that cut a block."),
        Score("heaviest_separator", "Heaviest separator", "", "Largest weight of a separator."),
        Score("leaves", "Leaves", "", "Nodes at the permitted degree of coherence."),
    )
    needs = frozenset({"layout"})
    presets = (
        Preset("As coherent as can be", {"pdoc": 11}, "The Java port's other default: every text."),
        Preset("Port's separators", {"min_separator": 4}, "The Java port's narrowest separator."),
    )

    def extract(
        self, page: Page, settings: VipsSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the main content; status ``unavailable`` where the page has no layout."""
        del inputs
        layout = page.layout
        if layout is None:
            return Extraction(self.id, Status.UNAVAILABLE, settings, NO_LAYOUT)
        boxes, traits = page.cached(
            ("vips boxes", layout, settings.grow_floats),
            lambda one: _measured(one, layout, grow=settings.grow_floats),
        )
        found = segment(boxes, settings, traits)
        choice = choose(found, settings)
        tested = tested_nodes(found, choice)
        blocks = _blocks(page, found, tested)
        content = kept_nodes(found, choice, tested)
        kept_slots = _kept_slots(page, found, choice)
        mask = kept_slots.take(page.tokens.slot)
        kept = bool(mask.any())
        drawn = Lazy(lambda: tree_of(found, choice, tested))
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if kept else Status.EMPTY,
            message="" if kept else _why_empty(found, choice),
            blocks=blocks,
            columns=Lazy(lambda: columns(found, choice, tested)),
            steps=steps(found, choice, tested, content, settings),
            content=content,
            mask=mask,
            own_text=text_of_slots(page, kept_slots),
            label_names=LABELS,
            labels=labels_of(tested, content),
            scores=scores(found, choice),
            curves=Lazy(lambda: curves(choice, settings)),
            tree=Lazy(lambda: drawn.value[1]),
            boxes=Lazy(lambda: page_boxes(found, choice, tested, *drawn.value)),
            warnings=tuple(_warnings(found, layout, settings)),
        )


VIPS = Vips()


def _measured(page: Page, layout: Layout, *, grow: bool) -> tuple[Boxes, Traits]:
    boxes = boxes_of_page(page, layout, grow=grow)
    return boxes, measure(boxes)


def _blocks(page: Page, found: Segmentation, tested: Tested) -> Blocks:
    """Return a block per tested node: the tokens below it that can be seen."""
    boxes = found.boxes
    start = page.elements.token_start[tested.row].copy()
    end = page.elements.token_end[tested.row].copy()
    slot = boxes.text_slot[tested.text[tested.is_text]]
    start[tested.is_text] = page.slots.token_start.take(slot)
    end[tested.is_text] = page.slots.token_end.take(slot)
    shown = np.zeros(len(page.slots), dtype=np.bool_)
    shown[boxes.text_slot] = True
    element = tested.row.astype(np.int32)
    cut = cut_ranges(page, (start, end), element, shown)
    return Blocks.from_ranges(start, end, element, nested=True) if cut is None else cut


def _kept_slots(page: Page, found: Segmentation, choice: Choice) -> BoolArray:
    """Return the slots of the chosen leaves that can be seen."""
    first, last = found.texts
    of_leaf = np.zeros(len(choice.chosen) + 1, dtype=np.bool_)  # the last one is also leaf -1
    of_leaf[:-1] = choice.chosen
    held = of_leaf[choice.leaf_of_block] & found.final
    n_texts = len(found.boxes.text_slot)
    edges = np.bincount(first[held], minlength=n_texts + 1)
    edges -= np.bincount(last[held], minlength=n_texts + 1)
    kept = np.zeros(len(page.slots), dtype=np.bool_)
    kept[found.boxes.text_slot[edges.cumsum()[:n_texts] > 0]] = True
    return kept


def _why_empty(found: Segmentation, choice: Choice) -> str:
    if not len(found.node):
        return "Nothing of the page can be seen: no visual block was found."
    if (choice.chars > choice.linked).any():
        return "All text outside links lies so far beside the page that its centrality is 0."
    return "No visual block has text outside links."


def _warnings(found: Segmentation, layout: Layout, settings: VipsSettings) -> list[str]:
    said = []
    if not found.complete:
        said.append(
            f"Division stopped at {MAX_BLOCKS:,} visual blocks or {MAX_ROUNDS} rounds: the rest of"
            " the page was not looked at."
        )
    if layout.view_width != settings.view_width:
        said.append(
            f"The page was laid out {layout.view_width:,} px wide, not {settings.view_width:,} px"
            " as set: lay it out again (menu Page, or a new snapshot)."
        )
    if layout.scripts != settings.scripts:
        said.append(
            "The page was laid out with its scripts running, which is set off."
            if layout.scripts
            else "The page was laid out without its scripts, which are set on: show it as rendered."
        )
    return said
