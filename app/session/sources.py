"""Pages from typed, dropped or pasted text. No Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from boilerscope.extractors.errors import PageError
from boilerscope.extractors.model.listed_page import FilePlace
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import is_page_name, read_page
from boilerscope.extractors.sources import refusals
from boilerscope.extractors.sources.words import existing_path, is_address
from boilerscope.extractors.system.late import late_call
from boilerscope.resources.loader import samples

if TYPE_CHECKING:
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page.fetching import FetchControl
    from boilerscope.extractors.sources.listing import is_corpus_name
else:
    is_corpus_name = late_call("boilerscope.extractors.sources.listing", "is_corpus_name")

SAMPLE = "sample:"
PASTED = "pasted:"
LISTED = "corpus:"
"""Beginning of the address of a page that is a part of a file with many pages."""

_BARE_ELEMENTS = 3  # html, head and body, which the browser always creates

_HOST = re.compile(r"([\w-]+(?:\.[\w-]+)+|localhost)(?::\d+)?(?:[/?#]\S*)?$")


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Request to open a page.

    Attributes
    ----------
    address : str
        ``http(s)://...``, ``sample:NAME``, ``pasted:N``, ``corpus:SET/PAGE`` or an absolute path.
    text : str
        Pasted markup, else empty.
    encoding : str
        Encoding that the user selected, empty to detect it.
    rendered : bool
        Whether the tree is taken from the page as the browser rendered it.
    listed : ListedPage or None
        Page of a corpus with its gold, None for other pages.
    data : bytes or None
        Bytes of the page, if they are read already; None reads them from the address.
    charset : str or None
        The charset that the server named for these bytes.
    """

    address: str
    text: str = ""
    encoding: str = ""
    rendered: bool = False
    listed: ListedPage | None = None
    data: bytes | None = None
    charset: str | None = None

    @property
    def is_live(self) -> bool:
        """Whether the page comes over the network."""
        return is_address(self.address)

    def with_encoding(self, encoding: str) -> PageRequest:
        """Return the same request with another encoding."""
        return replace(self, encoding=encoding)


def understand(typed: str, *, encoding: str = "") -> PageRequest:
    """Return the request for a text that the user typed into the address field.

    Markup is a page, an existing path is a file, and a name with a dot is an address.

    Raises
    ------
    PageError
        For an input of many pages and for any other text; the message says what would be right.
    """
    text = typed.strip()
    if text.startswith("<"):
        return PageRequest(f"{PASTED}{_title_of(text)}", text, encoding)
    if text.startswith(SAMPLE) or is_address(text):
        return PageRequest(text, encoding=encoding)
    path = _path_of(text)
    if path is not None and is_corpus_name(path):
        raise refusals.many_pages(path)
    if path is not None and path.is_file():
        return PageRequest(str(path.resolve()), encoding=encoding)
    host = _HOST.match(text)
    if host is not None and not is_page_name(host[1]):
        return PageRequest(f"https://{text}", encoding=encoding)
    raise PageError(
        f"{_shortened(text)!r} is neither a file nor an address. Type a path, or an address that"
        " begins with http:// or https://, or paste HTML."
    )


def request_of(page: ListedPage) -> PageRequest:
    """Return the request for a page of a corpus.

    Raises
    ------
    BoilerscopeError
        If the place of the page cannot be read; the message names file and line.
    """
    place = page.located().place
    file = place.file if isinstance(place, FilePlace) else None
    address = str(file.resolve()) if isinstance(file, Path) else f"{LISTED}{page.name}"
    return PageRequest(address, listed=page)


def _path_of(text: str) -> Path | None:
    """Return a text as a path, None if it cannot be a path."""
    try:
        path = Path(unquote(urlsplit(text).path) if text.startswith("file:") else text)
        return existing_path(str(path.expanduser())) if text else None
    except (ValueError, RuntimeError):
        return None


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else text[:199] + "…"


def local_path(request: PageRequest) -> Path | None:
    """Return the file of a request, None for an address or pasted text."""
    if request.address.startswith(SAMPLE):
        name = request.address.removeprefix(SAMPLE).partition("/")[0]
        for sample in samples():
            if sample.identifier == name:
                return sample.path
        names = ", ".join(sample.identifier for sample in samples())
        raise PageError(f"{name!r} is not a built-in sample. Choose one of {names}.")
    if request.is_live or request.text or request.address.startswith((PASTED, LISTED)):
        return None
    return Path(request.address)


def read(request: PageRequest, control: FetchControl | None = None) -> Page:
    """Return the page as fetched.

    Parameters
    ----------
    control : FetchControl, optional
        Time, progress and cancellation of a page that comes over the network.

    Raises
    ------
    PageError
        If the page cannot be read or is empty; `FetchCancelledError` if `control` cancelled it.
    """
    page = _read(request, control)
    if page.data is not None and not page.data.strip():
        raise PageError(f"{request.address} is empty, so there is nothing to show.")
    return page


def page_of_document(request: PageRequest, tree: str | list[Any], url: str) -> Page:
    """Return the page that the browser has rendered.

    Raises
    ------
    PageError
        If the page is empty or cannot be read.
    """
    path = local_path(request)
    name = request.address if path is None else path.name
    page = Page.from_dom(tree, url=None if request.text else url, name=name)
    if not page.n_tokens and len(page.elements) <= _BARE_ELEMENTS:
        raise PageError(f"{request.address} is empty once rendered, so there is nothing to show.")
    return page


def _read(request: PageRequest, control: FetchControl | None) -> Page:
    encoding = request.encoding or None
    if request.listed is not None:
        listed = request.listed
        return (replace(listed, encoding=encoding) if encoding else listed).page()
    if request.text:
        return Page.from_text(request.text, name=request.address)
    if request.data is not None:
        return Page.from_bytes(
            request.data,
            name=request.address,
            url=request.address,
            http_charset=request.charset,
            encoding=encoding,
        )
    path = local_path(request)
    if path is not None:
        return read_page(path, encoding=encoding)
    if not request.is_live:
        raise PageError("Pasted HTML is not saved. Paste it again.")
    if control is None:
        return Page.from_url(request.address, encoding=encoding)
    return Page.from_url(
        request.address,
        encoding=encoding,
        timeout_s=control.timeout_s,
        on_progress=control.on_progress,
        cancelled=control.cancelled,
    )


def _title_of(markup: str) -> str:
    match = re.search(r"<title[^>]{0,200}>([^<]{1,60})", markup[:20_000], re.IGNORECASE)
    return " ".join(match.group(1).split()) if match else "HTML"


def read_resource_folder(request: PageRequest) -> Path | None:
    """Return the folder from which a page may load files, None for addresses and pasted text."""
    path = local_path(request)
    return None if path is None else path.parent
