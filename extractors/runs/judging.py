"""Expected F1 of results on one page, by the extractor that knows how to compute it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.expected import ExpectedF1
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

_ROUTER = "router"
"""The extractor that computes expected F1."""


def judge() -> str:
    """Return the extractor whose probabilities, with its defaults, are figures of a page."""
    router: Any = registry.extractor(_ROUTER)
    return str(router.probabilities)


def expected_of(
    page: Page, masks: Mapping[str, BoolArray], judged: Extraction
) -> dict[str, ExpectedF1]:
    """Return the expected F1 of results on a page, by pane.

    Parameters
    ----------
    masks : mapping of str to array of bool, shape (n_tokens,)
        The kept tokens of each pane with a result, see `ANSWERED`.
    judged : Extraction
        The result of `judge` on the page.
    """
    router: Any = registry.extractor(_ROUTER)
    expected: dict[str, ExpectedF1] = router.expected(page, judged, masks)
    return expected
