"""What a pane's body shows: lines of a page for a mask, laid out as far as they are needed."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from extractors.page import reading_spaces, segments
from widgets import theme
from widgets.fold_text import LineKind, Lines, Part, Runs, lines, runs, touched
from widgets.panes import paragraph
from widgets.panes.flow import Flow
from widgets.panes.segment_styles import Emphasis, Kind, segment_styles, widths
from widgets.panes.text import PageText

if TYPE_CHECKING:
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray
    from widgets.fold_text import PartArray
    from widgets.panes.paragraph import Paragraph
    from widgets.panes.text import ShownText

_KEPT_LAYOUTS = 400


class Place(NamedTuple):
    """Where a segment stands on screen: its number, and its text's top from the body's top."""

    segment: int
    y: float


class Content:
    """Lines of a page with their heights; knows no widget.

    Parameters
    ----------
    page : Page
        The page; another page needs another content, see `set_page`.
    parts : array of int8, shape (n_tokens,)
        What became of each token.
    width : int
        Width of the body, pixels.
    """

    def __init__(self, page: Page, parts: PartArray, width: int) -> None:
        self.page = page
        self.segments = segments(page)
        self.text = PageText(page, self.segments)
        self.styles = segment_styles(page)
        self.flow = Flow()
        self.parts = parts
        self.width = width
        n_segments = len(self.segments)
        self._opened = np.zeros(n_segments, dtype=np.bool_)
        self.selected = np.zeros(n_segments, dtype=np.bool_)
        self._em_widths = widths(page)
        self._layouts: OrderedDict[tuple[object, ...], Paragraph] = OrderedDict()
        self._forget_heights()
        self.runs: Runs = runs(page, self.segments, parts)
        self.lines: Lines = lines(self.runs, self._opened, self.selected)
        self._update_heights()

    # -- what is shown ---------------------------------------------------------------------

    def set_page(self, page: Page) -> bool:
        """Show the same page as it is read now; return whether anything changed."""
        before, self.page = self.page, page
        if np.array_equal(reading_spaces(before), reading_spaces(page)):
            return False
        self.text = PageText(page, self.segments)
        self.restyle()
        return True

    def set_parts(self, parts: PartArray) -> bool:
        """Show another mask; return whether anything changed."""
        if np.array_equal(parts, self.parts):
            return False
        self.parts = parts
        self.runs = runs(self.page, self.segments, parts)
        self._make_lines()
        return True

    def set_width(self, width: int) -> bool:
        """Lay out for another width; return whether anything changed."""
        if width == self.width:
            return False
        self.width = width
        self.restyle()
        return True

    def restyle(self) -> None:
        """Lay out anew, because fonts or colours are others now."""
        self._layouts.clear()
        self._forget_heights()
        self._update_heights()

    def select(self, token_runs: tuple[tuple[int, int], ...]) -> bool:
        """Mark the segments of a selection; return whether anything changed."""
        selected = touched(self.segments, token_runs)
        if np.array_equal(selected, self.selected):
            return False
        self.selected = selected
        self._make_lines()
        return True

    def open_fold(self, line: int, *, opened: bool) -> None:
        """Open or close the fold that a line stands for."""
        first, last = int(self.lines.first[line]), int(self.lines.last[line])
        self._opened[self.runs.segment[first:last]] = opened
        self._make_lines()

    def open_token(self, token: int) -> bool:
        """Open the fold that hides a token; return whether there was one."""
        line = self.lines.of_token(token)
        if line < 0 or self.lines.kind[line] != LineKind.FOLD_CLOSED:
            return False
        self.open_fold(line, opened=True)
        return True

    # -- lines -----------------------------------------------------------------------------

    def is_text(self, line: int) -> bool:
        """Return whether a line is text, not a fold."""
        return bool(self.lines.kind[line] == LineKind.TEXT)

    def is_selected(self, line: int) -> bool:
        """Return whether a line is text of the selection."""
        return self.is_text(line) and bool(self.selected[self.lines.segment[line]])

    def shows_segment(self, segment: int) -> bool:
        """Return whether a segment's text is on view rather than folded away."""
        return self.is_text(self.line_of(segment))

    def line_of(self, segment: int) -> int:
        """Return the first line of a segment: its text, or the fold that hides it."""
        return self.lines.of_token(int(self.segments.token_start[segment]))

    def above(self, line: int) -> int:
        """Return the room between a line's top and its text."""
        if not self.is_text(line):
            return theme.px(paragraph.FOLD_TOP)
        segment = int(self.lines.segment[line])
        joined = bool(self.styles.joined[segment]) or not self._begins(line)
        return paragraph.gap(int(self.styles.kind[segment]), joined=joined)

    def depth(self, line: int, token: int) -> int:
        """Return how far below a line's top the letters begin among which a token of it is."""
        if not self.is_text(line):
            return self.above(line)
        made = self.paragraph(line)
        return round(made.depth_of(made.shown.unit_of(self.text.starts_at(token))))

    def measure(self, line: int) -> float:
        """Return the exact height of a line, laying it out if need be."""
        if not self.is_text(line):
            return theme.px(paragraph.FOLD_ROW)
        height = float(self.paragraph(line).height)
        segment = self.lines.segment[line]
        self._known[segment] = height
        self._known_range[segment] = (self.lines.start[line], self.lines.end[line])
        return height

    def paragraph(self, line: int) -> Paragraph:
        """Return a line of text laid out; the ones used last are kept."""
        first, last = int(self.lines.first[line]), int(self.lines.last[line])
        folded = bool(self.lines.folded[line])
        key = (
            int(self.lines.start[line]),
            int(self.lines.end[line]),
            folded,
            self.runs.start[first:last].tobytes(),
            self.runs.part[first:last].tobytes(),
        )
        made = self._layouts.get(key)
        if made is None:
            made = self._layouts[key] = self._set_paragraph(line, first, last, folded=folded)
            while len(self._layouts) > _KEPT_LAYOUTS:
                self._layouts.popitem(last=False)
        self._layouts.move_to_end(key)
        return made

    def left_out(self, line: int) -> tuple[int, int]:
        """Return how many segments and tokens a fold line stands for."""
        return int(self.lines.left_out[line]), int(self.lines.end[line] - self.lines.start[line])

    def copied(self, first: int, last: int) -> str:
        """Return the kept text between two offsets of the page text."""
        kept = np.isin(self.runs.part, (Part.KEPT, Part.ONLY_HERE))
        return self.text.copied(self.runs, kept, first, last)

    # -- inside ----------------------------------------------------------------------------

    def _make_lines(self) -> None:
        self.lines = lines(self.runs, self._opened, self.selected)
        self._update_heights()

    def _begins(self, line: int) -> bool:
        segment = self.lines.segment[line]
        return bool(self.lines.start[line] == self.segments.token_start[segment])

    def _set_paragraph(self, line: int, first: int, last: int, *, folded: bool) -> Paragraph:
        segment = int(self.lines.segment[line])
        shown = self.text.shown(
            int(self.lines.start[line]),
            int(self.lines.end[line]),
            keep_lines=self.styles.kind[segment] == Kind.CODE,
        )
        parts = [
            (shown.unit_of(self.text.starts_at(int(start))) if number else 0, Part(part))
            for number, (start, part) in enumerate(
                zip(self.runs.start[first:last], self.runs.part[first:last], strict=True)
            )
        ]
        return paragraph.set_paragraph(
            shown,
            parts,
            self._emphasis(line, shown),
            styles=self.styles,
            segment=segment,
            begins=self._begins(line),
            dropped=folded,
            width=self.width,
        )

    def _emphasis(self, line: int, shown: ShownText) -> list[tuple[int, Emphasis]]:
        slot_of = self.page.tokens.slot
        first = int(slot_of[self.lines.start[line]])
        last = int(slot_of[self.lines.end[line] - 1]) + 1
        stressed = self.styles.emphasis[first:last]
        if not stressed.any():
            return []
        places = self.page.slots.start[first:last].tolist()
        return [
            (shown.unit_of(place), Emphasis(bits))
            for place, bits in zip(places, stressed.tolist(), strict=True)
        ]

    def _forget_heights(self) -> None:
        n_segments = len(self.segments)
        self._known: FloatArray = np.zeros(n_segments)
        self._known_range = np.full((n_segments, 2), -1, dtype=np.int32)

    def _update_heights(self) -> None:
        made = self.lines
        text = made.kind == LineKind.TEXT
        em_widths = self._em_widths[made.end] - self._em_widths[made.start]
        heights = np.where(
            text,
            paragraph.estimate(self.styles, made.segment, em_widths, self.width),
            theme.px(paragraph.FOLD_ROW),
        )
        known_range = self._known_range[made.segment]
        known = (known_range[:, 0] == made.start) & (known_range[:, 1] == made.end)
        heights[text & known] = self._known[made.segment][text & known]
        self.flow.set_heights(heights, known | ~text)

    def mask(self) -> BoolArray:
        """Return which tokens this pane keeps."""
        kept: BoolArray = (self.parts == Part.KEPT) | (self.parts == Part.ONLY_HERE)
        return kept
