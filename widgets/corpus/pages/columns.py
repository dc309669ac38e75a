"""Columns of the list of pages, and their widths."""

from __future__ import annotations

from dataclasses import dataclass

NAME, TITLE, LANGUAGE, TYPE, WORDS = range(5)
N_TEXTS = 5
"""Columns before those of the panes; the sorted value is after the panes."""

WORDS_WIDTH = 66
_LANGUAGE_WIDTH, _TYPE_WIDTH, _VALUE_WIDTH = 40, 94, 62
_CELL_WIDTH, _MIN_CELL_WIDTH = 52, 40
_NAME_WIDTH, _MIN_NAME_WIDTH = 150, 110
_MIN_TITLE_WIDTH = 120


@dataclass(frozen=True, slots=True)
class Columns:
    """Widths of the columns, pixels; 0 is a column without room.

    Attributes
    ----------
    name, title, language, page_type, words : int
        Columns of the page itself.
    cell : int
        Column of a pane.
    n_panes : int
        Number of panes.
    value : int
        The sorted value.
    """

    name: int
    title: int
    language: int
    page_type: int
    words: int
    cell: int
    n_panes: int
    value: int

    @property
    def widths(self) -> tuple[int, ...]:
        """Width of each column."""
        texts = (self.name, self.title, self.language, self.page_type, self.words)
        return (*texts, *((self.cell,) * self.n_panes), self.value)


def fit(
    width: int,
    n_panes: int,
    scale: float = 1.0,
    *,
    has_titles: bool = False,
    words_width: int = WORDS_WIDTH,
) -> Columns:
    """Return the columns for a width.

    Titles get what all others leave. Cells get narrower first, then columns are left out, then the
    list scrolls sideways.

    Parameters
    ----------
    width : int
        Pixels.
    n_panes : int
        Number of panes.
    scale : float
        Interface size.
    has_titles : bool
        Whether pages have titles.
    words_width : int
        Width of the column of lengths, whose heading must fit, at an interface size of 1.
    """
    stops = (  # what is left out for lack of width, in this order
        (_LANGUAGE_WIDTH, _TYPE_WIDTH, words_width),
        (_LANGUAGE_WIDTH, 0, words_width),
        (0, 0, words_width),
        (0, 0, 0),
    )
    total = width / scale
    widest = (_MIN_NAME_WIDTH, *stops[-1], _MIN_CELL_WIDTH)
    for language, page_type, words in stops:
        room = total - _VALUE_WIDTH - language - page_type - words - _NAME_WIDTH
        cell = min(_CELL_WIDTH, int(room / max(n_panes, 1)))
        if cell >= _MIN_CELL_WIDTH:
            name = _NAME_WIDTH + int(room - cell * n_panes)
            widest = (name, language, page_type, words, cell)
            break
    name, *texts, cell = (round(part * scale) for part in widest)
    language, page_type, words = texts
    value = round(_VALUE_WIDTH * scale)
    used = sum(texts) + cell * n_panes + value
    name = max(name, width - used)
    title = name - round(_NAME_WIDTH * scale)
    if not (has_titles and language and page_type and title >= _MIN_TITLE_WIDTH * scale):
        title = 0
    return Columns(name - title, title, language, page_type, words, cell, n_panes, value)
