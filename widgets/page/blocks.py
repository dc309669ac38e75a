"""Which block a place of the page belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.page import paint
from widgets.records import PaneRecord, Selection

if TYPE_CHECKING:
    from extractors.model.extraction import Extraction
    from extractors.page import IntArray, Page, Segments


class Blocks:
    """Finds selections by token: blocks of a pane, or segments where no pane is set."""

    def __init__(self) -> None:
        self._pane: PaneRecord | None = None
        self._counted: Extraction | None = None
        self._owner: IntArray | None = None

    def set_pane(self, pane: PaneRecord | None) -> None:
        """Select by the blocks of a pane; None selects segments."""
        self._pane = pane

    @property
    def pane(self) -> PaneRecord | None:
        """The pane whose blocks are selected."""
        return self._pane

    def block_at(self, page: Page, token: int) -> int:
        """Return the innermost block of the pane at a token, -1 if there is none."""
        extraction = self._pane.shown if self._pane is not None else None
        if extraction is None or len(extraction.mask) != page.n_tokens:
            return -1
        if extraction is not self._counted or self._owner is None:
            self._owner = extraction.blocks.block_of_token(page.n_tokens)
            self._counted = extraction
        return int(self._owner[token])

    def selection_at(self, page: Page, segments: Segments, token: int) -> Selection | None:
        """Return the pane's block at a token, else the token's segment; None for token -1."""
        if token < 0:
            return None
        block = self.block_at(page, token)
        extraction = self._pane.shown if self._pane is not None else None
        if block >= 0 and self._pane is not None and extraction is not None:
            return Selection(tuple(extraction.blocks.runs(block)), self._pane.name, block)
        segment = paint.segment_at(segments, token)
        return Selection(((int(segments.token_start[segment]), int(segments.token_end[segment])),))
