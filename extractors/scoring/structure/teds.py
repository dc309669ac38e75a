"""Similarity of tables by tree edit distance (TEDS), as defined and as WebMainBench computes it.

TEDS is 1 - distance / nodes of the larger tree (Zhong, ShafieiBavani and Jimeno Yepes, "Image-based
table recognition: data, model, and evaluation", ECCV 2020). WebMainBench's toolkit 0.1.0 hands the
two trees to its library as texts, which the library takes for trees of one node each. Its distance
is therefore at most 1: the Levenshtein distance of the two texts, divided by the longer one. Both
values are offered: `published_teds` equals the published one, `teds` is the one of the paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.structure.markup import Node, parse_markup
from boilerscope.extractors.scoring.structure.tree_distance import Tree, tree_distance
from boilerscope.extractors.system.late import late_call, late_module

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.extractors.scoring.structure.tree_distance import Label
else:
    Levenshtein = late_module("rapidfuzz.distance.Levenshtein")
    cdist = late_call("rapidfuzz.process", "cdist")

SCALE = 1_000_000_000
"""Counts of nodes are stored in billionths, because distances are fractions of a node."""

MAX_PAIRS = 1_000_000
"""Largest product of the nodes of two trees: a second. Larger tables are compared only if equal."""

MAX_CELLS = 10_000_000_000
"""Largest comparison of two texts, characters times characters."""

_SECTIONS = frozenset(("thead", "tbody", "tfoot"))
_ROOT = ("", "")
_BRACKETS = str.maketrans("(),", "[];")


def teds(gold: str, kept: str) -> tuple[int, int] | None:
    """Return matched nodes and nodes of the larger tree, in billionths.

    All tables of a page are one tree: under its root a node for each table, then rows, then cells.
    A cell's label is its tag and spans, and its text; two cells with the same tag and spans differ
    by the Levenshtein distance of their texts, divided by the longer one.

    Parameters
    ----------
    gold, kept : str
        Tables as HTML.

    Returns
    -------
    tuple of int, or None
        (0, 0) without any table; None if the tables are too large and differ, see `MAX_PAIRS`.
    """
    trees = [Tree(_ROOT, list(_tables(parse_markup(html)))) for html in (gold, kept)]
    sizes = [tree.size - 1 for tree in trees]
    if trees[0] == trees[1]:
        return SCALE * sizes[0], SCALE * sizes[0]
    if sizes[0] * sizes[1] > MAX_PAIRS:
        return None
    distance = tree_distance(trees[0], trees[1], _replacing)
    larger = max(sizes)
    return round(SCALE * max(0.0, larger - distance)), SCALE * larger


def published_teds(gold: str, kept: str) -> tuple[int, int] | None:
    """Return what the toolkit takes for matched nodes and nodes, in billionths.

    Only the first table counts. The arguments and the result are those of `teds`; None if the texts
    are too long, see `MAX_CELLS`.
    """
    if not gold and not kept:
        return 0, 0
    tables = [parse_markup(html).find("table") for html in (gold, kept)]
    if tables[0] is None or tables[1] is None:
        is_right = tables[0] is tables[1]
        return SCALE * is_right, SCALE
    labels = [_bracketed(table) for table in tables if table is not None]
    if len(labels[0]) * len(labels[1]) > MAX_CELLS:
        return None
    larger = max(_size(table) for table in tables if table is not None)
    distance = _published_distance(labels[0], labels[1])
    return round(SCALE * max(0.0, larger - distance)), SCALE * larger


def _tables(root: Node) -> Iterator[Tree]:
    for table in root.find_all("table"):
        yield Tree(
            ("table", ""), [_row(row) for row in table.find_all("tr", frozenset(("table",)))]
        )


def _row(row: Node) -> Tree:
    cells = [_cell(child) for child in row.elements if child.tag in {"td", "th"}]
    return Tree(("tr", ""), cells)


def _cell(cell: Node) -> Tree:
    spans = [cell.attributes.get(name, "1") for name in ("colspan", "rowspan")]
    return Tree((f"{cell.tag} {' '.join(spans)}", " ".join(cell.text.split())))


def _replacing(labels: Sequence[Label], others: Sequence[Label]) -> FloatArray:
    """Return the costs of replacing labels: 1 for other kinds, else the distance of the texts."""
    costs = np.ones((len(labels), len(others)))
    kinds = np.array([kind for kind, _ in labels], dtype=object)
    other_kinds = np.array([kind for kind, _ in others], dtype=object)
    for kind in dict.fromkeys(kinds.tolist()):
        rows, columns = np.flatnonzero(kinds == kind), np.flatnonzero(other_kinds == kind)
        texts = [labels[row][1] for row in rows.tolist()]
        other_texts = [others[column][1] for column in columns.tolist()]
        if len(columns):
            costs[np.ix_(rows, columns)] = _distances(texts, other_texts)
    return costs


def _distances(texts: list[str], others: list[str]) -> FloatArray:
    """Return the normalized distances of texts; each pair of different texts is compared once."""
    one, other = (list(dict.fromkeys(listed)) for listed in (texts, others))
    distances = cdist(one, other, scorer=Levenshtein.normalized_distance, dtype=np.float64)
    row_of, column_of = ({text: n for n, text in enumerate(listed)} for listed in (one, other))
    rows, columns = [row_of[text] for text in texts], [column_of[text] for text in others]
    result: FloatArray = distances[np.ix_(rows, columns)]
    return result


def _published_distance(gold: str, kept: str) -> float:
    """Return the distance of two nodes whose labels are a tag, a colon and the rest.

    A text that is missing costs its length, but never more than deleting and inserting a node.
    """
    (tag, _, text), (other_tag, _, other_text) = gold.partition(":"), kept.partition(":")
    if tag != other_tag:
        return 1.0
    if not text or not other_text:
        return min(2.0, float(len(text) + len(other_text)))
    return Levenshtein.normalized_distance(text, other_text)


def _children(node: Node) -> list[Node]:
    """Return the children in the toolkit's tree: below a section it leaves out the rows."""
    if node.tag in _SECTIONS:
        return [inner for child in node.elements for inner in _children(child)]
    return node.elements


def _bracketed(node: Node) -> str:
    """Return a tree as a text: tag, colon, text of the element, children in brackets."""
    text = node.text.translate(_BRACKETS)
    label = f"{node.tag}:{text}" if text else node.tag
    children = _children(node)
    if not children:
        return label
    return f"{label}({','.join(_bracketed(child) for child in children)})"


def _size(node: Node) -> int:
    return 1 + sum(_size(child) for child in _children(node))
