"""Layers of token values for page, strips and legends, from the results of panes."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.settings import knobs
from boilerscope.widgets.records import BoxLayer, Layer, LayerKind, PaneRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.extraction import Column, Extraction
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Layout
    from boilerscope.extractors.page.records import BoolArray, FloatArray

AGREEMENT = "agreement"
WOULD_CHANGE, GOLD = "would change", "gold"
ERRORS_LABEL = "Against gold"
BOXES_LABEL = "Boxes"


def label_key(pane: str) -> str:
    """Return the key of a pane's decisions: kept or dropped."""
    return f"label:{pane}"


def column_key(pane: str, column: str) -> str:
    """Return the key of a pane's measured quantity."""
    return f"column:{pane}:{column}"


def labels_key(pane: str) -> str:
    """Return the key of a pane's label classes."""
    return f"classes:{pane}"


def errors_key(pane: str) -> str:
    """Return the key of a pane's errors against the gold standard."""
    return f"errors:{pane}"


def boxes_key(pane: str) -> str:
    """Return the key of the boxes of a pane's tree."""
    return f"boxes:{pane}"


def pane_of(key: str) -> str:
    """Return the pane that a key belongs to, empty for agreement."""
    kind, _, name = key.partition(":")
    return name.rpartition(":")[0] if kind == "column" else name


def make_layer(
    key: str, panes: Sequence[PaneRecord], gold: Gold | None = None, *, comments: bool = False
) -> Layer | None:
    """Return a layer by key, None if its pane has no result or no such column.

    With `comments`, comments count as main content in the gold standard.

    Boxes are not a quantity of tokens: `make_boxes` creates them.
    """
    if key == AGREEMENT:
        return agreement(panes)
    kind = key.partition(":")[0]
    name = pane_of(key)
    pane = next((pane for pane in panes if pane.name == name), None)
    if pane is None or pane.shown is None or kind == "boxes":
        return None
    if kind == "label":
        return _label_layer(pane, pane.shown)
    if kind == "errors" and gold is not None:
        return _errors_layer(pane, gold.outcomes(pane.shown.mask, comments=comments))
    if kind == "classes":
        return _classes_layer(pane, pane.shown)
    column = pane.shown.column(key.rpartition(":")[2])
    return None if column is None else _amount_layer(pane, pane.shown, column)


def available(pane: PaneRecord, *, has_gold: bool = False) -> list[tuple[str, str]]:
    """Return the layers of a pane that can colour the page, as (key, English label)."""
    choices = [(label_key(pane.name), "Decision")]
    if has_gold:
        choices.append((errors_key(pane.name), ERRORS_LABEL))
    if pane.shown is None:
        return choices
    if pane.shown.label_names:
        choices.append((labels_key(pane.name), "Labels"))
    if pane.shown.boxes is not None:
        choices.append((boxes_key(pane.name), BOXES_LABEL))
    choices.extend(
        (column_key(pane.name, column.name), column.label) for column in pane.shown.columns
    )
    return choices


def key_in_force(key: str, panes: Sequence[PaneRecord], *, has_gold: bool = False) -> str:
    """Return the selected key, or the key of its pane's decisions if the pane has no such layer."""
    pane = next((pane for pane in panes if pane.name == pane_of(key)), None)
    if pane is None or key in dict(available(pane, has_gold=has_gold)):
        return key
    return label_key(pane.name)


def make_boxes(
    key: str, panes: Sequence[PaneRecord], layout: Layout | None, round_: int | None
) -> BoxLayer | None:
    """Return the boxes of a key, None for other keys or if the pane has no boxes on this page.

    Parameters
    ----------
    key : str
        Key of the layer that colours the page.
    layout : Layout or None
        Layout of the page.
    round_ : int or None
        Last round to draw; None, or a greater number than there are rounds, means all rounds.
    """
    pane = next((pane for pane in panes if boxes_key(pane.name) == key), None)
    extraction = None if pane is None else pane.shown
    if pane is None or extraction is None or layout is None:
        return None
    if extraction.tree is None or extraction.boxes is None:
        return None
    last = max(int(extraction.boxes.round.max(initial=1)), 1)
    shown_rounds = last if round_ is None else min(max(round_, 1), last)
    return BoxLayer(key, pane, extraction, extraction.tree, extraction.boxes, layout, shown_rounds)


def agreement(panes: Sequence[PaneRecord]) -> Layer | None:
    """Return the number of panes that keep each token, None if no pane has a result."""
    votes, n_panes = votes_of(panes)
    if not n_panes:
        return None
    return Layer(
        key=AGREEMENT,
        label="Agreement",
        kind=LayerKind.AGREEMENT,
        values=votes.astype(np.float64),
        unit="panes",
        meaning="How many panes keep the text.",
        high=float(n_panes),
    )


def changed_words(before: BoolArray, after: BoolArray) -> Layer:
    """Return the words that another mask would keep or drop; other words have no value."""
    values = np.where(before == after, np.nan, after.astype(np.float64))
    return Layer(
        key=WOULD_CHANGE,
        label="Would change",
        kind=LayerKind.LABEL,
        values=values,
        meaning="Words that the suggested setting would keep or drop.",
    )


def gold_layer(gold: Gold | None, n_tokens: int) -> Layer:
    """Return the classes of the gold standard; unmarked words have no value."""
    classes = np.zeros(n_tokens) if gold is None else gold.classes.astype(np.float64)
    return Layer(
        key=GOLD,
        label="Gold",
        kind=LayerKind.GOLD,
        values=np.where(classes > 0, classes, np.nan),
        meaning="Class that was marked.",
    )


def votes_of(panes: Sequence[PaneRecord]) -> tuple[NDArray[np.int16], int]:
    """Return how many panes keep each token, and the number of panes with a result.

    Without a result, the array is empty.
    """
    masks = [pane.shown.mask for pane in panes if pane.shown is not None]
    if not masks:
        return np.zeros(0, dtype=np.int16), 0
    votes: NDArray[np.int16] = np.sum(masks, axis=0, dtype=np.int16)
    return votes, len(masks)


def differs(panes: Sequence[PaneRecord]) -> BoolArray:
    """Return the tokens that some panes with a result keep and others drop; empty without two."""
    votes, n_panes = votes_of(panes)
    if n_panes < 2:
        return np.zeros(0, dtype=np.bool_)
    disputed: BoolArray = (votes > 0) & (votes < n_panes)
    return disputed


def difference(panes: Sequence[PaneRecord]) -> tuple[int, float]:
    """Return the number of tokens on which panes disagree, and their share of the page."""
    is_differing = differs(panes)
    n_differing = int(np.count_nonzero(is_differing))
    return n_differing, n_differing / max(len(is_differing), 1)


def spread(extraction: Extraction, values: FloatArray) -> FloatArray:
    """Return the value of its block for each token, NaN outside of blocks."""
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


def _errors_layer(pane: PaneRecord, outcomes: FloatArray) -> Layer:
    return Layer(
        key=errors_key(pane.name),
        label=ERRORS_LABEL,
        kind=LayerKind.ERRORS,
        values=outcomes,
        meaning="What the extractor kept or dropped, compared with the gold standard.",
    )


def _classes_layer(pane: PaneRecord, extraction: Extraction) -> Layer | None:
    """Return the labels of the blocks; the decisions if no step up to here gave labels."""
    if extraction.labels is None:
        decisions = _label_layer(pane, extraction)
        return dataclasses.replace(decisions, key=labels_key(pane.name)) if pane.step_code else None
    bits = extraction.labels.astype(np.int64)
    lowest = np.full(len(bits), np.nan)
    has_label = bits > 0
    lowest[has_label] = np.log2(bits[has_label] & -bits[has_label])
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
    finite = values[np.isfinite(values)]
    top = float(finite.max()) if len(finite) else 1.0
    high = 1.0 if top <= 1.0 else float(np.percentile(finite, 98))
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
    for knob in knobs(type(extraction.settings)):
        if knob.bounds != column or knob.kind not in {"int", "float"}:
            continue
        value = extraction.setting(knob.name)
        if value is not None:
            return float(value)
    return math.nan
