"""JSON lines with one page per line: listed fast, validated when the page is read.

A list keeps a few short texts of each line and its position. The rest of a line is checked when its
page is read. A batch lists only positions and, to find repeated ones, identifiers; its workers
parse the lines, because parsing all lines in one process would be a bottleneck.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.formats import corpus, own, sigir2023, webmainbench
from boilerscope.extractors.gold.json_files import (
    Line,
    LineMarkup,
    is_packed_name,
    lines_in,
    lines_stem,
    shown,
    text_of_number,
)
from boilerscope.extractors.model.listed_page import ListedPage, Place, unread
from boilerscope.extractors.sources.marks import with_marks
from boilerscope.extractors.system.storage import AnyFile, folder_name
from boilerscope.extractors.system.unpacking import open_unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from boilerscope.extractors.gold.json_files import Fields
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page

BARE = "pages"
VALID_FORM = (
    'lines with the markup of one page each, such as {"id": "a", "html": "<html>...", "url":'
    ' "https://example.org/a"}; id, url, lang, page_type and title are optional'
)

_TEXTS = frozenset({"lang", "page_type", "url", "title"})
_READ_BYTES = 2**20
"""Size of the read buffer; the usual 8 kB would split a page into many parts."""

_BEGIN = re.compile(rb'\{\s*"(\w+)"\s*:\s*(?:"([^"\\]+)"|(\d+)(?=\s*[,}]))')
"""Start of an object whose first value is a text without escapes, or a whole number."""

_BOM = b"\xef\xbb\xbf"

_decode = json.JSONDecoder().decode
"""Like `json.loads`, which would first guess the encoding of every line."""


def _page_of_gold(line: Line, fields: Fields) -> ListedPage:
    return corpus.page_of_line(line, fields, line.file.parent, folder_name(line.file))


def _page_of_own(line: Line, fields: Fields) -> ListedPage:
    return own.page_of_line(line, fields, line.file.parent)


def _page_of_sigir(line: Line, fields: Fields) -> ListedPage:
    if not isinstance(line.file, Path):
        raise fields.error("its page is a separate file, which cannot be read from an address")
    return sigir2023.page_of_line(line, fields, sigir2023.page_folder(line.file))


def _page_of_webmainbench(line: Line, fields: Fields) -> ListedPage:
    return webmainbench.page_of_line(line, fields, folder_name(line.file))


@dataclass(frozen=True, slots=True)
class LineFormat:
    """Format of JSON lines, with the keys and functions for listing and reading pages.

    Attributes
    ----------
    page_id : str
        Key of the page's identifier.
    gold : str
        Key of the gold; a page without gold lacks it or has null.
    keys : frozenset of str
        Keys of the texts in a list.
    required : tuple of str
        Keys among `keys` that must not be empty.
    valid_form : str
        Description of a valid line.
    page : function of Line and Fields
        Returns the page with its gold.
    set_name : function of Path
        Returns the name of the set of a file.
    language, page_type : str
        Keys of these facts in the object ``meta``; empty if they are keys of the line.
    """

    name: str
    page_id: str
    gold: str
    keys: frozenset[str]
    required: tuple[str, ...]
    valid_form: str
    page: Callable[[Line, Fields], ListedPage]
    set_name: Callable[[AnyFile], str] = folder_name
    language: str = ""
    page_type: str = ""


def _page_of_bare_line(line: Line, fields: Fields) -> ListedPage:
    fields.text("html")
    url = fields.optional_text("url")
    return ListedPage(
        page_id=fields.label("id") or url or f"line {line.number}",
        set_name=folder_name(line.file),
        place=LineMarkup(line, "html"),
        language=fields.optional_text("lang") or "",
        page_type=fields.optional_text("page_type") or "",
        url=url,
        title=fields.label("title"),
    )


FORMATS: Mapping[str, LineFormat] = {
    line_format.name: line_format
    for line_format in (
        LineFormat(
            corpus.NAME,
            "id",
            "text",
            _TEXTS | {"id", "html"},
            ("id", "html"),
            corpus.VALID_FORM,
            _page_of_gold,
        ),
        LineFormat(
            own.NAME,
            "id",
            "ranges",
            _TEXTS | {"id", "html", "set"},
            ("id", "html"),
            own.VALID_FORM,
            _page_of_own,
        ),
        LineFormat(
            sigir2023.NAME,
            "page_id",
            "plaintext",
            frozenset({"page_id", "url"}),
            ("page_id",),
            sigir2023.VALID_FORM,
            _page_of_sigir,
            lambda file: lines_stem(file.name),
        ),
        LineFormat(
            webmainbench.NAME,
            webmainbench.PAGE_ID,
            "html",
            frozenset({webmainbench.PAGE_ID, "html", "url"}),
            (webmainbench.PAGE_ID, "html"),
            webmainbench.VALID_FORM,
            _page_of_webmainbench,
            language="language",
            page_type="style",
        ),
        LineFormat(
            BARE,
            "id",
            "text",
            _TEXTS | {"id", "html"},
            ("html",),
            VALID_FORM,
            _page_of_bare_line,
        ),
    )
}
"""Formats by name."""


@dataclass(frozen=True, slots=True)
class LinePlace(Place):
    """Location of a page in a line of a file, and of its gold.

    Attributes
    ----------
    file : Path or StoredFile
        File with the line.
    number : int
        Number of the line, from 1.
    offset, length : int
        Start and length of the line in bytes.
    format : str
        Name in `FORMATS`.
    """

    file: AnyFile
    number: int
    offset: int
    length: int
    format: str

    @property
    def source(self) -> str:
        """File and offset of the line."""
        return f"{self.file}#offset={self.offset}"

    def identified(self, page: ListedPage) -> ListedPage:
        """Return a page with identifier and address, as `read_json_lines` lists it.

        It does not raise: a line that is not a page becomes a page that raises when it is read.
        """
        if page.page_id:
            return page
        set_name = FORMATS[self.format].set_name(self.file)
        try:
            listed = _listed(self, without_frame(self._line().data()), set_name)
        except GoldError as error:
            return unread(self.source, str(error))
        return listed if listed.is_unread else replace(listed, size=page.size)

    def located(self, page: ListedPage) -> ListedPage:
        """Return a page with its gold; marks beside its file override the gold of the line.

        Gold of the page from elsewhere stays.

        Raises
        ------
        GoldError
            If the line is invalid or the file has changed; the message names file and line.
        """
        line = self._line()
        fields = line.fields()
        read = FORMATS[self.format].page(line, fields)
        if isinstance(read.place, LineMarkup):
            read = replace(read, place=replace(read.place, text=fields.text(read.place.key)))
        if page.page_id:
            read = replace(read, page_id=page.page_id, set_name=page.set_name)
        read = replace(read, encoding=page.encoding or read.encoding)
        if page.gold_source is not None and page.gold_source != self:
            return replace(read, gold_source=page.gold_source)
        return with_marks(read)

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Read the page."""
        read = self.located(ListedPage(name, "", self, url=url, encoding=encoding))
        return read.place.page(name=name, url=url or read.url, encoding=read.encoding)

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page."""
        return self.located(ListedPage("", "", self)).gold(page)

    def annotators(self) -> tuple[str, ...]:
        """Return the names of the annotators of the page."""
        return self.located(ListedPage("", "", self)).annotators()

    def _line(self) -> Line:
        valid_form = FORMATS[self.format].valid_form
        return Line(self.file, self.number, self.offset, self.length, valid_form)


def read_json_lines(file: AnyFile) -> Iterator[ListedPage]:
    """Yield the pages of a file of JSON lines; an invalid line is a page that raises.

    Parameters
    ----------
    file : Path or StoredFile
        File in one of `FORMATS`; its first line with an object determines the format.
    """
    names = {name: form.set_name(file) for name, form in FORMATS.items()}
    for place, data in _lines(file):
        yield _listed(place, data, names[place.format])


def named_lines(file: AnyFile) -> Iterator[tuple[LinePlace, bytes, str]]:
    """Yield location, data, and set and identifier of each line that is not blank.

    The last is empty for an invalid line. A line that begins with its identifier is not parsed.

    Parameters
    ----------
    file : Path or StoredFile
        See `read_json_lines`.
    """
    names = {name: form.set_name(file) for name, form in FORMATS.items()}
    for place, data in _lines(file):
        yield place, data, _page_name(place, data, names[place.format])


def _page_name(place: LinePlace, data: bytes, set_name: str) -> str:
    form = FORMATS[place.format]
    begin = _BEGIN.match(data) if "set" not in form.keys else None
    if begin and begin[1].decode() == form.page_id:
        return f"{set_name}/{str(begin[2] or begin[3], 'utf-8', 'replace')}"
    page = _listed(place, data, set_name)
    return "" if page.is_unread else page.name


def _lines(file: AnyFile) -> Iterator[tuple[LinePlace, bytes]]:
    """Yield location and data of each line that is not blank."""
    form = ""
    offset = 0
    opened = open_unpacked(file) if is_packed_name(file.name) else file.open("rb", _READ_BYTES)
    with opened as stream:
        for number, (size, data) in enumerate(lines_in(stream, file), 1):
            if text := without_frame(data):
                form = form or _format_of_line(text)
                yield LinePlace(file, number, offset, size, form or BARE), text
            offset += size


def without_frame(data: bytes) -> bytes:
    """Strip surrounding white space and a byte order mark from a line."""
    return data.strip().removeprefix(_BOM).lstrip()


def _format_of_line(data: bytes) -> str:
    """Return the format of a line, empty if it is not an object."""
    try:
        return _format_of(_parse(data))
    except ValueError:
        return ""


def _listed(place: LinePlace, data: bytes, set_name: str) -> ListedPage:
    form = FORMATS[place.format]
    try:
        table = _parse(data)
    except ValueError as error:
        message = (
            f"{place.file}, line {place.number}: not JSON: {error}. Expected: {form.valid_form}"
        )
        return unread(_line_source(place), message)
    return _page_of_table(form, table, place, set_name)


def _line_source(place: LinePlace) -> str:
    return f"{place.file}#line={place.number}"


def _parse(data: bytes) -> dict[str, Any]:
    try:
        table = _decode(str(data, "utf-8", "surrogatepass"))
    except RecursionError as error:
        raise ValueError("too many nested objects") from error
    if not isinstance(table, dict):
        raise ValueError("not an object")  # noqa: TRY004 - like the errors of the parser
    return table


def _format_of(table: Mapping[str, Any]) -> str:
    """Return the format of a line, recognized by a key that only this format has."""
    if "ranges" in table:
        return own.NAME
    if "plaintext" in table:
        return sigir2023.NAME
    if {webmainbench.CONVERTED, webmainbench.CORRECTED} & table.keys():
        return webmainbench.NAME
    return corpus.NAME if "text" in table else BARE


def _page_of_table(
    form: LineFormat, table: Mapping[str, Any], place: LinePlace, set_name: str
) -> ListedPage:
    values = {key: table.get(key) for key in (*form.required, *sorted(form.keys))}
    if values[form.page_id] is None and form.page_id != "id":
        values[form.page_id] = table.get("id")
    for key in _NUMBERED & values.keys() | {form.page_id}:
        values[key] = text_of_number(values[key]) or values[key]
    problem = next(filter(None, (_problem(form, key, values[key], table) for key in values)), "")
    if problem:
        message = f"{place.file}, line {place.number}: {problem}. Expected: {form.valid_form}"
        return unread(_line_source(place), message)
    texts = {key: value or "" for key, value in values.items()}
    html, url = texts.get("html", ""), texts.get("url", "")
    return ListedPage(
        texts[form.page_id] or url or f"line {place.number}",
        texts.get("set") or set_name,
        place,
        place if table.get(form.gold) is not None else None,
        texts.get("lang", "") or _fact(table, form.language),
        texts.get("page_type", "") or _fact(table, form.page_type),
        url or None,
        texts.get("title", ""),
        len(html) if "<" in html else None,
    )


_NUMBERED = frozenset({"title"})
"""Keys besides the identifier whose value can be a number."""


def _problem(form: LineFormat, key: str, value: object, table: Mapping[str, Any]) -> str:
    """Return what is wrong with the value of a key; empty if nothing is."""
    is_required = key in form.required
    if isinstance(value, str):
        # A page may be empty; its identifier may not.
        return f"{key} is empty" if is_required and not value and key != "html" else ""
    if value is None and key not in table:
        return f"the key {key} is missing" if is_required else ""
    if value is None and not is_required:
        return ""
    number_too = " or a number" if key in _NUMBERED | {form.page_id} else ""
    return f"{key} must be a text{number_too}, got {shown(value)}"


def _fact(table: Mapping[str, Any], key: str) -> str:
    """Return a text in the object ``meta`` of a line; empty if there is none."""
    meta = table.get("meta")
    value = meta.get(key) if key and isinstance(meta, dict) else None
    return value if isinstance(value, str) else ""
