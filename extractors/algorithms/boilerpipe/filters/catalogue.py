"""All filters by name."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from boilerscope.extractors.algorithms.boilerpipe.filters import (
    classifiers,
    clauses,
    end_of_text,
    fusion,
    labelled,
    largest,
    simple,
    titles,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.boilerpipe.filters.base import Filter
    from boilerscope.extractors.model.settings import StepKind

_ALL = (
    end_of_text.TERMINATING_BLOCKS,
    titles.TITLE_MATCH,
    classifiers.NUM_WORDS_RULES,
    classifiers.DENSITY_RULES,
    classifiers.CANOLA,
    end_of_text.IGNORE_AFTER_END,
    end_of_text.IGNORE_AFTER_END_FROM_BACK,
    fusion.PROXIMITY_FUSION,
    fusion.EQUAL_DENSITY_FUSION,
    fusion.CONTENT_FUSION,
    fusion.LABEL_FUSION,
    simple.REMOVE_BOILERPLATE,
    largest.KEEP_LARGEST,
    largest.KEEP_LARGEST_FULLTEXT,
    largest.LARGE_BLOCK_SAME_TAG_LEVEL,
    largest.LIST_AT_END,
    titles.EXPAND_TITLE_TO_CONTENT,
    simple.SURROUNDING_TO_CONTENT,
    simple.MARK_EVERYTHING_CONTENT,
    simple.INVERT,
    simple.MIN_WORDS,
    simple.MIN_FULLTEXT_WORDS,
    clauses.SPLIT_PARAGRAPHS,
    clauses.MIN_CLAUSE_WORDS,
    labelled.LABEL_TO_BOILERPLATE,
    labelled.LABEL_TO_CONTENT,
    labelled.ADD_PRECEDING_LABELS,
    labelled.ARTICLE_METADATA_FILTER,
    labelled.TRAILING_HEADLINE,
)

FILTERS: Mapping[str, Filter] = MappingProxyType({entry.kind.name: entry for entry in _ALL})
"""Every filter by its name in settings files."""


@cache
def step_kinds() -> Mapping[str, StepKind]:
    """Return the step kinds for custom pipelines, by name."""
    return MappingProxyType({name: entry.kind for name, entry in FILTERS.items()})
