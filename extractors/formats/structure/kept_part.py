"""The kept part of a page: its words, and what stands between them without words of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.page.kept_text import kept_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray


class KeptPart:
    """The kept words of a page, and the rule for what has no words.

    An image, a rule, or a line without words is kept if the words on both sides of it are kept.
    Only words in the innermost element around it that has words count; at the edge of this element,
    there is only one side.

    Attributes
    ----------
    page : Page
    mask : array of bool, shape (n_tokens,)
        Kept tokens.
    texts : list of str
        Kept text of each slot, as on the page.
    """

    def __init__(self, page: Page, mask: BoolArray) -> None:
        self.page, self.mask = page, mask
        elements = page.elements
        self._around = elements.innermost(elements.token_end > elements.token_start)
        self.texts = self._slot_texts()

    def has_words(self, row: int) -> bool:
        """Return whether a word of an element is kept."""
        elements = self.page.elements
        return bool(self.mask[elements.token_start[row] : elements.token_end[row]].any())

    def is_kept_between(self, row: int, token: int) -> bool:
        """Return whether something without words is kept.

        Parameters
        ----------
        row : int
            Element that contains it.
        token : int
            Number of tokens of the page before it.
        """
        around = int(self._around[row])
        if around < 0:
            return False
        first = int(self.page.elements.token_start[around])
        end = int(self.page.elements.token_end[around])
        before = token <= first or bool(self.mask[token - 1])
        after = token >= end or bool(self.mask[token])
        return before and after

    def line(self, ranges: Sequence[tuple[int, int]], row: int) -> str | None:
        """Return the kept text of a line of code, None if it is dropped.

        Parameters
        ----------
        ranges : sequence of (int, int)
            Its ranges of the page text.
        row : int
            Element that contains the code.
        """
        tokens, text = self.page.tokens, self.page.text
        kept, n_words, n_kept = "", 0, 0
        token = -1
        for start, end in ranges:
            first, last = (int(index) for index in tokens.start.searchsorted((start, end)))
            token = first if token < 0 else token
            n_words += last - first
            n_kept += int(self.mask[first:last].sum())
        if not n_words:
            is_kept = token < 0 or self.is_kept_between(row, token)
            return "".join(text[start:end] for start, end in ranges) if is_kept else None
        if not n_kept:
            return None
        for start, end in ranges:
            kept += text[start:end] if n_kept == n_words else self._kept_words(start, end)
        return kept

    def _kept_words(self, start: int, end: int) -> str:
        """Return a range of the page text without its dropped words."""
        tokens = self.page.tokens
        first, last = (int(index) for index in tokens.start.searchsorted((start, end)))
        parts, offset = [], start
        for token in range(first, last):
            if not self.mask[token]:
                parts.append(self.page.text[offset : tokens.start[token]])
                offset = int(tokens.end[token])
        return "".join([*parts, self.page.text[offset:end]])

    def _slot_texts(self) -> list[str]:
        page = self.page
        texts = [""] * len(page.slots)
        for line in kept_lines(page, self.mask):
            for piece in line.pieces:
                texts[piece.slot] += piece.text
        return texts
