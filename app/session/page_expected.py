"""Results on the page on screen whose expected F1 is asked for, if the page has no gold. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.app.session.page_scores import results_of
from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.widgets.records import RunState

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import Scene


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedQuery:
    """Results on a page, each of which is judged by itself and by the others.

    Attributes
    ----------
    results : tuple of (str, Extraction)
        Name and result of each pane that has one.
    judged : Extraction or None
        Result of the extractor whose probabilities judge them, if it has run on the page.
    """

    page: Page
    results: tuple[tuple[str, Extraction], ...]
    judged: Extraction | None = None

    def equals(self, other: ExpectedQuery | None) -> bool:
        """Return whether another query asks for the same values."""
        return (
            other is not None
            and self.page is other.page
            and len(self.results) == len(other.results)
            and all(
                name == other_name and result is other_result
                for (name, result), (other_name, other_result) in zip(
                    self.results, other.results, strict=True
                )
            )
        )


def expected_query(scene: Scene) -> ExpectedQuery | None:
    """Return what to judge in a scene; None without results, or with a gold that was found."""
    has_gold = scene.gold is not None and scene.gold.share >= MIN_SHARE
    if scene.page is None or has_gold:
        return None
    results = tuple(
        (name, result)
        for _, name, result in results_of(scene)
        if result.status in ANSWERED and len(result.mask) == scene.page.n_tokens
    )
    return ExpectedQuery(scene.page, results) if results else None


def is_running(scene: Scene) -> bool:
    """Return whether newer results are on their way."""
    return any(pane.state in {RunState.RUNNING, RunState.OUTDATED} for pane in scene.panes)
