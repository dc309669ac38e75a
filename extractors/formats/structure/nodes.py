"""Nodes of the kept structure.

A `Document` contains blocks, blocks contain blocks or inline nodes, and inline nodes contain text.
White space is collapsed and trimmed, except in code. ``language`` (a BCP 47 tag) and ``direction``
(``ltr``, ``rtl`` or ``auto``) are empty where they are those of the node around.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Mark(StrEnum):
    """Meaning of marked text."""

    EMPHASIS = "emphasis"
    STRONG = "strong"
    DELETED = "deleted"
    INSERTED = "inserted"
    UNDERLINED = "underlined"
    SUBSCRIPT = "subscript"
    SUPERSCRIPT = "superscript"
    HIGHLIGHT = "highlight"
    QUOTATION = "quotation"


# -- inline nodes ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """Text with collapsed white space."""

    text: str


@dataclass(frozen=True, slots=True)
class Break:
    """A line break inside of a paragraph."""


@dataclass(frozen=True, slots=True)
class CodeSpan:
    """Code in a line of text."""

    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as LaTeX, without delimiters; as a block, it is a displayed formula."""

    latex: str


@dataclass(frozen=True, slots=True)
class Image:
    """An image.

    Attributes
    ----------
    address : str
        Empty if it does not lead away from the page, as for ``data:`` addresses.
    alt : str
        Alternative text.
    source : str
        Address in absolute form, with which recorded images are found; for a ``data:`` address, the
        address itself.
    """

    address: str
    alt: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class NoteReference:
    """A reference to a footnote, by its number in `Document.notes`, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Marked:
    """Text with a meaning."""

    mark: Mark
    content: Inlines


@dataclass(frozen=True, slots=True)
class Link:
    """A link that leads away from the page."""

    address: str
    content: Inlines


@dataclass(frozen=True, slots=True)
class Foreign:
    """Text in another language or direction; `isolates` and `overrides` as ``bdi``, ``bdo``."""

    content: Inlines
    language: str = ""
    direction: str = ""
    tag: str = "span"


Inline: TypeAlias = (
    Text | Break | CodeSpan | Formula | Image | NoteReference | Marked | Link | Foreign
)
Inlines: TypeAlias = tuple[Inline, ...]


# -- blocks ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 6."""

    level: int
    content: Inlines
    language: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or any other text that is a block."""

    content: Inlines
    language: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list.

    Attributes
    ----------
    number : int or None
        None in a list without numbers.
    is_checked : bool or None
        Whether the box of a task is ticked; None for an item without a box.
    """

    blocks: Blocks
    number: int | None = None
    language: str = ""
    direction: str = ""
    is_checked: bool | None = None


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list; if it is numbered, its items have the numbers that the page shows.

    Attributes
    ----------
    numbering : str
        How the page writes the numbers, as the ``type`` of HTML: ``a``, ``A``, ``i``, ``I``, or
        empty for digits.
    """

    items: tuple[Item, ...]
    is_numbered: bool = False
    is_reversed: bool = False
    language: str = ""
    direction: str = ""
    numbering: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """Terms and their descriptions."""

    terms: tuple[Inlines, ...]
    descriptions: tuple[Blocks, ...]


@dataclass(frozen=True, slots=True)
class DefinitionList:
    """A list of terms with descriptions."""

    entries: tuple[Definition, ...]
    language: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Attributes
    ----------
    column : int
        Its first column, from 0.
    rowspan, colspan : int
        Number of rows and columns that it covers.
    align : str
        ``left``, ``center``, ``right``, or empty.
    """

    blocks: Blocks
    column: int
    rowspan: int = 1
    colspan: int = 1
    is_header: bool = False
    align: str = ""
    language: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; `is_header` for the rows at the top that name the columns."""

    cells: tuple[Cell, ...]
    is_header: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A data table; layout tables are no tables here.

    Attributes
    ----------
    n_columns : int
        Number of columns in which a cell begins.
    """

    rows: tuple[Row, ...]
    n_columns: int
    caption: Blocks = ()
    language: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """Code with all its kept lines, separated by line ends; `language` as the page names it."""

    text: str
    code_language: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """Images, or another content, with a caption."""

    blocks: Blocks
    caption: Blocks
    language: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation in blocks of its own."""

    blocks: Blocks
    language: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A change of subject, as a horizontal rule."""


Block: TypeAlias = (
    Heading | Paragraph | ItemList | DefinitionList | Table | Code | Formula | Figure | Quote | Rule
)
Blocks: TypeAlias = tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """The kept part of a page.

    Attributes
    ----------
    title : str
        Title that the extractor found, else that of the page.
    address : str
        Address of the page, empty if it is not a web address.
    published : str
        Date that the extractor found.
    notes : tuple of blocks
        Footnotes, by number.
    """

    blocks: Blocks
    notes: tuple[Blocks, ...] = ()
    title: str = ""
    address: str = ""
    published: str = ""
    language: str = ""
    direction: str = ""
