"""The model of full trees: exact to train, and explained by the paths that a block takes.

Each split moves a block from the mean of a node to the mean of one of its children; the difference
is what the feature of the split adds (Saabas, "Interpreting random forests", 2014). What all
splits add and the means of the roots are the log-odds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.features.matrix import NAMES, OF_PAGE
from extractors.model.contributions import Term

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from extractors.page.records import BoolArray, FloatArray

    IndexArray = NDArray[np.intp]

_LEAF = -1
_BLOCKS_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class TreeModel:
    """Binary trees whose leaves add up to log-odds. Arrays have one row per node of any tree.

    Attributes
    ----------
    features : tuple of str
        Features that the trees read.
    terms : tuple of Term
        One for each feature.
    root : array of int, shape (n_trees,)
        First node of each tree.
    feature : array of int, shape (n_nodes,)
        Index in `features`, -1 for a leaf.
    cut : array of float, shape (n_nodes,)
        A block with at most this value goes left.
    left, right : array of int, shape (n_nodes,)
        The children; a leaf is its own.
    mean : array of float, shape (n_nodes,)
        Mean log-odds of the training rows in the node; of a leaf, its value.
    depth : int
        Most splits on a path.
    """

    features: tuple[str, ...]
    terms: tuple[Term, ...]
    root: IndexArray
    feature: IndexArray
    cut: FloatArray
    left: IndexArray
    right: IndexArray
    mean: FloatArray
    depth: int

    @property
    def base(self) -> float:
        """Log-odds before any split."""
        return float(self.mean[self.root].sum())

    def added(self, columns: Mapping[str, NDArray[Any]], n_blocks: int) -> FloatArray:
        """Return what each feature adds to each block, shape (n_blocks, n_features)."""
        if not n_blocks:
            return np.zeros((0, len(self.features)))
        measured = np.column_stack([columns[name] for name in self.features])
        parts = [
            self._added(measured[first : first + _BLOCKS_AT_ONCE])
            for first in range(0, n_blocks, _BLOCKS_AT_ONCE)
        ]
        return np.concatenate(parts)

    def _added(self, measured: FloatArray) -> FloatArray:
        n_blocks, n_features = measured.shape
        block = np.repeat(np.arange(n_blocks), len(self.root))
        node = np.tile(self.root, n_blocks)
        added = np.zeros(n_blocks * n_features)
        for _ in range(self.depth):
            splits = self.feature[node] != _LEAF
            block, node = block[splits], node[splits]
            place = block * n_features + self.feature[node]
            goes_left = measured.reshape(-1)[place] <= self.cut[node]
            child = np.where(goes_left, self.left[node], self.right[node])
            change = self.mean[child] - self.mean[node]
            added += np.bincount(place, change, minlength=len(added))
            node = child
        return added.reshape(n_blocks, n_features)


def parse(content: Any) -> TreeModel:
    """Build a model from plain values.

    The nodes of a tree are a text, each node followed by its left and then its right branch: a
    split is ``feature:cut:mean`` and a leaf is its value. A feature is an index in ``features``;
    means and values are whole numbers of ``unit``.

    Raises
    ------
    KeyError, TypeError, ValueError, IndexError
        If they do not describe a model.
    """
    features, unit = tuple(content["features"]), float(content["unit"])
    if any(feature not in NAMES for feature in features):
        raise ValueError(f"unknown features among {features}")
    trees = [[_node(text) for text in tree["nodes"].split()] for tree in content["trees"]]
    kinds = [np.array([node[0] for node in tree], dtype=np.intp) for tree in trees]
    nodes = np.array([node for tree in trees for node in tree], dtype=np.float64)
    feature = np.concatenate(kinds)
    if feature.max() >= len(features) or feature.min() < _LEAF or not np.isfinite(nodes).all():
        raise ValueError("a split names a feature that is not there, or a number is not finite")
    root = np.cumsum([0, *map(len, kinds[:-1])], dtype=np.intp)
    right = [
        _right_children(kind == _LEAF) + start for kind, start in zip(kinds, root, strict=True)
    ]
    own = np.arange(len(feature))
    return TreeModel(
        features=features,
        terms=tuple(Term((name,), name in OF_PAGE, *_no_table()) for name in features),
        root=root,
        feature=feature,
        cut=nodes[:, 1],
        left=own + (feature != _LEAF),
        right=np.where(feature == _LEAF, own, np.concatenate(right)),
        mean=nodes[:, 2] * unit,
        depth=max(map(_depth, kinds)),
    )


def _node(text: str) -> tuple[int, float, int]:
    """Return feature, cut point and mean of a node; a leaf has no feature."""
    if ":" not in text:
        return _LEAF, 0.0, int(text)
    feature, cut, mean = text.split(":")
    return int(feature), float(cut), int(mean)


def _no_table() -> tuple[FloatArray, FloatArray]:
    return np.zeros(0), np.zeros(0)


def _right_children(is_leaf: BoolArray) -> IndexArray:
    """Return the right child of each split of a tree whose nodes precede both their branches."""
    # Splits less leaves so far: one more leaf than splits, and not before the end.
    open_branches = np.where(is_leaf, -1, 1).cumsum()
    if not len(is_leaf) or open_branches[-1] != -1 or (open_branches[:-1] < 0).any():
        raise ValueError("a tree ends before or goes on after its last leaf")
    right = np.zeros(len(is_leaf), dtype=np.intp)
    waiting: list[int] = []  # splits whose left branch is being read
    for node, leaf in enumerate(is_leaf.tolist()):
        if not leaf:
            waiting.append(node)
        elif waiting:
            right[waiting.pop()] = node + 1
    return right


def _depth(feature: Sequence[int] | IndexArray) -> int:
    """Return the most splits on a path."""
    deepest, levels = 0, [0]
    for kind in feature:
        level = levels.pop()
        deepest = max(deepest, level)
        if kind != _LEAF:
            levels += [level + 1, level + 1]
    return deepest
