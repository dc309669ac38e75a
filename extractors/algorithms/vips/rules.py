"""The rule table: which elements are cut, divided, or taken as visual blocks, round by round."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.vips.traits import INLINE, differing

if TYPE_CHECKING:
    from extractors.algorithms.vips.boxes import Boxes, Ints
    from extractors.algorithms.vips.settings import VipsSettings
    from extractors.algorithms.vips.traits import Traits
    from extractors.page.records import BoolArray

MAX_BLOCKS = 5_000
"""Visual blocks after which division stops."""

MAX_ROUNDS = 100

R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13 = range(1, 14)
R8_CHILD, TEXT = 14, 15
"""A child of another background that stays whole, and a text reached by dividing."""

DIVIDING = frozenset((R2, R3, R5, R6, R7, R8, R12))
IS_DIVIDING = np.array([rule in DIVIDING for rule in range(TEXT + 1)])
MAKES_BLOCK = np.array([rule not in {0, R1, *DIVIDING} for rule in range(TEXT + 1)])
"""Whether a node is divided, and whether it is a visual block, by the number of the rule."""

_INLINE, _TABLE, _TR, _TD, _OTHER = range(5)
_CLASS_OF_TAG = {
    **dict.fromkeys((*INLINE, "p"), _INLINE),
    "table": _TABLE,
    "tr": _TR,
    **dict.fromkeys(("td", "th"), _TD),
}
_ROWS = {
    _INLINE: (R1, R2, R4, R5, R6, R7, R9, R10, R12),
    _TABLE: (R1, R2, R8, R10, R13),
    _TR: (R1, R2, R7, R8, R10, R13),
    _TD: (R1, R2, R4, R9, R10, R13),
    _OTHER: (R1, R2, R4, R6, R7, R9, R10, R12),
}
"""Rules of each class in order. R3 asks who is divided and R11 what became of the sibling before:
both are answered on the way."""

_JUDGED = (R1, R2, R4, R5, R6, R7, R8, R9, R10, R12, R13)
_JUDGED_NUMBERS = np.array(_JUDGED, dtype=np.int32)
_ASKED = np.array([[rule in row for row in _ROWS.values()] for rule in _JUDGED])
"""Whether a class has a rule, shape (n_judged, n_classes)."""

_DOC_OF_TAG = {
    **dict.fromkeys(("table", "div"), 5),
    **dict.fromkeys(("tr", "ul", "ol"), 6),
    **dict.fromkeys(("td", "th"), 7),
    **dict.fromkeys(("p", "li", "h1", "h2", "h3"), 8),
}
_DOC_OF_OTHERS = 7
_LEAST_DOC, _MOST_DOC = np.full(TEXT + 1, 1), np.full(TEXT + 1, 10)
_LEAST_DOC[[R8_CHILD, R9, TEXT]] = 6, 5, 10
_MOST_DOC[[R8_CHILD, R9]] = 8


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """Entries of the rule table for every element, wherever it is visited.

    Attributes
    ----------
    rule : array of int, shape (n,)
        The first rule of the element's class that applies.
    differs : array of bool, shape (n,)
        Has another background than its parent.
    asks_sibling : array of bool, shape (n,)
        R11 is among its rules.
    doc_of_tag : array of int, shape (n,)
    """

    rule: Ints
    differs: BoolArray
    asks_sibling: BoolArray
    doc_of_tag: Ints


@dataclass(slots=True)
class Round:
    """One round of division.

    Attributes
    ----------
    divided : list of int
        Visual blocks of the round before that were divided, as nodes.
    nodes, rules : list of int
        Every node that was tested, and the rule that spoke. Element e is node e, text t is node
        n_elements + t.
    pieces : list of (int, int, int)
        New visual blocks: node, DoC, and the divided node it comes from.
    """

    divided: list[int] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    rules: list[int] = field(default_factory=list)
    pieces: list[tuple[int, int, int]] = field(default_factory=list)


def judge(boxes: Boxes, traits: Traits, settings: VipsSettings) -> Verdicts:
    """Return what the table says of every element."""
    differs = differing(boxes, settings.colour_limit)
    n_differing = np.bincount(boxes.parent[differs], minlength=len(boxes))
    threshold = settings.size_threshold * boxes.area
    holds_text = traits.text_like > 0
    applies = {  # by the numbers in `_JUDGED`, in order
        R1: (traits.children == 0) & ~traits.replaced,
        R2: (traits.children == 1) & (traits.texts == 0),
        R4: (traits.children > 0) & (traits.text_like == traits.children),
        R5: traits.breaking > 0,
        R6: traits.rules > 0,
        R7: traits.children_area > traits.area,
        R8: n_differing > 0,
        R9: holds_text & (traits.area < threshold),
        # Nothing in it can be divided: a picture is a block however large.
        R10: (traits.largest < threshold) | (traits.children == 0),
    }
    kind = boxes.by_tag(lambda tag: _CLASS_OF_TAG.get(tag, _OTHER))
    speaks = _ASKED.take(kind, axis=1)
    speaks[: len(applies)] &= list(applies.values())  # of the others, that applies always
    doc = boxes.by_tag(lambda tag: _DOC_OF_TAG.get(tag, _DOC_OF_OTHERS))
    return Verdicts(_JUDGED_NUMBERS[speaks.argmax(axis=0)], differs, kind == _TD, doc)


def divide(boxes: Boxes, traits: Traits, verdicts: Verdicts, pdoc: int) -> tuple[list[Round], bool]:
    """Return the rounds of division until every block is coherent enough.

    Parameters
    ----------
    boxes, traits, verdicts
        The page.
    pdoc : int
        Visual blocks with a smaller DoC are divided again in the next round.

    Returns
    -------
    rounds : list of Round
    complete : bool
        False where `MAX_BLOCKS` or `MAX_ROUNDS` ended it.
    """
    walk = _Walk(boxes, traits, verdicts)
    first = Round()
    complete = walk.below(boxes.root, first, MAX_BLOCKS)
    rounds = [first]
    n_blocks = len(first.pieces)
    pending = [node for node, doc, _ in first.pieces if doc < pdoc]
    while pending and complete:
        here = Round()
        for node in pending:
            if node >= len(boxes) or not traits.children[node]:
                continue
            before = len(here.pieces)
            complete &= walk.below(node, here, MAX_BLOCKS - n_blocks + 1)
            if len(here.pieces) > before:
                here.divided.append(node)
                n_blocks += len(here.pieces) - before - 1
            if not complete:
                break
        if not here.nodes:
            break
        rounds.append(here)
        pending = [node for node, doc, _ in here.pieces if doc < pdoc]
        complete &= len(rounds) < MAX_ROUNDS
    return rounds, complete


class _Walk:
    """Divides one element, down to its visual blocks."""

    def __init__(self, boxes: Boxes, traits: Traits, verdicts: Verdicts) -> None:
        self._n = len(boxes)
        # Few rows are looked at: views give plain numbers without a list of all.
        self._parent = boxes.parent.data
        self._end = boxes.end.data
        self._seen = boxes.seen.data
        self._rule = verdicts.rule.data
        self._differs = verdicts.differs.data
        self._asks_sibling = verdicts.asks_sibling.data
        self._texts = traits.texts.data
        self._boxes, self._traits, self._verdicts = boxes, traits, verdicts

    def below(self, root: int, into: Round, limit: int) -> bool:
        """Add what an element is divided into; return whether there was room for all."""
        rule = self._rule[root]
        if rule != R2:
            rule = R1 if rule == R1 else R3
        found, n_blocks = {root: rule}, 0
        if rule != R1:
            n_blocks = self._texts[root]
            n_blocks += self._elements(root, found, limit)
        rows = np.fromiter(found, np.int32, len(found))
        rules = np.fromiter(found.values(), np.int32, len(found))
        return self._collect(root, rows, rules, into, limit)

    def _elements(self, root: int, found: dict[int, int], limit: int) -> int:
        """Ask the rules in document order, stepping over what is not divided."""
        whole_before: dict[int, bool] = {}
        n_blocks = 0
        row, last = root + 1, self._end[root]
        while row < last and n_blocks <= limit:
            if not self._seen[row]:
                row = self._end[row]
                continue
            parent, rule = self._parent[row], self._rule[row]
            if rule != R1:
                if found[parent] == R8 and self._differs[row]:
                    rule = R8_CHILD
                elif rule == R13 and self._asks_sibling[row] and whole_before.get(parent):
                    rule = R11
                whole_before[parent] = rule not in DIVIDING
            found[row] = rule
            if rule in DIVIDING:
                n_blocks += self._texts[row]
                row += 1
            else:
                n_blocks += rule != R1
                row = self._end[row]
        return n_blocks

    def _collect(self, root: int, rows: Ints, rules: Ints, into: Round, limit: int) -> bool:
        """Join elements and the texts of divided ones in document order."""
        owner = np.zeros(self._n, dtype=np.bool_)
        owner[rows[IS_DIVIDING.take(rules)]] = True
        first, last = self._traits.first_text[root], self._traits.last_text[root]
        texts = first + owner.take(self._boxes.text_owner[first:last]).nonzero()[0]
        place = np.concatenate((self._boxes.place.take(rows), self._boxes.text_place.take(texts)))
        order = place.argsort(kind="stable")
        nodes = np.concatenate((rows, texts + self._n)).take(order)
        spoken = np.concatenate((rules, np.full(len(texts), TEXT))).take(order)
        is_block = MAKES_BLOCK.take(spoken)
        complete = int(np.count_nonzero(is_block)) <= limit
        if not complete:
            room = is_block.cumsum() <= limit
            nodes, spoken, is_block = nodes[room], spoken[room], is_block[room]
        blocks = nodes[is_block]
        into.nodes.extend(nodes.tolist())
        into.rules.extend(spoken.tolist())
        docs = self._docs(blocks, spoken[is_block])
        into.pieces.extend(
            (node, doc, root) for node, doc in zip(blocks.tolist(), docs, strict=True)
        )
        return complete

    def _docs(self, nodes: Ints, rules: Ints) -> list[int]:
        """Return the degree of coherence of blocks by the rule that made them."""
        row = np.minimum(nodes, self._n - 1)
        by_font, by_tag = 9 + self._traits.one_font.take(row), self._verdicts.doc_of_tag.take(row)
        doc = np.maximum(np.where(rules == R4, by_font, by_tag), _LEAST_DOC.take(rules))
        found: list[int] = np.minimum(doc, _MOST_DOC.take(rules)).tolist()
        return found
