"""All formats of results.

`FORMATS` is the one list that the command line, the export dialog and the docs read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.formats import csv_blocks, gate, jsonl, limits, plain, tei, tree, wml
from boilerscope.extractors.formats.html import writer as html
from boilerscope.extractors.formats.markdown import writer as markdown
from boilerscope.extractors.formats.structure.options import Texts
from boilerscope.extractors.model.extraction import ANSWERED, Status
from boilerscope.extractors.page.kept_text import kept_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boilerscope.extractors.formats.limits import Limit
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
    summary : str
        What it holds, in a few words.
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
    is_structured : bool
        Whether it is written from the kept structure, so that `StructureOptions` apply to it.
    limits : tuple of Limit
        Parts of the structure that it cannot hold as they are.
    line_of : callable or None
        Returns the line, from 1, at which a block of the kept structure begins in the file, by its
        index; None for formats without such lines.
    """

    name: str
    label: str
    summary: str
    suffix: str
    write: Callable[[Result], str]
    piece: Callable[[Result], str] | None
    header: str = ""
    join: Callable[[Sequence[str]], str] | None = None
    keeps_failures: bool = False
    blocks_of: str = ""
    is_structured: bool = False
    limits: tuple[Limit, ...] = ()
    line_of: Callable[[Result, int], int] | None = None

    def takes(self, status: Status) -> bool:
        """Return whether the format writes results of this status; a failure is not empty text."""
        return self.keeps_failures or status in ANSWERED


FORMATS: dict[str, Format] = {
    file_format.name: file_format
    for file_format in (
        Format(
            "text",
            "Text",
            "Words and lines only",
            "txt",
            plain.write,
            plain.under_heading(plain.write),
        ),
        Format(
            "markdown",
            "Markdown",
            "Tables, code, formulas, notes",
            "md",
            markdown.write,
            plain.under_heading(markdown.write),
            is_structured=True,
            limits=limits.MARKDOWN,
            line_of=markdown.line_of,
        ),
        Format(
            "html",
            "HTML",
            "Structure with merged cells",
            "html",
            html.write,
            None,
            is_structured=True,
        ),
        Format(
            "tei",
            "TEI",
            "Structure, for the humanities",
            "tei.xml",
            tei.write,
            None,
            is_structured=True,
            limits=limits.TEI,
        ),
        Format(
            "tree",
            "JSON tree",
            "Structure, for programs",
            "tree.json",
            tree.write,
            tree.write,
            is_structured=True,
        ),
        Format(
            "jsonl",
            "JSON lines",
            "A record for each result",
            "jsonl",
            jsonl.write_slim,
            jsonl.write_slim,
            keeps_failures=True,
        ),
        Format(
            "jsonl-blocks",
            "JSON lines, with blocks",
            "The same, with each rule",
            "jsonl",
            jsonl.write,
            jsonl.write,
            keeps_failures=True,
            blocks_of="jsonl",
        ),
        Format(
            "csv",
            "CSV",
            "A row for each block",
            "csv",
            csv_blocks.write,
            csv_blocks.write_piece,
            header=csv_blocks.HEADER,
            keeps_failures=True,
        ),
        Format(
            "gate",
            "GATE XML",
            "Annotations of the page text",
            "xml",
            gate.write,
            None,
            join=gate.join,
        ),
        Format("wml", "WML", "Cards for small screens", "wml", wml.write, None),
    )
}


def apply_text(result: Result, format_name: str) -> Result:
    """Return a result with the text that its options ask for, for formats of text and records.

    Raises
    ------
    SettingsError
        If the format cannot have this text.
    """
    texts, page = result.options.text, result.page
    check_text(format_name, texts)
    has_text = FORMATS["text"].takes(result.extraction.status)
    is_structured = FORMATS[format_name].is_structured
    if page is None or not has_text or is_structured or texts in {Texts.AUTO, Texts.OWN}:
        return result
    if texts is Texts.PAGE:
        text = kept_text(page, result.extraction.mask)
    else:
        options = replace(result.options, text=Texts.PAGE)
        text = FORMATS[texts.value].write(replace(result, options=options))
    return replace(result, extraction=replace(result.extraction, own_text=text))


def check_text(format_name: str, texts: Texts) -> None:
    """Check that a format can have a text.

    Raises
    ------
    SettingsError
        The message names the texts that it can have.
    """
    if texts is Texts.AUTO:
        return
    form = FORMATS[format_name]
    allowed = [Texts.PAGE, Texts.OWN] if form.is_structured or format_name == "text" else []
    if format_name.startswith("jsonl"):
        allowed = [text for text in Texts if text is not Texts.AUTO]
    if texts not in allowed:
        names = ", ".join(allowed) or "only its default"
        raise SettingsError(f"{form.label} cannot have the text {texts.value!r}. It has: {names}.")


def with_blocks(name: str) -> str | None:
    """Return the name of the format that adds blocks to the records of a format, if any."""
    return next((form.name for form in FORMATS.values() if form.blocks_of == name), None)
