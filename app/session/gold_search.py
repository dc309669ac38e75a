"""Gold standard of a page that is opened as a file. No Qt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.system.late import late_call

if TYPE_CHECKING:
    from boilerscope.extractors.gold.session_gold import session_gold
    from boilerscope.extractors.sources.gold_sets import open_set
else:
    session_gold = late_call("boilerscope.extractors.gold.session_gold", "session_gold")
    open_set = late_call("boilerscope.extractors.sources.gold_sets", "open_set")

_FOLDERS_UP = 2
"""Pages of a set are beside its gold, or in a folder beside it."""


def find_entry(page_file: Path) -> ListedPage | None:
    """Return the gold of a page: the marks beside it, in its session, or the gold of its set.

    Returns
    -------
    ListedPage or None
        None if the page has no gold.

    Raises
    ------
    GoldError
        If there is gold that cannot be read; the message names file and line.
    """
    file = page_file.resolve()
    if own.has_marks(file):
        return own.page_of_marks(own.marks_file(file))
    in_session = session_gold(file)
    if in_session is not None:
        return ListedPage(file.name, "", FilePlace(file), in_session)
    for folder in file.parents[:_FOLDERS_UP]:
        if (folder / "gold.jsonl").is_file():
            return _entry_of_set(folder / "gold.jsonl", file)
    return None


def _entry_of_set(gold: Path, file: Path) -> ListedPage | None:
    try:
        pages = (page for page in open_set(gold) if page.has_gold)
        return next((page for page in pages if _is_page(page, file)), None)
    except OSError as error:
        raise GoldError(f"{gold} cannot be read: {error.strerror or error}") from error


def _is_page(entry: ListedPage, file: Path) -> bool:
    html = entry.place.file if isinstance(entry.place, FilePlace) else None
    return isinstance(html, Path) and html.name == file.name and html.resolve() == file
