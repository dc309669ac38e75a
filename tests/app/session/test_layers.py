"""Layers: per-token quantities from the values that panes measured."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from boilerscope.app.session import layers
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.settings import Settings, knob
from boilerscope.widgets.records import LayerKind, PaneRecord


@dataclass(frozen=True)
class Limits(Settings):
    """A threshold on one column."""

    shown: bool = knob(True, "Shown", "...", bounds="words")
    least: int = knob(7, "Least", "...", low=0, high=100, bounds="words")


def pane(name: str, mask: list[bool], **facts: Any) -> PaneRecord:
    """Return a pane with two blocks: tokens 0-1 and token 3 of four."""
    extraction = Extraction(
        name,
        Status.OK,
        settings=Limits(),
        blocks=Blocks.from_ranges(np.array([0, 3]), np.array([2, 4]), np.array([0, 0])),
        mask=np.array(mask),
        **facts,
    )
    return PaneRecord(1, name, name, name, Limits(), extraction=extraction, last_good=extraction)


def column(name: str, *values: float, unit: str = "words") -> Column:
    """Return a measured quantity."""
    return Column(name, name.title(), unit, "What it means.", np.array(values))


YES_NO = [True, True, False, False]
PANES = [
    pane("a", YES_NO, columns=(column("words", 2, 9), column("share", 0.25, np.nan, unit=""))),
    pane("b:c", [True, False, False, True]),
    PaneRecord(3, "idle", "idle", "idle", Limits()),
]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (layers.label_key("a"), "a"),
        (layers.label_key("b:c"), "b:c"),
        (layers.labels_key("b:c"), "b:c"),
        (layers.column_key("b:c", "words"), "b:c"),
        (layers.AGREEMENT, ""),
        ("", ""),
    ],
)
def test_a_key_contains_its_pane(key: str, name: str):
    assert layers.pane_of(key) == name


def test_the_label_layer_is_the_mask():
    layer = layers.make_layer(layers.label_key("b:c"), PANES)

    assert layer is not None
    assert layer.kind is LayerKind.LABEL
    assert layer.values.tolist() == [1, 0, 0, 1]


def test_a_measured_quantity_is_spread_over_the_tokens_of_its_blocks():
    layer = layers.make_layer(layers.column_key("a", "words"), PANES)

    assert layer is not None
    assert layer.kind is LayerKind.AMOUNT
    assert layer.values[[0, 1, 3]].tolist() == [2, 2, 9]
    assert math.isnan(layer.values[2])
    assert (layer.label, layer.unit, layer.meaning) == ("Words", "words", "What it means.")


def test_the_threshold_of_a_layer_is_the_setting_that_bounds_its_column():
    words_layer = layers.make_layer(layers.column_key("a", "words"), PANES)
    share_layer = layers.make_layer(layers.column_key("a", "share"), PANES)

    assert words_layer is not None
    assert share_layer is not None
    assert words_layer.threshold == 7
    assert math.isnan(share_layer.threshold)


@pytest.mark.parametrize(
    ("values", "high", "clipped"),
    [
        ([0.1, 0.9], 1.0, False),
        ([1.0, 0.0], 1.0, False),
        ([np.nan, np.nan], 1.0, False),
        ([0.0, 50.0], 49.0, True),
        ([7.0, 7.0], 7.0, False),
        ([np.inf, 3.0], 3.0, False),
    ],
)
def test_shares_end_at_one_and_amounts_at_their_98th_percentile(
    values: list[float],
    high: float,
    clipped: bool,  # noqa: FBT001 - a case of the test
):
    layer = layers.make_layer(
        layers.column_key("x", "words"), [pane("x", YES_NO, columns=(column("words", *values),))]
    )

    assert layer is not None
    assert layer.high == pytest.approx(high)
    assert layer.clipped is clipped


def test_the_classes_of_a_block_are_its_first_label():
    labelled = pane("x", YES_NO, label_names=("title", "list"), labels=np.array([0b10, 0b11]))
    layer = layers.make_layer(layers.labels_key("x"), [labelled])

    assert layer is not None
    assert layer.classes == ("title", "list")
    assert layer.values[[0, 1, 3]].tolist() == [1, 1, 0]


def test_a_block_without_a_label_has_no_class():
    labelled = pane("x", YES_NO, label_names=("title",), labels=np.array([0, 1]))
    layer = layers.make_layer(layers.labels_key("x"), [labelled])

    assert layer is not None
    assert np.isnan(layer.values[:3]).all()


@pytest.mark.parametrize(
    "key",
    [
        layers.label_key("gone"),
        layers.label_key("idle"),
        layers.column_key("a", "gone"),
        layers.labels_key("a"),
    ],
)
def test_an_unmeasured_quantity_is_not_a_layer(key: str):
    assert layers.make_layer(key, PANES) is None


def test_agreement_counts_the_panes_that_keep_a_token():
    layer = layers.make_layer(layers.AGREEMENT, PANES)

    assert layer is not None
    assert layer.kind is LayerKind.AGREEMENT
    assert layer.values.tolist() == [2, 1, 0, 1]
    assert layer.high == 2
    assert layers.agreement(PANES[2:]) is None


def test_panes_differ_where_some_keep_and_some_drop():
    assert layers.difference(PANES) == (2, 0.5)
    assert layers.difference(PANES[:1]) == (0, 0.0)
    assert layers.difference([]) == (0, 0.0)


def test_a_pane_can_colour_the_page_by_every_measured_quantity():
    assert layers.available(PANES[0]) == [
        ("label:a", "Decision"),
        ("column:a:words", "Words"),
        ("column:a:share", "Share"),
    ]
    assert layers.available(PANES[2]) == [("label:idle", "Decision")]
    labelled = pane("x", YES_NO, label_names=("title",), labels=np.array([0, 1]))
    assert layers.available(labelled)[1] == ("classes:x", "Labels")


@pytest.mark.parametrize(
    ("chosen", "in_force"),
    [
        (layers.column_key("a", "share"), layers.column_key("a", "share")),
        (layers.column_key("b:c", "share"), layers.label_key("b:c")),
        (layers.boxes_key("a"), layers.label_key("a")),
        (layers.boxes_key("idle"), layers.label_key("idle")),
        (layers.boxes_key("gone"), layers.boxes_key("gone")),
        (layers.AGREEMENT, layers.AGREEMENT),
        ("", ""),
    ],
)
def test_the_label_replaces_a_quantity_that_a_pane_lacks(chosen: str, in_force: str):
    assert layers.key_in_force(chosen, PANES) == in_force
