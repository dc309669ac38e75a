"""Options of structured formats, declared once for command line, batch, Python and dialog."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

from boilerscope.extractors.model.settings import Settings, from_table, knob

if TYPE_CHECKING:
    from collections.abc import Mapping


class Addresses(StrEnum):
    """Form of the addresses of links and images."""

    ABSOLUTE = "absolute"
    PAGE = "page"
    NONE = "none"


class Images(StrEnum):
    """Form of images."""

    LINKS = "links"
    FILES = "files"
    NONE = "none"


class Texts(StrEnum):
    """Text that is written."""

    AUTO = "auto"
    PAGE = "page"
    OWN = "own"
    MARKDOWN = "markdown"
    HTML = "html"
    TEI = "tei"
    TREE = "tree"


@dataclass(frozen=True)
class StructureOptions(Settings):
    """Parts of the structure that are written; the words of the other parts are written too."""

    text: Texts = knob(
        Texts.AUTO,
        "Text",
        "Page: the kept words in the structure of the page. Own: as the extractor or library writes"
        " it. Records (JSON lines, Parquet) can have their text as Markdown, HTML, TEI or tree.",
        choice_labels={
            "auto": "Default of the format",
            "page": "Page text",
            "own": "Own text",
            "markdown": "As Markdown",
            "html": "As HTML",
            "tei": "As TEI",
            "tree": "As tree",
        },
    )
    outline: bool = knob(
        True,
        "Headings, lists, links",
        "Write headings, lists, quotations, emphasis and links; off, their words are paragraphs.",
    )
    tables: bool = knob(
        True, "Tables", "Write data tables as tables; off, their cells are paragraphs."
    )
    code: bool = knob(
        True,
        "Code with language",
        "Write code with its lines and its language; off, its lines are paragraphs.",
    )
    formulas: bool = knob(
        True, "Formulas", "Write formulas as LaTeX; off, their words are text as on the page."
    )
    footnotes: bool = knob(
        True, "Footnotes", "Write footnotes as notes; off, they are items where the page has them."
    )
    metadata: bool = knob(
        False,
        "Metadata as front matter",
        "Begin Markdown with title, address, date and language of the page.",
    )
    images: Images = knob(
        Images.LINKS,
        "Images",
        "Links: with their addresses. Files: copied from the snapshot to a folder beside the text."
        " None: only their captions.",
        choice_labels={"links": "Links", "files": "Files beside the text", "none": "None"},
    )
    links: Addresses = knob(
        Addresses.ABSOLUTE,
        "Link addresses",
        "Absolute: with the address of the page. Page: as the page has them. None: without links.",
        choice_labels={"absolute": "Absolute", "page": "As on the page", "none": "No links"},
    )


DEFAULT = StructureOptions()
"""Options if the user chooses none."""


def options_of(values: Mapping[str, Any]) -> StructureOptions:
    """Return options from plain values by name; the others keep their defaults.

    Raises
    ------
    UnknownNameError
        If a name is not an option.
    SettingsError
        If a value is not valid.
    """
    return cast("StructureOptions", from_table(StructureOptions, values))
