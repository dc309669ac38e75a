"""WebMainBench: JSON lines with annotated markup and Markdown (Liu et al., arXiv 2511.23119, 2025).

A line has ``track_id`` (or ``id``), ``url``, ``html``, ``convert_main_content`` (Markdown that a
program made of the annotated elements) and, for 545 pages, ``groundtruth_content`` (Markdown that
people corrected); ``meta`` has ``language`` and ``style``. Elements with ``cc-select="true"`` are
main content, with everything in them.

Removed from the measured page, as the traces that the annotation left in it:

- the attributes ``cc-select`` and ``data-anno-uid``;
- start and end tags of ``marked-text``, ``marked-tail`` and ``marked-inline``; their text stays.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.json_files import read_lines
from boilerscope.extractors.gold.labels import TagLabel, add_labels, remove_labels
from boilerscope.extractors.gold.page_files import text_files, write_new
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.model.listed_page import ListedPage, Place
from boilerscope.extractors.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.gold.json_files import Fields, Line
    from boilerscope.extractors.gold.labels import Unlabelled

NAME = "webmainbench"
FILE = "webmainbench.jsonl"
PAGE_ID = "track_id"
CORRECTED, CONVERTED = "groundtruth_content", "convert_main_content"
VALID_FORM = (
    'lines such as {"track_id": "0b7f", "html": "<p cc-select=\\"true\\">Main content</p>",'
    f' "{CONVERTED}": "Main content"}}'
)
TRACE = re.compile(
    r"""<marked-(?:text|tail|inline)[\s/>]|\s(?:cc-select|data-anno-uid)(?=[\s=/>])""",
    re.IGNORECASE,
)
"""Start of a trace of the annotation."""

_ATTRIBUTES = re.compile(
    r"""\s+(cc-select|data-anno-uid)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?(?=[\s/>])""",
    re.IGNORECASE,
)
_MARKED = re.compile(r"<marked-(?:text|tail|inline)[\s/>]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WebmainbenchReader:
    """Reader of the labels of WebMainBench, which finds the other traces too."""

    name: str = NAME

    def read_tag(self, tag: str) -> TagLabel | None:
        """Return the label of a start tag, None if it has neither a label nor another trace."""
        is_marked = _MARKED.match(tag) is not None
        attributes = list(_ATTRIBUTES.finditer(tag))
        if not is_marked and not attributes:
            return None
        is_main = any(
            match[1].lower() == "cc-select"
            and next(filter(None, match.groups()[1:]), "").lower() == "true"
            for match in attributes
        )
        rest = "" if is_marked else _ATTRIBUTES.sub("", tag)
        return TagLabel(GoldClass.MAIN if is_main else None, rest)


@dataclass(frozen=True, slots=True)
class AnnotatedLine(Place):
    """A page with its annotation in a line: both the markup of its page and the source of its gold.

    Attributes
    ----------
    line : Line
        Position of the line, which is read when needed.
    """

    line: Line

    @property
    def source(self) -> str:
        """File and offset of the line."""
        return f"{self.line.file}#offset={self.line.offset}"

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Return the page without the traces of the annotation; its markup is text already."""
        del encoding
        return Page.from_text(self._unlabelled(self.line.fields()).source, name=name, url=url)

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page: the annotated elements, and the Markdown.

        Raises
        ------
        GoldError
            If the page is not the page of the line, without its annotation.
        """
        fields = self.line.fields()
        unlabelled = self._unlabelled(fields)
        if page.source != unlabelled.source:
            raise fields.error(f"the line annotates another page than {page.name!r}")
        markdown = fields.optional_text(CORRECTED) or fields.optional_text(CONVERTED)
        provenance = Provenance(NAME, str(self.line))
        if not (unlabelled.classes == GoldClass.MAIN).any():
            return replace(TextSource(markdown or "", provenance).gold(page), markdown=markdown)
        start = page.source_positions.start
        classes = np.zeros(page.n_tokens, dtype=np.uint8)  # unmarked if the word was not found
        classes[start >= 0] = unlabelled.classes[start[start >= 0]]
        return Gold(classes, provenance, markdown=markdown)

    def _unlabelled(self, fields: Fields) -> Unlabelled:
        return remove_labels(fields.text("html"), WebmainbenchReader(), name=str(self.line))


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages of a file, or of the files of a folder; no other pages are needed.

    Raises
    ------
    GoldError
        If there is no file, or a line cannot be read; the message names file and line.
    """
    del pages
    files = [path] if path.is_file() else list(text_files(path, ".jsonl"))
    if not files:
        raise GoldError(f"{path} has no file .jsonl. Expected: {VALID_FORM}")
    for file in files:
        for line, fields in read_lines(file, VALID_FORM):
            yield page_of_line(line, fields, file.resolve().parent.name)


def page_of_line(line: Line, fields: Fields, set_name: str) -> ListedPage:
    """Return the page of a line."""
    fields.text("html")
    place = AnnotatedLine(line)
    meta = fields.inner("meta").table if isinstance(fields.table.get("meta"), dict) else {}
    return ListedPage(
        fields.identifier(PAGE_ID if PAGE_ID in fields.table else "id"),
        set_name,
        place,
        place,
        language=str(meta.get("language") or ""),
        page_type=str(meta.get("style") or ""),
        url=fields.optional_text("url"),
    )


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with one file; main content is in elements that `read` removes."""
    lines = []
    for gold_page in pages:
        listed = gold_page.listed
        markdown = gold_page.gold.markdown
        table: dict[str, Any] = {
            PAGE_ID: listed.page_id,
            "url": gold_page.url,
            "html": add_labels(gold_page.page, gold_page.gold, _label, name=listed.name),
            CONVERTED: gold_page.text() if markdown is None else markdown,
            "meta": {"language": listed.language, "style": listed.page_type},
        }
        lines.append(json.dumps(table, ensure_ascii=False))
    text = "".join(f"{line}\n" for line in lines)
    write_new(out / FILE, text.encode("utf-8", "backslashreplace"))


def _label(kind: GoldClass) -> str:
    is_main = kind in {GoldClass.MAIN, GoldClass.TITLE}
    return '<marked-text cc-select="true">' if is_main else ""
