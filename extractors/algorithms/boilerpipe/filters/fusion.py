"""Filters that merge blocks into the previous block.

Each filter decides row by row which rows to join; the list then merges them at once. The previous
row always includes the rows it has absorbed so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.filters.base import Decision, Filter, confirm
from boilerscope.extractors.algorithms.boilerpipe.labels import STRICTLY_NOT_CONTENT
from boilerscope.extractors.algorithms.boilerpipe.settings import link_ratio_knob
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.settings import NoSettings, Settings, Source, StepKind, knob
from boilerscope.extractors.model.steps import Outcome, Rule, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList

_GROUP = "Fusing and cutting"


@dataclass(frozen=True)
class FusionSettings(Settings):
    """Conditions for fusing neighbours."""

    max_block_distance: int = knob(
        1,
        "Maximum block distance",
        "Content blocks with at most this many blocks between them are fused.",
        unit="blocks",
        low=0,
        high=10,
        step=1,
        source=Source.PROGRAM,
        bounds="gap",
        group=_GROUP,
    )
    same_tag_level_only: bool = knob(
        default=False,
        label="Same tag level only",
        help="Fuse only blocks of the same tag level.",
        source=Source.PROGRAM,
        group=_GROUP,
    )


@dataclass(frozen=True)
class ProximityFusionSettings(FusionSettings):
    """Conditions for fusing neighbours, as a step of a pipeline."""

    content_only: bool = knob(
        default=False,
        label="Into content only",
        help="Fuse content blocks only into content, never into boilerplate.",
        source=Source.PROGRAM,
        group=_GROUP,
    )


_FAR = Test("gap", ">", "max_block_distance")
_NEAR = Test("gap", "<=", "max_block_distance")

PROXIMITY_RULES = (
    Rule("F6", Outcome.KEEP, (), "merged with the content after it"),
    confirm("F6", "fused with block {joins}", _NEAR),
    confirm("F6", "too far from block {joins}", _FAR),
    confirm("F6", "not fused into boilerplate"),
    confirm("F6", "not fused: different tag level"),
    confirm("F6", "boilerplate is not fused"),
    confirm("F6", "no previous block to fuse with"),
    confirm("F6", "only one block: nothing to fuse"),
)
_ABSORBS, _JOINS, _TOO_FAR, _INTO_BOILERPLATE, _OTHER_LEVEL, _BOILERPLATE, _LEADS, _SINGLE = range(
    1, 9
)


def proximity_fusion(blocks: BlockList, settings: ProximityFusionSettings) -> Decision:
    """Merge content blocks into the previous block if it is near enough."""
    n = len(blocks)
    if n < 2:
        return Decision(blocks, PROXIMITY_RULES, np.full(n, _SINGLE, dtype=np.int32))
    walk = _proximity_walk(blocks, settings)
    rule = np.array(walk.rule, dtype=np.int32)
    joins = rule == _JOINS
    is_absorbing = ~blocks.content[:-1] & joins[1:]
    rule[:-1][is_absorbing] = _ABSORBS
    return Decision(
        blocks.fused(joins),
        PROXIMITY_RULES,
        rule,
        columns=Lazy(
            lambda: {
                "gap": np.array(walk.gap, dtype=np.int32),
                "joins": blocks.leader[walk.target],
            }
        ),
    )


@dataclass(slots=True)
class _Walk:
    """Matched rule of each row, its distance, and the row from which the distance is measured."""

    rule: list[int]
    gap: list[int]
    target: list[int]


def _proximity_walk(blocks: BlockList, settings: ProximityFusionSettings) -> _Walk:
    """Compare each row with the previous row, which grows as it absorbs rows.

    A loop: the end of the previous row depends on all earlier decisions.
    """
    n, max_distance = len(blocks), settings.max_block_distance
    content, level = blocks.content.tolist(), blocks.tag_level.tolist()
    start, end = blocks.start.tolist(), blocks.end.tolist()
    walk = _Walk([_BOILERPLATE] * n, [0] * n, list(range(n)))
    before = content.index(True) if settings.content_only and True in content else 0
    walk.rule[before] = _LEADS if content[before] else _BOILERPLATE
    reach, is_content, lowest = end[before], content[before], level[before]
    for row in range(before + 1, n):
        if content[row]:
            walk.target[row] = before
            walk.gap[row] = gap = start[row] - reach - 1
            if gap > max_distance:
                walk.rule[row] = _TOO_FAR
            elif settings.content_only and not is_content:
                walk.rule[row] = _INTO_BOILERPLATE
            elif settings.same_tag_level_only and lowest != level[row]:
                walk.rule[row] = _OTHER_LEVEL
            else:
                walk.rule[row] = _JOINS
                reach, is_content = max(reach, end[row]), True
                continue
        before, reach, is_content, lowest = row, end[row], content[row], level[row]
    return walk


EQUAL_DENSITY_RULES = (
    confirm("F11", "fused with block {joins}: both have {text_density_wrapped} words per line"),
    confirm("F11", "its text density differs from the previous block's"),
)


def equal_density_fusion(blocks: BlockList, settings: NoSettings) -> Decision:  # noqa: ARG001 - every filter takes both
    """Merge blocks into the previous block while their text densities are exactly equal."""
    density = blocks.text_density.tolist()
    words, lines = blocks.wrapped_words.tolist(), blocks.wrapped_lines.tolist()
    joins = np.zeros(len(blocks), dtype=np.bool_)
    target = list(range(len(blocks)))
    before = 0
    for row in range(1, len(blocks)):
        if density[row] == density[before]:
            joins[row] = True
            target[row] = before
            words[before] += words[row]
            # Without words the original counts one line, however many blocks were merged.
            lines[before] = lines[before] + lines[row] if words[before] else 1
            density[before] = float(np.float32(words[before] / lines[before]))
        else:
            before = row
    return Decision(
        blocks.fused(joins),
        EQUAL_DENSITY_RULES,
        np.where(joins, 1, 2),
        columns=Lazy(lambda: {"joins": blocks.leader[target]}),
    )


@dataclass(frozen=True)
class ContentFusionSettings(Settings):
    """Blocks to fuse into the content before them."""

    fusion_max_link_density: float = link_ratio_knob(
        0.56,
        "Link/text ratio of a fused block",
        "Blocks with a smaller share of linked words are fused into content before them.",
        source=Source.PROGRAM,
    )


_UNLINKED = Test("link_density_words", "<", "fusion_max_link_density")

CONTENT_FUSION_RULES = (
    Rule("CF", Outcome.KEEP, (_UNLINKED,), "fused with content block {joins}"),
    confirm("CF", "fused with content block {joins}", _UNLINKED),
    confirm("CF", "", Test("link_density_words", ">=", "fusion_max_link_density")),
    confirm("CF", "labelled as strictly not content"),
    confirm("CF", "no content before it to fuse with"),
)


def content_fusion(blocks: BlockList, settings: ContentFusionSettings) -> Decision:
    """Merge blocks into the content before them until nothing more can be merged.

    The original repeats its pass until nothing changes. A row that can be merged stays mergeable,
    because every row it absorbs has few links too. One pass with a stack, which tests a grown row
    again, gives the same result.
    """
    bound = settings.fusion_max_link_density
    content = blocks.content.tolist()
    strict = blocks.has(STRICTLY_NOT_CONTENT).tolist()
    words, linked = blocks.words.tolist(), blocks.linked_words.tolist()

    def mergeable(row: int) -> bool:
        density = float(np.float32(linked[row] / words[row])) if words[row] else 0.0
        return density < bound and not strict[row]

    stack: list[int] = []
    target = list(range(len(blocks)))
    for row in range(len(blocks)):
        stack.append(row)
        while len(stack) > 1 and content[stack[-2]] and mergeable(stack[-1]):
            top = stack.pop()
            target[top] = stack[-1]
            words[stack[-1]] += words[top]
            linked[stack[-1]] += linked[top]
    joins = np.array([leader != row for row, leader in enumerate(target)], dtype=np.bool_)
    has_few_links = blocks.link_density < np.float64(bound)
    other_rule = np.where(has_few_links, np.where(blocks.has(STRICTLY_NOT_CONTENT), 4, 5), 3)
    return Decision(
        blocks.fused(joins),
        CONTENT_FUSION_RULES,
        np.where(joins, np.where(blocks.content, 2, 1), other_rule),
        columns=Lazy(lambda: {"joins": blocks.leader[target]}),
    )


class LabelComparison(StrEnum):
    """Labels that must be equal."""

    MARKUP = "markup"
    ALL = "all"


@dataclass(frozen=True)
class LabelFusionSettings(Settings):
    """Labels that must be equal for blocks to be fused."""

    compared_labels: LabelComparison = knob(
        LabelComparison.MARKUP,
        "Compared labels",
        "The original compares labels from markup; the default tag table sets none.",
        source=Source.PROGRAM,
        group=_GROUP,
    )


LABEL_FUSION_RULES = (
    confirm("LF", "fused with block {joins}: the same labels"),
    confirm("LF", "it or the previous block has no label, or their labels differ"),
)


def label_fusion(blocks: BlockList, settings: LabelFusionSettings) -> Decision:
    """Merge labelled blocks into the previous labelled block if the labels are equal."""
    labels = blocks.labels.tolist()
    compare_all = settings.compared_labels is LabelComparison.ALL
    joins = np.zeros(len(blocks), dtype=np.bool_)
    target = list(range(len(blocks)))
    before = 0
    for row in range(1, len(blocks)):
        has_labels = labels[row] and labels[before]
        if has_labels and not (compare_all and labels[row] != labels[before]):
            joins[row] = True
            target[row] = before
        else:
            before = row
    return Decision(
        blocks.fused(joins),
        LABEL_FUSION_RULES,
        np.where(joins, 1, 2),
        columns=Lazy(lambda: {"joins": blocks.leader[target]}),
    )


PROXIMITY_FUSION = Filter(
    "F6",
    StepKind(
        "proximity_fusion",
        "Fuse near blocks",
        "A content block is merged into the previous block if few blocks are between them.",
        ProximityFusionSettings,
    ),
    proximity_fusion,
)
EQUAL_DENSITY_FUSION = Filter(
    "F11",
    StepKind(
        "equal_density_fusion",
        "Fuse equally dense blocks",
        "Neighbours of exactly equal text density are merged.",
        NoSettings,
    ),
    equal_density_fusion,
)
CONTENT_FUSION = Filter(
    "CF",
    StepKind(
        "content_fusion",
        "Fuse into content",
        "Blocks with few links are merged into a content block right before them.",
        ContentFusionSettings,
    ),
    content_fusion,
)
LABEL_FUSION = Filter(
    "LF",
    StepKind(
        "label_fusion",
        "Fuse labelled blocks",
        "A labelled block is merged into a labelled block right before it.",
        LabelFusionSettings,
    ),
    label_fusion,
)
