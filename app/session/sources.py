"""Read what a user typed, dropped or pasted into a page. No Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from extractors.batch.inputs import existing_path, is_address
from extractors.errors import PageError
from extractors.page import Page
from extractors.page.files import is_page_name, read_page
from resources.loader import samples

if TYPE_CHECKING:
    from extractors.page.fetching import FetchControl

SAMPLE = "sample:"
PASTED = "pasted:"

_BARE_ELEMENTS = 3  # html, head and body, which the browser always makes

_HOST = re.compile(r"([\w-]+(?:\.[\w-]+)+|localhost)(?::\d+)?(?:[/?#]\S*)?$")


@dataclass(frozen=True, slots=True)
class PageRequest:
    """One wish to see a page.

    Attributes
    ----------
    address : str
        ``http(s)://...``, ``sample:NAME``, ``pasted:N`` or an absolute path.
    text : str
        Markup where it was pasted, else empty.
    encoding : str
        The user's choice, empty to find it.
    rendered : bool
        Whether the tree is to be taken from the page as the browser rendered it.
    """

    address: str
    text: str = ""
    encoding: str = ""
    rendered: bool = False

    @property
    def is_live(self) -> bool:
        """Whether the page comes over the network."""
        return is_address(self.address)

    def with_encoding(self, encoding: str) -> PageRequest:
        """Return the same wish with another encoding."""
        return replace(self, encoding=encoding)


def understand(typed: str, *, encoding: str = "") -> PageRequest:
    """Return what a user means by a text in the address field.

    Markup is taken as a page, a path that exists as a file, a name with a dot as an address.

    Raises
    ------
    PageError
        If it is none of these; the message says what would be right.
    """
    text = typed.strip()
    if text.startswith("<"):
        return PageRequest(f"{PASTED}{_title_of(text)}", text, encoding)
    if text.startswith(SAMPLE) or is_address(text):
        return PageRequest(text, encoding=encoding)
    path = _path_of(text)
    if path is not None and path.is_file():
        return PageRequest(str(path.resolve()), encoding=encoding)
    if path is not None and path.is_dir():
        raise PageError(
            f"{text} is a folder. Open one file of it, or run it with: boilerscope extract"
        )
    host = _HOST.match(text)
    if host is not None and not is_page_name(host[1]):
        return PageRequest(f"https://{text}", encoding=encoding)
    raise PageError(
        f"{_shortened(text)!r} is neither a file nor an address. Type a path, or an address that"
        " begins with http:// or https://, or paste HTML."
    )


def _path_of(text: str) -> Path | None:
    """Return the path that a text may be, None if it can be none."""
    try:
        path = Path(unquote(urlsplit(text).path) if text.startswith("file:") else text)
        return existing_path(str(path.expanduser())) if text else None
    except (ValueError, RuntimeError):
        return None


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else text[:199] + "…"


def local_path(request: PageRequest) -> Path | None:
    """Return the file a request names, None for an address or pasted text."""
    if request.address.startswith(SAMPLE):
        name = request.address.removeprefix(SAMPLE).partition("/")[0]
        for sample in samples():
            if sample.identifier == name:
                return sample.path
        known = ", ".join(sample.identifier for sample in samples())
        raise PageError(f"There is no sample {name!r}; there are {known}.")
    if request.is_live or request.text or request.address.startswith(PASTED):
        return None
    return Path(request.address)


def read(request: PageRequest, control: FetchControl | None = None) -> Page:
    """Return the page as fetched.

    Parameters
    ----------
    request : PageRequest
        What is wanted.
    control : FetchControl, optional
        Time, progress and cancellation of a page that comes over the network.

    Raises
    ------
    PageError
        With a message for the reader, also where there is nothing to show; `FetchCancelledError`
        where the watch said so.
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
        If there is nothing in it to show, or it cannot be read.
    """
    path = local_path(request)
    name = request.address if path is None else path.name
    page = Page.from_dom(tree, url=None if request.text else url, name=name)
    if not page.n_tokens and len(page.elements) <= _BARE_ELEMENTS:
        raise PageError(f"{request.address} is empty once rendered, so there is nothing to show.")
    return page


def _read(request: PageRequest, control: FetchControl | None) -> Page:
    encoding = request.encoding or None
    if request.text:
        return Page.from_text(request.text, name=request.address)
    path = local_path(request)
    if path is not None:
        return read_page(path, encoding=encoding)
    if not request.is_live:
        raise PageError("Pasted HTML is not kept. Paste it again.")
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
    found = re.search(r"<title[^>]{0,200}>([^<]{1,60})", markup[:20_000], re.IGNORECASE)
    return " ".join(found.group(1).split()) if found else "HTML"


def read_resource_folder(request: PageRequest) -> Path | None:
    """Return the folder whose files a page may load, None for addresses and pasted text."""
    path = local_path(request)
    return None if path is None else path.parent
