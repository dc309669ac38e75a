"""Measured values of blocks, leaves and the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Column, Curve

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.vips.boxes import Ints
    from boilerscope.extractors.algorithms.vips.content import Choice
    from boilerscope.extractors.algorithms.vips.segmentation import Segmentation
    from boilerscope.extractors.algorithms.vips.settings import VipsSettings
    from boilerscope.extractors.algorithms.vips.tested_nodes import TestedNodes
    from boilerscope.extractors.page.records import FloatArray


def columns(segmentation: Segmentation, choice: Choice, nodes: TestedNodes) -> tuple[Column, ...]:
    """Return the measured quantities of every node."""
    traits, boxes = segmentation.traits, segmentation.boxes
    text_area = boxes.text_box[:, 2].astype(np.int64) * boxes.text_box[:, 3]
    area = np.where(nodes.is_text, np.append(text_area, 0)[nodes.text], traits.area[nodes.row])
    doc = np.append(segmentation.doc.astype(np.float64), np.nan)[nodes.block]
    leaf_doc = np.array([*(segmentation.tree_doc[leaf] for leaf in choice.leaves), np.nan])[
        nodes.leaf
    ]
    score = np.append(choice.score, np.nan)[nodes.leaf]
    share = np.append(choice.linked / np.maximum(choice.chars, 1), np.nan)[nodes.leaf]

    def of_elements(values: Ints) -> FloatArray:
        return np.where(nodes.is_text, np.nan, values[nodes.row])

    columns = (
        ("doc", "DoC", "", "Degree of coherence of the visual block by its rule, 1 to 10.", doc),
        (
            "leaf_doc",
            "DoC of the leaf",
            "",
            "Degree of coherence of the leaf that contains the block.",
            leaf_doc,
        ),
        ("area", "Area", "px²", "Width x height.", area),
        (
            "relative_size",
            "Relative size",
            "",
            "Area / area of the page.",
            area / max(boxes.area, 1),
        ),
        (
            "valid_children",
            "Valid children",
            "",
            "Visible children with an area.",
            of_elements(traits.children),
        ),
        (
            "text_children",
            "Text children",
            "",
            "Valid children that are texts.",
            of_elements(traits.texts),
        ),
        (
            "breaking_children",
            "Line-break children",
            "",
            "Valid children that break the line.",
            of_elements(traits.breaking),
        ),
        (
            "children_area",
            "Children's areas",
            "px²",
            "Sum of the areas of valid children.",
            of_elements(traits.children_area),
        ),
        (
            "largest_child",
            "Largest child",
            "px²",
            "Greatest area of a valid child.",
            of_elements(traits.largest),
        ),
        ("font_size", "Font size", "px", "Font size in the layout.", boxes.font_size[nodes.row]),
        (
            "font_weight",
            "Font weight",
            "",
            "Font weight in the layout.",
            boxes.font_weight[nodes.row],
        ),
        (
            "score",
            "Score of the leaf",
            "characters",
            "Characters outside links x (1 - link share) x centrality of the leaf (ours).",
            score,
        ),
        (
            "link_share",
            "Link share of the leaf",
            "",
            "Characters in links / characters of the leaf.",
            share,
        ),
    )
    return tuple(Column(*column) for column in columns)


def scores(segmentation: Segmentation, choice: Choice) -> dict[str, float]:
    """Return the scores of the whole page."""
    return {
        "visual_blocks": float(segmentation.final.sum()),
        "rounds": float(len(segmentation.rounds)),
        "separators": float(len(segmentation.tree.separators)),
        "heaviest_separator": float(max(segmentation.tree.weight, default=0)),
        "leaves": float(len(choice.leaves)),
    }


def curves(choice: Choice, settings: VipsSettings) -> tuple[Curve, ...]:
    """Return the scores of the leaves, with the limit above which siblings are main content."""
    best = float(choice.score.max(initial=0.0))
    if not best:
        return ()
    return (
        Curve(
            name="Scores of the leaves",
            x=np.arange(1.0, len(choice.score) + 1),
            y=choice.score,
            x_label="Leaf",
            y_label="Score (characters)",
            style="bars",
            threshold_field="join_share",
            threshold=settings.join_share * best,
            threshold_scale=best,
            kept=tuple(
                (leaf + 0.5, leaf + 1.5) for leaf in np.flatnonzero(choice.is_main).tolist()
            ),
        ),
    )
