"""A made-up layout: texts of the page one below the other, nested boxes inset."""

from __future__ import annotations

import numpy as np

from boilerscope.extractors.page import Layout, Page

WIDTH = 1280
LINE_PX = 20
CHARACTERS_A_LINE = 150


def flow_layout(page: Page) -> Layout:
    """Return made-up boxes for a page that no browser has laid out.

    Every text occupies whole lines of the full width. An element extends from its first to its last
    text and is inset by its depth; headings are larger, and every third level has a different
    background. Elements without text have no height and are not visible.
    """
    elements, slots = page.elements, page.slots
    lines = -(-(slots.end - slots.start) // CHARACTERS_A_LINE) * (
        slots.token_end > slots.token_start
    )
    top = np.concatenate(([0], np.cumsum(lines))) * float(LINE_PX)
    inset = np.minimum(elements.depth * 4.0, WIDTH / 4)
    begin, end = top[elements.slot_start], top[elements.slot_end]
    heading = np.array([tag in {"h1", "h2", "h3"} for tag in elements.tag], dtype=np.bool_)
    owner_inset = inset[slots.owner]
    return Layout(
        view_width=WIDTH,
        scripts=False,
        pixel_ratio=1.0,
        page_width=WIDTH,
        page_height=int(top[-1]),
        element_box=np.column_stack((inset, begin, WIDTH - 2 * inset, end - begin)),
        slot_box=np.column_stack((owner_inset, top[:-1], WIDTH - 2 * owner_inset, np.diff(top))),
        font_size=np.where(heading, 24.0, 16.0),
        font_weight=np.where(heading, 700, 400).astype(np.int32),
        background=np.where(elements.depth % 3 == 0, 0xEEEEEE, 0xFFFFFF).astype(np.int32),
        visible=end > begin,
    )
