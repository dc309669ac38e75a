"""A pane as it was after one of its steps, and that step again in a newer result. No Qt."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import TYPE_CHECKING

from extractors.model.extraction import Status
from extractors.model.steps import step_names
from extractors.page.kept_text import kept_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from extractors.model.extraction import Extraction
    from extractors.page import Page
    from widgets.records import PaneRecord


def same_step(before: Extraction, place: int, after: Extraction) -> int | None:
    """Return where a step stands in another result of its extractor.

    Settings add steps and leave some out, so the same place may hold another step.

    Parameters
    ----------
    before, after : Extraction
        Two results of one extractor.
    place : int
        Place of a step of `before`.

    Returns
    -------
    int or None
        Place of the step of the same code, the third such step for the third; None if there is
        none.
    """
    codes = [step.code for step in before.steps[: place + 1]]
    again = [at for at, step in enumerate(after.steps) if step.code == codes[-1]]
    number = codes.count(codes[-1])
    return again[number - 1] if len(again) >= number else None


def at_step(
    page: Page, pane: PaneRecord, place: int, translate: Callable[[str], str]
) -> PaneRecord:
    """Return a pane with mask, states and labels as they were after a step.

    An algorithm writes its own text, and edits the page, only at its end: there is the text of
    the page for what the step keeps instead. A run that failed since stays a failed one.

    Parameters
    ----------
    page : Page
        The page.
    pane : PaneRecord
        A pane with a result that has this step.
    place : int
        Place of the step.
    translate : callable
        Gives a text in the interface's language.
    """
    made = pane.shown
    if made is None or not 0 <= place < len(made.steps):
        return pane
    then = _after(page, made, place, translate)
    newest = then if pane.extraction is made else pane.extraction
    return dataclasses.replace(pane, extraction=newest, last_good=then, step=place)


@lru_cache(maxsize=1)
def _after(page: Page, made: Extraction, place: int, translate: Callable[[str], str]) -> Extraction:
    """Return a result as it was after a step: the same one as long as that step is on screen."""
    step, mask = made.steps[place], made.mask_after(place)
    code = step_names(made.steps)[place]
    kept = bool(mask.any())
    return dataclasses.replace(
        made,
        status=Status.OK if kept else Status.EMPTY,
        message="" if kept else translate("After {code} nothing is kept.").format(code=code),
        mask=mask,
        content=step.content,
        labels=step.labels,
        steps=made.steps[: place + 1],
        own_text=kept_text(page, mask),
        marks=None,
        edits=(),
    )
