"""Matched rules as steps: one per round, one for the structure, one for the choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.vips.rules import MAKES_BLOCK, TEXT
from extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from extractors.algorithms.vips.content import Choice
    from extractors.algorithms.vips.segmentation import Segmentation
    from extractors.algorithms.vips.settings import VipsSettings
    from extractors.algorithms.vips.tested import Tested
    from extractors.page.records import BoolArray, IntArray

_DOC = "DoC {doc}"
EXTRACTION_RULES = (
    Rule(
        "R1", Outcome.DROP, (Test("valid_children", "==", 0),), explanation="nothing of it is seen"
    ),
    Rule(
        "R2",
        Outcome.CONFIRM,
        (Test("valid_children", "==", 1), Test("text_children", "==", 0)),
        explanation="divided",
    ),
    Rule("R3", Outcome.CONFIRM, explanation="the root of this part of the page, divided"),
    Rule(
        "R4",
        Outcome.CONFIRM,
        explanation="all {valid_children} children are text or virtual text, a block of " + _DOC,
    ),
    Rule("R5", Outcome.CONFIRM, (Test("breaking_children", ">", 0),), explanation="divided"),
    Rule("R6", Outcome.CONFIRM, explanation="an HR is among the children, divided"),
    Rule(
        "R7",
        Outcome.CONFIRM,
        explanation="children's areas {children_area} > own area {area} px², divided",
    ),
    Rule("R8", Outcome.CONFIRM, explanation="a child has another background, divided"),
    Rule(
        "R9",
        Outcome.CONFIRM,
        (Test("relative_size", "<", "size_threshold"),),
        explanation="it holds text, a block of " + _DOC,
    ),
    Rule(
        "R10",
        Outcome.CONFIRM,
        explanation="largest child {largest_child} < {threshold} px², " + _DOC,
    ),
    Rule(
        "R11",
        Outcome.CONFIRM,
        explanation="the sibling before it was not divided, a block of " + _DOC,
    ),
    Rule("R12", Outcome.CONFIRM, explanation="no rule holds it together, divided"),
    Rule(
        "R13",
        Outcome.CONFIRM,
        explanation="no rule divides it, a block of " + _DOC,
    ),
    Rule(
        "R8-child",
        Outcome.CONFIRM,
        explanation="another background than what it stands in, a block of " + _DOC,
    ),
    Rule(
        "T",
        Outcome.CONFIRM,
        explanation="a text whose element was divided, a block of " + _DOC,
    ),
)
"""Rule k of every round is the number k of `extractors.algorithms.vips.rules`."""

_STRUCTURE_RULES = (
    Rule(
        "S1",
        Outcome.CONFIRM,
        (Test("leaf_doc", ">=", "pdoc"),),
        explanation="its leaf is coherent enough",
    ),
    Rule(
        "S2",
        Outcome.CONFIRM,
        (Test("leaf_doc", "<", "pdoc"),),
        explanation="its leaf cannot be divided",
    ),
)
_CHOICE_RULES = (
    Rule("M1", Outcome.KEEP, explanation="its leaf has the best score, {score}"),
    Rule("M2", Outcome.KEEP, explanation="a sibling of the best leaf, score {score} of {best}"),
    Rule("M3", Outcome.DROP, explanation="score of its leaf {score}, the best has {best}"),
    Rule("M4", Outcome.CONFIRM, explanation="all visual blocks in it are main content"),
)

assert len(EXTRACTION_RULES) == TEXT  # noqa: S101 - a rule is found by its number


def steps(
    found: Segmentation,
    choice: Choice,
    nodes: Tested,
    kept: BoolArray,
    settings: VipsSettings,
) -> tuple[Step, ...]:
    """Return a step per round, one for the structure, and one for the choice."""
    is_block = np.zeros(len(nodes), dtype=np.bool_)
    made = []
    threshold = settings.size_threshold * found.boxes.area
    for number in range(len(found.rounds)):
        spoke = nodes.rules[number]
        is_block = np.where(spoke > 0, MAKES_BLOCK.take(spoke), is_block)
        made.append(
            Step(
                code=f"E{number + 1}",
                title=f"Extract visual blocks, round {number + 1}",
                rules=EXTRACTION_RULES,
                rule=spoke,
                content=is_block,
                numbers={"threshold": threshold},
            )
        )
    structure = _structure_step(found, choice, nodes, settings)
    return (*made, structure, _choice_step(choice, nodes, kept))


def _structure_step(
    found: Segmentation, choice: Choice, nodes: Tested, settings: VipsSettings
) -> Step:
    doc = np.array([*(found.tree_doc[one] for one in choice.leaves), 0])[nodes.leaf]
    rule = np.where(doc >= settings.pdoc, 1, 2)
    return Step(
        code="S",
        title="Cut along separators until blocks are coherent enough",
        rules=_STRUCTURE_RULES,
        rule=np.where(nodes.leaf >= 0, rule, 0).astype(np.int32),
        content=nodes.leaf >= 0,
    )


def _choice_step(choice: Choice, nodes: Tested, kept: BoolArray) -> Step:
    best = float(choice.score.max(initial=0.0))
    return Step(
        code="M",
        title="Choose the main content (ours)",
        rules=_CHOICE_RULES,
        rule=_choice_rules(choice, nodes, kept),
        content=kept,
        numbers={"best": best},
    )


def _choice_rules(choice: Choice, nodes: Tested, kept: BoolArray) -> IntArray:
    is_block = nodes.leaf >= 0
    best = int(choice.score.argmax()) if len(choice.score) else -2
    rule = np.where(is_block, np.where(kept, np.where(nodes.leaf == best, 1, 2), 3), 0)
    return np.where(~is_block & kept, 4, rule).astype(np.int32)
