"""Pane after one of its steps, and the same step in a newer result. No Qt."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import TYPE_CHECKING

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.steps import step_names
from boilerscope.extractors.page.kept_text import kept_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord


def same_step(before: Extraction, index: int, after: Extraction) -> int | None:
    """Return the index of a step in another result of its extractor.

    Settings add and remove steps, so the same index may belong to another step.

    Parameters
    ----------
    before, after : Extraction
        Two results of one extractor.
    index : int
        Index of a step of `before`.

    Returns
    -------
    int or None
        Index of the step with the same code: of the third such step for the third. None without
        such a step.
    """
    codes = [step.code for step in before.steps[: index + 1]]
    same_code = [row for row, step in enumerate(after.steps) if step.code == codes[-1]]
    number = codes.count(codes[-1])
    return same_code[number - 1] if len(same_code) >= number else None


def at_step(
    page: Page, pane: PaneRecord, index: int, translate: Callable[[str], str]
) -> PaneRecord:
    """Return a pane with mask, states and labels as they were after a step.

    An algorithm writes its own text, and edits the page, only at its end. After a step, the text is
    that of the page for the tokens that the step keeps. A newer run that failed remains failed.

    Parameters
    ----------
    pane : PaneRecord
        A pane with a result that has this step.
    translate : callable
        Translates a text into the language of the interface.
    """
    extraction = pane.shown
    if extraction is None or not 0 <= index < len(extraction.steps):
        return pane
    after = _after(page, extraction, index, translate)
    newest = after if pane.extraction is extraction else pane.extraction
    return dataclasses.replace(pane, extraction=newest, last_good=after, step=index)


@lru_cache(maxsize=1)
def _after(
    page: Page, extraction: Extraction, index: int, translate: Callable[[str], str]
) -> Extraction:
    """Return a result as it was after a step: the same object while that step is on screen."""
    step, mask = extraction.steps[index], extraction.mask_after(index)
    code = step_names(extraction.steps)[index]
    keeps_text = bool(mask.any())
    return dataclasses.replace(
        extraction,
        status=Status.OK if keeps_text else Status.EMPTY,
        message="" if keeps_text else translate("After {code} nothing is kept.").format(code=code),
        mask=mask,
        content=step.content,
        labels=step.labels,
        steps=extraction.steps[: index + 1],
        own_text=kept_text(page, mask),
        marks=None,
        edits=(),
    )
