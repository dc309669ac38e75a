"""Content of a pane's body: lines of a page for a mask, laid out on demand."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from boilerscope.extractors.page import reading_spaces, segments
from boilerscope.widgets import theme
from boilerscope.widgets.fold_text import (
    ERRORS,
    KEPT_PARTS,
    LineKind,
    Lines,
    Part,
    Runs,
    lines,
    runs,
    touched,
)
from boilerscope.widgets.panes import paragraph
from boilerscope.widgets.panes.flow import Flow
from boilerscope.widgets.panes.segment_styles import Emphasis, Kind, segment_styles, widths
from boilerscope.widgets.panes.text import KeptWordless, PageText, joined

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray, IntArray
    from boilerscope.widgets.fold_text import PartArray
    from boilerscope.widgets.panes.paragraph import Paragraph
    from boilerscope.widgets.panes.text import ShownText

_MAX_LAYOUTS = 400


class SegmentPosition(NamedTuple):
    """Position of a segment in a body: its index, and the distance of its text from the top."""

    segment: int
    y: float


class Content:
    """Lines of a page with their heights, without a widget.

    Parameters
    ----------
    page : Page
        The page; for another page, create another content, but see `set_page`.
    parts : array of int8, shape (n_tokens,)
        `Part` of each token.
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
        self._wordless = KeptWordless(page, np.isin(parts, KEPT_PARTS))
        self.lines: Lines = lines(self.runs, self._opened, self.selected)
        self._update_heights()

    def measured_copy(self) -> Content:
        """Return a copy with the same open folds whose lines all have their exact heights."""
        copy = Content(self.page, self.parts, self.width)
        copy._opened, copy.selected = self._opened.copy(), self.selected.copy()
        copy._make_lines()
        copy.flow.measure_all(copy.measure)
        return copy

    # -- display ---------------------------------------------------------------------------

    def set_page(self, page: Page) -> bool:
        """Show another reading of the same page; return whether anything changed."""
        previous, self.page = self.page, page
        if np.array_equal(reading_spaces(previous), reading_spaces(page)):
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
        self._wordless = KeptWordless(self.page, np.isin(parts, KEPT_PARTS))
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
        """Repeat the layout after a change of fonts or colours."""
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
        """Open or close the fold of a line."""
        first, last = int(self.lines.first[line]), int(self.lines.last[line])
        self._opened[self.runs.segment[first:last]] = opened
        self._make_lines()

    def open_token(self, token: int) -> bool:
        """Open the fold that hides a token; return whether there was such a fold."""
        line = self.lines.of_token(token)
        if line < 0 or self.lines.kind[line] != LineKind.FOLD_CLOSED:
            return False
        self.open_fold(line, opened=True)
        return True

    # -- lines -----------------------------------------------------------------------------

    def is_text(self, line: int) -> bool:
        """Return whether a line is text and not a fold."""
        return bool(self.lines.kind[line] == LineKind.TEXT)

    def is_selected(self, line: int) -> bool:
        """Return whether a line is selected text."""
        return self.is_text(line) and bool(self.selected[self.lines.segment[line]])

    def shows_segment(self, segment: int) -> bool:
        """Return whether a segment's text is shown and not folded."""
        return self.is_text(self.line_of(segment))

    def line_of(self, segment: int) -> int:
        """Return the first line of a segment: its text, or the fold that hides it."""
        return self.lines.of_token(int(self.segments.token_start[segment]))

    def above(self, line: int) -> int:
        """Return the space between a line's top and its text, pixels."""
        if not self.is_text(line):
            return theme.px(paragraph.FOLD_TOP)
        segment = int(self.lines.segment[line])
        joined = bool(self.styles.joined[segment]) or not self._starts_segment(line)
        return paragraph.gap(int(self.styles.kind[segment]), joined=joined)

    def depth(self, line: int, token: int) -> int:
        """Return the distance from a line's top to the text row of a token, pixels."""
        if not self.is_text(line):
            return self.above(line)
        paragraph_of_line = self.paragraph(line)
        unit = paragraph_of_line.shown.unit_of(self.text.starts_at(token))
        return round(paragraph_of_line.depth_of(unit))

    def measure(self, line: int) -> float:
        """Return the exact height of a line, laying it out if necessary."""
        if not self.is_text(line):
            return theme.px(paragraph.FOLD_ROW)
        height = float(self.paragraph(line).height)
        segment = self.lines.segment[line]
        self._exact_height[segment] = height
        self._exact_range[segment] = self._measured_for[line]
        return height

    def paragraph(self, line: int) -> Paragraph:
        """Return the layout of a line of text; recently used layouts are cached."""
        first, last = int(self.lines.first[line]), int(self.lines.last[line])
        folded = bool(self.lines.folded[line])
        key = (
            int(self.lines.start[line]),
            int(self.lines.end[line]),
            folded,
            *self._beside(line),
            self.runs.start[first:last].tobytes(),
            self.runs.part[first:last].tobytes(),
        )
        layout = self._layouts.get(key)
        if layout is None:
            layout = self._layouts[key] = self._set_paragraph(line, first, last, folded=folded)
            while len(self._layouts) > _MAX_LAYOUTS:
                self._layouts.popitem(last=False)
        self._layouts.move_to_end(key)
        return layout

    def is_missed(self, line: int) -> bool:
        """Return whether a fold line hides text that is missed against a gold standard."""
        return bool(self.runs.part[self.lines.first[line]] == Part.MISSED)

    def is_rightly_dropped(self, line: int) -> bool:
        """Return whether a fold line hides text that is dropped as in a gold standard."""
        return bool(self.runs.part[self.lines.first[line]] == Part.RIGHTLY_DROPPED)

    def left_out(self, line: int) -> tuple[int, int]:
        """Return the number of segments and tokens of a fold line."""
        return int(self.lines.left_out[line]), int(self.lines.end[line] - self.lines.start[line])

    def copied(self, first: int, last: int) -> str:
        """Return the kept text between two offsets of the page text."""
        is_kept = np.isin(self.runs.part, KEPT_PARTS)
        return self.text.copied(self.runs, is_kept, first, last)

    # -- inside ----------------------------------------------------------------------------

    def _make_lines(self) -> None:
        self.lines = lines(self.runs, self._opened, self.selected)
        self._update_heights()

    def _starts_segment(self, line: int) -> bool:
        segment = self.lines.segment[line]
        return bool(self.lines.start[line] == self.segments.token_start[segment])

    def _beside(self, line: int) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
        """Return the ranges of the lines without words above and below a line of text."""
        if not self._n_wordless[line]:
            return (), ()
        first, last = int(self.lines.start[line]), int(self.lines.end[line])
        return tuple(self._wordless.before(first)), tuple(self._wordless.after(last))

    def _set_paragraph(self, line: int, first: int, last: int, *, folded: bool) -> Paragraph:
        segment = int(self.lines.segment[line])
        keeps_lines = self.styles.kind[segment] == Kind.CODE
        above, below = (
            [self.text.shown_range(*part, keep_lines=keeps_lines) for part in ranges]
            for ranges in self._beside(line)
        )
        words = self.text.shown(
            int(self.lines.start[line]), int(self.lines.end[line]), keep_lines=keeps_lines
        )
        shown = joined([*above, words, *below])
        parts = [
            (shown.unit_of(self.text.starts_at(int(start))) if index else 0, Part(part))
            for index, (start, part) in enumerate(
                zip(self.runs.start[first:last], self.runs.part[first:last], strict=True)
            )
        ]
        return paragraph.set_paragraph(
            shown,
            parts,
            self._emphasis(line, shown),
            styles=self.styles,
            segment=segment,
            starts_segment=self._starts_segment(line),
            dropped=folded,
            width=self.width,
        )

    def _emphasis(self, line: int, shown: ShownText) -> list[tuple[int, Emphasis]]:
        slot_of = self.page.tokens.slot
        first = int(slot_of[self.lines.start[line]])
        last = int(slot_of[self.lines.end[line] - 1]) + 1
        emphasis = self.styles.emphasis[first:last]
        if not emphasis.any():
            return []
        offsets = self.page.slots.start[first:last].tolist()
        return [
            (shown.unit_of(offset), Emphasis(bits))
            for offset, bits in zip(offsets, emphasis.tolist(), strict=True)
        ]

    def _forget_heights(self) -> None:
        n_segments = len(self.segments)
        self._exact_height: FloatArray = np.zeros(n_segments)
        self._exact_range = np.full((n_segments, 4), -1, dtype=np.int32)

    def _update_heights(self) -> None:
        table = self.lines
        is_text = table.kind == LineKind.TEXT
        em_widths = self._em_widths[table.end] - self._em_widths[table.start]
        is_kept = is_text & ~table.folded
        counts = self._wordless.counts(table.start, table.end)
        self._n_wordless: IntArray = np.where(is_kept, counts, 0)
        heights = np.where(
            is_text,
            paragraph.estimate(self.styles, table.segment, em_widths, self.width, self._n_wordless),
            theme.px(paragraph.FOLD_ROW),
        )
        errors = np.concatenate([[0], np.cumsum(np.isin(self.runs.part, list(ERRORS)))])
        has_letter = errors[table.last] > errors[table.first]
        self._measured_for: IntArray = np.stack(
            (table.start, table.end, self._n_wordless, has_letter), axis=1
        )
        is_exact = (self._exact_range[table.segment] == self._measured_for).all(axis=1)
        heights[is_text & is_exact] = self._exact_height[table.segment][is_text & is_exact]
        self.flow.set_heights(heights, is_exact | ~is_text)
