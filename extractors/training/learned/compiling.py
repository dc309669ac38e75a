"""Conversion of trained trees into built-in models: tables of terms, and short trees."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.algorithms.learned.additive import Table, make_model
from boilerscope.extractors.features.matrix import NAMES
from boilerscope.extractors.training.learned.boosting import splits_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.algorithms.learned.additive import AdditiveModel
    from boilerscope.extractors.training.learned.boosting import Sample

UNIT = 0.001
"""Unit of the means in the file of full trees, in nats."""

_CUT_DIGITS, _VALUE_DECIMALS = 5, 4


def tables_of(trees: Sequence[dict[str, Any]], rows: Sample) -> AdditiveModel:
    """Add up trees of one or two features to one table for each feature or pair.

    Each table is shifted so that its weighted mean over the rows is 0; the base gets the means.
    """
    of_term: defaultdict[tuple[int, ...], list[dict[str, Any]]] = defaultdict(list)
    base = 0.0
    for tree in trees:
        features = tuple(sorted({split["split_feature"] for split in splits_of(tree)}))
        if features:
            of_term[features].append(tree)
        else:
            base += tree["leaf_value"]
    tables = []
    for features in sorted(of_term, key=lambda term: (len(term), term)):
        table = _added_up(features, of_term[features])
        columns = {NAMES[number]: rows.features[:, number] for number in features}
        mean = float(np.average(table.of(columns), weights=rows.weight))
        base += mean
        values = np.round(table.values - mean, _VALUE_DECIMALS)
        if values.any():
            tables.append(Table(table.features, table.cuts, values))
    return make_model(round(base, _VALUE_DECIMALS), tuple(tables))


def short_trees(trees: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return full trees as plain values, which `learned.trees.parse` reads."""
    used = sorted({split["split_feature"] for tree in trees for split in splits_of(tree)})
    number = {feature: index for index, feature in enumerate(used)}
    return {
        "features": [NAMES[feature] for feature in used],
        "unit": UNIT,
        "trees": [{"nodes": _nodes(tree, number)} for tree in trees],
    }


def _added_up(features: tuple[int, ...], trees: Sequence[dict[str, Any]]) -> Table:
    cuts = tuple(
        np.array(
            sorted(
                {
                    _cut(split)
                    for tree in trees
                    for split in splits_of(tree)
                    if split["split_feature"] == feature
                }
            )
        )
        for feature in features
    )
    # The last range has no upper cut point; its blocks go right at every split.
    edges = [np.append(points, np.inf) for points in cuts]
    values = np.zeros([len(points) for points in edges])
    for index in np.ndindex(values.shape):
        point = {feature: float(edges[axis][index[axis]]) for axis, feature in enumerate(features)}
        values[index] = sum([_value(tree, point) for tree in trees])
    return Table(tuple(NAMES[feature] for feature in features), cuts, values)


def _value(tree: dict[str, Any], point: Mapping[int, float]) -> float:
    while "split_feature" in tree:
        goes_left = point[tree["split_feature"]] <= _cut(tree)
        tree = tree["left_child"] if goes_left else tree["right_child"]
    return float(tree["leaf_value"])


def _cut(split: dict[str, Any]) -> float:
    return float(f"{split['threshold']:.{_CUT_DIGITS}g}")


def _nodes(tree: dict[str, Any], number: Mapping[int, int]) -> str:
    """Return the nodes of a tree as a text, each followed by its left and its right branch."""
    texts: list[str] = []

    def add(node: dict[str, Any]) -> tuple[float, float]:
        if "split_feature" not in node:
            texts.append(str(round(node["leaf_value"] / UNIT)))
            return float(node["leaf_value"]), float(node["leaf_weight"])
        index = len(texts)
        texts.append("")
        parts = [add(node["left_child"]), add(node["right_child"])]
        size = sum(part[1] for part in parts)
        mean = sum(value * part for value, part in parts) / size
        cut = f"{_cut(node):.{_CUT_DIGITS}g}"
        texts[index] = f"{number[node['split_feature']]}:{cut}:{round(mean / UNIT)}"
        return mean, size

    add(tree)
    return " ".join(texts)
