"""A page with its gold, both read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.page.kept_text import kept_text, run_text
from boilerscope.extractors.page.ranges import run_edges

if TYPE_CHECKING:
    from boilerscope.extractors.model.gold import Gold, GoldClass
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page


@dataclass(frozen=True, slots=True, eq=False)
class GoldPage:
    """A page with its gold, both read."""

    listed: ListedPage
    page: Page
    gold: Gold

    @classmethod
    def read(cls, listed: ListedPage) -> GoldPage:
        """Read page and gold of a listed page."""
        located = listed.located()
        page = located.page()
        return cls(located, page, located.gold(page))

    @property
    def url(self) -> str | None:
        """Address of the page according to its set or its file."""
        return self.listed.url or self.page.url

    def text(self) -> str:
        """Return the gold text: as the source gives it, else the text of the main content."""
        if self.gold.text is not None:
            return self.gold.text
        return kept_text(self.page, self.gold.main())

    def texts_of(self, kind: GoldClass) -> list[str]:
        """Return the text of each run of words of a class."""
        edges = run_edges(self.gold.classes == kind).reshape(-1, 2).tolist()
        return [run_text(self.page, first, end) for first, end in edges]
