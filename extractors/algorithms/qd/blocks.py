"""The blocks of QD: elements that divide the page, and their measured quantities.

Each kind of block has its own dividing tags, so its own exclusive text. A row is an element that
divides the page for some kind; its tokens are its exclusive text as a block of main text if its tag
divides for main text, else as a title.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.token_blocks import exclusive_blocks
from boilerscope.extractors.text.exclusive_text import (
    ExclusiveText,
    count_in_slots,
    exclusive_text,
    is_read,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

MAIN_TAGS = frozenset(("td", "div"))
TIME_TAGS = MAIN_TAGS | {"span"}
TITLE_TAGS = TIME_TAGS | {"h1", "h2", "h3", "h4", "h5", "h6"}
EXTRA_TAGS = frozenset(("section", "article", "main", "header", "footer", "nav", "aside"))

PUNCTUATION = ",，.。;；!！?？、"
"""Characters counted as punctuation."""

_HEADINGS = frozenset(("h1", "h2", "h3"))
_BOLD = frozenset(("b", "i", "strong"))
_PARAGRAPHS = frozenset(("p", "br"))
_WITHOUT_END = frozenset(("br", "hr", "img", "input"))


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One kind of block, measured for every row.

    Attributes
    ----------
    units : ExclusiveText
        The elements that divide the page for this kind.
    index : array of int, shape (n_blocks,)
        Index of each row in `units`; -1 if its tag does not divide for this kind.
    dividing : array of int
        Rows whose tag divides for this kind.
    unit : array of int
        Their indices in `units`.
    length : array of float, shape (n_blocks,)
        Characters of the exclusive text of each row; 0 if the row has none.
    """

    units: ExclusiveText
    index: IntArray
    dividing: NDArray[np.int64]
    unit: IntArray
    length: FloatArray
    _rows_by_words: dict[tuple[str, ...], BoolArray] = field(default_factory=dict)

    @classmethod
    def of(cls, units: ExclusiveText, rows: IntArray) -> Kind:
        """Return rows as blocks of the kind with these units."""
        index = _indices(units, rows)
        dividing = np.flatnonzero(index >= 0)
        unit = index[dividing]
        length = np.zeros(len(rows))
        length[dividing] = units.length[unit]
        return cls(units, index, dividing, unit, length)

    def lay_out(self, values: NDArray[np.generic]) -> FloatArray:
        """Return quantities of the units for every row, NaN if the row is not a block of this kind.

        Parameters
        ----------
        values : array, shape (n_units,) or (n_quantities, n_units)
            A quantity, or several quantities.
        """
        laid_out = np.full((*values.shape[:-1], len(self.index)), np.nan)
        laid_out[..., self.dividing] = values[..., self.unit]
        return laid_out

    def rows_of(self, selected: BoolArray) -> BoolArray:
        """Return which rows are some selected units as blocks of this kind."""
        rows = np.zeros(len(self.index), dtype=np.bool_)
        rows[self.dividing] = selected[self.unit]
        return rows

    def contains(self, words: tuple[str, ...]) -> BoolArray:
        """Return which rows contain one of some words, as blocks of this kind.

        The result is cached, so that changed points need no new search.
        """
        if words not in self._rows_by_words:
            self._rows_by_words[words] = self.rows_of(self.units.contains(words))
        return self._rows_by_words[words]

    def text(self, block: int) -> str:
        """Return the exclusive text of a row that is a block of this kind, in lines."""
        return self.units.text_of(int(self.index[block]))

    def line(self, block: int) -> str:
        """Return the exclusive text of a row that is a block of this kind, in one line."""
        return self.text(block).replace("\n", " ")

    def lines(self, selected: BoolArray) -> list[str]:
        """Return the exclusive texts of some rows, all of them blocks of this kind, as lines."""
        if not np.count_nonzero(selected):
            return []
        texts = self.units.texts_of(self.index[selected])
        return [text.replace("\n", " ") for text in texts]


@dataclass(frozen=True, slots=True, eq=False)
class QdBlocks:
    """All blocks and their quantities, shape (n_blocks,) each.

    Attributes
    ----------
    blocks : Blocks
        Elements with text, in document order.
    title, time, main : Kind
        The rows as blocks of each kind; related links divide like main text.
    heading, bold : array of bool
        Whether the row, as a title, is or contains h1 to h3; contains b, i or strong.
    p_br : array of bool
        Whether the row, as main text, contains p or br.
    punctuation, tag_density, text_density, links, link_share : array of float
        Quantities as main text, NaN if the row is not main text.
    """

    blocks: Blocks
    title: Kind
    time: Kind
    main: Kind
    heading: BoolArray
    bold: BoolArray
    p_br: BoolArray
    punctuation: FloatArray
    tag_density: FloatArray
    text_density: FloatArray
    links: FloatArray
    link_share: FloatArray


def qd_blocks(page: Page, *, extra_split: bool) -> QdBlocks:
    """Return the blocks of a page, cached on it."""
    extra = EXTRA_TAGS if extra_split else frozenset[str]()
    return page.cached(("qd blocks", extra_split), lambda of_page: _build(of_page, extra))


def markup_sizes(page: Page, selected: BoolArray) -> NDArray[np.int64]:
    """Return the characters of the plainly written tags of selected elements, 0 for the others.

    ``<tag``, `` name="value"`` for each attribute, ``>``, and ``</tag>`` unless the element is br,
    hr, img or input.
    """
    elements = page.elements
    tag_sizes = [
        2 + len(tag) + (0 if tag in _WITHOUT_END else 3 + len(tag)) for tag in elements.tag_names
    ]
    attributes = 0
    sums = [attributes]
    for node in compress(elements.node, selected.tolist()):
        for name, value in node.items():
            attributes += 4 + len(name) + len(value)
        sums.append(attributes)
    sum_array = np.array(sums, dtype=np.int64)
    sizes = np.zeros(len(elements), dtype=np.int64)
    of_tag = np.array(tag_sizes, dtype=np.int64)
    sizes[selected] = of_tag[elements.tag_id[selected]] + sum_array[1:] - sum_array[:-1]
    return sizes


def _markup(page: Page, units: ExclusiveText) -> NDArray[np.int64]:
    """Return the characters of the blocks with text, including the tags of their contents."""
    has_text = units.length > 0
    with_text = is_read(page) & units.held_by(has_text)
    with_text[units.element] |= has_text
    sizes = markup_sizes(page, with_text)
    return units.length + sizes[units.element] + units.sum_rows(sizes)


def _build(page: Page, extra: frozenset[str]) -> QdBlocks:
    of_title = exclusive_text(page, TITLE_TAGS | extra)
    of_time = exclusive_text(page, TIME_TAGS | extra)
    of_main = exclusive_text(page, MAIN_TAGS | extra)
    rows, blocks = _rows(page, of_title, of_main)
    kind_of = {units: Kind.of(units, rows) for units in {of_title, of_time, of_main}}
    title, time, main = kind_of[of_title], kind_of[of_time], kind_of[of_main]
    tagged, read = page.elements.tagged, is_read(page)
    is_heading = tagged(_HEADINGS)
    length = np.maximum(of_main.length, 1)
    heading, bold, p_br = (
        kind.rows_of(kind.units.count_rows(read & is_counted) > 0)
        for kind, is_counted in (
            (title, is_heading),
            (title, tagged(_BOLD)),
            (main, tagged(_PARAGRAPHS)),
        )
    )
    quantities = np.array(
        [
            of_main.sum_slots(count_in_slots(page, PUNCTUATION)),
            1000 * of_main.count_rows(read) / length,
            of_main.length / np.maximum(_markup(page, of_main), 1),
            of_main.count_rows(read & tagged({"a"})),
            of_main.link_length / length,
        ]
    )
    punctuation, tag_density, text_density, links, link_share = main.lay_out(quantities)
    return QdBlocks(
        blocks=blocks,
        title=title,
        time=time,
        main=main,
        heading=is_heading[rows] | heading,
        bold=bold,
        p_br=p_br,
        punctuation=punctuation,
        tag_density=tag_density,
        text_density=text_density,
        links=links,
        link_share=link_share,
    )


def _rows(page: Page, of_title: ExclusiveText, of_main: ExclusiveText) -> tuple[IntArray, Blocks]:
    """Return the elements that are rows, and the block of each row."""
    index = _indices(of_main, of_title.element)
    main_and_title = exclusive_blocks(page, of_main).with_more(exclusive_blocks(page, of_title))
    number = np.where(
        index >= 0, index, np.arange(len(of_main), len(main_and_title), dtype=np.int32)
    )
    has_text = np.concatenate((of_main.length, of_title.length))[number] > 0
    return of_title.element[has_text], main_and_title.take(number[has_text])


def _indices(units: ExclusiveText, rows: IntArray) -> IntArray:
    """Return the index of each row in the units, -1 if it is not a unit."""
    index = units.owner_of_row[rows]
    if not len(units):
        return index
    # The innermost unit at or above a unit is the unit itself.
    return np.where(units.element[index] == rows, index, np.int32(-1))
