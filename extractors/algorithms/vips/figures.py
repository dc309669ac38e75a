"""The figures of blocks, page and leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Column, Curve

if TYPE_CHECKING:
    from extractors.algorithms.vips.boxes import Ints
    from extractors.algorithms.vips.content import Choice
    from extractors.algorithms.vips.segmentation import Segmentation
    from extractors.algorithms.vips.settings import VipsSettings
    from extractors.algorithms.vips.tested import Tested
    from extractors.page.records import FloatArray


def columns(found: Segmentation, choice: Choice, nodes: Tested) -> tuple[Column, ...]:
    """Return the figures of every node."""
    traits, boxes = found.traits, found.boxes
    text_area = boxes.text_box[:, 2].astype(np.int64) * boxes.text_box[:, 3]
    area = np.where(nodes.is_text, np.append(text_area, 0)[nodes.text], traits.area[nodes.row])
    doc = np.append(found.doc.astype(np.float64), np.nan)[nodes.block]
    leaf_doc = np.array([*(found.tree_doc[one] for one in choice.leaves), np.nan])[nodes.leaf]
    score = np.append(choice.score, np.nan)[nodes.leaf]
    share = np.append(choice.linked / np.maximum(choice.chars, 1), np.nan)[nodes.leaf]

    def of(values: Ints) -> FloatArray:
        return np.where(nodes.is_text, np.nan, values[nodes.row])

    listed = (
        ("doc", "DoC", "", "Degree of coherence of the visual block by its rule, 1 to 10.", doc),
        (
            "leaf_doc",
            "DoC of the leaf",
            "",
            "Degree of coherence of the leaf that the block lies in.",
            leaf_doc,
        ),
        ("area", "Area", "px²", "Width times height.", area),
        (
            "relative_size",
            "Relative size",
            "",
            "Area by the area of the page.",
            area / max(boxes.area, 1),
        ),
        (
            "valid_children",
            "Valid children",
            "",
            "Children that are seen and have an area.",
            of(traits.children),
        ),
        (
            "text_children",
            "Text children",
            "",
            "Those of them that are texts.",
            of(traits.texts),
        ),
        (
            "breaking_children",
            "Line-break children",
            "",
            "Those of them that break the line.",
            of(traits.breaking),
        ),
        (
            "children_area",
            "Children's areas",
            "px²",
            "Sum of the areas of valid children.",
            of(traits.children_area),
        ),
        (
            "largest_child",
            "Largest child",
            "px²",
            "Greatest area of a valid child.",
            of(traits.largest),
        ),
        ("font_size", "Font size", "px", "As laid out.", boxes.font_size[nodes.row]),
        ("font_weight", "Font weight", "", "As laid out.", boxes.font_weight[nodes.row]),
        (
            "score",
            "Score of the leaf",
            "characters",
            "Characters outside links x their share x centrality, of the leaf (ours).",
            score,
        ),
        (
            "link_share",
            "Link share of the leaf",
            "",
            "Characters in links by all characters of the leaf.",
            share,
        ),
    )
    return tuple(Column(*one) for one in listed)


def scores(found: Segmentation, choice: Choice) -> dict[str, float]:
    """Return the figures of the whole page."""
    return {
        "visual_blocks": float(found.final.sum()),
        "rounds": float(len(found.rounds)),
        "separators": float(len(found.tree.separators)),
        "heaviest_separator": float(max(found.tree.weight, default=0)),
        "leaves": float(len(choice.leaves)),
    }


def curves(choice: Choice, settings: VipsSettings) -> tuple[Curve, ...]:
    """Return the scores of the leaves, with the share at which siblings join."""
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
            kept=tuple((one + 0.5, one + 1.5) for one in np.flatnonzero(choice.chosen).tolist()),
        ),
    )
