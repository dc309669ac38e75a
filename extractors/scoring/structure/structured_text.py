"""Code, formulas and tables in Markdown, found as WebMainBench's toolkit finds them.

Source: opendatalab/WebMainBench, package ``webmainbench`` 0.1.0, ``metrics/*_extractor.py``,
without the language model that the toolkit can ask which formulas are prices. Every scan is linear
in the length of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from boilerscope.extractors.scoring.structure.markup import parse_markup

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCED = re.compile(r"```.*?```", re.DOTALL)
_INLINE_CODE = re.compile(r"`[^`]*`")
_INDENTED = re.compile(r"(?:(?: {4}|\t)[^\n]*(?:\n|$)){2,}$", re.MULTILINE)
_SPACE = re.compile(r"\s+")
_NO_CODE = re.compile(
    r"[-•*]\s|\d+\.\s|.*?(?:\$[\d,]|\b(?i:million|billion|thousand)\b)", re.DOTALL
)
"""Lines of lists and of prose about money, which is no code even if it is indented."""

_FORMULAS = (
    (r"(?<!\\)\$\$", r"(?<!\\)\$\$"),
    (r"(?<!\\)\\\[", r"(?<!\\)\\\]"),
    (r"(?<!\\)\$", r"(?<!\\)\$"),
    (r"(?<!\\)\\\(", r"(?<!\\)\\\)"),
)
"""Starts and ends of formulas: displayed, then inline."""

_RULER_CELL = re.compile(r":?-{3,}:?")
_RULER_LINE = re.compile(r"[\s|\-:]+")
_CELLS = frozenset(("td", "tr", "tbody", "table"))


@dataclass(frozen=True)
class StructuredText:
    """Markdown with its parts. Each part is found at first use.

    Attributes
    ----------
    text : str
        The Markdown; the part *text* of the toolkit is all of it.
    """

    text: str

    @cached_property
    def code_parts(self) -> tuple[str, ...]:
        """Fenced code, then indented code, without fences and indentation."""
        return (*_fenced_code(self.text), *_indented_code(self.text))

    @cached_property
    def code(self) -> str:
        """All `code_parts`."""
        return "\n".join(self.code_parts)

    @cached_property
    def formula_parts(self) -> tuple[str, ...]:
        """LaTeX between dollars or backslashed brackets, outside of code."""
        text = _without_code(self.text)
        return tuple(formula for ends in _FORMULAS for formula in _between(text, *ends))

    @cached_property
    def formulas(self) -> str:
        """All `formula_parts`, a line for each."""
        return "\n".join(self.formula_parts)

    @cached_property
    def table_parts(self) -> tuple[str, ...]:
        """Tables in HTML, then tables in Markdown, as they are."""
        return (*_html_tables(_without_code(self.text)), *_pipe_tables(self.text))

    @cached_property
    def tables(self) -> str:
        """All `table_parts`."""
        return "\n".join(self.table_parts)

    @cached_property
    def tables_as_html(self) -> str:
        """The tables in HTML. Tables in Markdown become one table, in which no cell is empty.

        If one table is in HTML, those in Markdown stay as they are.
        """
        return table_as_html(self.tables)


def table_as_html(tables: str) -> str:
    """Return tables as HTML, those in Markdown as one table, see `StructuredText`."""
    if not tables.strip():
        return ""
    return tables if "<table" in tables.lower() else _as_html(tables)


def _without_code(text: str) -> str:
    return _INLINE_CODE.sub("", _FENCED.sub("", text))


def _fenced_code(text: str) -> Iterator[str]:
    for match in _FENCED.finditer(text):
        code = "\n".join(match[0].split("\n")[1:-1])
        if code:
            yield code


def _indented_code(text: str) -> Iterator[str]:
    """Yield each group of indented lines after an empty line, if no line looks like prose."""
    end = 0
    for space in _SPACE.finditer(text):
        breaks = [index for index in range(*space.span()) if text[index] == "\n" and index >= end]
        for index in reversed(breaks[1:]):  # one line break, then white space, then this one
            if block := _INDENTED.match(text, index + 1):
                end = block.end()
                yield from _unindented(block[0])
                break


def _unindented(block: str) -> Iterator[str]:
    lines = [line for line in block.split("\n") if line.strip()]
    if len(lines) < 2 or any(_NO_CODE.match(line.strip()) for line in lines):
        return
    yield "\n".join(line[4:] if line.startswith("    ") else line[1:] for line in lines)


def _between(text: str, start: str, end: str) -> Iterator[str]:
    """Yield the texts between delimiters, from each start to the next end."""
    starts, ends = re.compile(start), re.compile(end)
    position = 0
    while (opened := starts.search(text, position)) and (closed := ends.search(text, opened.end())):
        position = closed.end()
        if formula := text[opened.end() : closed.start()].strip():
            yield formula


def _html_tables(text: str) -> Iterator[str]:
    """Yield the outermost tables."""
    if "<table" in text.lower():
        yield from (table.markup() for table in parse_markup(text).find_all("table", _CELLS))


def _pipe_tables(text: str) -> Iterator[str]:
    """Yield each group of lines with ``|`` whose second line is a ruler."""
    group: list[str] = []
    for line in (*text.split("\n"), ""):
        if "|" in line:
            group.append(line)
            continue
        if len(group) > 1 and _is_ruler(group[1]):
            yield "\n".join(group)
        group = []


def _is_ruler(line: str) -> bool:
    cells = (cell.strip() for cell in line.split("|"))
    return all(_RULER_CELL.fullmatch(cell) for cell in cells if cell)


def _as_html(tables: str) -> str:
    lines = (line.strip() for line in tables.split("\n"))
    rows = [line for line in lines if "|" in line and not _RULER_LINE.fullmatch(line)]
    parts = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        cells = [cell.strip() for cell in row.split("|") if cell.strip()]
        if cells:
            parts.append(f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>")
    return f"<table>{''.join(parts)}</table>"
