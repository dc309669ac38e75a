"""Text that the parser of a library lost before any line of the library saw it.

lxml keeps text after ``</html>`` in further roots beside the one that it returns, and stops at a
level of nesting where it is not told to read huge trees; the pages here are parsed without either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from lxml import etree

from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.trace.labels import PageIndex

_MIN_LIMIT = 200
"""Levels below which a tree that ends early was not cut by a limit: libxml2 stops at 256."""


def parse_losses(
    index: PageIndex, root: Any, mask: BoolArray
) -> Iterator[tuple[BoolArray, FoundRule, int]]:
    """Yield lost tokens with the rule that names why, and the row of its element or -1.

    Parameters
    ----------
    root : element
        First root of the library's tree.
    mask : array of bool, shape (n_tokens,)
        Tokens of the page that the tree has.
    """
    beyond = _in_further_roots(index, root, ~mask)
    if beyond.any():
        yield beyond, FoundRule("the text is after </html>, outside of the tree of the parser"), -1
    cut = _first_too_deep(index, root, ~mask & ~beyond)
    if cut is not None:
        token, row, level, deepest = cut
        left, right = "level of nesting", "deepest level that the parser read"
        test = FoundTest(f"{left} > {right}", left, ">", right, float(level), float(deepest))
        text = "the parser stops here, so that it reads no text in or after this element"
        lost = ~mask & ~beyond
        lost[:token] = False
        yield lost, FoundRule(text, (test,)), row


def _in_further_roots(index: PageIndex, root: Any, lost: BoolArray) -> BoolArray:
    """Return the lost tokens of the roots after the first one."""
    runs = []
    for further in root.itersiblings(etree.Element):
        for node in further.iter(etree.Element):
            node.sourceline = 0  # the parser's line is not a row of the page
        runs += [*index.runs(further, lost)]
    return index.mask(runs) & lost


def _first_too_deep(
    index: PageIndex, root: Any, lost: BoolArray
) -> tuple[int, int, int, int] | None:
    """Return the first lost token that is deeper than the tree, with its row and both levels."""
    deepest = _levels(root)
    elements = index.elements
    if deepest < _MIN_LIMIT or int(elements.depth.max(initial=0)) <= deepest:
        return None
    for row in np.flatnonzero(elements.depth > deepest).tolist():
        start, end = index.tokens_of_row(row)
        if lost[start:end].any():
            token = start + int(lost[start:end].argmax())
            return token, row, int(elements.depth[row]), deepest
    return None


def _levels(root: Any) -> int:
    """Return the level of the deepest element of a tree; that of the root is 0."""
    level, deepest = -1, 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        level += 1 if event == "start" else -1
        deepest = max(deepest, level)
    return deepest
