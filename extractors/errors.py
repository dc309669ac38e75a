"""Errors as one small tree; messages name the valid values or a remedy.

BoilerscopeError
├── PageError                no page could be built
│   ├── BinaryContentError   the bytes are an image, a PDF, an archive ...
│   ├── TooLargeError        beyond the size limit
│   ├── FetchError           the address could not be read
│   │   ├── AnswerError      the server answered with an error; has `.status`
│   │   └── FetchCancelledError
│   └── SnapshotError        a snapshot file is damaged or of an unknown version
├── GoldError                a gold standard cannot be read, written or matched with its page
│   ├── NoGoldError          the page has no gold, or none of the annotator that was asked for
│   └── GoldConflictError    another program changed the marks, see `gold.saving`
├── CorpusError              a corpus cannot be opened, or a run over it cannot continue
├── ScoreError               a scored run cannot be read or written
├── SettingsError            a setting has an invalid value; has `.field`
├── ProxyError               the proxy cannot start
├── UnknownNameError         an unknown name; the message gives the nearest known name
├── InstallError             a version of a library could not be installed
└── ExtractorError           an extractor could not do its work
"""

from __future__ import annotations

import difflib
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


class BoilerscopeError(Exception):
    """Any error whose message is meant for the user."""


class PageError(BoilerscopeError):
    """No page could be built from this input."""


class BinaryContentError(PageError):
    """The bytes are not text: an image, a PDF, an archive."""


class TooLargeError(PageError):
    """The input is larger than the limit."""


class FetchError(PageError):
    """The address could not be read."""


class AnswerError(FetchError):
    """The server answered with an error.

    Attributes
    ----------
    status : int
        Its status code.
    """

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)  # the status is no part of the message, and is pickled beside it
        self.status = status


class FetchCancelledError(FetchError):
    """The user cancelled the fetch."""


class SnapshotError(PageError):
    """A snapshot file is damaged or of an unknown version."""


class GoldError(BoilerscopeError):
    """A gold standard cannot be read, written or matched with its page."""


class NoGoldError(GoldError):
    """The page has no gold, or none of the annotator that was asked for."""


class CorpusError(BoilerscopeError):
    """A corpus cannot be opened, or a run over it cannot continue."""


class ScoreError(BoilerscopeError):
    """A scored run cannot be read or written."""


class SettingsError(BoilerscopeError):
    """A setting has an invalid value.

    Parameters
    ----------
    message : str
        The fault and the valid values.
    field : str, optional
        Field that the message concerns; None for several fields.
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
        Kind of thing that the name should identify, such as ``extractor``.
    known : iterable of str
        All valid names; the message gives the nearest.
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
        """Pickle the error with the nearest name instead of all known names."""
        known = [self.nearest] if self.nearest else []
        return partial(type(self), place=self.place), (self.kind, self.name, known)


class InstallError(BoilerscopeError):
    """A version of a library could not be installed."""


class ExtractorError(BoilerscopeError):
    """An extractor could not do its work."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, None without known names.

    Case is ignored. The best match is returned however poor it is, because a poor hint is better
    than none.
    """
    by_lower = {candidate.lower(): candidate for candidate in known}
    ranked = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.0)
    return by_lower[ranked[0]] if ranked else None
