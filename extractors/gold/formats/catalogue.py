"""All formats of gold standards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.gold.formats import (
    article_benchmark,
    boilernet,
    cetd,
    cleaneval,
    corpus,
    daniel,
    l3s,
    own,
    readability,
    sigir2023,
    snippets,
    teco,
    wcxb,
    webmainbench,
)
from boilerscope.extractors.model.gold import GoldClass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.model.listed_page import ListedPage

_TEXT = frozenset((GoldClass.MAIN, GoldClass.BOILERPLATE))


@dataclass(frozen=True, slots=True)
class GoldFormat:
    """A file format of gold standards.

    Attributes
    ----------
    name : str
        Identifier, used in files and on the command line.
    title : str
        Usual name.
    valid_form : str
        Description of a valid file.
    kinds : frozenset of GoldClass
        Classes that it distinguishes; titles become main content, other classes are lost.
    read : callable
        Yields the entries of a file or folder, given a folder of pages or None.
    write : callable
        Writes pages into a new file or folder.
    has_snippets : bool
        Whether it has texts that must and texts that must not be extracted.
    has_markdown : bool
        Whether it has the gold text as Markdown.
    writes_file : bool
        Whether it writes one file instead of a folder.
    """

    name: str
    title: str
    valid_form: str
    kinds: frozenset[GoldClass]
    read: Callable[[Path, Path | None], Iterator[ListedPage]]
    write: Callable[[Iterable[GoldPage], Path], None]
    has_snippets: bool = False
    has_markdown: bool = False
    writes_file: bool = False


FORMATS = {
    gold_format.name: gold_format
    for gold_format in (
        GoldFormat(
            own.NAME,
            "Boilerscope",
            own.VALID_FORM,
            frozenset(GoldClass),
            own.read,
            own.write,
            has_snippets=True,
            writes_file=True,
        ),
        GoldFormat(
            corpus.NAME,
            "gold.jsonl (magic-html, WCXB)",
            corpus.VALID_FORM,
            _TEXT,
            corpus.read,
            corpus.write,
            has_snippets=True,
        ),
        GoldFormat(
            cleaneval.NAME,
            "CleanEval",
            cleaneval.VALID_FORM,
            _TEXT,
            cleaneval.read,
            cleaneval.write,
        ),
        GoldFormat(
            article_benchmark.NAME,
            "article-extraction-benchmark",
            article_benchmark.VALID_FORM,
            _TEXT,
            article_benchmark.read,
            article_benchmark.write,
            has_snippets=True,
        ),
        GoldFormat(
            sigir2023.NAME,
            "SIGIR 2023 benchmark",
            sigir2023.VALID_FORM,
            _TEXT,
            sigir2023.read,
            sigir2023.write,
        ),
        GoldFormat(
            l3s.NAME,
            "L3S-GN1",
            l3s.VALID_FORM,
            _TEXT | {GoldClass.TITLE, GoldClass.COMMENT},
            l3s.read,
            l3s.write,
        ),
        GoldFormat(
            boilernet.NAME,
            "BoilerNet",
            boilernet.VALID_FORM,
            _TEXT,
            boilernet.read,
            boilernet.write,
        ),
        GoldFormat(
            readability.NAME,
            "Readability.js test pages",
            readability.VALID_FORM,
            _TEXT | {GoldClass.TITLE},
            readability.read,
            readability.write,
        ),
        GoldFormat(
            wcxb.NAME,
            "WCXB",
            wcxb.VALID_FORM,
            _TEXT,
            wcxb.read,
            wcxb.write,
            has_snippets=True,
            has_markdown=True,
        ),
        GoldFormat(
            webmainbench.NAME,
            "WebMainBench",
            webmainbench.VALID_FORM,
            _TEXT,
            webmainbench.read,
            webmainbench.write,
            has_markdown=True,
        ),
        GoldFormat(daniel.NAME, "DAnIEL", daniel.VALID_FORM, _TEXT, daniel.read, daniel.write),
        GoldFormat(teco.NAME, "TECO", teco.VALID_FORM, _TEXT, teco.read, teco.write),
        GoldFormat(cetd.NAME, "CETD", cetd.VALID_FORM, _TEXT, cetd.read, cetd.write),
        GoldFormat(
            snippets.NAME,
            "snippets (trafilatura)",
            snippets.VALID_FORM,
            _TEXT | {GoldClass.COMMENT, GoldClass.UNMARKED},
            snippets.read,
            snippets.write,
            has_snippets=True,
        ),
    )
}
"""Every format by its name."""
