"""What a pane made of a page, as the picture of a page needs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.model.extraction import ANSWERED, Extraction, Status

if TYPE_CHECKING:
    from boilerscope.extractors.page.page import Page
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.runner import Pane


@dataclass(frozen=True, repr=False, eq=False)
class PaneResult:
    """What a pane made of a page.

    Attributes
    ----------
    page : Page
        The page.
    pane : Pane
        The extractor with its settings.
    extraction : Extraction
        The whole record: steps, curves, tree, scores, edits. It may change between versions.
    """

    page: Page
    pane: Pane
    extraction: Extraction

    @property
    def name(self) -> str:
        """Name of the pane: the extractor's identifier, or the name that you gave it."""
        return self.pane.name

    @property
    def status(self) -> Status:
        """``ok``; ``empty`` if nothing was kept; or why there is no result, such as ``error``."""
        return self.extraction.status

    @property
    def has_result(self) -> bool:
        """Whether there is a result, if only an empty one: the status is ``ok`` or ``empty``."""
        return self.status in ANSWERED

    @property
    def message(self) -> str:
        """The reason, unless the status is ``ok``."""
        return self.extraction.message

    @property
    def mask(self) -> BoolArray:
        """Which tokens of the page were kept, shape (page.n_tokens,)."""
        return self.extraction.mask
