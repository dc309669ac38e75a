"""Tooltip of the block under the pointer: three lines on the decision and its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.page import segments
from boilerscope.widgets.page import paint
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.sentences import decision_sentence, is_kept, words_in
from boilerscope.widgets.words import counted, declared, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.model.extraction import Column
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import BoxLayer, PaneRecord, Scene

_QUANTITIES = ("link_density", "text_density")
"""Prefixes of the columns shown in the second line, if a pane has such a column."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("PageTip", text)


def tip_lines(scene: Scene, pane_name: str, token: int) -> tuple[str, ...]:
    """Return the lines of the tooltip of the block at a token.

    Parameters
    ----------
    scene : Scene
        Page and panes.
    pane_name : str
        Pane that colours the page; if empty, the active pane.
    token : int
        Token under the pointer; -1 gives no lines.

    Returns
    -------
    tuple of str
        Kept or dropped, with the rule and its values; number of the block in that pane, words and
        densities; tag path.
    """
    page = scene.page
    if page is None or not 0 <= token < page.n_tokens:
        return ()
    pane = scene.pane(pane_name or scene.active)
    block = -1 if pane is None else _block(pane, page, token)
    lines = []
    if pane is not None and block >= 0 and pane.shown is not None:
        outcome = _tr("Kept by {pane}") if is_kept(pane, block) else _tr("Dropped by {pane}")
        lines.append(f"{outcome.format(pane=pane.name)}: {decision_sentence(pane.shown, block)}")
    segment = paint.segment_at(segments(page), token)
    words = (
        words_in(pane, block)
        if pane is not None and block >= 0
        else int(segments(page).token_end[segment] - segments(page).token_start[segment])
    )
    count = counted(words, characters=counts_characters(page))
    name = [_tr("Block {number}").format(number=number(block))] if block >= 0 else []
    lines.append(", ".join([*name, count, *_densities(scene, pane, token)]))
    lines.append(page.path(int(segments(page).element[segment])))
    return tuple(lines)


def node_lines(boxes: BoxLayer, node: int) -> tuple[str, ...]:
    """Return the lines of the tooltip of a box: its name, its values, its round and size."""
    page_boxes, tree = boxes.boxes, boxes.tree
    values = (
        f"{declared(column.label)} {number(float(column.values[node]))}"
        for column in tree.columns
        if np.isfinite(column.values[node])
    )
    created_in = _tr("created in round {round}").format(round=number(int(page_boxes.round[node])))
    name = _tr("{unit}, leaf") if page_boxes.is_leaf[node] else "{unit}"
    _left, _top, width, height = page_boxes.box[node].tolist()
    return (
        name.format(unit=tree.label[node] or _tr("box")),
        ", ".join(values),
        f"{created_in}, {number(width)} × {number(height)} px",
    )


def _block(pane: PaneRecord, page: Page, token: int) -> int:
    if pane.shown is None or len(pane.shown.mask) != page.n_tokens:
        return -1
    return int(pane.shown.block_of_token[token])


def _densities(scene: Scene, pane: PaneRecord | None, token: int) -> Iterator[str]:
    """Yield the link and the text density, from this pane or the first pane that measures them."""
    panes = ([pane] if pane is not None else []) + [
        other for other in scene.panes if other is not pane
    ]
    for prefix in _QUANTITIES:
        for measuring in panes:
            column = _column(measuring, prefix)
            block = -1 if scene.page is None else _block(measuring, scene.page, token)
            if column is not None and block >= 0:
                label = declared(column.label).lower()
                yield f"{label} {number(float(column.values[block]), decimals=2)}"
                break


def _column(pane: PaneRecord, prefix: str) -> Column | None:
    columns = pane.shown.columns if pane.shown is not None else ()
    return next((column for column in columns if column.name.startswith(prefix)), None)
