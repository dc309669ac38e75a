"""Files of pages, with marks that people made beside them, or in a session, as gold."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.session_gold import session_gold
from boilerscope.extractors.model.listed_page import FilePlace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.listed_page import GoldSource, ListedPage


@dataclass(frozen=True, slots=True)
class MarkedPlace(FilePlace):
    """A page in a file beside which marks may be, now or when the page is read."""

    def located(self, page: ListedPage) -> ListedPage:
        """Return the page, with marks beside it as gold if there are any."""
        return with_marks(replace(page, place=FilePlace(self.file)))


def with_marks_beside(pages: Iterable[ListedPage]) -> list[ListedPage]:
    """Return pages, those in files with the marks that are beside them now."""
    return [page.located() if isinstance(page.place, MarkedPlace) else page for page in pages]


def gold_source(file: Path, *, has_marks: bool) -> GoldSource | None:
    """Return the gold of a page file: its marks beside it, else those in the session that it is.

    Parameters
    ----------
    has_marks : bool
        Whether there is a file of marks beside it.
    """
    return own.MarksSource(own.marks_file(file)) if has_marks else session_gold(file)


def with_marks(page: ListedPage) -> ListedPage:
    """Return a page with the marks beside its file, or in its session, as gold, if there are any.

    The marks beside it also say what the list does not know of the page, such as its encoding.
    """
    if not isinstance(page.place, FilePlace) or not isinstance(page.place.file, Path):
        return page
    if not own.has_marks(page.place.file):
        return replace(page, gold_source=session_gold(page.place.file) or page.gold_source)
    file = own.marks_file(page.place.file)
    page = replace(page, gold_source=own.MarksSource(file))
    with suppress(GoldError):  # raised when the gold is read
        marked = own.page_of_marks(file)
        return replace(
            page,
            encoding=page.encoding or marked.encoding,
            language=page.language or marked.language,
            page_type=page.page_type or marked.page_type,
            url=page.url or marked.url,
            title=page.title or marked.title,
        )
    return page
