"""The model of full trees: not limited to tables, explained by the paths that a block takes.

Each split moves a block from the mean of a node to the mean of one of its children; the difference
is the value that the feature of the split adds (Saabas, "Interpreting random forests", 2014). The
log-odds are the sum of these values and the means of the roots.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.features.matrix import NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray

    IndexArray = NDArray[np.intp]

_LEAF = -1
_BLOCKS_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class TreeModel:
    """Binary trees whose leaves add up to log-odds. Arrays have one row per node of any tree.

    Attributes
    ----------
    features : tuple of str
        Features that the trees read; each is a term.
    root : array of int, shape (n_trees,)
        First node of each tree.
    feature : array of int, shape (n_nodes,)
        Index in `features`, -1 for a leaf.
    cut : array of float, shape (n_nodes,)
        A block with at most this value goes left.
    left, right : array of int, shape (n_nodes,)
        The children; a leaf is its own child.
    mean : array of float, shape (n_nodes,)
        Mean log-odds of the training rows in the node; of a leaf, its value.
    depth : int
        Maximum number of splits on a path.
    """

    features: tuple[str, ...]
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

    @property
    def terms(self) -> tuple[tuple[str, ...], ...]:
        """Features of each term."""
        return tuple((feature,) for feature in self.features)

    def points(self, feature: str) -> FloatArray:
        """Return the cut points of a feature, none if the model does not read it."""
        if feature not in self.features:
            return np.zeros(0)
        return np.unique(self.cut[self.feature == self.features.index(feature)])

    def added(self, columns: Mapping[str, NDArray[Any]], n_blocks: int) -> FloatArray:
        """Return the log-odds each feature adds to each block, shape (n_blocks, n_features)."""
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
            index = block * n_features + self.feature[node]
            goes_left = measured.reshape(-1)[index] <= self.cut[node]
            child = np.where(goes_left, self.left[node], self.right[node])
            change = self.mean[child] - self.mean[node]
            added += np.bincount(index, change, minlength=len(added))
            node = child
        return added.reshape(n_blocks, n_features)


def parse(content: Any) -> TreeModel:
    """Build a model from plain values.

    The nodes of a tree are a text; its left and then its right branch follow each node. A split is
    ``feature:cut:mean`` and a leaf is its value. A feature is an index in ``features``;
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
    tree_features = [np.array([node[0] for node in tree], dtype=np.intp) for tree in trees]
    nodes = np.array([node for tree in trees for node in tree], dtype=np.float64)
    feature = np.concatenate(tree_features)
    if feature.max() >= len(features) or feature.min() < _LEAF or not np.isfinite(nodes).all():
        raise ValueError("a split has an unknown feature, or a number is not finite")
    root = np.cumsum([0, *map(len, tree_features[:-1])], dtype=np.intp)
    right = [
        _right_children(kind == _LEAF) + start
        for kind, start in zip(tree_features, root, strict=True)
    ]
    own_index = np.arange(len(feature))
    return TreeModel(
        features=features,
        root=root,
        feature=feature,
        cut=nodes[:, 1],
        left=own_index + (feature != _LEAF),
        right=np.where(feature == _LEAF, own_index, np.concatenate(right)),
        mean=nodes[:, 2] * unit,
        depth=max(map(_depth, tree_features)),
    )


def _node(text: str) -> tuple[int, float, int]:
    """Return feature, cut point and mean of a node; a leaf has no feature."""
    if ":" not in text:
        return _LEAF, 0.0, int(text)
    feature, cut, mean = text.split(":")
    return int(feature), float(cut), int(mean)


def _right_children(is_leaf: BoolArray) -> IndexArray:
    """Return the right child of each split of a tree whose nodes precede both their branches."""
    # Splits minus leaves so far: -1 at the last leaf and never before.
    open_branches = np.where(is_leaf, -1, 1).cumsum()
    if not len(is_leaf) or open_branches[-1] != -1 or (open_branches[:-1] < 0).any():
        raise ValueError("a tree ends before its last leaf or continues after it")
    right = np.zeros(len(is_leaf), dtype=np.intp)
    open_splits: list[int] = []  # splits whose left branch is being read
    for node, leaf in enumerate(is_leaf.tolist()):
        if not leaf:
            open_splits.append(node)
        elif open_splits:
            right[open_splits.pop()] = node + 1
    return right


def _depth(feature: Sequence[int] | IndexArray) -> int:
    """Return the maximum number of splits on a path."""
    deepest, levels = 0, [0]
    for kind in feature:
        level = levels.pop()
        deepest = max(deepest, level)
        if kind != _LEAF:
            levels += [level + 1, level + 1]
    return deepest
