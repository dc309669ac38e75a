"""Title and date of an article as users see them: without the name of the site, as ISO 8601.

The features of the trained model do not read this module.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from boilerscope.extractors.page import Page

_SEPARATOR = re.compile(r"\s+(?:[-|·•»«/\\~]|–|—|::?)\s+|:\s+")
_MAX_TITLE = 1_000
_DATED = frozenset(["time", "abbr", "span"])
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_WORDS_OF_DATE = re.compile(r"[^\W\d_]+|\d+")
_YEAR_FIRST = re.compile(r"\s*(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)")


def without_site(title: str, sites: Collection[str], headings: Collection[str]) -> str:
    """Return a title without the name of the site at one end.

    A part is such a name if the page gives it as one. What follows a heading of the page is one.

    Parameters
    ----------
    title : str
        Title, white space collapsed.
    sites : collection of str
        Names that the page gives to its site.
    headings : collection of str
        Texts of the headings of the first level.
    """
    cuts = [match.span() for match in _SEPARATOR.finditer(title[:_MAX_TITLE])]
    names = {_folded(site) for site in sites}
    known = {_folded(heading) for heading in headings}
    for start, end in reversed(cuts):
        rest = title[:start].strip()
        if rest and (_folded(title[end:]) in names or _folded(rest) in known):
            return rest
    # A heading that is the end of the title may be the name of the site itself.
    rests = (title[end:].strip() for start, end in cuts if _folded(title[:start]) in names)
    return next(filter(None, rests), title)


def headings_of(page: Page) -> list[str]:
    """Return the texts of the headings of the first level, white space collapsed."""
    rows = page.elements.tagged({"h1"}).nonzero()[0].tolist()
    return [text for row in rows if (text := " ".join(page.element_text(row).split()))]


def marked_dates(page: Page) -> Iterator[str]:
    """Yield the dates of publication that elements of the page are marked with, as written."""
    elements = page.elements
    for row in elements.tagged(_DATED).nonzero()[0].tolist():
        node = elements.node[row]
        names = (node.get("itemprop") or "").lower().split()
        classes = (node.get("class") or "").lower().split()
        is_time = elements.tag[row] == "time"
        is_marked = "datepublished" in names or "dt-published" in classes
        if is_marked or (is_time and (node.get("pubdate") is not None or "published" in classes)):
            written = node.get("datetime") or node.get("content") or page.element_text(row)
            if written.strip():
                yield written.strip()


def iso_date(written: str) -> str:
    """Return a date as ISO 8601, by its own time zone; empty if it cannot be read.

    Read are ISO 8601, dates of mails, year-month-day with other marks, and English dates with the
    name of the month. A date of two numbers and a year says not which one is the month.
    """
    text = written.strip()
    try:
        return datetime.fromisoformat(text).date().isoformat()
    except ValueError:
        pass
    first = _YEAR_FIRST.match(text)
    if first:
        return _date(*map(int, first.groups()))
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return _with_month(text)


def same_address(first: str, second: str) -> bool:
    """Return whether two addresses are the same but for fragment, protocol and last slash."""
    return bool(first) and _plain(first) == _plain(second)


def _plain(address: str) -> str:
    return urldefrag(address).url.partition("://")[2].rstrip("/")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _with_month(text: str) -> str:
    """Return the first date with the name of a month: ``May 6, 2024`` or ``6 May 2024``."""
    words = _WORDS_OF_DATE.findall(text[:200].lower())
    words = [word for word in words if word not in {"st", "nd", "rd", "th", "of"}]
    for index, word in enumerate(words):
        month = next((n for n, name in enumerate(_MONTHS, 1) if _names(word, name)), 0)
        if not month:
            continue
        around = [
            (words[i], words[j])
            for i, j in ((index + 1, index + 2), (index - 1, index + 1))
            if i >= 0 and j < len(words)
        ]
        for day, year in around:
            if day.isdecimal() and year.isdecimal() and len(year) == 4:
                return _date(int(year), month, int(day))
    return ""


def _names(word: str, month: str) -> bool:
    return word == month or (len(word) in {3, 4} and month.startswith(word))


def _date(year: int, month: int, day: int) -> str:
    try:
        return datetime(year, month, day, tzinfo=UTC).date().isoformat()
    except ValueError:
        return ""
