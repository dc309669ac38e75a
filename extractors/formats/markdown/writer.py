"""Markdown: kept text with headings, lists, quotes, code, tables, links and emphasis."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.markdown.holders import (
    HEADINGS,
    ITEMS,
    LISTS,
    Holder,
    gathered,
)
from boilerscope.extractors.formats.markdown.inline import Inline
from boilerscope.extractors.formats.markdown.table import is_data_table, table_block
from boilerscope.extractors.page.kept_text import Line, kept_lines
from boilerscope.extractors.page.segments import breaks_before, segments

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.page import Page

_ONE_BREAK = 2
"""A single line break's share of `breaks_before`: its start and its end."""


def write(result: Result) -> str:
    """Return the kept text as Markdown, blocks separated by an empty line."""
    if result.page is None:
        return ""
    lines = (line for line in kept_lines(result.page, result.extraction.mask) if line.text)
    blocks = _Writer(result.page).blocks(gathered(result.page, lines).parts)
    return "\n\n".join(blocks) + "\n" if blocks else ""


class _Writer:
    """Writes holders as blocks: texts of one or more lines that an empty line separates."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._inline = Inline(page)
        self._breaks = breaks_before(page)
        self._first_slot = segments(page).slot_start
        self._of_tag: dict[str, Callable[[Holder], list[str]]] = {
            **dict.fromkeys(HEADINGS, self._heading),
            **dict.fromkeys(LISTS, self._list),
            **dict.fromkeys(ITEMS, self._bullet),
            "dl": self._definitions,
            "blockquote": self._quote,
            "pre": _code_block,
            "table": self._table,
        }

    def blocks(self, parts: list[Line | Holder]) -> list[str]:
        blocks: list[list[str]] = []
        last: Line | None = None
        for part in parts:
            if isinstance(part, Holder):
                blocks += ([text] for text in self._of_tag.get(part.tag, self._plain)(part))
                last = None
                continue
            if last is None or not self._follows(last, part):
                blocks.append([])
            blocks[-1].append(self._inline.line(part))
            last = part
        return ["\\\n".join(lines) for lines in blocks]

    def _plain(self, holder: Holder) -> list[str]:
        return self.blocks(holder.parts)

    def _heading(self, holder: Holder) -> list[str]:
        text = " ".join(self._inline.line(line, plain=True) for line in _lines(holder))
        return [f"{'#' * int(holder.tag[1])} {text}"]

    def _quote(self, holder: Holder) -> list[str]:
        return [_indented("\n\n".join(self.blocks(holder.parts)), "> ", "> ")]

    def _table(self, holder: Holder) -> list[str]:
        if is_data_table(self._page, holder):
            return [table_block(self._page, holder, self._inline)]
        return self.blocks(holder.parts)

    def _list(self, holder: Holder) -> list[str]:
        numbers = _numbers(self._page, holder.row) if holder.tag == "ol" else {}
        items: list[str] = []
        for part in holder.parts:
            if isinstance(part, Holder) and part.tag in LISTS:
                margin = "  " if items else ""
                items.append(_indented(self._list(part)[0], margin, margin))
            elif isinstance(part, Holder):
                number = numbers.get(part.row)
                items.append(self._item(part, "- " if number is None else f"{number}. "))
            else:
                items.append("- " + self._inline.line(part))
        is_loose = any("\n\n" in item for item in items)
        return [("\n\n" if is_loose else "\n").join(items)]

    def _definitions(self, holder: Holder) -> list[str]:
        """Return each term as text with its definitions as items below."""
        blocks: list[list[str]] = []
        for part in holder.parts:
            if isinstance(part, Line) or not blocks:
                blocks.append([])
            blocks[-1] += self.blocks([part])
        return ["\n".join(lines) for lines in blocks]

    def _bullet(self, holder: Holder) -> list[str]:
        return [self._item(holder, "- ")]

    def _item(self, holder: Holder, marker: str) -> str:
        blocks = self.blocks(holder.parts)
        is_tight = all(isinstance(part, Holder) and part.tag in LISTS for part in holder.parts[1:])
        content = ("\n" if is_tight else "\n\n").join(blocks)
        return _indented(content, marker, " " * len(marker))

    def _follows(self, first: Line, second: Line) -> bool:
        """Return whether a single line break separates two lines of one element."""
        if first.element != second.element:
            return False
        between = self._breaks[self._first_slot[second.segment]]
        return bool(between - self._breaks[self._first_slot[first.segment]] == _ONE_BREAK)


def _lines(holder: Holder) -> list[Line]:
    """Return the lines of a heading or of code, neither of which has nested holders."""
    return [part for part in holder.parts if isinstance(part, Line)]


def _code_block(holder: Holder) -> list[str]:
    code = "\n".join("".join(piece.text for piece in line.pieces) for line in _lines(holder))
    fence = "`" * max(3, max((len(run) for run in re.findall("`+", code)), default=0) + 1)
    return [f"{fence}\n{code.strip(chr(10))}\n{fence}"]


def _indented(text: str, first: str, others: str) -> str:
    """Put `first` before the first line of a text and `others` before the other lines."""
    lines = text.split("\n")
    rest = [(others + line).rstrip() for line in lines[1:]]
    return "\n".join([first + lines[0], *rest])


def _numbers(page: Page, row: int) -> dict[int, int]:
    """Return the number of each item of a numbered list; dropped items count too."""
    start = re.fullmatch(r"\s*(\d{1,8})\s*", page.elements.node[row].get("start") or "")
    number = int(start[1]) if start else 1
    numbers: dict[int, int] = {}
    child, end = row + 1, int(page.elements.subtree_end[row])
    while child < end:
        if page.elements.tag[child] == "li":
            numbers[child] = number
            number += 1
        child = int(page.elements.subtree_end[child])
    return numbers
