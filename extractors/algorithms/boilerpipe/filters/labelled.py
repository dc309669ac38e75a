"""Filters that set labels, or decide by labels."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.filters.base import Decision, Filter, confirm
from boilerscope.extractors.algorithms.boilerpipe.labels import (
    ARTICLE_METADATA,
    HEADING,
    bits,
    preceding,
)
from boilerscope.extractors.algorithms.boilerpipe.settings import words_knob
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.model.settings import NoSettings, Settings, Source, StepKind, knob
from boilerscope.extractors.model.steps import Outcome, Rule, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList

_GROUP = "Labels"


@dataclass(frozen=True)
class LabelSettings(Settings):
    """Labels that decide a block."""

    labels: tuple[str, ...] = knob(
        ("STRICTLY_NOT_CONTENT",),
        "Labels",
        "Blocks with any of these labels are changed.",
        source=Source.PROGRAM,
        group=_GROUP,
    )

    def check(self) -> None:
        """Check that every label exists."""
        super().check()
        try:
            bits(self.labels)
        except UnknownNameError as error:
            raise SettingsError(str(error), field="labels") from error


@dataclass(frozen=True)
class ContentLabelSettings(LabelSettings):
    """Labels that make a block content."""

    labels: tuple[str, ...] = knob(
        ("MIGHT_BE_CONTENT",),
        "Labels",
        "Blocks with any of these labels are changed.",
        source=Source.OURS,
        group=_GROUP,
    )


def _label_rules(code: str, outcome: Outcome) -> tuple[Rule, ...]:
    return (
        Rule(code, outcome, (), "has one of {labels}"),
        confirm(code, "has none of {labels}"),
    )


TO_BOILERPLATE_RULES = _label_rules("LX", Outcome.DROP)
TO_CONTENT_RULES = _label_rules("LC", Outcome.KEEP)


def label_to_boilerplate(blocks: BlockList, settings: LabelSettings) -> Decision:
    """Drop content blocks that have one of some labels."""
    is_labelled = blocks.has(bits(settings.labels))
    rule = np.where(blocks.content, np.where(is_labelled, 1, 2), 0)
    return Decision(blocks.with_content(blocks.content & ~is_labelled), TO_BOILERPLATE_RULES, rule)


def label_to_content(blocks: BlockList, settings: LabelSettings) -> Decision:
    """Keep boilerplate blocks that have one of some labels."""
    is_labelled = blocks.has(bits(settings.labels))
    rule = np.where(blocks.content, 0, np.where(is_labelled, 1, 2))
    return Decision(blocks.with_content(blocks.content | is_labelled), TO_CONTENT_RULES, rule)


class PrecedingPrefix(StrEnum):
    """Form of an inherited label."""

    SAME = "same"
    MARKED = "marked"


@dataclass(frozen=True)
class PrecedingSettings(Settings):
    """Settings for inherited labels."""

    preceding_prefix: PrecedingPrefix = knob(
        PrecedingPrefix.SAME,
        "Form of inherited labels",
        "Inherit the same label, or mark it with ^ as a label of the previous block.",
        source=Source.PROGRAM,
        group=_GROUP,
    )


PRECEDING_RULES = (
    Rule("PL", Outcome.LABEL, (), "gets the labels of the previous block"),
    confirm("PL", "the previous block has no label"),
)


def add_preceding_labels(blocks: BlockList, settings: PrecedingSettings) -> Decision:
    """Give each block the labels of the previous block.

    The original never copies the labels of the first block.
    """
    before = np.zeros_like(blocks.labels)
    before[2:] = blocks.labels[1:-1]
    if settings.preceding_prefix is PrecedingPrefix.MARKED:
        before = preceding(before)
    rule = np.where(before != 0, 1, 2)
    rule[:2] = 0
    return Decision(blocks.with_labels(blocks.labels | before), PRECEDING_RULES, rule)


@dataclass(frozen=True)
class MetadataSettings(Settings):
    """Conditions for dates and bylines."""

    metadata_max_words: int = words_knob(
        10,
        "Maximum length of a date",
        "Only blocks with at most this many words are read as a date or byline.",
        source=Source.PROGRAM,
        group=_GROUP,
    )


_MONTH = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    "|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
)
# Digits and punctuation, an optional month, a time, a time zone. Without a month a word must start
# or end within the first run of digits. No part backtracks, so the time stays linear.
_DATE = re.compile(
    rf"(?:[0-9 ,./]*+\b(?:{_MONTH})\b|(?=[0-9 ,./]*?\b))"
    r"[0-9 ,:apm./]*+(?:[CPSDMGET]{2,3}|)$",
    re.ASCII,
)
_BYLINE = ("By ", "by ")

METADATA_RULES = (
    Rule(
        "AM",
        Outcome.KEEP,
        (Test("words", "<=", "metadata_max_words"),),
        "is a date",
    ),
    Rule("AM", Outcome.KEEP, (Test("words", "<=", "metadata_max_words"),), "starts with “By”"),
    confirm("AM", "neither a date nor a byline"),
    confirm("AM", "", Test("words", ">", "metadata_max_words")),
)


def article_metadata(blocks: BlockList, settings: MetadataSettings) -> Decision:
    """Keep and label short blocks that are dates or bylines."""
    rule = np.where(blocks.words <= settings.metadata_max_words, 3, 4)
    short = np.flatnonzero(rule == 3).tolist()
    rule[[row for row in short if blocks.texts[row].startswith(_BYLINE)]] = 2
    rule[[row for row in short if _DATE.match(blocks.texts[row])]] = 1
    is_match = rule <= 2
    labels = np.where(is_match, blocks.labels | ARTICLE_METADATA, blocks.labels)
    return Decision(
        blocks.with_content(blocks.content | is_match).with_labels(labels), METADATA_RULES, rule
    )


TRAILING_RULES = (
    Rule("TH", Outcome.DROP, (), "heading without content after it"),
    confirm("TH", "last content block that is not a heading"),
)


def trailing_headline(blocks: BlockList, settings: NoSettings) -> Decision:  # noqa: ARG001 - every filter takes both
    """Drop headings without content after them."""
    content = np.flatnonzero(blocks.content)
    texts = content[~blocks.has(HEADING)[content]]
    last = int(texts[-1]) if len(texts) else -1
    is_trailing = blocks.content & (np.arange(len(blocks)) > last)
    rule = np.where(is_trailing, 1, 0)
    if last >= 0:
        rule[last] = 2
    return Decision(blocks.with_content(blocks.content & ~is_trailing), TRAILING_RULES, rule)


LABEL_TO_BOILERPLATE = Filter(
    "LX",
    StepKind(
        "label_to_boilerplate",
        "Drop by label",
        "Content blocks with one of the labels become boilerplate.",
        LabelSettings,
    ),
    label_to_boilerplate,
)
LABEL_TO_CONTENT = Filter(
    "LC",
    StepKind(
        "label_to_content",
        "Keep by label",
        "Boilerplate blocks with one of the labels become content.",
        ContentLabelSettings,
    ),
    label_to_content,
)
ADD_PRECEDING_LABELS = Filter(
    "PL",
    StepKind(
        "add_preceding_labels",
        "Inherit labels",
        "Each block gets the labels of the previous block.",
        PrecedingSettings,
    ),
    add_preceding_labels,
)
ARTICLE_METADATA_FILTER = Filter(
    "AM",
    StepKind(
        "article_metadata",
        "Keep dates and bylines",
        "Short blocks that are a date or start with “By” become content.",
        MetadataSettings,
    ),
    article_metadata,
)
TRAILING_HEADLINE = Filter(
    "TH",
    StepKind(
        "trailing_headline",
        "Drop trailing headlines",
        "Headings without content after them become boilerplate.",
        NoSettings,
    ),
    trailing_headline,
)
