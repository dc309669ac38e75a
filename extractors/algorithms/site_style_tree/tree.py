"""Style trees: the elements of one page, the merged elements of a site, and their importance.

Names and formulas are those of Yi, Liu and Li, KDD 2003: an element node has style nodes, one for
each sequence of elements below it; a style node has the element nodes of its sequence.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.segments import block_container, segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.page import Page

TEXT = "#text"
"""Tag of a leaf: the text of an element outside the elements below it."""

_MAX_LEVELS = 150
"""Levels of elements; the text of deeper ones belongs to the element at this level."""

_DIGITS = re.compile(r"\d+")
"""Numbers in attributes name single pages, as in ``post-1217``."""

Style = tuple[str, ...]
"""Tag, and the values of the attributes that count for presentation."""


@dataclass(slots=True, eq=False)
class PageNode:
    """Element node of one page.

    Attributes
    ----------
    style : tuple of str
        Tag and attributes.
    row : int
        Row of the element.
    segment : int
        Segment of a leaf, -1 for an element.
    children : list of PageNode
        Element nodes below, in order.
    features : frozenset of str
        Contents of a leaf: its distinct words.
    """

    style: Style
    row: int
    segment: int = -1
    children: list[PageNode] = field(default_factory=list)
    features: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class StyleNode:
    """Sequence of element nodes that ``n`` pages have at one place."""

    elements: list[ElementNode]
    n: int = 0


@dataclass(slots=True, eq=False)
class ElementNode:
    """Element node of the site.

    Attributes
    ----------
    m : int
        Number of pages that have it.
    styles : list of StyleNode
        Style nodes below.
    pages_with : Counter of str
        For a leaf: number of pages with each feature.
    importance, composite : float
        Node importance (of presentation) and composite importance, from 0 to 1.
    is_noisy : bool
        Whether it and all nodes below are below the threshold.
    is_meaningful : bool
        Whether no node below is noisy, nor it itself.
    """

    style: Style
    m: int = 0
    styles: list[StyleNode] = field(default_factory=list)
    pages_with: Counter[str] = field(default_factory=Counter)
    importance: float = 1.0
    composite: float = 1.0
    is_noisy: bool = False
    is_meaningful: bool = True

    @property
    def is_leaf(self) -> bool:
        """Whether it is the text of an element."""
        return self.style[0] == TEXT

    def style_like(self, children: Sequence[PageNode]) -> StyleNode | None:
        """Return the style node with the sequence of some children, None if there is none."""
        wanted = [child.style for child in children]
        for style in self.styles:
            if [element.style for element in style.elements] == wanted:
                return style
        return None


def page_tree(page: Page, attributes: Iterable[str]) -> PageNode:
    """Return the style tree of a page: block-level elements with text, and their texts as leaves.

    Inline elements belong to the text around them.
    """
    parts, elements = segments(page), page.elements
    names = tuple(attributes)
    container = block_container(page)
    nodes: dict[int, PageNode] = {}
    level = {0: 0}
    root = _node(page, nodes, 0, names)
    for segment, row in enumerate(parts.element.tolist()):
        path, current = [], row
        while current > 0 and current not in nodes:
            path.append(current)
            parent = int(elements.parent[current])
            current = int(container[parent]) if parent >= 0 else 0
        above = nodes.get(current, root)
        for below in reversed(path):
            if level[above.row] == _MAX_LEVELS:
                nodes[below] = above  # hostile pages are deeper
                continue
            node = _node(page, nodes, below, names)
            level[below] = level[above.row] + 1
            above.children.append(node)
            above = node
        leaf = PageNode((TEXT,), row, segment, features=_features(page, segment))
        nodes[row].children.append(leaf)
    return root


def site_tree(pages: Iterable[PageNode]) -> ElementNode:
    """Merge the trees of pages into the site style tree (section 3.2 of the paper)."""
    root: ElementNode | None = None
    for page in pages:
        if root is None:
            root = ElementNode(page.style)
        _merge(root, page)
    return root or ElementNode(("html",))


def weigh(node: ElementNode, gamma: float, threshold: float) -> None:
    """Set importance and verdict of a node and of all below.

    Parameters
    ----------
    gamma : float
        Attenuating factor of the paper, 0.9 there.
    threshold : float
        Composite importance below which a node is noisy.
    """
    below = [element for style in node.styles for element in style.elements]
    for element in below:
        weigh(element, gamma, threshold)
    node.importance = node_importance(node)
    node.composite = _leaf_importance(node) if node.is_leaf else _composite(node, gamma)
    node.is_noisy = node.composite < threshold and all(element.is_noisy for element in below)
    node.is_meaningful = not node.is_noisy and all(element.is_meaningful for element in below)


def node_importance(node: ElementNode) -> float:
    """Return NodeImp: the entropy of the presentation styles below a node, to the base m.

    1 for a node of a single page.
    """
    if node.m <= 1:
        return 1.0
    shares = [style.n / node.m for style in node.styles if style.n]
    return -sum(share * log(share, node.m) for share in shares)


def _composite(node: ElementNode, gamma: float) -> float:
    """Return CompImp of an inner node: (1 - γ^l) NodeImp + γ^l Σ p_i CompImp(S_i)."""
    if not node.styles:
        return node.importance
    weight = gamma ** len(node.styles)
    total = sum(style.n for style in node.styles)
    below = sum(
        style.n / total * float(np.mean([element.composite for element in style.elements]))
        for style in node.styles
        if style.elements
    )
    return (1 - weight) * node.importance + weight * below


def _leaf_importance(node: ElementNode) -> float:
    """Return CompImp of a leaf: 1 - Σ H(a_i) / N over its N features.

    H(a_i) is the entropy of feature a_i over the pages of the leaf, to the base m; each page that
    has the feature counts alike.
    """
    if node.m <= 1 or not node.pages_with:
        return 1.0
    entropies = [log(n, node.m) for n in node.pages_with.values()]
    return 1 - sum(entropies) / len(entropies)


def _merge(node: ElementNode, page: PageNode) -> None:
    node.m += 1
    if node.is_leaf:
        node.pages_with.update(page.features)
    if not page.children:
        return
    style = node.style_like(page.children)
    if style is None:
        style = StyleNode([ElementNode(child.style) for child in page.children])
        node.styles.append(style)
    style.n += 1
    for element, child in zip(style.elements, page.children, strict=True):
        _merge(element, child)


def _node(page: Page, nodes: dict[int, PageNode], row: int, names: tuple[str, ...]) -> PageNode:
    element = page.elements.node[row]
    values = (_DIGITS.sub("0", " ".join(str(element.get(name, "")).split())) for name in names)
    node = nodes[row] = PageNode((page.elements.tag[row], *values), row)
    return node


def _features(page: Page, segment: int) -> frozenset[str]:
    """Return the distinct words of a segment."""
    parts = segments(page)
    start, end = int(parts.token_start[segment]), int(parts.token_end[segment])
    return frozenset(page.token_text(token).casefold() for token in range(start, end))
