"""Steps of VIPS: one for each round, one for the structure, one for the choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.vips.rules import MAKES_BLOCK, TEXT
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.vips.content import Choice
    from boilerscope.extractors.algorithms.vips.segmentation import Segmentation
    from boilerscope.extractors.algorithms.vips.settings import VipsSettings
    from boilerscope.extractors.algorithms.vips.tested_nodes import TestedNodes
    from boilerscope.extractors.page.records import BoolArray, IntArray

_DOC = "DoC {doc}"
EXTRACTION_RULES = (
    Rule(
        "R1",
        Outcome.DROP,
        (Test("valid_children", "==", 0),),
        explanation="nothing is visible, cut",
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
    Rule("R6", Outcome.CONFIRM, explanation="a child is an HR, divided"),
    Rule(
        "R7",
        Outcome.CONFIRM,
        explanation="sum of the children's areas {children_area} > area {area} px², divided",
    ),
    Rule("R8", Outcome.CONFIRM, explanation="a child has a different background, divided"),
    Rule(
        "R9",
        Outcome.CONFIRM,
        (Test("relative_size", "<", "size_threshold"),),
        explanation="it contains text, a block of " + _DOC,
    ),
    Rule(
        "R10",
        Outcome.CONFIRM,
        explanation="largest child {largest_child} < {threshold} px², a block of " + _DOC,
    ),
    Rule(
        "R11",
        Outcome.CONFIRM,
        explanation="the previous sibling was not divided, a block of " + _DOC,
    ),
    Rule("R12", Outcome.CONFIRM, explanation="no other rule applies, divided"),
    Rule(
        "R13",
        Outcome.CONFIRM,
        explanation="no other rule applies, a block of " + _DOC,
    ),
    Rule(
        "R8-child",
        Outcome.CONFIRM,
        explanation="its background differs from its parent's, a block of " + _DOC,
    ),
    Rule(
        "T",
        Outcome.CONFIRM,
        explanation="a text in a divided element, a block of " + _DOC,
    ),
)
"""Rules of every round; their numbers are those of
`boilerscope.extractors.algorithms.vips.rules`."""

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
        explanation="its leaf cannot be divided further",
    ),
)
_CHOICE_RULES = (
    Rule("M1", Outcome.KEEP, explanation="its leaf has the best score, {score}"),
    Rule("M2", Outcome.KEEP, explanation="a sibling of the best leaf, score {score} of {best}"),
    Rule("M3", Outcome.DROP, explanation="score of its leaf {score}, the best has {best}"),
    Rule("M4", Outcome.CONFIRM, explanation="all visual blocks in it are main content"),
)

assert len(EXTRACTION_RULES) == TEXT  # noqa: S101 - a step refers to rules by number


def steps(
    segmentation: Segmentation,
    choice: Choice,
    nodes: TestedNodes,
    kept: BoolArray,
    settings: VipsSettings,
) -> tuple[Step, ...]:
    """Return a step for each round, one for the structure, and one for the choice."""
    is_block = np.zeros(len(nodes), dtype=np.bool_)
    rounds = []
    threshold = settings.size_threshold * segmentation.boxes.area
    for number, rule in enumerate(nodes.rules, 1):
        is_block = np.where(rule > 0, MAKES_BLOCK[rule], is_block)
        rounds.append(
            Step(
                code=f"E{number}",
                title=f"Extract visual blocks, round {number}",
                rules=EXTRACTION_RULES,
                rule=rule,
                content=is_block,
                numbers={"threshold": threshold},
            )
        )
    structure = _structure_step(segmentation, choice, nodes, settings)
    return (*rounds, structure, _choice_step(choice, nodes, kept))


def _structure_step(
    segmentation: Segmentation, choice: Choice, nodes: TestedNodes, settings: VipsSettings
) -> Step:
    is_final = nodes.leaf >= 0
    doc = np.array([*(segmentation.tree_doc[leaf] for leaf in choice.leaves), 0])[nodes.leaf]
    rule = np.where(doc >= settings.pdoc, 1, 2)
    return Step(
        code="S",
        title="Cut along separators until blocks are coherent enough",
        rules=_STRUCTURE_RULES,
        rule=np.where(is_final, rule, 0).astype(np.int32),
        content=is_final,
    )


def _choice_step(choice: Choice, nodes: TestedNodes, kept: BoolArray) -> Step:
    best = float(choice.score.max(initial=0.0))
    return Step(
        code="M",
        title="Choose the main content (ours)",
        rules=_CHOICE_RULES,
        rule=_choice_rules(choice, nodes, kept),
        content=kept,
        numbers={"best": best},
    )


def _choice_rules(choice: Choice, nodes: TestedNodes, kept: BoolArray) -> IntArray:
    is_final = nodes.leaf >= 0
    best = int(choice.score.argmax()) if len(choice.score) else -2
    rule = np.zeros(len(nodes), dtype=np.int32)
    rule[is_final] = 3
    rule[is_final & kept] = 2
    rule[is_final & kept & (nodes.leaf == best)] = 1
    rule[~is_final & kept] = 4
    return rule
