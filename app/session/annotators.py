"""Annotators of the gold standard as panes: their marks as results to compare. No Qt."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.widgets.records import PaneRecord, RunState

if TYPE_CHECKING:
    from boilerscope.extractors.model.gold import Annotation
    from boilerscope.widgets.records import Scene

EXTRACTOR = "annotator"
"""Name that stands in the place of an extractor."""


def annotator_panes(scene: Scene) -> tuple[PaneRecord, ...]:
    """Return a pane for each annotator of the page, numbered after the panes of the scene.

    It keeps the words that the annotator marked as main content. Nothing runs for it, and no action
    on panes takes its name.
    """
    if scene.gold is None:
        return ()
    first = len(scene.panes) + 1
    return tuple(
        PaneRecord(
            *(number, annotation.annotator, EXTRACTOR, annotation.annotator, NoSettings()),
            state=RunState.DONE,
            extraction=_result(annotation),
            last_good=_result(annotation),
        )
        for number, annotation in enumerate(scene.gold.annotations, start=first)
    )


@lru_cache(maxsize=64)
def _result(annotation: Annotation) -> Extraction:
    """Return the marks as a result: the same object for the same marks, as views compare it."""
    mask = annotation.as_gold("").main()
    status = Status.OK if mask.any() else Status.EMPTY
    return Extraction(extractor=EXTRACTOR, settings=NoSettings(), status=status, mask=mask)
