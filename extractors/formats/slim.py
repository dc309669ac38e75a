"""The slim record: one result of one pane on one page, without blocks and settings.

Its fields are declared only here. Settings are identified by a digest; the manifest of
a run contains them once.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import Settings, to_table

if TYPE_CHECKING:
    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.page import Page


@dataclass(frozen=True, slots=True)
class SlimRecord:
    """One result of one pane on one page.

    Attributes
    ----------
    source : str
        Path or address of the page, or its place in a file.
    page_id : str
        Short name of the page.
    url : str or None
        Address of the page, None if unknown.
    digest : str
        SHA-256 of the bytes of the page, unpacked but not decoded, as hexadecimal digits. Empty if
        the page could not be read.
    version : str
        Version of the program, of the library behind a peer, or of the package of a plug-in.
    settings : str
        Digest of all settings, see `settings_digest`.
    status : str
        ``ok``, ``empty``, ``unavailable``, ``error``, ``timeout``, ``memory``, ``crash`` or
        ``cancelled``.
    message : str
        The reason if the status is not ok.
    title : str
        Title that the extractor found, else that of the document.
    date : str
        Date of publication that the extractor found, empty without one.
    text : str
        Text as the extractor prints it; empty for a failure.
    warnings : tuple of str
        Warnings of the page, then of the extractor.
    seconds : float
        Run time of the extractor.
    """

    source: str
    page_id: str
    url: str | None
    digest: str
    pane: str
    extractor: str
    version: str
    settings: str
    status: str
    message: str
    title: str
    date: str
    text: str
    warnings: tuple[str, ...]
    seconds: float

    @classmethod
    def of(cls, result: Result) -> SlimRecord:
        """Return the record of a result; it computes the extractor's own text."""
        extraction, page = result.extraction, result.page
        page_warnings = () if page is None else tuple(item.message for item in page.warnings)
        return cls(
            source=result.source,
            page_id=result.page_id,
            url=result.listed_url if page is None else page.url,
            digest="" if page is None else bytes_digest(page),
            pane=result.pane,
            extractor=extraction.extractor,
            version=extractor_version(extraction.extractor),
            settings=settings_digest(extraction.settings),
            status=extraction.fault.value or extraction.status.value,
            message=extraction.message,
            title=extraction.title or ("" if page is None else page.title),
            date=extraction.published,
            text=extraction.own_text,
            warnings=(*page_warnings, *extraction.warnings),
            seconds=round(extraction.seconds, 6),
        )

    def table(self, *, timed: bool = True) -> dict[str, Any]:
        """Return the fields as plain values in their order; `timed` includes `seconds`."""
        names = FIELDS if timed else FIELDS[:-1]
        return {name: getattr(self, name) for name in names}

    def line(self, *, timed: bool = True) -> str:
        """Return the record as a line of JSON."""
        return json.dumps(self.table(timed=timed), ensure_ascii=False, allow_nan=False) + "\n"


FIELDS = tuple(field.name for field in fields(SlimRecord))
"""Names of the fields in their order; ``seconds`` is the last one."""


def settings_digest(settings: Settings) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of all settings.

    The digest is of JSON with sorted keys and without spaces; settings at their defaults are
    included.
    """
    return _digest_of(settings)


def bytes_digest(page: Page) -> str:
    """Return the SHA-256 of the bytes of a page; of a rendered document, of its source."""
    return page.cached(
        "bytes digest",
        lambda _: hashlib.sha256(page.source_bytes if page.data is None else page.data).hexdigest(),
    )


@cache
def extractor_version(identifier: str) -> str:
    """Return the version of an extractor, empty if it is unknown."""
    try:
        distribution = registry.entry(identifier).distribution
        extractor = registry.extractor(identifier)
        library_version = getattr(extractor, "version", None)  # version of a peer's library
        if callable(library_version):
            return str(library_version())
        return "" if distribution == registry.OWN else version(distribution)
    except BoilerscopeError:
        return ""
    except Exception:  # noqa: BLE001 - a broken plug-in or one that is not installed has no version
        return ""


@cache
def _digest_of(settings: Settings) -> str:
    table = to_table(settings, everything=True)
    text = json.dumps(table, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
