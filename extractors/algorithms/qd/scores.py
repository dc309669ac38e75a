"""The points of QD: by feature, for each block as each of the four kinds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.algorithms.qd.date_pattern import date_pattern
from boilerscope.extractors.text.word_patterns import any_word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from boilerscope.extractors.algorithms.qd.blocks import QdBlocks
    from boilerscope.extractors.algorithms.qd.settings import QdSettings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """Scores of blocks for one kind.

    Attributes
    ----------
    candidate : array of bool, shape (n_blocks,)
        Blocks that can be of this kind.
    terms : mapping of str to array of float, shape (n_blocks,)
        Points by feature, in the order of addition.
    total : array of float, shape (n_blocks,)
        Their sum; NaN if the block is not a candidate.
    best : int
        The first block with the highest score above 0, -1 if none.
    """

    candidate: BoolArray
    terms: Mapping[str, NDArray[np.floating[Any]]]
    total: FloatArray
    best: int

    @classmethod
    def of(cls, candidate: BoolArray, terms: Mapping[str, NDArray[np.floating[Any]]]) -> Scores:
        """Return scores as sums of their terms."""
        total = np.zeros(len(candidate))
        for values in terms.values():
            total += values
        total[~candidate] = np.nan
        candidates = np.flatnonzero(candidate)
        first = int(candidates[total[candidates].argmax()]) if len(candidates) else -1
        best = first if first >= 0 and total[first] > 0 else -1
        return cls(candidate, terms, total, best)


def title_scores(page: Page, all_blocks: QdBlocks, settings: QdSettings) -> Scores:
    """Return the scores of all blocks as the title of the page."""
    length = all_blocks.title.length
    candidate = (length > settings.title_min) & (length < settings.title_max)
    names = any_word(settings.title_names, ignore_case=True)
    page_title = page.title
    is_match, has_name = np.zeros((2, len(candidate)), dtype=np.bool_)
    if page_title:
        texts = all_blocks.title.lines(candidate)
        is_match[candidate] = [text in page_title or page_title in text for text in texts]
    nodes = map(page.elements.node.__getitem__, all_blocks.blocks.element[candidate].tolist())
    own_names = [f"{node.get('class') or ''}\n{node.get('id') or ''}" for node in nodes]
    is_named = {own_name: names.search(own_name) is not None for own_name in set(own_names)}
    has_name[candidate] = [is_named[own_name] for own_name in own_names]
    return Scores.of(
        candidate,
        {
            "page_title": is_match * settings.title_match,
            "heading": all_blocks.heading * settings.title_heading,
            "emphasis": all_blocks.bold * settings.title_bold,
            "name": has_name * settings.title_name,
        },
    )


def time_scores(all_blocks: QdBlocks, settings: QdSettings) -> Scores:
    """Return the scores of all blocks as the time of publication."""
    length = all_blocks.time.length
    candidate = (length > 0) & (length < settings.time_max)
    dates = date_pattern(settings.date_pattern)
    has_date = np.zeros(len(candidate), dtype=np.bool_)
    has_date[candidate] = [dates.is_in(text) for text in all_blocks.time.lines(candidate)]
    source = all_blocks.time.contains(settings.source_words)
    publish = all_blocks.time.contains(settings.publish_words)
    return Scores.of(
        candidate,
        {
            "date": has_date * settings.time_date,
            "source": source * settings.time_source,
            "published": publish * settings.time_publish,
        },
    )


def related_scores(all_blocks: QdBlocks, settings: QdSettings) -> Scores:
    """Return the scores of all blocks as related links: the share of linked characters."""
    candidate = (
        has_related_word(all_blocks, settings)
        & (all_blocks.links > 0)
        & (all_blocks.links < settings.related_max_links)
        & (all_blocks.link_share >= settings.related_min_share)
    )
    return Scores.of(candidate, {"share": _nan_to_zero(all_blocks.link_share)})


def _nan_to_zero(values: FloatArray) -> FloatArray:
    """Return values with 0 instead of NaN."""
    return np.where(np.isnan(values), 0.0, values)


def has_related_word(all_blocks: QdBlocks, settings: QdSettings) -> BoolArray:
    """Return which blocks contain a word that introduces related links."""
    return all_blocks.main.contains(settings.related_words)


def has_copyright(all_blocks: QdBlocks, settings: QdSettings) -> BoolArray:
    """Return which blocks contain a copyright notice."""
    return all_blocks.main.contains(settings.copyright_words)


def has_prev_next(all_blocks: QdBlocks, settings: QdSettings) -> BoolArray:
    """Return which blocks contain links to the previous or next page of a series."""
    return all_blocks.main.contains(settings.prev_next_words)


def main_scores(
    all_blocks: QdBlocks, title: Scores, time: Scores, related: Scores, settings: QdSettings
) -> Scores:
    """Return the scores of all blocks as the main text, which depend on the other kinds."""
    length = all_blocks.main.length
    number = np.arange(len(length))
    after_title = (number > title.best) & (title.best >= 0)
    after_time = (number > time.best) & (time.best >= 0)
    before_related = number < related.best
    return Scores.of(
        length > 0,
        {
            "p_br": all_blocks.p_br * settings.main_p_br,
            "punct": (all_blocks.punctuation > settings.punct_min) * settings.main_punct,
            "text": settings.main_text * length / max(length.max(initial=0), 1),
            "tagdens": (all_blocks.tag_density < settings.tag_density_max)
            * settings.main_tag_density,
            "textdens": settings.main_text_density * _nan_to_zero(all_blocks.text_density),
            "prevnext": has_prev_next(all_blocks, settings) * settings.main_prev_next,
            "copyright": has_copyright(all_blocks, settings) * settings.main_copyright,
            "after_title": after_title * settings.main_after_title,
            "after_time": after_time * settings.main_after_time,
            "before_related": before_related * settings.main_before_related,
        },
    )
