"""All formats of results.

`FORMATS` is the one list that the command line, the export dialog and the docs read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.formats import csv_blocks, gate, jsonl, plain, tei, tree, wml
from boilerscope.extractors.formats.html import writer as html
from boilerscope.extractors.formats.markdown import writer as markdown
from boilerscope.extractors.model.extraction import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boilerscope.extractors.formats.record import Result


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
        Returns one result as a whole file, which is empty or ends with a line end.
    piece : callable or None
        Returns one result as a part of a file with several results; None if a file has only one.
    header : str
        Written once, before the first piece.
    join : callable or None
        Merges the whole files of one page into one. For formats without `piece` whose results can
        share the page's text.
    keeps_failures : bool
        Whether failed results are written too, as records of the failure.
    blocks_of : str
        Name of the format whose records this one writes with blocks; empty for other formats. The
        command line chooses it by ``--blocks``.
    """

    name: str
    label: str
    suffix: str
    write: Callable[[Result], str]
    piece: Callable[[Result], str] | None
    header: str = ""
    join: Callable[[Sequence[str]], str] | None = None
    keeps_failures: bool = False
    blocks_of: str = ""

    def takes(self, status: Status) -> bool:
        """Return whether the format writes results of this status; a failure is not empty text."""
        return self.keeps_failures or status in {Status.OK, Status.EMPTY}


FORMATS: dict[str, Format] = {
    file_format.name: file_format
    for file_format in (
        Format("text", "Text", "txt", plain.write, plain.under_heading(plain.write)),
        Format("markdown", "Markdown", "md", markdown.write, plain.under_heading(markdown.write)),
        Format("html", "HTML", "html", html.write, None),
        Format("tei", "TEI, XML for the humanities", "tei.xml", tei.write, None),
        Format("tree", "JSON tree of the structure", "tree.json", tree.write, tree.write),
        Format(
            "jsonl", "JSON lines", "jsonl", jsonl.write_slim, jsonl.write_slim, keeps_failures=True
        ),
        Format(
            "jsonl-blocks",
            "JSON lines, with blocks and settings",
            "jsonl",
            jsonl.write,
            jsonl.write,
            keeps_failures=True,
            blocks_of="jsonl",
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


def with_blocks(name: str) -> str | None:
    """Return the name of the format that adds blocks to the records of a format, if any."""
    return next((form.name for form in FORMATS.values() if form.blocks_of == name), None)
