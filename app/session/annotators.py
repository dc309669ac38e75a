"""Annotators of the gold standard as panes: their marks as results to compare. No Qt."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from boilerscope.extractors.scoring.gold_results import annotator_result
from boilerscope.widgets.records import PaneRecord, RunState

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.gold import Annotation
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import Scene


def annotator_panes(scene: Scene) -> tuple[PaneRecord, ...]:
    """Return a pane for each annotator of the page, numbered after the panes of the scene.

    It keeps the words that the annotator marked as main content, with comments if the scene counts
    them. Nothing runs for it, and no action on panes takes its name.
    """
    if scene.gold is None or scene.page is None:
        return ()
    first = len(scene.panes) + 1
    results = [
        (each.annotator, _result(each, scene.page, scene.comments))
        for each in scene.gold.annotations
    ]
    return tuple(
        PaneRecord(
            *(number, annotator, result.extractor, annotator, result.settings),
            state=RunState.DONE,
            extraction=result,
            last_good=result,
        )
        for number, (annotator, result) in enumerate(results, start=first)
    )


@lru_cache(maxsize=64)
def _result(annotation: Annotation, page: Page, comments: bool) -> Extraction:  # noqa: FBT001 - a field of the scene
    """Return the marks as a result: the same object for the same marks, as views compare it."""
    return annotator_result(annotation, page, comments=comments)
