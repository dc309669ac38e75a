"""Trim advertisements by the size of the parent, and find the title by word overlap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.ad_trim.settings import AdTrimSettings
from extractors.algorithms.ad_trim.steps import LABELS, Trimmed, curve, make_steps, title_columns
from extractors.algorithms.ad_trim.title_words import Titles, TitleSearch, find_title
from extractors.algorithms.ad_trim.word_sets import is_available
from extractors.model.element_blocks import nested_blocks
from extractors.model.extraction import Column, Extraction, Status
from extractors.model.extractor import Extractor, ExtractorInput, Score
from extractors.model.lazy import Lazy
from extractors.model.token_blocks import common_ancestor, exclusive_blocks
from extractors.page.records import SlotFlag
from extractors.text.collapsed_text import text_lengths
from extractors.text.exclusive_text import USUAL_LEFT_OUT, ExclusiveText, exclusive_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

BLOCK_TAGS = frozenset(
    (
        *("p", "div", "td", "li", "h1", "h2", "h3", "h4", "h5", "h6", "dd", "dt", "blockquote"),
        *("pre", "article", "section", "table", "tr", "ul", "ol", "body"),
    )
)
"""Elements that are text blocks."""

_LEFT_OUT = USUAL_LEFT_OUT | SlotFlag.HEAD


class AdTrimTitle(Extractor[AdTrimSettings]):
    """Looks at the parents of another extractor's blocks."""

    id = "ad_trim_title"
    name = "Advertisement trimming and title by words"
    summary = "Drops blocks of another extractor's content whose parent is too large or too small."
    reference = "An unsigned comment of about 2010; limits and words are reconstructed"
    help = """\
A step after any other extractor (*Input*). The **suspected element** is the nearest common ancestor
of all the tokens that the input kept, or the next block element above it; its blocks are the
elements in it with text of their own.

*Trimming.* The reference is the length of all text of the parent of the block with most text.

    ratio = characters of all text of the block's parent / reference
    keep the block if low <= ratio <= high

An advertisement beside the content has a parent that holds the content as well: too large. One
inside has a small parent of its own: too small.

*Title.* Every `font`, `strong`, `h1` and `title` outside the main element (the nearest common
ancestor of the blocks that were kept) is compared with its text. The one with most distinct words
in common is the title; then the larger share of its own words counts, then the earlier one.

*Source.* The idea of both steps is a comment's, without any number: **limits, words and the choice
of the suspected element are ours**, and so is the longest title.

*Where it fails.* Paragraphs in wrappers of their own have small parents and are dropped; a warning
says so if less than half of the text is left. A title inside the content is not found. Words are
runs of ASCII letters and digits or Chinese and Japanese: titles in other scripts have none.
"""
    settings_class = AdTrimSettings
    scores = (
        Score(
            "reference",
            "Reference",
            "characters",
            "All text of the parent of the block with most text.",
        ),
    )

    def inputs(self, settings: AdTrimSettings) -> Sequence[ExtractorInput]:
        """Return the extractor whose content is trimmed, with its default settings."""
        return (ExtractorInput(settings.input),)

    def extract(
        self, page: Page, settings: AdTrimSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the input's content without advertisements, and a title.

        Status ``unavailable`` where the input has failed, ``empty`` where it kept nothing.
        """
        (given,) = inputs
        if given.status not in {Status.OK, Status.EMPTY}:
            message = f"{given.extractor} ended with {given.status.value}: {given.message}"
            return self._nothing(page, settings, Status.UNAVAILABLE, message)
        units = exclusive_text(page, BLOCK_TAGS)
        suspect = suspect_element(page, given.mask, units)
        if suspect < 0:
            message = f"{given.extractor} kept no text in the body; there is nothing to trim."
            return self._nothing(page, settings, Status.EMPTY, message)
        trimmed = _trim(page, units, suspect, settings)
        return self._result(page, settings, units, trimmed)

    def _nothing(
        self, page: Page, settings: AdTrimSettings, status: Status, message: str
    ) -> Extraction:
        nothing = np.zeros(page.n_tokens, dtype=np.bool_)
        return Extraction(self.id, status, settings, message, mask=nothing)

    def _result(
        self, page: Page, settings: AdTrimSettings, units: ExclusiveText, trimmed: Trimmed
    ) -> Extraction:
        warnings = _little_is_left(units, trimmed)
        titles = None
        any_kept = np.count_nonzero(trimmed.kept) > 0
        if any_kept and is_available(settings.tokenizer):
            titles = find_title(page, _main_element(page, units, trimmed), _search(settings))
        elif any_kept:
            warnings.append("jieba is not installed (extra cjk): no title was looked for.")
        rows = _Rows.of(page, units, trimmed, titles)
        steps = make_steps(rows.blocks, trimmed, titles, rows.of_trimmed, rows.of_titles, settings)
        content = steps[-1].content
        kept = units.texts_of(trimmed.place[trimmed.kept])
        text = "".join([f"{one}\n" for one in kept])
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if text else Status.EMPTY,
            message="" if text else "The suspected element holds no text block.",
            blocks=rows.blocks,
            columns=Lazy(
                lambda: (
                    *_columns(rows, units, trimmed),
                    *title_columns(rows.of_titles, titles, len(rows.blocks)),
                )
            ),
            steps=steps,
            content=content,
            mask=rows.blocks.mask(content, page.n_tokens),
            own_text=text,
            label_names=LABELS,
            labels=steps[-1].labels,
            scores={"reference": float(trimmed.reference)},
            curves=Lazy(lambda: (curve(rows.of_trimmed, trimmed, settings),)),
            title=titles.text[titles.best] if titles is not None and titles.best >= 0 else "",
            warnings=tuple(warnings),
        )


AD_TRIM_TITLE = AdTrimTitle()


def suspect_element(page: Page, mask: BoolArray, units: ExclusiveText) -> int:
    """Return the block element at or above the nearest common ancestor of kept tokens.

    -1 where no token in the body is kept.
    """
    usable = (page.slots.flags & int(_LEFT_OUT)) == 0
    kept = np.flatnonzero(mask & usable[page.tokens.slot])
    if not len(kept):
        return -1
    owners = page.slots.owner[page.tokens.slot[kept[[0, -1]]]]
    row = int(common_ancestor(page.elements, owners[:1], owners[1:])[0])
    place = int(units.owner_of_row[row])
    return int(units.element[place]) if place >= 0 else row


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The blocks of the result: those of the suspected element, and elements that may be titles.

    Attributes
    ----------
    blocks : Blocks
        In document order.
    of_trimmed : array of int
        Row of each block that was tried for trimming.
    of_titles : array of int
        Row of each element that may be a title.
    """

    blocks: Blocks
    of_trimmed: IntArray
    of_titles: IntArray

    @classmethod
    def of(cls, page: Page, units: ExclusiveText, trimmed: Trimmed, titles: Titles | None) -> _Rows:
        tried = units.element[trimmed.place]
        wanted = titles.row if titles is not None else np.zeros(0, np.int32)
        is_more = np.zeros(len(page.elements), dtype=np.bool_)
        is_more[wanted] = True
        is_more[tried] = False
        more = np.flatnonzero(is_more).astype(np.int32)
        blocks = exclusive_blocks(page, units).take(trimmed.place)
        if len(more):
            read = (page.slots.flags & int(USUAL_LEFT_OUT)) == 0
            blocks = blocks.with_more(nested_blocks(page, more, read))
            blocks = blocks.take(blocks.element.argsort(kind="stable").astype(np.int32))
        of_trimmed, of_titles = (
            blocks.element.searchsorted(tried),
            blocks.element.searchsorted(wanted),
        )
        return cls(blocks, of_trimmed.astype(np.int32), of_titles.astype(np.int32))


def _trim(page: Page, units: ExclusiveText, suspect: int, settings: AdTrimSettings) -> Trimmed:
    """Return what becomes of the blocks in the suspected element."""
    elements = page.elements
    below = (units.element >= suspect) & (units.element < elements.subtree_end[suspect])
    place = np.flatnonzero(below & (units.length > 0)).astype(np.int32)
    row = units.element[place]
    above = elements.parent[row]
    parent_length = text_lengths(page, _LEFT_OUT).element[np.where(above >= 0, above, row)]
    longest = int(units.length[place].argmax()) if len(place) else -1
    reference = int(parent_length[longest]) if longest >= 0 else 0
    ratio: FloatArray = parent_length / max(reference, 1)
    fits = (ratio >= settings.low) & (ratio <= settings.high)
    kept = fits
    if settings.ends_only and np.count_nonzero(fits):
        first, last = np.flatnonzero(fits)[[0, -1]]
        kept = fits.copy()
        kept[first : last + 1] = True
    return Trimmed(place, parent_length, ratio, reference, fits, kept)


def _main_element(page: Page, units: ExclusiveText, trimmed: Trimmed) -> int:
    rows = units.element[trimmed.place[trimmed.kept]]
    return int(common_ancestor(page.elements, rows[:1], rows[-1:])[0])


def _search(settings: AdTrimSettings) -> TitleSearch:
    return TitleSearch(
        frozenset(settings.title_tags),
        settings.title_max,
        settings.allow_inside,
        settings.tokenizer,
    )


def _little_is_left(units: ExclusiveText, trimmed: Trimmed) -> list[str]:
    length = units.length[trimmed.place]
    whole, left = int(length.sum()), int(length[trimmed.kept].sum())
    if 2 * left >= whole:
        return []
    warning = (
        f"Only {left:,} of {whole:,} characters are left; paragraphs in wrappers of their own"
        " have parents that are too small."
    )
    return [warning]


def _columns(rows: _Rows, units: ExclusiveText, trimmed: Trimmed) -> tuple[Column, ...]:
    def laid_out(values: IntArray | FloatArray) -> FloatArray:
        column = np.full(len(rows.blocks), np.nan)
        column[rows.of_trimmed] = values
        return column

    return (
        Column(
            "ratio",
            "Parent ratio",
            "ratio",
            "Characters of all text of the parent / those of the parent of the longest block.",
            laid_out(trimmed.ratio),
        ),
        Column(
            "parent_length",
            "Parent length",
            "characters",
            "Characters of all text of the parent, white space collapsed.",
            laid_out(trimmed.parent_length),
        ),
        Column(
            "characters",
            "Characters",
            "characters",
            "Characters of the block's own text, white space collapsed.",
            laid_out(units.length[trimmed.place]),
        ),
    )
