"""Markdown: kept text with headings, lists, quotes, code, tables, links and emphasis."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from extractors.page.kept import Line, Piece, kept_lines

if TYPE_CHECKING:
    from extractors.formats.record import Result
    from extractors.page import Page

_SIGNS = re.compile(r"([\\`*_\[\]<>#|])")
_EMPHASIS = {"strong": "**", "b": "**", "em": "*", "i": "*", "code": "`", "kbd": "`"}


def write(result: Result) -> str:
    """Return the kept text as Markdown, blocks separated by an empty line."""
    if result.page is None:
        return ""
    page = result.page
    lines = [line for line in kept_lines(page, result.extraction.mask) if line.text]
    blocks: list[str] = []
    for key, group in groupby(lines, key=lambda line: _container(page, line)):
        blocks.extend(_blocks(page, key, list(group)))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _container(page: Page, line: Line) -> tuple[str, int]:
    """Return what a line belongs to: its list, its table row, or itself."""
    row = line.element
    elements = page.elements
    while row >= 0:
        tag = elements.tag[row]
        if tag in {"li", "dd", "dt"}:
            return "list", int(elements.parent[row])
        if tag == "tr":
            return "row", int(elements.parent[row])
        if tag == "pre":
            return "pre", row
        if tag == "blockquote":
            return "quote", row
        if re.fullmatch(r"h[1-6]", tag):
            return tag, row
        row = int(elements.parent[row])
    return "text", line.segment


def _blocks(page: Page, key: tuple[str, int], lines: list[Line]) -> list[str]:
    kind = key[0]
    if kind == "pre":
        code = "\n".join("".join(piece.text for piece in line.pieces) for line in lines)
        fence = "`" * max(3, _longest_run(code) + 1)
        return [f"{fence}\n{code.strip(chr(10))}\n{fence}"]
    texts = [_inline(page, line) for line in lines]
    if kind == "list":
        return ["\n".join(f"- {text}" for text in texts)]
    if kind == "row":
        return ["\n".join(_table(page, lines, texts))]
    if kind == "quote":
        return ["\n>\n".join(f"> {text}" for text in texts)]
    if kind.startswith("h"):
        return [f"{'#' * int(kind[1])} {text}" for text in texts]
    return texts


def _longest_run(code: str) -> int:
    return max((len(run) for run in re.findall("`+", code)), default=0)


def _table(page: Page, lines: list[Line], texts: list[str]) -> list[str]:
    """Return the lines of one table, one per row; the first row stands as its head."""
    rows: list[list[str]] = []
    last = -1
    for line, text in zip(lines, texts, strict=True):
        row = line.element
        while page.elements.tag[row] != "tr":
            row = int(page.elements.parent[row])
        if row != last:
            rows.append([])
            last = row
        rows[-1].append(text)
    width = max(len(row) for row in rows)
    if width == 1:
        return [row[0] for row in rows]
    written = ["| " + " | ".join([*row, *[""] * (width - len(row))]) + " |" for row in rows]
    return [written[0], "|" + " --- |" * width, *written[1:]]


def _inline(page: Page, line: Line) -> str:
    parts = [_marked(page, piece, line.element) for piece in line.pieces]
    return " ".join("".join(parts).split())


def _marked(page: Page, piece: Piece, stop: int) -> str:
    core = piece.text.strip()
    if not core:
        return piece.text
    text = _SIGNS.sub(r"\\\1", core)
    row = int(page.slots.owner[piece.slot])
    while row not in {stop, -1}:
        tag = page.elements.tag[row]
        if tag in _EMPHASIS:
            inner = core if _EMPHASIS[tag] == "`" else text
            text = f"{_EMPHASIS[tag]}{inner}{_EMPHASIS[tag]}"
        elif tag == "a":
            address = (page.elements.node[row].get("href") or "").strip()
            if address and not address.lower().startswith(("javascript:", "data:")):
                text = f"[{text}](<{address}>)" if " " in address else f"[{text}]({address})"
        row = int(page.elements.parent[row])
    lead = piece.text[: len(piece.text) - len(piece.text.lstrip())]
    tail = piece.text[len(piece.text.rstrip()) :]
    return f"{lead}{text}{tail}"
