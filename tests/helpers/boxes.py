"""A page of three blocks with a layout, and the tree that a segmenter makes of it in two rounds.

The root (node 0) is cut from top to bottom into A (1) and the right part (2); the second round cuts
that part from left to right into B (3) and C (4).
"""

from __future__ import annotations

import numpy as np

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, PageBoxes, Status, Tree
from boilerscope.extractors.model.settings import NoSettings, Settings
from boilerscope.extractors.page import Layout, Page
from boilerscope.widgets.records import BoxLayer, PaneRecord

WIDTH = 1000
HTML = """<!DOCTYPE html><html><head><style>*{margin:0}body{height:1400px;background:#fff;
font:16px/20px sans-serif}div{position:absolute}#a{left:100px;top:100px;width:200px;height:300px}
#b{left:400px;top:100px;width:500px;height:120px}#c{left:400px;top:300px;width:500px;height:100px}
</style></head><body><div id="a">one</div><div id="b">two three</div><div id="c">four</div></body>
</html>"""
A, B, C = (100, 100, 200, 300), (400, 100, 500, 120), (400, 300, 500, 100)
ROOT, RIGHT = (100, 100, 800, 300), (400, 100, 500, 300)
BETWEEN, BELOW = (300, 100, 100, 300), (400, 220, 500, 80)
"""The separators: top to bottom with weight 9, left to right with weight 4."""


def page_of_boxes() -> Page:
    """Return the page."""
    return Page.from_text(HTML, name="boxes")


def layout_of(page: Page) -> Layout:
    """Return the page's layout at `WIDTH`; texts have no boxes."""
    n = len(page.elements)
    boxes = np.tile((0.0, 0.0, WIDTH, 1400.0), (n, 1))
    boxes[_blocks_of(page)] = (A, B, C)
    return Layout(
        view_width=WIDTH,
        scripts=False,
        pixel_ratio=1.0,
        page_width=WIDTH,
        page_height=1400,
        element_box=boxes,
        slot_box=np.full((len(page.slots), 4), np.nan),
        font_size=np.full(n, 16.0),
        font_weight=np.full(n, 400, dtype=np.int32),
        background=np.full(n, 0xFFFFFF, dtype=np.int32),
        visible=np.ones(n, dtype=np.bool_),
    )


def extraction_of(page: Page) -> Extraction:
    """Return the tree with its boxes."""
    rows = _blocks_of(page)
    tokens = page.elements.token_start[rows], page.elements.token_end[rows]
    return Extraction(
        "demo",
        Status.OK,
        blocks=Blocks.from_ranges(*tokens, np.array(rows, dtype=np.int32)),
        content=np.array([False, True, True]),
        mask=np.ones(page.n_tokens, dtype=np.bool_),
        tree=Tree(
            parent=np.array([-1, 0, 0, 2, 2], dtype=np.int32),
            block=np.array([-1, 0, -1, 1, 2], dtype=np.int32),
            label=("all", "a", "right", "b", "c"),
            columns=(Column("doc", "DoC", "", "Coherence.", np.array([1, 8, 4, 9, 10])),),
        ),
        boxes=PageBoxes(
            box=np.array([ROOT, A, RIGHT, B, C], dtype=np.int32),
            round=np.array([1, 1, 1, 2, 2], dtype=np.int32),
            is_leaf=np.array([False, True, False, True, True]),
            separator=np.array([BETWEEN, BELOW], dtype=np.int32),
            separator_weight=np.array([9, 4], dtype=np.int32),
            separator_round=np.array([1, 2], dtype=np.int32),
            separator_node=np.array([0, 2], dtype=np.int32),
        ),
    )


def _blocks_of(page: Page) -> list[int]:
    return [row for row, tag in enumerate(page.elements.tag) if tag == "div"]


def layer_of(
    page: Page,
    extraction: Extraction | None = None,
    *,
    up_to: int = 2,
    settings: Settings | None = None,
    layout: Layout | None = None,
) -> BoxLayer:
    """Return the layer that draws an extraction, by default that of `extraction_of`."""
    extraction = extraction or extraction_of(page)
    pane = PaneRecord(1, "demo", "demo", "Demo", settings or NoSettings(), last_good=extraction)
    assert extraction.tree is not None
    assert extraction.boxes is not None
    layout = layout or layout_of(page)
    return BoxLayer(
        "boxes:demo", pane, extraction, extraction.tree, extraction.boxes, layout, up_to
    )
