"""The three lines that say of the block under the pointer what became of it and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from extractors.page import segments
from widgets.page import paint
from widgets.panes.segment_styles import counts_characters
from widgets.sentences import decision_sentence, is_kept, words_in
from widgets.words import counted, declared, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractors.model.extraction import Column
    from extractors.page import Page
    from widgets.records import BoxLayer, PaneRecord, Scene

_QUANTITIES = ("link_density", "text_density")
"""Beginnings of the names of the columns that the second line names, where a pane has them."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("PageTip", text)


def tip_lines(scene: Scene, pane_name: str, token: int) -> tuple[str, ...]:
    """Return what to say of the block at a token.

    Parameters
    ----------
    scene : Scene
        Page and panes.
    pane_name : str
        Pane the page is coloured by; the active one where it is empty.
    token : int
        Under the pointer; -1 says nothing.

    Returns
    -------
    tuple of str
        Kept or dropped, with the rule and its figures; number of the block in that pane, words and
        densities; tag path.
    """
    page = scene.page
    if page is None or not 0 <= token < page.n_tokens:
        return ()
    pane = scene.pane(pane_name or scene.active)
    block = -1 if pane is None else _block(pane, page, token)
    lines = []
    if pane is not None and block >= 0 and pane.shown is not None:
        fate = _tr("Kept by {pane}") if is_kept(pane, block) else _tr("Dropped by {pane}")
        lines.append(f"{fate.format(pane=pane.name)}: {decision_sentence(pane.shown, block)}")
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
    """Return what to say of a box of a tree: its name, its figures, its round and size."""
    made, tree = boxes.boxes, boxes.tree
    figures = (
        f"{declared(column.label)} {number(float(column.values[node]))}"
        for column in tree.columns
        if np.isfinite(column.values[node])
    )
    made_in = _tr("made in round {round}").format(round=number(int(made.round[node])))
    what = _tr("{unit}, leaf") if made.is_leaf[node] else "{unit}"
    _left, _top, width, height = made.box[node].tolist()
    return (
        what.format(unit=tree.label[node] or _tr("box")),
        ", ".join(figures),
        f"{made_in}, {number(width)} × {number(height)} px",
    )


def _block(pane: PaneRecord, page: Page, token: int) -> int:
    if pane.shown is None or len(pane.shown.mask) != page.n_tokens:
        return -1
    return int(pane.shown.block_of_token[token])


def _densities(scene: Scene, pane: PaneRecord | None, token: int) -> Iterator[str]:
    """Yield link and text density as the pane measures them, or else the first one that does."""
    panes = ([pane] if pane is not None else []) + [one for one in scene.panes if one is not pane]
    for beginning in _QUANTITIES:
        for one in panes:
            found = _column(one, beginning)
            block = -1 if scene.page is None else _block(one, scene.page, token)
            if found is not None and block >= 0:
                label = declared(found.label).lower()
                yield f"{label} {number(float(found.values[block]), decimals=2)}"
                break


def _column(pane: PaneRecord, beginning: str) -> Column | None:
    columns = pane.shown.columns if pane.shown is not None else ()
    return next((one for one in columns if one.name.startswith(beginning)), None)
