"""Results that follow from the gold of a page: bounds, and the marks of its annotators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors import runner
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.settings import Settings, knob
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.scoring.bounds import BOUNDS, bound

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.gold import Annotation
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.scoring.case import Reference

ANNOTATOR = "annotator"
"""Extractor of panes with the marks of an annotator."""


@dataclass(frozen=True)
class AnnotatorSettings(Settings):
    """Whose marks a pane has."""

    annotator: str = knob("", "Annotator", "Name of the annotator in the gold standard.")


def follows_from_gold(extractor: str) -> bool:
    """Return whether the results of an extractor are made from the gold of each page."""
    return extractor == ANNOTATOR or extractor in BOUNDS


def annotators_of(settings: Iterable[Settings]) -> tuple[str, ...]:
    """Return the annotators whose marks panes with these settings have."""
    return tuple(each.annotator for each in settings if isinstance(each, AnnotatorSettings))


def gold_result(extractor: str, settings: Settings, reference: Reference) -> Extraction:
    """Return the result of a bound or an annotator on a page with gold.

    An annotator who has marked nothing on the page has no result there.
    """
    if not isinstance(settings, AnnotatorSettings):
        return bound(extractor, reference)
    page, annotation = reference.page, reference.gold.annotation(settings.annotator)
    if annotation is None or not annotation.classes.any():
        message = f"{settings.annotator} has not marked this page."
        return runner.failed(page, extractor, settings, Status.UNAVAILABLE, message)
    return annotator_result(annotation, page, comments=reference.comments)


def annotator_result(annotation: Annotation, page: Page, *, comments: bool = False) -> Extraction:
    """Return the words that an annotator marked as main content, as a result.

    Parameters
    ----------
    page : Page
        The page that was marked.
    comments : bool
        Whether comments count as main content.
    """
    mask = annotation.as_gold("").main(comments=comments)
    status = Status.OK if mask.any() else Status.EMPTY
    settings = AnnotatorSettings(annotation.annotator)
    return Extraction(ANNOTATOR, status, settings, mask=mask, own_text=kept_text(page, mask))


def reason_without_gold(extractor: str) -> str:
    """Return why a pane of this kind has no result on a page without gold."""
    return "A bound needs gold." if extractor in BOUNDS else "The page has no gold."
