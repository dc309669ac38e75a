"""Sites of listed pages: which other pages of its site a page has, kept in the cache.

The listing knows the sites. Before panes run that need other pages, `SiteTables.linked` reads the
pages of each site once, keeps what `SitePage` has of them, and gives each listed page the way to
its site. Of a large site an even sample is read, so that memory and time stay flat.
"""

from __future__ import annotations

import io
import json
import re
import sqlite3
import zlib
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import BoilerscopeError, CorpusError
from boilerscope.extractors.model.listed_page import FilePlace
from boilerscope.extractors.page.files import read_bytes
from boilerscope.extractors.page.other_pages import KnownSite, SiteLink, SitePage, SiteTable
from boilerscope.extractors.page.site.digests import path_digests, site_page
from boilerscope.extractors.sources.sites import site_of, site_of_address
from boilerscope.extractors.system.record_parts import record_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.listed_page import ListedPage, Place

SCHEMA = 3
"""Version of the tables and of the digests in them; each version has a separate file."""

MAX_PAGES = 256
"""Maximum number of pages of a site that are read."""

MAX_SOURCES = 100
"""Maximum number of pages of a site whose markup is kept, for methods that learn from pages."""

_HEAD = 2**16
"""Bytes of a page in which its own address is searched."""

_ADDRESS = rb"[\"']?(https?://[^\"'\s>]{1,2000})"
_OWN_ADDRESS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rb"<!-- saved from url=\(\d+\)(https?://[^\s>]{1,2000})",
        rb"<link\b[^>]{0,500}\brel=[\"']?canonical\b[^>]{0,500}\bhref=" + _ADDRESS,
        rb"<link\b[^>]{0,500}\bhref=" + _ADDRESS + rb"[^>]{0,500}\brel=[\"']?canonical\b",
        rb"<meta\b[^>]{0,500}\bproperty=[\"']?og:url\b[^>]{0,500}\bcontent=" + _ADDRESS,
    )
)
"""Addresses of a page in its own markup; parts have limits, because markup can be hostile."""

_TABLES = """
create table if not exists pages (mark text primary key, page blob not null, source blob);
create table if not exists sites (
    version text primary key, site blob not null, marks text not null
);
"""


def default_folder() -> Path:
    """Return the folder of the tables in the user's cache folder."""
    from platformdirs import user_cache_path

    return user_cache_path("boilerscope") / "sites"


@dataclass(frozen=True, slots=True)
class StoredSite(SiteLink):
    """A table of pages in the cache.

    Attributes
    ----------
    file : str
        Path of the database.
    """

    name: str
    version: str
    file: str

    def table(self) -> SiteTable:
        """Return the pages of the site.

        Raises
        ------
        CorpusError
            If the table cannot be read.
        """
        return _stored_table(self.file, self.version)

    def sources(self) -> tuple[tuple[str, str], ...]:
        """Return name and markup of the first pages of the table.

        Raises
        ------
        CorpusError
            If they cannot be read.
        """
        return _stored_sources(self.file, self.version)


@dataclass(frozen=True, slots=True)
class Site:
    """Pages of one site in a listing.

    Attributes
    ----------
    name : str
        Registered domain, or the folder of pages without an address.
    n_listed : int
        Number of pages.
    sample : tuple of ListedPage
        Pages to read: all, or an even sample, in the order of the listing.
    """

    name: str
    n_listed: int
    sample: tuple[ListedPage, ...]


class SiteTables:
    """Tables of sites in the cache; pages that have not changed are not read again.

    Parameters
    ----------
    folder : Path, optional
        Folder of the cache; it is created if necessary.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._file = (default_folder() if folder is None else folder) / f"sites-{SCHEMA}.sqlite"

    def linked(
        self,
        pages: Sequence[ListedPage],
        on_read: Callable[[int, int], object] | None = None,
        more: Sequence[ListedPage] = (),
    ) -> list[ListedPage]:
        """Return the pages with the way to the other pages of their sites.

        Parameters
        ----------
        more : sequence of ListedPage
            Further pages that are evidence only.
        on_read : function of (int, int), optional
            Called with the number of pages read and to read; an error that it raises ends the work.

        Raises
        ------
        CorpusError
            If the cache cannot be written; the message names the file.
        """
        names = [site_name(page) for page in pages]
        every, all_names = [*pages, *more], [*names, *map(site_name, more)]
        ways = self._ways(sites_of(every, all_names), on_read)
        return [
            replace(page, site=ways[name].of(_name(page)))
            for page, name in zip(pages, names, strict=True)
        ]

    def layouts(
        self, pages: Sequence[ListedPage], on_read: Callable[[int, int], object] | None = None
    ) -> list[int]:
        """Return the layout of each page among the pages of its site, from 1; 0 if it is alone.

        Parameters are those of `linked`.

        Raises
        ------
        CorpusError
            See `linked`.
        """
        linked = self.linked(pages, on_read)
        rows: dict[str, list[int]] = defaultdict(list)
        for row, page in enumerate(linked):
            if isinstance(page.site, StoredSite):
                rows[page.site.version].append(row)
        layouts = [0] * len(linked)
        for of_site in rows.values():  # one site after the other: its table is unpacked once
            for row in of_site:
                layouts[row] = _layout(linked[row])
        return layouts

    def linked_stream(
        self, list_again: Callable[[], Iterable[ListedPage]]
    ) -> Callable[[Iterable[ListedPage]], Iterator[ListedPage]]:
        """Return a function that gives listed pages the way to their sites, one by one.

        Parameters
        ----------
        list_again : function
            Lists all pages; it is called once, before this method returns.

        Raises
        ------
        CorpusError
            See `linked`.
        """
        ways = self._ways(sites_in_stream(list_again()), None)

        def link(pages: Iterable[ListedPage]) -> Iterator[ListedPage]:
            for page in pages:
                way = None if page.is_unread else ways.get(site_name(page))
                yield page if way is None else replace(page, site=way.of(_name(page)))

        return link

    def _ways(
        self, sites: Sequence[Site], on_read: Callable[[int, int], object] | None
    ) -> dict[str, _Way]:
        """Return the way to each site, by its name; read the pages that are not in the cache."""
        alone = {site.name: _Way(site.name, "", "") for site in sites if site.n_listed == 1}
        others = [site for site in sites if site.n_listed > 1]
        if not others:
            return alone
        n_pages, n_read, ways = sum(len(site.sample) for site in others), 0, alone
        try:
            with closing(self._open()) as database:
                for site in others:
                    rows = []
                    for number, page in enumerate(site.sample):
                        if on_read is not None:
                            on_read(n_read, n_pages)
                        n_read += 1
                        rows.append(_row_of(database, page, keep_source=number < MAX_SOURCES))
                    ways[site.name] = self._way(database, site, rows)
        except (OSError, sqlite3.Error) as error:
            raise CorpusError(f"{self._file} cannot be read or written: {error}.") from error
        return ways

    def _open(self) -> sqlite3.Connection:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self._file, timeout=30.0)
        database.executescript(_TABLES)
        return database

    def _way(
        self, database: sqlite3.Connection, site: Site, rows: list[tuple[str, SitePage | None]]
    ) -> _Way:
        digest = blake2b(f"{site.name}\0{site.n_listed}".encode(), digest_size=16)
        for mark, _ in rows:
            digest.update(mark.encode())
        version = digest.hexdigest()
        known = database.execute("select 1 from sites where version = ?", (version,)).fetchone()
        if known is None:
            table = SiteTable.of(
                site.name, site.n_listed, (page for _, page in rows if page is not None)
            )
            marks = json.dumps([mark for mark, _ in rows[:MAX_SOURCES]])
            with database:
                database.execute(
                    "insert or replace into sites values (?, ?, ?)",
                    (version, _packed(table), marks),
                )
        return _Way(site.name, version, str(self._file))


@dataclass(frozen=True, slots=True)
class _Way:
    """Way to one site from any page of it."""

    site: str
    version: str
    file: str

    def of(self, name: str) -> SiteLink:
        if not self.version:
            return KnownSite(name, SiteTable.of(self.site, 1, ()), "alone")
        return StoredSite(name, self.version, self.file)


def site_name(page: ListedPage) -> str:
    """Return the site of a page in a listing.

    It is the registered domain of its address; without one, of the address that its own markup
    names (a saved page, a canonical link); without that, the folder or the file of many pages.
    """
    identified = page.identified()
    if identified.url:
        return site_of(identified)
    place = page.place
    if not isinstance(place, FilePlace):
        return f"file {page.source.rpartition(':')[0] or page.source}"
    address = _own_address(place)
    if address:
        return site_of_address(address) or page.name
    return f"folder {place.file.parent if isinstance(place.file, Path) else page.source}"


def sites_of(pages: Sequence[ListedPage], names: Sequence[str]) -> list[Site]:
    """Return the sites of pages, with the pages to read of each."""
    rows: dict[str, list[int]] = defaultdict(list)
    for row, name in enumerate(names):
        rows[name].append(row)
    return [
        Site(name, len(listed), tuple(pages[row] for row in _sample(pages, listed)))
        for name, listed in rows.items()
    ]


def _layout(page: ListedPage) -> int:
    """Return the layout of a page; one that is not in the sample of its site is read."""
    if page.site is None:
        return 0
    table = page.site.table()
    row = next((row for row, it in enumerate(table.pages) if it.name == page.site.name), -1)
    if row >= 0:
        return int(table.layout[row])
    try:
        return table.layout_of(path_digests(page.page()))
    except BoilerscopeError:  # its run reports the error
        return 0


def sites_in_stream(pages: Iterable[ListedPage]) -> list[Site]:
    """Return the sites of a listing that is too long for memory: at most `MAX_PAGES` of each."""
    sampled: dict[str, list[tuple[bytes, int, ListedPage]]] = defaultdict(list)
    n_listed: dict[str, int] = defaultdict(int)
    for number, page in enumerate(pages):
        if page.is_unread:
            continue
        name = site_name(page)
        n_listed[name] += 1
        sample = sampled[name]
        sample.append((_order(page), number, page))
        if len(sample) > 2 * MAX_PAGES:
            sample.sort(key=lambda item: item[:2])
            del sample[MAX_PAGES:]
    return [
        Site(
            name,
            n_listed[name],
            tuple(
                page
                for _, _, page in sorted(
                    sorted(sample, key=lambda item: item[:2])[:MAX_PAGES], key=lambda item: item[1]
                )
            ),
        )
        for name, sample in sampled.items()
    ]


def _sample(pages: Sequence[ListedPage], rows: list[int]) -> list[int]:
    """Return at most `MAX_PAGES` of some pages, chosen by their names, in order."""
    if len(rows) <= MAX_PAGES:
        return rows
    return sorted(sorted(rows, key=lambda row: _order(pages[row]))[:MAX_PAGES])


def _name(page: ListedPage) -> str:
    return page.identified().name


def _order(page: ListedPage) -> bytes:
    return blake2b(_name(page).encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _own_address(place: Place) -> str:
    """Return the address that the markup of a file names, empty if it names none."""
    if not isinstance(place, FilePlace):
        return ""
    try:
        head = read_bytes(place.file)[:_HEAD]
    except (BoilerscopeError, OSError):
        return ""  # its run reports the error
    for pattern in _OWN_ADDRESS:
        match = pattern.search(head)
        if match:
            return match[1].decode("utf-8", "replace")
    return ""


def _row_of(
    database: sqlite3.Connection, page: ListedPage, *, keep_source: bool
) -> tuple[str, SitePage | None]:
    """Return mark and digests of a page, from the cache if it has not changed; None if unreadable.

    The run of the page itself reports why it cannot be read.
    """
    try:
        located = page.located()
        mark = _mark(located)
        row = database.execute(
            "select page, source is not null from pages where mark = ?", (mark,)
        ).fetchone()
        if row is not None and (row[1] or not keep_source):
            return mark, _unpacked_page(_name(page), row[0])
        read = located.page()
    except BoilerscopeError as error:
        return f"unread {page.name} {error}", None
    kept = site_page(read, _name(page), located.url or _own_address(located.place))
    source = zlib.compress(read.source.encode("utf-8", "surrogatepass")) if keep_source else None
    with database:
        database.execute(
            "insert or replace into pages values (?, ?, ?)", (mark, _packed_page(kept), source)
        )
    return mark, kept


def _mark(page: ListedPage) -> str:
    """Return a digest that changes with a page, without reading it."""
    digest = blake2b(f"{page.name}\0{page.url}\0{page.encoding}\0".encode(), digest_size=16)
    for part in record_parts(page.place):
        digest.update(part)
    return digest.hexdigest()


def _packed_page(page: SitePage) -> bytes:
    return _packed(SiteTable("", 0, (page,), np.ones(1, dtype=np.int32)))


def _unpacked_page(name: str, data: bytes) -> SitePage:
    [page] = _unpacked(data).pages
    return replace(page, name=name)


def _packed(table: SiteTable) -> bytes:
    """Return a table as the bytes of named arrays, without pickled objects."""
    pages = table.pages
    head = {
        "site": table.site,
        "n_listed": table.n_listed,
        "names": [page.name for page in pages],
        "urls": [page.url for page in pages],
    }
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        head=np.frombuffer(json.dumps(head).encode(), dtype=np.uint8),
        layout=table.layout,
        n_texts=np.array([len(page.texts) for page in pages], dtype=np.int64),
        n_paths=np.array([len(page.paths) for page in pages], dtype=np.int64),
        texts=_joined(page.texts for page in pages),
        sizes=_joined(page.sizes for page in pages),
        paths=_joined(page.paths for page in pages),
    )
    return stream.getvalue()


def _joined(arrays: Iterable[NDArray[Any]]) -> NDArray[Any]:
    listed = list(arrays)
    return np.concatenate(listed) if listed else np.zeros(0, dtype=np.uint64)


def _unpacked(data: bytes) -> SiteTable:
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        text_ends, path_ends = (np.cumsum(arrays[name])[:-1] for name in ("n_texts", "n_paths"))
        texts, sizes = (np.split(arrays[name], text_ends) for name in ("texts", "sizes"))
        paths, layout = np.split(arrays["paths"], path_ends), arrays["layout"]
    pages = tuple(
        SitePage(name, url, texts[row], sizes[row], paths[row])
        for row, (name, url) in enumerate(zip(head["names"], head["urls"], strict=True))
    )
    return SiteTable(head["site"], head["n_listed"], pages, layout)


@lru_cache(maxsize=16)
def _stored_table(file: str, version: str) -> SiteTable:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30.0)) as database:
            row = database.execute(
                "select site from sites where version = ?", (version,)
            ).fetchone()
    except sqlite3.Error as error:
        raise CorpusError(f"{file} cannot be read: {error}.") from error
    if row is None:
        raise CorpusError(f"{file} has no table of this site any more. Run the pages again.")
    return _unpacked(row[0])


@lru_cache(maxsize=2)
def _stored_sources(file: str, version: str) -> tuple[tuple[str, str], ...]:
    sources = []
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30.0)) as database:
            row = database.execute(
                "select marks from sites where version = ?", (version,)
            ).fetchone()
            for mark in [] if row is None else json.loads(row[0]):
                found = database.execute(
                    "select page, source from pages where mark = ?", (mark,)
                ).fetchone()
                if found is not None and found[1] is not None:
                    [page] = _unpacked(found[0]).pages
                    text = zlib.decompress(found[1]).decode("utf-8", "surrogatepass")
                    sources.append((page.name, text))
    except sqlite3.Error as error:
        raise CorpusError(f"{file} cannot be read: {error}.") from error
    return tuple(sources)
