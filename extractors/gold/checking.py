"""Check of a gold standard: the share of its text on the pages, and duplicates."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.gold.formats.own import page_digest
from boilerscope.extractors.gold.gold_page import GoldPage
from boilerscope.extractors.gold.marking import MarkCounts
from boilerscope.extractors.model.gold import MIN_SHARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.model.listed_page import ListedPage

GOOD_SHARE = 0.95
"""Pages with a smaller share of their gold text need a look."""


@dataclass(frozen=True, slots=True)
class PageCheck:
    """Result of the check of one page.

    Attributes
    ----------
    name : str
        Set and identifier of the page.
    error : str
        Reason why page or gold could not be read, empty if both were read.
    share : float
        Share of the gold text that was found; 0 after an error.
    missing : tuple of str
        The stretches of the gold text that were not found.
    counts : MarkCounts or None
        Words by class; None after an error.
    page_sha256, text_sha256 : str
        Digests of the page and of the gold text without white space; empty if there is none.
    """

    name: str
    error: str = ""
    share: float = 0.0
    missing: tuple[str, ...] = ()
    counts: MarkCounts | None = None
    page_sha256: str = ""
    text_sha256: str = ""

    @property
    def is_bad(self) -> bool:
        """Whether the page cannot be used: it was not read, or too little of its gold is on it."""
        return bool(self.error) or self.share < MIN_SHARE


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Pages with the same identifier, bytes or gold text.

    Attributes
    ----------
    what : str
        ``identifier``, ``page`` or ``gold text``.
    names : tuple of str
        Set and identifier of each page.
    """

    what: str
    names: tuple[str, ...]


def check_pages(entries: Iterable[ListedPage]) -> Iterator[PageCheck]:
    """Yield the result of the check of each page, in order."""
    for entry in entries:
        try:
            yield _checked(entry)
        except BoilerscopeError as error:
            yield PageCheck(entry.name, str(error))


def duplicates(checks: Iterable[PageCheck]) -> list[Duplicate]:
    """Return the pages that occur twice: by name, by their bytes, by their gold text."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for check in checks:
        groups["identifier", check.name].append(check.name)
        if check.page_sha256:
            groups["page", check.page_sha256].append(check.name)
        if check.text_sha256:
            groups["gold text", check.text_sha256].append(check.name)
    return [Duplicate(what, tuple(names)) for (what, _), names in groups.items() if len(names) > 1]


def _checked(entry: ListedPage) -> PageCheck:
    gold_page = GoldPage.read(entry)
    text = "".join((gold_page.gold.text or "").split())
    return PageCheck(
        entry.name,
        share=gold_page.gold.share,
        missing=gold_page.gold.missing,
        counts=MarkCounts.of(gold_page.gold.classes),
        page_sha256=page_digest(gold_page.page),
        text_sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        if text
        else "",
    )
