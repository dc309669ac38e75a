"""Write extractions as text, Markdown, HTML, JSONL, CSV and GATE XML, settings as TOML.

`FORMATS` is the one list that the command line, the export dialog and the docs read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractors.formats import csv_blocks, gate, jsonl, plain, wml
from extractors.formats.html import writer as html
from extractors.formats.markdown import writer as markdown
from extractors.model.extraction import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
        Turns one result into a whole file that ends with a line end (or is empty).
    piece : callable or None
        Turns one result into a part of a file that holds several; None where a file holds one.
    header : str
        Stands once before the first piece.
    join : callable or None
        Turns whole files of one page into a single one, where `piece` is None but several results
        can stand over the same text.
    keeps_failures : bool
        Whether a result without text is written as well, as a record of what happened.
    """

    name: str
    label: str
    suffix: str
    write: Callable[[Result], str]
    piece: Callable[[Result], str] | None
    header: str = ""
    join: Callable[[Sequence[str]], str] | None = None
    keeps_failures: bool = False

    def takes(self, status: Status) -> bool:
        """Return whether a result that ended so is written; a failure is no empty text."""
        return self.keeps_failures or status in {Status.OK, Status.EMPTY}


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format("text", "Text", "txt", plain.write, plain.under_heading(plain.write)),
        Format("markdown", "Markdown", "md", markdown.write, plain.under_heading(markdown.write)),
        Format("html", "HTML", "html", html.write, None),
        Format(
            "jsonl",
            "JSON lines, with blocks and settings",
            "jsonl",
            jsonl.write,
            jsonl.write,
            keeps_failures=True,
        ),
        Format(
            "csv",
            "CSV of blocks",
            "csv",
            csv_blocks.write,
            csv_blocks.write_piece,
            header=csv_blocks.HEADER,
            keeps_failures=True,
        ),
        Format(
            "gate",
            "GATE XML, annotations over the page text",
            "xml",
            gate.write,
            None,
            join=gate.join,
        ),
        Format("wml", "WML, a deck of cards", "wml", wml.write, None),
    )
}
