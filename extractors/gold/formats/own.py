"""Boilerscope's own format: JSON lines with a class for each range of words.

A line is one page. ``<page>.gold.jsonl`` beside a page has one line, a file of a corpus has many.

========================  =========================================================================
key                       value
========================  =========================================================================
``format``, ``version``   ``"boilerscope-gold"`` and 1
``id``, ``set``           identifier of the page and name of its set
``html``                  path of the page from the file's folder, or its markup
``encoding``, ``url``     of the page, or null
``lang``, ``page_type``,  of the page, empty if unknown
``title``
``sha256``                digest of the page's bytes
``words_sha256``          digest of the words of the page, one a line
``words``                 number of words (tokens)
``ranges``                objects in order with ``class``, ``start`` and ``end`` (words, from 0, end
                          not included), ``first`` and ``last``: the text at both ends
``text``                  the gold text, if the gold was made from a text, else null
``share``, ``missing``    share of the text that was found, and the stretches that were not
``with``, ``without``     snippets
``from``                  ``format`` and ``source`` that the gold was read from, or null
``annotator``,            who marked the page and when (ISO 8601), empty if unknown
``changed``
``annotators``            objects with ``annotator``, ``changed`` and ``ranges``, one for each of
                          several annotators; missing without them. ``ranges`` of the page are what
                          they agree on, or what was decided on
========================  =========================================================================

Classes are ``main``, ``boilerplate``, ``title``, ``comment`` and ``undecided``; a word in no range
is unmarked. The digests and the texts at the ends of ranges show when a page has changed: if its
bytes differ but its words are the same, the marks are still right; otherwise the gold is rejected.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.json_files import LineMarkup, parse_object, read_lines
from boilerscope.extractors.gold.page_files import relative, text_files, write_new
from boilerscope.extractors.model.gold import Annotation, Gold, GoldClass, Provenance, Snippets
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page.kept_text import run_text
from boilerscope.extractors.page.ranges import run_bounds
from boilerscope.extractors.system.storage import folder_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.gold.json_files import Fields, Line
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.system.storage import AnyFile

NAME = "boilerscope"
SUFFIX = ".gold.jsonl"
MAGIC = "boilerscope-gold"
VERSION = 1
VALID_FORM = (
    'lines such as {"format": "boilerscope-gold", "version": 1, "id": "a", "html":'
    ' "a.html", "sha256": "...", "words_sha256": "...", "words": 200, "ranges": [{"class": "main",'
    ' "start": 0, "end": 120, "first": "The council", "last": "the old lake"}]}'
)

_KINDS = {kind.name.lower(): kind for kind in GoldClass if kind is not GoldClass.UNMARKED}
_EDGE_WORDS = 4
_EDGE_LENGTH = 60


def marks_file(page_file: Path) -> Path:
    """Return the path of the marks of a page, which are in a file beside it."""
    return page_file.with_name(page_file.name + SUFFIX)


def has_marks(page_file: Path) -> bool:
    """Return whether there are marks beside a page; not if their name would be too long."""
    try:
        return marks_file(page_file).is_file()
    except OSError:
        return False


def page_digest(page: Page) -> str:
    """Return the SHA-256 of a page's bytes, or of the markup of a captured page."""
    return hashlib.sha256(page.source_bytes if page.data is None else page.data).hexdigest()


def words_digest(page: Page) -> str:
    """Return the SHA-256 of the words of a page, one a line, in UTF-8."""
    starts, ends = page.tokens.start.tolist(), page.tokens.end.tolist()
    words = "\n".join(page.text[a:b] for a, b in zip(starts, ends, strict=True))
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class OwnSource:
    """A line of a file in Boilerscope's own format, read when needed."""

    line: Line

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page.

        Raises
        ------
        GoldError
            If the page has changed since it was marked; the message names the first range that
            does not fit.
        """
        return gold_of_line(self.line.fields(), page)

    def annotators(self) -> tuple[str, ...]:
        """Return the names of the annotators of the page."""
        return annotators_in(self.line.data(), self.line)


@dataclass(frozen=True, slots=True)
class MarksSource:
    """The file of marks beside a page, read when needed."""

    file: Path

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page.

        Raises
        ------
        GoldError
            If the file is not a file of marks, or the page has changed since it was marked.
        """
        return page_of_marks(self.file).gold(page)

    def annotators(self) -> tuple[str, ...]:
        """Return the names of the annotators of the page."""
        return page_of_marks(self.file).annotators()


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages of a file, or of the ``.gold.jsonl`` files of a folder, sorted.

    Raises
    ------
    GoldError
        If there is no such file, or a line cannot be read; the message names file and line.
    """
    files = [path] if path.is_file() else list(text_files(path, SUFFIX))
    if not files:
        raise GoldError(f"{path} has no file *{SUFFIX}. Expected: {VALID_FORM}")
    for file in files:
        for line, fields in read_lines(file, VALID_FORM):
            yield page_of_line(line, fields, pages or file.parent)


def page_of_marks(file: Path) -> ListedPage:
    """Return the only page of a file of marks.

    Raises
    ------
    GoldError
        If it does not have exactly one line.
    """
    pages = list(read(file, None))
    if len(pages) != 1:
        raise GoldError(f"{file} must have one line, that of its page, got {len(pages)}.")
    return pages[0]


def gold_of_line(fields: Fields, page: Page) -> Gold:
    """Return the gold that a line has for a page; raise `GoldError` if the page has changed."""
    ranges = _ranges_of(fields, fields)
    is_same = fields.text("sha256") == page_digest(page) and fields.number("words") == page.n_tokens
    if not is_same and fields.text("words_sha256") != words_digest(page):
        raise _changed(fields, ranges, page)
    snippets = Snippets(fields.texts("with"), fields.texts("without"))
    return Gold(
        _classes_of(ranges, page),
        _provenance(fields),
        fields.optional_text("text"),
        _share(fields),
        fields.texts("missing"),
        snippets if snippets.required or snippets.forbidden else None,
        annotations=tuple(_annotations(fields, page)),
    )


def annotators_in(line: bytes, place: str | Line) -> tuple[str, ...]:
    """Return the names of the annotators of a line; a line without any is not parsed.

    Parameters
    ----------
    place : str or Line
        Location of the line, for errors.

    Raises
    ------
    GoldError
        If the line cannot be read; the message names the place.
    """
    if b'"annotators"' not in line:
        return ()
    fields = parse_object(line, place, VALID_FORM)
    listed = fields.objects("annotators") if "annotators" in fields.table else ()
    return tuple(item.text("annotator") for item in listed)


def line_of(gold_page: GoldPage, html: str) -> str:
    """Return the line of a page.

    Parameters
    ----------
    html : str
        Path of the page from the folder of the file, or its markup.
    """
    listed, page, gold = gold_page.listed, gold_page.page, gold_page.gold
    snippets = gold.snippets or Snippets()
    origin = {"format": gold.provenance.format, "source": gold.provenance.source}
    table: dict[str, Any] = {
        "format": MAGIC,
        "version": VERSION,
        "id": listed.page_id,
        "set": listed.set_name,
        "html": html,
        "encoding": listed.encoding,
        "lang": listed.language,
        "page_type": listed.page_type,
        "url": gold_page.url,
        "title": listed.title,
        "sha256": page_digest(page),
        "words_sha256": words_digest(page),
        "words": page.n_tokens,
        "ranges": list(_ranges(page, gold.classes)),
        "text": gold.text,
        "share": gold.share,
        "missing": gold.missing,
        "with": snippets.required,
        "without": snippets.forbidden,
        "from": None if gold.provenance.format == NAME else origin,
        "annotator": gold.provenance.annotator,
        "changed": gold.provenance.changed,
    }
    if gold.annotations:
        table["annotators"] = [
            {
                "annotator": each.annotator,
                "changed": each.changed,
                "ranges": list(_ranges(page, each.classes)),
            }
            for each in gold.annotations
        ]
    return json.dumps(table, ensure_ascii=False)


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new file with a line for each page.

    A page in a file of its own is not copied: the line has its path from the new file. The line of
    any other page has its markup.
    """
    lines = [line_of(gold_page, _html(gold_page, out.parent)) for gold_page in pages]
    write_new(out, "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))


def _html(gold_page: GoldPage, folder: Path) -> str:
    place, source = gold_page.listed.place, gold_page.page.source
    if isinstance(place, FilePlace) and isinstance(place.file, Path):
        path = relative(place.file, folder)
        if "<" not in path:
            return path
    return source if "<" in source else f"<html>{source}"


def page_of_line(line: Line, fields: Fields, pages: AnyFile) -> ListedPage:
    """Return the page of a line, whose path begins at a folder of pages."""
    if fields.table.get("format") != MAGIC:
        raise fields.error(f"format must be {MAGIC}")
    if fields.number("version") > VERSION:
        raise fields.error(f"version {fields.number('version')} is newer than this program")
    html = fields.text("html")
    return ListedPage(
        page_id=fields.identifier("id"),
        set_name=fields.optional_text("set") or folder_name(line.file),
        place=LineMarkup(line, "html") if "<" in html else FilePlace(pages / html),
        encoding=fields.optional_text("encoding"),
        language=fields.optional_text("lang") or "",
        page_type=fields.optional_text("page_type") or "",
        url=fields.optional_text("url"),
        title=fields.label("title"),
        gold_source=OwnSource(line),
    )


@dataclass(frozen=True, slots=True)
class _Range:
    """A range of words of one class with the text at both ends."""

    kind: GoldClass
    start: int
    end: int
    first: str
    last: str

    @classmethod
    def read(cls, item: Fields, line: Fields) -> _Range:
        name = item.text("class")
        if name not in _KINDS:
            raise item.error(f"class must be one of {', '.join(_KINDS)}, got {name!r}")
        start, end = item.number("start"), item.number("end")
        if not start < end <= line.number("words"):
            raise item.error(
                f"start {start} and end {end} must increase, up to {line.table['words']}"
            )
        return cls(_KINDS[name], start, end, item.text("first"), item.text("last"))

    def fits(self, page: Page) -> bool:
        """Return whether the text at both ends is as it was."""
        if self.end > page.n_tokens:
            return False
        return (self.first, self.last) == _edges(page, self.start, self.end)


def _ranges_of(item: Fields, line: Fields) -> list[_Range]:
    """Return the ranges of an object; raise `GoldError` if they are not in order."""
    ranges = [_Range.read(each, line) for each in item.objects("ranges")]
    _check_order(ranges, item)
    return ranges


def _classes_of(ranges: list[_Range], page: Page) -> NDArray[np.uint8]:
    classes = np.zeros(page.n_tokens, dtype=np.uint8)
    for marked in ranges:
        classes[marked.start : marked.end] = marked.kind
    return classes


def _annotations(fields: Fields, page: Page) -> Iterator[Annotation]:
    """Yield the marks of each annotator; raise `GoldError` if a name is empty or occurs twice."""
    names: set[str] = set()
    for item in fields.objects("annotators") if "annotators" in fields.table else ():
        name = item.text("annotator")
        if not name or name in names:
            raise item.error(f"annotator must be a name that occurs once, got {name!r}")
        names.add(name)
        classes = _classes_of(_ranges_of(item, fields), page)
        yield Annotation(name, classes, item.optional_text("changed") or "")


def _check_order(ranges: list[_Range], fields: Fields) -> None:
    for number, (earlier, later) in enumerate(pairwise(ranges), 2):
        if later.start < earlier.end:
            raise fields.error(f"range {number} begins before range {number - 1} ends")


def _changed(fields: Fields, ranges: list[_Range], page: Page) -> GoldError:
    problem = f"the page has changed since it was marked: {fields.number('words'):,} words then,"
    problem = f"{fields.place}: {problem} {page.n_tokens:,} now"
    for number, marked in enumerate(ranges, 1):
        if not marked.fits(page):
            now = _edges(page, marked.start, marked.end)[0] if marked.start < page.n_tokens else ""
            problem += (
                f"; range {number} ({marked.kind.name.lower()}, from word {marked.start})"
                f" began with {marked.first!r}, now {now!r}"
            )
            break
    return GoldError(f"{problem}. Restore the page, or mark it again.")


def _edges(page: Page, start: int, end: int) -> tuple[str, str]:
    end = min(end, page.n_tokens)
    first = run_text(page, start, min(start + _EDGE_WORDS, end))
    last = run_text(page, max(end - _EDGE_WORDS, start), end)
    return first[:_EDGE_LENGTH], last[-_EDGE_LENGTH:]


def _ranges(page: Page, classes: NDArray[np.uint8]) -> Iterator[dict[str, Any]]:
    if not page.n_tokens:
        return
    bounds = run_bounds(np.diff(classes) != 0, page.n_tokens).tolist()
    for start, end in pairwise(bounds):
        kind = GoldClass(int(classes[start]))
        if kind is not GoldClass.UNMARKED:
            first, last = _edges(page, start, end)
            yield {
                "class": kind.name.lower(),
                "start": start,
                "end": end,
                "first": first,
                "last": last,
            }


def _provenance(fields: Fields) -> Provenance:
    annotator = fields.optional_text("annotator") or ""
    changed = fields.optional_text("changed") or ""
    if fields.table.get("from") is None:
        return Provenance(NAME, str(fields.place), annotator, changed)
    origin = fields.inner("from")
    return Provenance(origin.text("format"), origin.text("source"), annotator, changed)


def _share(fields: Fields) -> float:
    share = fields.table.get("share", 1.0)
    is_number = isinstance(share, int | float) and not isinstance(share, bool)
    if not is_number or not math.isfinite(share) or not 0 <= share <= 1:
        raise fields.error(f"share must be a number from 0 to 1, got {share!r}")
    return float(share)
