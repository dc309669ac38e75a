"""Requests to the process of another version of a library, and its answers, as bytes."""

from __future__ import annotations

import hashlib
import pickle
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.explaining import explaining

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.peers.peer import Peer


@dataclass(frozen=True, slots=True)
class Request:
    """A run of the adapter of a library.

    Attributes
    ----------
    adapter : str
        ``module:object`` of the adapter.
    page : Page
        The page; its source is sent, and parsed again.
    settings : Settings
        Settings of the adapter.
    explains : bool
        Whether the library is traced.
    format_name : str
        One of its own formats, empty for the extraction.
    """

    adapter: str
    page: Page
    settings: Settings
    explains: bool = False
    format_name: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of a request.

    Attributes
    ----------
    extraction : Extraction or None
        Result, None after an error or for another format.
    output : str
        The library's own output, if a format was asked for.
    page_digest : str
        Digest of the words of the page as the environment parsed it.
    fault : str
        Error of the library, or of a setting.
    is_memory : bool
        Whether there was not enough memory.
    """

    extraction: Extraction | None = None
    output: str = ""
    page_digest: str = ""
    fault: str = ""
    is_memory: bool = False


def digest_of(page: Page) -> str:
    """Return a digest of the words of a page and their places in the tree."""
    digest = hashlib.sha256(page.text.encode("utf-8", "surrogatepass"))
    digest.update(page.tokens.start.tobytes())
    digest.update(str(len(page.elements)).encode())
    return digest.hexdigest()


def answer(data: bytes) -> bytes:
    """Return the answer to a request, in the environment of the library; both are pickled."""
    try:
        request: Request = pickle.loads(data)  # noqa: S301 - from our parent process
        answered = _answered(request)
        return pickle.dumps(answered)
    except MemoryError:
        return pickle.dumps(Answer(is_memory=True))
    except BoilerscopeError as error:
        return pickle.dumps(Answer(fault=str(error)))
    except Exception as error:  # noqa: BLE001 - a fault of the library is shown in its own pane
        return pickle.dumps(Answer(fault=_described(error)))


def _answered(request: Request) -> Answer:
    module, _, name = request.adapter.partition(":")
    adapter: Peer[Any] = getattr(import_module(module), name)
    page = request.page
    if request.format_name:
        return Answer(output=adapter.own_output(page, request.settings, request.format_name))
    with explaining(on=request.explains):
        extraction = adapter.extract(page, request.settings, ())
    return Answer(extraction, page_digest=digest_of(page))


def _described(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:500]}{where}"
