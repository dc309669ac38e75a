"""Everything that can go wrong, as one small tree; messages say what would be right.

BoilerscopeError
├── PageError                no page could be made
│   ├── BinaryContentError   the bytes are an image, a PDF, an archive ...
│   ├── TooLargeError        beyond the size limit
│   ├── FetchError           the address could not be read
│   │   └── FetchCancelledError
│   └── SnapshotError        a snapshot file is damaged or of an unknown version
├── GoldError                a gold standard cannot be read, written or matched with its page
│   └── GoldConflictError    another program changed the marks; in `extractors.gold.saving`
├── CorpusError              a corpus cannot be opened, or a run over it cannot go on
├── ScoreError               a scored run cannot be read or written
├── SettingsError            a setting has a value it must not have; has `.field`
├── ProxyError               the proxy cannot start
├── UnknownNameError         an unknown name; names the nearest known one
└── ExtractorError           an extractor could not do its work
"""

from __future__ import annotations

import difflib
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


class BoilerscopeError(Exception):
    """Any error whose message is meant for the reader."""


class PageError(BoilerscopeError):
    """No page could be made from this input."""


class BinaryContentError(PageError):
    """The bytes are not text: an image, a PDF, an archive."""


class TooLargeError(PageError):
    """The input is larger than the limit."""


class FetchError(PageError):
    """The address could not be read."""


class FetchCancelledError(FetchError):
    """The reader of the page asked to stop."""


class SnapshotError(PageError):
    """A snapshot file is damaged or of an unknown version."""


class GoldError(BoilerscopeError):
    """A gold standard cannot be read, written or matched with its page."""


class CorpusError(BoilerscopeError):
    """A corpus cannot be opened, or a run over it cannot go on."""


class ScoreError(BoilerscopeError):
    """A scored run cannot be read or written."""


class SettingsError(BoilerscopeError):
    """A setting has a value it must not have.

    Parameters
    ----------
    message : str
        What is wrong and what would be right.
    field : str, optional
        The field the message is about; None if it is about several.
    """

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class ProxyError(BoilerscopeError):
    """The cleaning proxy cannot start."""


class UnknownNameError(BoilerscopeError):
    """An unknown name.

    Parameters
    ----------
    kind : str
        What the name should be the name of, such as ``extractor``.
    name : str
        The name that was given.
    known : iterable of str
        The names there are; the message names the nearest.
    place : str, optional
        File or table that contains the name.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], *, place: str = "") -> None:
        self.kind = kind
        self.name = name
        self.place = place
        self.nearest = nearest(name, known)
        hint = f"; did you mean {self.nearest!r}?" if self.nearest else ""
        where = f"{place}: " if place else ""
        super().__init__(f"{where}unknown {kind} {name!r}{hint}")

    def within(self, place: str) -> UnknownNameError:
        """Return the same error with the file or table that contains the name."""
        return type(self)(self.kind, self.name, [self.nearest] if self.nearest else [], place=place)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes with the nearest name instead of all known ones."""
        known = [self.nearest] if self.nearest else []
        return partial(type(self), place=self.place), (self.kind, self.name, known)


class ExtractorError(BoilerscopeError):
    """An extractor could not do its work."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, None without known names.

    Case is not looked at. Where the comparison finds nothing alike, a name which begins the
    same way is better than none, so the best of all is returned however poor.
    """
    by_lower = {candidate.lower(): candidate for candidate in known}
    ranked = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.0)
    return by_lower[ranked[0]] if ranked else None
