"""Pages for worker processes; one page kills its worker and one takes too long."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors import registry
from boilerscope.extractors.page import Page
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.pool import PageTask

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.extraction import Extraction


@dataclass(frozen=True)
class NumberedPage(PageTask[str]):
    """A page with a number.

    Attributes
    ----------
    fault : str
        ``dies``, ``hangs`` or nothing.
    """

    number: int
    fault: str = ""

    @property
    def panes(self) -> tuple[Pane, ...]:
        """One pane."""
        return (Pane("bte", "bte", registry.extractor("bte").default_settings()),)

    def page(self) -> Page:
        """Return the page, unless it has a fault."""
        if self.fault == "dies":
            os._exit(1)
        if self.fault == "hangs":
            time.sleep(60)
        return Page.from_text(f"<p>This is the page with number {self.number}.", name="page")

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[str]:
        """Return the text and the status of each result."""
        return [f"{page.text} {result.status}" for result in results.values()]

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[str]:  # noqa: ARG002 - the number is enough
        """Return the number and the message of each failure."""
        return [f"{self.number} {result.message}" for result in results.values()]
