"""Per-token layers for page, strips and legends, made from the panes' extractions."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.settings import knobs
from widgets.records import BoxLayer, Layer, LayerKind, PaneRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.model.extraction import Column, Extraction
    from extractors.page import Layout
    from extractors.page.records import FloatArray

AGREEMENT = "agreement"
BOXES_LABEL = "Boxes"


def label_key(pane: str) -> str:
    """Return the key of a pane's kept-or-dropped layer."""
    return f"label:{pane}"


def column_key(pane: str, column: str) -> str:
    """Return the key of a pane's measured quantity."""
    return f"column:{pane}:{column}"


def labels_key(pane: str) -> str:
    """Return the key of a pane's label classes."""
    return f"classes:{pane}"


def boxes_key(pane: str) -> str:
    """Return the key of the boxes of a pane's tree."""
    return f"boxes:{pane}"


def pane_of(key: str) -> str:
    """Return the pane a key belongs to, empty for agreement."""
    kind, _, rest = key.partition(":")
    return rest.rpartition(":")[0] if kind == "column" else rest


def make_layer(key: str, panes: Sequence[PaneRecord]) -> Layer | None:
    """Return a layer by key, None where its pane has no result or no such column.

    Boxes are not a quantity of tokens: `make_boxes` creates them.
    """
    if key == AGREEMENT:
        return agreement(panes)
    kind = key.partition(":")[0]
    name = pane_of(key)
    pane = next((one for one in panes if one.name == name), None)
    if pane is None or pane.shown is None or kind == "boxes":
        return None
    if kind == "label":
        return _label_layer(pane, pane.shown)
    if kind == "classes":
        return _classes_layer(pane, pane.shown)
    found = pane.shown.column(key.rpartition(":")[2])
    return None if found is None else _amount_layer(pane, pane.shown, found)


def available(pane: PaneRecord) -> list[tuple[str, str]]:
    """Return (key, label), labels in English, of what a pane can colour the page by."""
    listed = [(label_key(pane.name), "Decision")]
    if pane.shown is None:
        return listed
    if pane.shown.label_names:
        listed.append((labels_key(pane.name), "Labels"))
    if pane.shown.boxes is not None:
        listed.append((boxes_key(pane.name), BOXES_LABEL))
    listed.extend((column_key(pane.name, one.name), one.label) for one in pane.shown.columns)
    return listed


def key_in_force(key: str, panes: Sequence[PaneRecord]) -> str:
    """Return the chosen key, or that of its pane's label while the pane has no such quantity."""
    pane = next((one for one in panes if one.name == pane_of(key)), None)
    if pane is None or key in dict(available(pane)):
        return key
    return label_key(pane.name)


def make_boxes(
    key: str, panes: Sequence[PaneRecord], layout: Layout | None, wanted: int | None
) -> BoxLayer | None:
    """Return the boxes of a key, None where it names none or its pane has none on this page.

    Parameters
    ----------
    key : str
        What the page is coloured by.
    panes : sequence of PaneRecord
        All panes.
    layout : Layout or None
        Of the page.
    wanted : int or None
        Round to draw as far as; the last one if None or if there are fewer.
    """
    pane = next((one for one in panes if boxes_key(one.name) == key), None)
    made = None if pane is None else pane.shown
    if pane is None or made is None or made.tree is None or made.boxes is None or layout is None:
        return None
    last = max(int(made.boxes.round.max(initial=1)), 1)
    chosen = last if wanted is None else min(max(wanted, 1), last)
    return BoxLayer(key, pane, made, made.tree, made.boxes, layout, chosen)


def agreement(panes: Sequence[PaneRecord]) -> Layer | None:
    """Return how many panes keep each token, None where no pane has a result."""
    masks = [pane.shown.mask for pane in panes if pane.shown is not None]
    if not masks:
        return None
    return Layer(
        key=AGREEMENT,
        label="Agreement",
        kind=LayerKind.AGREEMENT,
        values=np.sum(masks, axis=0).astype(np.float64),
        unit="panes",
        meaning="How many panes keep the text.",
        high=float(len(masks)),
    )


def difference(panes: Sequence[PaneRecord]) -> tuple[int, float]:
    """Return on how many tokens the panes disagree, and their share of the page."""
    masks = [pane.shown.mask for pane in panes if pane.shown is not None]
    if len(masks) < 2 or not len(masks[0]):
        return 0, 0.0
    total = np.sum(masks, axis=0)
    differing = int(((total > 0) & (total < len(masks))).sum())
    return differing, differing / len(total)


def spread(extraction: Extraction, values: FloatArray) -> FloatArray:
    """Return a per-block quantity on the tokens of the blocks, NaN outside them."""
    owner = extraction.block_of_token
    padded = np.append(values.astype(np.float64), np.nan)
    return padded[owner]


def _label_layer(pane: PaneRecord, extraction: Extraction) -> Layer:
    return Layer(
        key=label_key(pane.name),
        label="Decision",
        kind=LayerKind.LABEL,
        values=extraction.mask.astype(np.float64),
        meaning="Kept as main content, or dropped as boilerplate.",
    )


def _classes_layer(pane: PaneRecord, extraction: Extraction) -> Layer | None:
    """Return the labels of the blocks; what is kept where no step so far gave labels."""
    if extraction.labels is None:
        kept = _label_layer(pane, extraction)
        return dataclasses.replace(kept, key=labels_key(pane.name)) if pane.step_code else None
    bits = extraction.labels.astype(np.int64)
    lowest = np.full(len(bits), np.nan)
    set_at_all = bits > 0
    lowest[set_at_all] = np.log2(bits[set_at_all] & -bits[set_at_all])
    return Layer(
        key=labels_key(pane.name),
        label="Labels",
        kind=LayerKind.CLASSES,
        values=spread(extraction, lowest),
        meaning="Label the algorithm itself gives to the block; the first where it has several.",
        classes=extraction.label_names,
    )


def _amount_layer(pane: PaneRecord, extraction: Extraction, column: Column) -> Layer:
    values = column.values.astype(np.float64)
    known = values[np.isfinite(values)]
    top = float(known.max()) if len(known) else 1.0
    high = 1.0 if top <= 1.0 else float(np.percentile(known, 98))
    return Layer(
        key=column_key(pane.name, column.name),
        label=column.label,
        kind=LayerKind.AMOUNT,
        values=spread(extraction, values),
        unit=column.unit,
        meaning=column.meaning,
        high=high or 1.0,
        clipped=top > high,
        threshold=_threshold(extraction, column.name),
    )


def _threshold(extraction: Extraction, column: str) -> float:
    resolved = extraction.settings.resolve()
    for each in knobs(type(resolved)):
        value = getattr(resolved, each.name)
        if each.bounds == column and each.kind in {"int", "float"} and value is not None:
            return float(value)
    return math.nan
