"""Write extractions as text, Markdown, HTML, JSONL and CSV, and settings as TOML.

`FORMATS` is the one list that the command line, the export dialog and the docs read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractors.formats import csv_blocks, html_page, jsonl, markdown, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from extractors.formats.record import Result

__all__ = ["FORMATS", "Format"]


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write a result.

    Attributes
    ----------
    name : str
        As on the command line.
    label : str
        Plain name.
    suffix : str
        File suffix without the dot.
    write : callable
        Turns one result into text that ends with a line end (or is empty).
    header : str
        Written once before the first result of a file that holds several.
    joins : bool
        Whether several results can stand in one file after one another.
    """

    name: str
    label: str
    suffix: str
    write: Callable[[Result], str]
    header: str = ""
    joins: bool = True


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format("text", "Text", "txt", plain.write),
        Format("markdown", "Markdown", "md", markdown.write),
        Format("html", "HTML", "html", html_page.write, joins=False),
        Format("jsonl", "JSON lines, with blocks and settings", "jsonl", jsonl.write),
        Format("csv", "CSV of blocks", "csv", csv_blocks.write, header=csv_blocks.HEADER),
    )
}
