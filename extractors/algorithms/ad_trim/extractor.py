"""Advertisement trimming by the size of the parent, and title search by common words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.ad_trim.settings import AdTrimSettings
from boilerscope.extractors.algorithms.ad_trim.steps import (
    LABELS,
    Trimmed,
    curve,
    make_steps,
    title_columns,
)
from boilerscope.extractors.algorithms.ad_trim.title_words import Titles, TitleSearch, find_title
from boilerscope.extractors.algorithms.ad_trim.word_sets import is_available
from boilerscope.extractors.model.element_blocks import nested_blocks
from boilerscope.extractors.model.extraction import ANSWERED, Column, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, ExtractorInput, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.token_blocks import common_ancestor, exclusive_blocks
from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.system.wording import agreeing, counted
from boilerscope.extractors.text.collapsed_text import text_lengths
from boilerscope.extractors.text.exclusive_text import USUAL_LEFT_OUT, ExclusiveText, exclusive_text
from boilerscope.extractors.text.titles import is_another_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

BLOCK_TAGS = frozenset(
    (
        *("p", "div", "td", "li", "h1", "h2", "h3", "h4", "h5", "h6", "dd", "dt", "blockquote"),
        *("pre", "article", "section", "table", "tr", "ul", "ol", "body"),
    )
)
"""Tags of text blocks."""

_OTHER_TITLE = (
    "The title shares the most words with the main text, but none with the title of the page."
)
_LEFT_OUT = USUAL_LEFT_OUT | SlotFlag.HEAD


class AdTrimTitle(Extractor[AdTrimSettings]):
    """Extractor that trims the content of another extractor by the parents of its blocks."""

    id = "ad_trim_title"
    name = "Advertisement trimming and title by words"
    summary = "Drops blocks of another extractor's content whose parent is too large or too small."
    reference = "An unsigned comment of about 2010; limits and words are reconstructed"
    help = """\
A step after any other extractor (*Input*). The **suspected element** is the nearest common ancestor
of all tokens that the input kept, or the next block element above it. Its blocks are the elements
inside it that have text of their own.

*Trimming.* The reference is the length of all text of the parent of the block with the most text.

    ratio = characters of all text of the block's parent / reference
    keep the block if low <= ratio <= high

The parent of an advertisement beside the content also contains the content: its ratio is too high.
An advertisement inside the content has a small parent: its ratio is too low.

*Title.* Every `font`, `strong`, `h1` and `title` outside the main element (the nearest common
ancestor of the kept blocks) is compared with the text of the main element. The title is the element
with the most distinct words in common; ties go to the larger share of common words, then to the
earlier element.

*Source.* The idea of both steps comes from a comment that gives no numbers: **limits, words, the
suspected element and the maximum title length are ours**.

*Where it fails.* Paragraphs in wrappers of their own have small parents and are dropped; a warning
appears if less than half of the text is kept. A title inside the content is not found. Words are
sequences of ASCII letters and digits, or Chinese and Japanese: titles in other scripts have none.
"""
    settings_class = AdTrimSettings
    scores = (
        Score(
            "reference",
            "Reference",
            "characters",
            "Characters of all text of the parent of the block with the most text.",
        ),
    )

    def inputs(self, settings: AdTrimSettings) -> Sequence[ExtractorInput]:
        """Return the extractor whose content is trimmed, with its default settings."""
        return (ExtractorInput(settings.input),)

    def extract(
        self, page: Page, settings: AdTrimSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the input's content without advertisements, and the title.

        The status is ``unavailable`` if the input failed, and ``empty`` if it kept nothing.
        """
        (content,) = inputs
        if content.status not in ANSWERED:
            message = f"{content.extractor} ended with {content.status.value}: {content.message}"
            return self._without_result(page, settings, Status.UNAVAILABLE, message)
        units = exclusive_text(page, BLOCK_TAGS)
        suspect = suspect_element(page, content.mask, units)
        if suspect < 0:
            message = f"{content.extractor} kept no text in the body; there is nothing to trim."
            return self._without_result(page, settings, Status.EMPTY, message)
        trimmed = _trim(page, units, suspect, settings)
        return self._result(page, settings, units, trimmed)

    def _without_result(
        self, page: Page, settings: AdTrimSettings, status: Status, message: str
    ) -> Extraction:
        empty_mask = np.zeros(page.n_tokens, dtype=np.bool_)
        return Extraction(self.id, status, settings, message, mask=empty_mask)

    def _result(
        self, page: Page, settings: AdTrimSettings, units: ExclusiveText, trimmed: Trimmed
    ) -> Extraction:
        warnings = _warn_of_loss(units, trimmed)
        titles = None
        if trimmed.kept.any():
            if is_available(settings.tokenizer):
                titles = find_title(page, _main_element(page, units, trimmed), _search(settings))
            else:
                warnings.append(
                    "The title was not searched for, because jieba is not installed. Install the"
                    " package jieba, or choose another tokenizer."
                )
        title = titles.text[titles.best] if titles is not None and titles.best >= 0 else ""
        if is_another_title(page, title):
            warnings.append(_OTHER_TITLE)
        rows = _result_rows(page, units, trimmed, titles)
        steps = make_steps(rows.blocks, trimmed, titles, rows.of_trimmed, rows.of_titles, settings)
        content = steps[-1].content
        texts = units.texts_of(trimmed.unit[trimmed.kept])
        own_text = "\n".join([*texts, ""])
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if own_text else Status.EMPTY,
            message="" if own_text else "The suspected element contains no text block.",
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
            own_text=own_text,
            label_names=LABELS,
            labels=steps[-1].labels,
            scores={"reference": float(trimmed.reference)},
            curves=Lazy(lambda: (curve(rows.of_trimmed, trimmed, settings),)),
            title=title,
            warnings=tuple(warnings),
        )


AD_TRIM_TITLE = AdTrimTitle()


def suspect_element(page: Page, mask: BoolArray, units: ExclusiveText) -> int:
    """Return the block element at or above the nearest common ancestor of all kept tokens.

    The value is -1 if no token in the body is kept.
    """
    is_usable = (page.slots.flags & int(_LEFT_OUT)) == 0
    kept = np.flatnonzero(mask & is_usable[page.tokens.slot])
    if not len(kept):
        return -1
    first, last = page.slots.owner[page.tokens.slot[kept[[0, -1]]]]
    row = _common_ancestor(page, first, last)
    unit = int(units.owner_of_row[row])
    return int(units.element[unit]) if unit >= 0 else row


def _common_ancestor(page: Page, first: int, last: int) -> int:
    rows = np.array([[first], [last]], dtype=np.int32)
    return int(common_ancestor(page.elements, *rows)[0])


@dataclass(frozen=True, slots=True, eq=False)
class _ResultRows:
    """Blocks of the result: blocks of the suspected element, and elements that may be the title.

    Attributes
    ----------
    blocks : Blocks
        The blocks in document order.
    of_trimmed : array of int
        Block of each row of `Trimmed`.
    of_titles : array of int
        Block of each row of `Titles`.
    """

    blocks: Blocks
    of_trimmed: IntArray
    of_titles: IntArray


def _result_rows(
    page: Page, units: ExclusiveText, trimmed: Trimmed, titles: Titles | None
) -> _ResultRows:
    trimmed_rows = units.element[trimmed.unit]
    title_rows = titles.row if titles is not None else np.zeros(0, np.int32)
    blocks = exclusive_blocks(page, units).take(trimmed.unit)
    other_rows = np.setdiff1d(title_rows, trimmed_rows)
    if len(other_rows):
        is_read = (page.slots.flags & int(USUAL_LEFT_OUT)) == 0
        blocks = blocks.with_more(nested_blocks(page, other_rows, is_read))
        blocks = blocks.take(blocks.element.argsort(kind="stable").astype(np.int32))
    return _ResultRows(
        blocks,
        blocks.element.searchsorted(trimmed_rows).astype(np.int32),
        blocks.element.searchsorted(title_rows).astype(np.int32),
    )


def _trim(page: Page, units: ExclusiveText, suspect: int, settings: AdTrimSettings) -> Trimmed:
    """Decide on the blocks in the suspected element: keep if low <= ratio <= high."""
    elements = page.elements
    is_inside = (units.element >= suspect) & (units.element < elements.subtree_end[suspect])
    unit = np.flatnonzero(is_inside & (units.length > 0)).astype(np.int32)
    row = units.element[unit]
    parent = np.where(elements.parent[row] >= 0, elements.parent[row], row)
    parent_length = text_lengths(page, _LEFT_OUT).element[parent]
    longest = int(units.length[unit].argmax()) if len(unit) else -1
    reference = int(parent_length[longest]) if longest >= 0 else 0
    ratio: FloatArray = parent_length / max(reference, 1)
    fits = (ratio >= settings.low) & (ratio <= settings.high)
    kept = fits
    if settings.ends_only and fits.any():
        first, last = np.flatnonzero(fits)[[0, -1]]
        kept = fits.copy()
        kept[first : last + 1] = True
    return Trimmed(unit, parent_length, ratio, reference, fits, kept)


def _main_element(page: Page, units: ExclusiveText, trimmed: Trimmed) -> int:
    """Return the nearest common ancestor of the kept blocks."""
    rows = units.element[trimmed.unit[trimmed.kept]]
    return _common_ancestor(page, rows[0], rows[-1])


def _search(settings: AdTrimSettings) -> TitleSearch:
    return TitleSearch(
        frozenset(settings.title_tags),
        settings.title_max,
        settings.allow_inside,
        settings.tokenizer,
    )


def _warn_of_loss(units: ExclusiveText, trimmed: Trimmed) -> list[str]:
    length = units.length[trimmed.unit]
    n_total, n_kept = int(length.sum()), int(length[trimmed.kept].sum())
    if 2 * n_kept >= n_total:
        return []
    warning = (
        f"Only {n_kept:,} of {counted(n_total, 'character')} {agreeing(n_kept, 'is', 'are')} kept;"
        " paragraphs in wrappers of their own"
        " have parents that are too small."
    )
    return [warning]


def _columns(rows: _ResultRows, units: ExclusiveText, trimmed: Trimmed) -> tuple[Column, ...]:
    def of_blocks(values: IntArray | FloatArray) -> FloatArray:
        column = np.full(len(rows.blocks), np.nan)
        column[rows.of_trimmed] = values
        return column

    return (
        Column(
            "ratio",
            "Parent ratio",
            "ratio",
            "Characters of all text of the parent / characters of the parent of the longest block.",
            of_blocks(trimmed.ratio),
        ),
        Column(
            "parent_length",
            "Parent length",
            "characters",
            "Characters of all text of the parent, white space collapsed.",
            of_blocks(trimmed.parent_length),
        ),
        Column(
            "characters",
            "Characters",
            "characters",
            "Characters of the block's exclusive text, white space collapsed.",
            of_blocks(units.length[trimmed.unit]),
        ),
    )
