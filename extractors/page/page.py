"""The page: source, tree, page text and columns, built once and never changed."""

from __future__ import annotations

import codecs
import dataclasses
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from boilerscope.extractors.page.columns import make_columns
from boilerscope.extractors.page.decoding import Decoded, decode, decode_nothing
from boilerscope.extractors.page.dom_tree import build_dom, locate_slots, walk
from boilerscope.extractors.page.encodings import require_encoding
from boilerscope.extractors.page.events import Events, make_events
from boilerscope.extractors.page.parse_warnings import missing_text, parse_warnings
from boilerscope.extractors.page.parsing import MAX_BYTES, check_size, parse
from boilerscope.extractors.page.positions import line_starts, sibling_numbers, token_offsets
from boilerscope.extractors.page.sections import section_of_tokens
from boilerscope.extractors.system.late import late_calls

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from lxml import etree

    from boilerscope.extractors.page.code_points import CodeArray
    from boilerscope.extractors.page.columns import Columns
    from boilerscope.extractors.page.dom_tree import DomTree, Step
    from boilerscope.extractors.page.other_pages import SiteLink
    from boilerscope.extractors.page.records import (
        ElementColumns,
        IntArray,
        Layout,
        PageWarning,
        SlotColumns,
        SourcePositions,
        TokenColumns,
    )
    from boilerscope.extractors.page.source_scan import Pieces, locate_tokens, scan_pieces
else:
    locate_tokens, scan_pieces = late_calls(
        "boilerscope.extractors.page.source_scan", "locate_tokens", "scan_pieces"
    )

T = TypeVar("T")
_POSITIONS = "source positions"
_NOT_BUILT: Any = object()
_WRAPPERS = ("html", "body")
_PATH_LEVELS = 50


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """A web page, ready for every algorithm.

    Built by `from_bytes`, `from_url`, `from_text`, `from_dom` or `read_page`. Offsets count code
    points.

    Attributes
    ----------
    name : str
        Name in messages and views: a file name, an address.
    url : str or None
        Its address.
    data : bytes or None
        Bytes of the page as fetched; None if it was captured from a live document.
    decoded : Decoded
        The source and its encoding.
    root : lxml element
        The ``html`` element; read it, never edit it.
    text : str
        The page text: all text slots except those of scripts, styles and comments, joined.
    codes : array of uint32, shape (len(text),)
        Its code points.
    elements, slots, tokens
        The columns, one row per element, text slot and token.
    warnings : tuple of PageWarning
        Losses and repairs.
    layout : Layout or None
        Boxes and styles, if a browser has laid the page out.
    set_apart : tuple of int or None
        Text slots that a browser shows apart from the text before them although no white space is
        between the two, see `reading_spaces`; None if no browser measured the page.
    site : SiteLink or None
        Way to the other pages of its site; None if it was listed without them.
    """

    name: str
    url: str | None
    data: bytes | None
    decoded: Decoded
    root: etree._Element
    text: str
    codes: CodeArray
    elements: ElementColumns
    slots: SlotColumns
    tokens: TokenColumns
    warnings: tuple[PageWarning, ...]
    layout: Layout | None = None
    set_apart: tuple[int, ...] | None = None
    site: SiteLink | None = None
    _results: dict[Hashable, Any] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __repr__(self) -> str:
        return f"<Page {self.name!r}: {len(self.elements):,} elements, {self.n_tokens:,} tokens>"

    def __reduce__(self) -> tuple[Callable[..., Page], tuple[object, ...]]:
        """Pickle the input of the page; the other process parses it again, with an empty cache."""
        decoded = self.decoded
        if decoded.how == "serialised":
            source = (walk(self.root), self.name, self.url)
            state = decoded.n_replaced, decoded.warnings, self.layout, self.site
            return captured_again, (*source, *state)
        return parsed_again, (decoded, self.name, self.url, self.data, self.layout, self.site)

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        name: str,
        url: str | None = None,
        encoding: str | None = None,
        http_charset: str | None = None,
    ) -> Page:
        """Parse bytes, as fetched, into a page.

        Parameters
        ----------
        data : bytes
            As fetched, not compressed.
        name : str
            Name of the page in messages and views.
        url : str, optional
            Its address.
        encoding : str, optional
            The user's choice; only a byte order mark overrides it.
        http_charset : str, optional
            The charset that the server named.

        Raises
        ------
        TooLargeError, BinaryContentError
            The message gives the reason and a remedy.
        UnknownNameError
            If the encoding is unknown.
        """
        check_size(len(data), name=name)
        decoded = decode(data, encoding=encoding, http_charset=http_charset, name=name)
        return cls._parsed(decoded, name=name, url=url, data=data)

    @classmethod
    def from_text(cls, text: str, *, name: str, url: str | None = None) -> Page:
        """Parse decoded markup, such as pasted HTML, into a page.

        Raises
        ------
        TooLargeError
            If the text exceeds the limit.
        """
        decoded = decode_nothing(text)
        data = decoded.text.encode("utf-8")
        check_size(len(data), name=name)
        return cls._parsed(decoded, name=name, url=url, data=data)

    @classmethod
    def from_url(
        cls,
        url: str,
        *,
        encoding: str | None = None,
        timeout_s: float = 30.0,
        max_bytes: int = MAX_BYTES,
        on_progress: Callable[[int, int | None], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Page:
        """Fetch the page at an address, as a server sends it to a program without scripts.

        Parameters
        ----------
        url : str
            http or https.
        encoding : str, optional
            The user's choice.
        timeout_s : float
            Limit for the whole response, in seconds.
        max_bytes : int
            Limit on the unpacked body.
        on_progress : function of (int, int or None), optional
            Called with the bytes received and the bytes announced.
        cancelled : function, optional
            Called before connecting and at each chunk received.

        Raises
        ------
        FetchError
            The message gives the reason; `FetchCancelledError` if `cancelled` returned True.
        TooLargeError, BinaryContentError, UnknownNameError
            As `from_bytes`.
        """
        from boilerscope.extractors.page.fetching import FetchControl, fetch

        if encoding:
            require_encoding(encoding)  # fail before the wait, not after it
        response = fetch(url, FetchControl(timeout_s, max_bytes, on_progress, cancelled))
        return cls.from_bytes(
            response.data,
            name=url,
            url=response.url,
            encoding=encoding,
            http_charset=response.charset,
        )

    @classmethod
    def from_dom(cls, tree: str | list[Any], *, url: str | None, name: str | None = None) -> Page:
        """Build a page from a document that a browser has rendered.

        Parameters
        ----------
        tree : str or list
            The document as the page agent walked it, see `boilerscope.extractors.page.dom_tree`;
            JSON text or parsed.
        url : str or None
            Address of the document.
        name : str, optional
            Name of the page in messages and views; its address by default.

        Raises
        ------
        PageError
            If the document cannot be read.
        """
        dom = build_dom(tree)
        decoded = Decoded(dom.source, "utf-8", "serialised", dom.n_replaced, dom.warnings)
        return cls._captured(dom, decoded, name=name or url or "captured page", url=url)

    @classmethod
    def _captured(cls, dom: DomTree, decoded: Decoded, *, name: str, url: str | None) -> Page:
        columns = make_columns(dom.root)
        page = cls._from_columns(decoded, dom.root, columns, name=name, url=url, data=None)
        page.cached(_POSITIONS, lambda _page: locate_slots(dom, columns))
        return page

    @classmethod
    def _parsed(cls, decoded: Decoded, *, name: str, url: str | None, data: bytes) -> Page:
        tree = parse(_utf8(decoded, data), name=name)
        columns = make_columns(tree.root)
        page = cls._from_columns(decoded, tree.root, columns, name=name, url=url, data=data)
        losses = tuple(parse_warnings(decoded.text, tree, columns))
        return dataclasses.replace(page, warnings=page.warnings + losses) if losses else page

    @classmethod
    def _from_columns(
        cls,
        decoded: Decoded,
        root: etree._Element,
        columns: Columns,
        *,
        name: str,
        url: str | None,
        data: bytes | None,
    ) -> Page:
        return cls(
            name=name,
            url=url,
            data=data,
            decoded=decoded,
            root=root,
            text=columns.text,
            codes=columns.codes,
            elements=columns.elements,
            slots=columns.slots,
            tokens=columns.tokens,
            warnings=(*decoded.warnings, *missing_text(decoded.text, columns)),
        )

    def with_layout(self, layout: Layout | None) -> Page:
        """Return this page with another layout; everything else is shared, including the cache.

        The key of a cached result that depends on the layout must contain the layout.
        """
        return dataclasses.replace(self, layout=layout)

    def with_set_apart(self, slots: tuple[int, ...]) -> Page:
        """Return this page with the text slots that a browser shows apart, see `set_apart`."""
        return dataclasses.replace(self, set_apart=slots)

    def with_site(self, site: SiteLink | None) -> Page:
        """Return this page with the way to the other pages of its site; all else is shared."""
        return dataclasses.replace(self, site=site)

    def is_same_tree(self, other: Page | None) -> bool:
        """Return whether another page is this page, regardless of the layouts.

        Two pages parsed from the same bytes differ: each has its own elements.
        """
        return other is not None and self.elements is other.elements

    def cached(self, key: Hashable, build: Callable[[Page], T]) -> T:
        """Return a result that several algorithms share, built once per page.

        Parameters
        ----------
        key : hashable
            Name of the result and the settings it depends on. The page keeps the result.
        build : function of a page
            May call `cached` itself. Runs in one thread at a time; other threads wait. The result
            must not refer to the page, only to its columns: a reference cycle would keep an unused
            page in memory until the garbage collector runs.
        """
        result: T = self._results.get(key, _NOT_BUILT)  # one hash if the key is present
        if result is _NOT_BUILT:
            with self._lock:
                if key not in self._results:
                    self._results[key] = build(self)
                result = self._results[key]
        return result

    @property
    def source(self) -> str:
        """The decoded source."""
        return self.decoded.text

    @property
    def source_bytes(self) -> bytes:
        """The decoded source in UTF-8."""
        return _utf8(self.decoded, self.data)

    @property
    def n_tokens(self) -> int:
        """Number of tokens."""
        return len(self.tokens)

    @property
    def source_positions(self) -> SourcePositions:
        """The range of each token in `source`; computed at first use."""
        return self.cached(_POSITIONS, _locate)

    @property
    def source_pieces(self) -> Pieces:
        """Tags of `source` and the texts between them; computed at first use."""
        return self.cached("source pieces", lambda page: scan_pieces(page.source))

    @property
    def events(self) -> Events:
        """Starts, ends and texts in document order; computed at first use."""
        return self.cached("events", lambda page: make_events(page.elements, len(page.slots)))

    @property
    def sections(self) -> IntArray:
        """The section of each token as a code of `SECTION_NAMES`, shape (n_tokens,)."""
        return self.cached(
            "sections", lambda page: section_of_tokens(page.elements, page.slots, page.tokens)
        )

    @property
    def title(self) -> str:
        """Text of the first title element that is not part of a drawing, white space collapsed."""
        drawing_end = 0
        for row, tag in enumerate(self.elements.tag):
            if tag == "svg":
                drawing_end = max(drawing_end, int(self.elements.subtree_end[row]))
            elif tag == "title" and row >= drawing_end:
                return " ".join(self.element_text(row).split())
        return ""

    def slot_text(self, slot: int) -> str:
        """Return the page text of a slot; empty for scripts, styles and comments."""
        return self.text[self.slots.start[slot] : self.slots.end[slot]]

    def element_text(self, row: int) -> str:
        """Return the page text below an element."""
        first, last = self.elements.slot_start[row], self.elements.slot_end[row] - 1
        return self.text[self.slots.start[first] : self.slots.end[last]] if first <= last else ""

    def token_text(self, token: int) -> str:
        """Return the text of a token."""
        return self.text[self.tokens.start[token] : self.tokens.end[token]]

    def path(self, row: int) -> str:
        """Return the path of an element, such as ``main > article > p[6]``.

        html and body are left out unless the element is one of them. A number counts siblings of
        the same tag, if there are several. Beyond fifty levels an ellipsis replaces the outer
        elements.
        """
        number_of = self.cached("sibling numbers", lambda page: sibling_numbers(page.elements)).item
        parent_of, tag = self.elements.parent.item, self.elements.tag
        steps: list[str] = []
        current = row
        while current >= 0 and len(steps) < _PATH_LEVELS:
            if current == row or tag[current] not in _WRAPPERS:
                number = number_of(current)
                steps.append(f"{tag[current]}[{number}]" if number else tag[current])
            current = parent_of(current)
        if current >= 0 and tag[current] not in _WRAPPERS:
            steps.append("…")
        return " > ".join(reversed(steps))

    def line_of(self, source_offset: int) -> int:
        """Return the line of an offset in the source, counted from 1."""
        return int(self.lines_of(np.array([source_offset], dtype=np.int32))[0])

    def lines_of(self, source_offset: IntArray) -> IntArray:
        """Return the line of each of several offsets, see `line_of`."""
        starts = self.cached("line starts", lambda page: line_starts(page.source))
        # int32, because numpy would convert all the starts for any other type.
        return starts.searchsorted(source_offset.astype(np.int32), side="right").astype(np.int32)

    def tokens_in_source(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of tokens that start in a range of the source.

        See `tokens_in_source_ranges`.
        """
        first, last = self.tokens_in_source_ranges(np.array([start]), np.array([end]))
        return int(first[0]), int(last[0])

    def tokens_in_source_ranges(self, start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
        """Return, for each range of the source, the range of tokens that start in it.

        Adjacent source ranges give adjacent token ranges. A token without a known position (see
        `SourcePositions`) belongs with the token before it.

        Parameters
        ----------
        start, end : array of int
            Offsets in `source`, end not included.

        Returns
        -------
        first, last : array of int
            Token ranges, last not included.
        """
        offsets = self.cached("token offsets", lambda page: token_offsets(page.source_positions))
        first, last = (offsets.searchsorted(edges).astype(np.int32) for edges in (start, end))
        return first, np.maximum(first, last)


def parsed_again(
    decoded: Decoded,
    name: str,
    url: str | None,
    data: bytes | None,
    layout: Layout | None,
    site: SiteLink | None = None,
) -> Page:
    """Parse decoded bytes again, in the process that receives the page."""
    data = decoded.text.encode("utf-8") if data is None else data
    page = Page._parsed(decoded, name=name, url=url, data=data)  # noqa: SLF001 - its own module
    return dataclasses.replace(page, layout=layout, site=site)


def captured_again(  # noqa: PLR0913, PLR0917 - the parts of a pickled page, in order
    steps: list[Step],
    name: str,
    url: str | None,
    n_replaced: int,
    warnings: tuple[PageWarning, ...],
    layout: Layout | None = None,
    site: SiteLink | None = None,
) -> Page:
    """Rebuild a captured page from the steps of its document.

    Raises
    ------
    PageError
        If the steps do not form a document.
    """
    dom = build_dom(steps)
    decoded = Decoded(dom.source, "utf-8", "serialised", n_replaced, warnings)
    page = Page._captured(dom, decoded, name=name, url=url)  # noqa: SLF001 - its own module
    return dataclasses.replace(page, layout=layout, site=site)


def _locate(page: Page) -> SourcePositions:
    return locate_tokens(page.source, page.codes, page.tokens, page.source_pieces)


def _utf8(decoded: Decoded, data: bytes | None) -> bytes:
    """Return the source in UTF-8; most pages are fetched in it."""
    is_utf8 = decoded.encoding == "utf-8" and not decoded.n_replaced
    if data is not None and is_utf8 and not data.startswith(codecs.BOM_UTF8):
        return data
    return decoded.text.encode("utf-8")
