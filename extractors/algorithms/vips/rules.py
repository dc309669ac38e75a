"""Visual block extraction: the rules that cut, divide or keep each element, round by round."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.vips.traits import INLINE, differing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.vips.boxes import Boxes, Ints
    from boilerscope.extractors.algorithms.vips.settings import VipsSettings
    from boilerscope.extractors.algorithms.vips.traits import Traits
    from boilerscope.extractors.page.records import BoolArray

MAX_BLOCKS = 5_000
"""Number of visual blocks at which division stops."""

MAX_ROUNDS = 100
"""Number of rounds at which division stops."""

R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13 = range(1, 14)
R8_CHILD, TEXT = 14, 15
"""A child that R8 keeps whole for its background, and a text of a divided element."""

DIVIDING = frozenset((R2, R3, R5, R6, R7, R8, R12))
IS_DIVIDING = np.array([rule in DIVIDING for rule in range(TEXT + 1)])
MAKES_BLOCK = np.array([rule not in {0, R1, *DIVIDING} for rule in range(TEXT + 1)])
"""Whether each rule, by number, divides a node, or makes it a visual block."""

_INLINE, _TABLE, _TR, _TD, _OTHER = range(5)
_CLASS_OF_TAG = {
    **dict.fromkeys((*INLINE, "p"), _INLINE),
    "table": _TABLE,
    "tr": _TR,
    **dict.fromkeys(("td", "th"), _TD),
}
_RULES_OF_CLASS = {
    _INLINE: (R1, R2, R3, R4, R5, R6, R7, R9, R10, R12),
    _TABLE: (R1, R2, R3, R8, R10, R13),
    _TR: (R1, R2, R3, R7, R8, R10, R13),
    _TD: (R1, R2, R3, R4, R9, R10, R11, R13),
    _OTHER: (R1, R2, R3, R4, R6, R7, R9, R10, R12),
}
"""The table of the paper: rules of each class of elements, in the order in which they are tried."""

_DOC_OF_TAG = {
    **dict.fromkeys(("table", "div"), 5),
    **dict.fromkeys(("tr", "ul", "ol"), 6),
    **dict.fromkeys(("td", "th"), 7),
    **dict.fromkeys(("p", "li", "h1", "h2", "h3"), 8),
}
_DOC_OF_OTHER_TAGS = 7
_DOC_RANGES = {R8_CHILD: (6, 8), R9: (5, 8)}


@dataclass(frozen=True, slots=True, eq=False)
class Conditions:
    """Conditions of the rules, tested for all elements at once.

    Attributes
    ----------
    applies : mapping of int to array of bool, shape (n,)
        Elements that satisfy the condition of each rule. R3 and R11 are not included, because they
        depend on the path to the element.
    differs : array of bool, shape (n,)
        Elements whose background differs from their parent's.
    element_class : array of int, shape (n,)
        Class of each element, a key of the rule table.
    doc_of_tag : array of int, shape (n,)
        Degree of coherence by the tag of each element.
    """

    applies: Mapping[int, BoolArray]
    differs: BoolArray
    element_class: Ints
    doc_of_tag: Ints


@dataclass(slots=True)
class Round:
    """One round of division.

    A *node* is an element or a text: element e is node e, text t is node n_elements + t.

    Attributes
    ----------
    divided : list of int
        Visual blocks of the previous round that were divided, as nodes.
    nodes, rules : list of int
        Every tested node, and the rule that applied.
    blocks : list of (int, int, int)
        New visual blocks: node, DoC, and the divided node that contains it.
    """

    divided: list[int] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    rules: list[int] = field(default_factory=list)
    blocks: list[tuple[int, int, int]] = field(default_factory=list)


def evaluate_conditions(boxes: Boxes, traits: Traits, settings: VipsSettings) -> Conditions:
    """Evaluate the conditions of the rules for every element."""
    differs = differing(boxes, settings.colour_limit)
    n_differing = np.bincount(boxes.parent[differs], minlength=len(boxes))
    threshold = settings.size_threshold * boxes.area
    always = np.ones(len(boxes), dtype=np.bool_)
    applies = {
        R1: (traits.children == 0) & ~traits.replaced,
        R2: (traits.children == 1) & (traits.texts == 0),
        R4: (traits.children > 0) & (traits.text_like == traits.children),
        R5: traits.breaking > 0,
        R6: traits.rules > 0,
        R7: traits.children_area > traits.area,
        R8: n_differing > 0,
        R9: (traits.text_like > 0) & (traits.area < threshold),
        # An element without children, such as a picture, is a block of any size.
        R10: (traits.largest < threshold) | (traits.children == 0),
        R12: always,
        R13: always,
    }
    return Conditions(
        applies,
        differs,
        boxes.by_tag(lambda tag: _CLASS_OF_TAG.get(tag, _OTHER)),
        boxes.by_tag(lambda tag: _DOC_OF_TAG.get(tag, _DOC_OF_OTHER_TAGS)),
    )


def divide(
    boxes: Boxes, traits: Traits, conditions: Conditions, pdoc: int
) -> tuple[list[Round], bool]:
    """Divide the page until every visual block is coherent enough.

    Parameters
    ----------
    boxes, traits, conditions
        The page.
    pdoc : int
        Visual blocks with a smaller DoC are divided again in the next round.

    Returns
    -------
    rounds : list of Round
    is_complete : bool
        False if division stopped at `MAX_BLOCKS` or `MAX_ROUNDS`.
    """
    division = _Division(boxes, traits, conditions)
    rounds = [Round()]
    is_complete = division.divide(boxes.root, rounds[0], MAX_BLOCKS)
    n_blocks = len(rounds[0].blocks)
    incoherent = [node for node, doc, _ in rounds[0].blocks if doc < pdoc]
    while incoherent and is_complete:
        current = Round()
        for node in incoherent:
            if node >= len(boxes) or not traits.children[node]:
                continue
            n_before = len(current.blocks)
            is_complete &= division.divide(node, current, MAX_BLOCKS - n_blocks + 1)
            n_new = len(current.blocks) - n_before
            if n_new:
                current.divided.append(node)
                n_blocks += n_new - 1
            if not is_complete:
                break
        if not current.nodes:
            break
        rounds.append(current)
        incoherent = [node for node, doc, _ in current.blocks if doc < pdoc]
        is_complete &= len(rounds) < MAX_ROUNDS
    return rounds, is_complete


class _Division:
    """Division of single elements down to their visual blocks."""

    def __init__(self, boxes: Boxes, traits: Traits, conditions: Conditions) -> None:
        self._boxes, self._traits = boxes, traits
        # The walk visits few elements: memory views give it plain numbers without copying all.
        self._parent = boxes.parent.data
        self._end = boxes.end.data
        self._is_seen = boxes.seen.data
        self._n_texts = traits.texts.data
        self._differs = conditions.differs.data
        self._doc_of_tag = conditions.doc_of_tag.data
        self._class = conditions.element_class.data
        self._conditions = {
            element_class: [
                (rule, conditions.applies[rule].data if rule in conditions.applies else None)
                for rule in rules
            ]
            for element_class, rules in _RULES_OF_CLASS.items()
        }

    def divide(self, root: int, target_round: Round, limit: int) -> bool:
        """Divide an element and add its nodes to a round.

        Parameters
        ----------
        root : int
            Row of the element.
        target_round : Round
            Gets the tested nodes and the visual blocks, in document order.
        limit : int
            Maximum number of visual blocks.

        Returns
        -------
        bool
            False if there are more visual blocks.
        """
        rule_of = self._visit(root, limit)
        n_blocks = 0
        for node, rule in self._in_order(root, rule_of):
            if MAKES_BLOCK[rule]:
                if n_blocks == limit:
                    return False
                n_blocks += 1
                target_round.blocks.append((node, self._degree(node, rule), root))
            target_round.nodes.append(node)
            target_round.rules.append(rule)
        return True

    def _visit(self, root: int, limit: int) -> dict[int, int]:
        """Return the rule of every visited element, in document order.

        The walk goes into divided elements only. It ends once there are more than `limit` blocks.
        """
        rule_of = {root: self._first_rule(root, is_root=True, follows_whole=False)}
        follows_whole: dict[int, bool] = {}  # by parent: its last visited child was not divided
        n_blocks = self._n_texts[root]
        row = root + 1 if rule_of[root] in DIVIDING else self._end[root]
        while row < self._end[root] and n_blocks <= limit:
            if not self._is_seen[row]:
                row = self._end[row]
                continue
            parent = self._parent[row]
            rule = self._first_rule(
                row, is_root=False, follows_whole=follows_whole.get(parent, False)
            )
            if rule != R1 and rule_of[parent] == R8 and self._differs[row]:
                rule = R8_CHILD
            if rule != R1:
                follows_whole[parent] = rule not in DIVIDING
            rule_of[row] = rule
            if rule in DIVIDING:
                n_blocks += self._n_texts[row]
                row += 1
            else:
                n_blocks += rule != R1
                row = self._end[row]
        return rule_of

    def _first_rule(self, row: int, *, is_root: bool, follows_whole: bool) -> int:
        """Return the first rule of the element's class that applies.

        Parameters
        ----------
        is_root : bool
            Whether it is the root of the division (R3).
        follows_whole : bool
            Whether its previous sibling was not divided (R11).
        """
        for rule, condition in self._conditions[self._class[row]]:
            if rule == R3:
                applies = is_root
            elif rule == R11:
                applies = follows_whole
            else:
                applies = condition is not None and bool(condition[row])
            if applies:
                return rule
        raise AssertionError("the last rule of every class applies to every element")

    def _in_order(self, root: int, rule_of: dict[int, int]) -> list[tuple[int, int]]:
        """Return node and rule of visited elements and texts in divided elements, in page order."""
        n, boxes = len(self._boxes), self._boxes
        first, last = self._traits.first_text[root], self._traits.last_text[root]
        owners = boxes.text_owner[first:last].tolist()
        texts = [text for text, owner in enumerate(owners, first) if rule_of.get(owner) in DIVIDING]
        text_order = boxes.text_order
        order = [(boxes.order[row], row, rule) for row, rule in rule_of.items()]
        order += [(text_order[text], n + text, TEXT) for text in texts]
        order.sort()
        return [(node, rule) for _, node, rule in order]

    def _degree(self, node: int, rule: int) -> int:
        """Return the degree of coherence of a visual block by the rule that made it."""
        if rule == TEXT:
            return 10
        if rule == R4:
            return 10 if self._traits.one_font[node] else 9
        low, high = _DOC_RANGES.get(rule, (1, 10))
        return min(max(self._doc_of_tag[node], low), high)
