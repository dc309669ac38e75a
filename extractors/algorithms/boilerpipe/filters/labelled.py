"""Filters that write labels, or decide by them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.boilerpipe.filters.base import Decision, Filter, confirm
from extractors.algorithms.boilerpipe.labels import ARTICLE_METADATA, HEADING, bits, preceding
from extractors.algorithms.boilerpipe.settings import words_knob
from extractors.errors import SettingsError, UnknownNameError
from extractors.model.settings import NoSettings, Settings, Source, StepKind, knob
from extractors.model.steps import Outcome, Rule, Test

if TYPE_CHECKING:
    from extractors.algorithms.boilerpipe.block_list import BlockList

_GROUP = "Labels"


@dataclass(frozen=True)
class LabelSettings(Settings):
    """Labels that decide."""

    labels: tuple[str, ...] = knob(
        ("STRICTLY_NOT_CONTENT",),
        "Labels",
        "Blocks that carry any of these labels are changed.",
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
        "Blocks that carry any of these labels are changed.",
        source=Source.OURS,
        group=_GROUP,
    )


def _label_rules(code: str, outcome: Outcome) -> tuple[Rule, ...]:
    return (
        Rule(code, outcome, (), "carries one of {labels}"),
        confirm(code, "carries none of {labels}"),
    )


TO_BOILERPLATE_RULES = _label_rules("LX", Outcome.DROP)
TO_CONTENT_RULES = _label_rules("LC", Outcome.KEEP)


def label_to_boilerplate(blocks: BlockList, settings: LabelSettings) -> Decision:
    """Drop content blocks that carry one of some labels."""
    chosen = blocks.has(bits(settings.labels))
    rule = np.where(blocks.content, np.where(chosen, 1, 2), 0)
    return Decision(blocks.with_content(blocks.content & ~chosen), TO_BOILERPLATE_RULES, rule)


def label_to_content(blocks: BlockList, settings: LabelSettings) -> Decision:
    """Keep boilerplate blocks that carry one of some labels."""
    chosen = blocks.has(bits(settings.labels))
    rule = np.where(blocks.content, 0, np.where(chosen, 1, 2))
    return Decision(blocks.with_content(blocks.content | chosen), TO_CONTENT_RULES, rule)


class PrecedingPrefix(StrEnum):
    """Form of a label that is passed on."""

    SAME = "same"
    MARKED = "marked"


@dataclass(frozen=True)
class PrecedingSettings(Settings):
    """Settings for passing labels on."""

    preceding_prefix: PrecedingPrefix = knob(
        PrecedingPrefix.SAME,
        "Passed on",
        "As the same label, or marked with ^ as a label of the block before.",
        source=Source.PROGRAM,
        group=_GROUP,
    )


PRECEDING_RULES = (
    Rule("PL", Outcome.LABEL, (), "gets the labels of the block before"),
    confirm("PL", "the block before has no label"),
)


def add_preceding_labels(blocks: BlockList, settings: PrecedingSettings) -> Decision:
    """Pass the labels of each block on to the next one.

    The original never passes on those of the first block.
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
        "Too long for a date",
        "Only blocks with at most this many words are read as a date or byline.",
        source=Source.PROGRAM,
        group=_GROUP,
    )


_MONTH = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    "|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
)
# Figures and signs, a month or none, a time, a time zone. Without a month a word must begin or
# end within the first run of figures. No part gives back what it took: the time stays linear.
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
        "reads like a date",
    ),
    Rule("AM", Outcome.KEEP, (Test("words", "<=", "metadata_max_words"),), "begins with “By”"),
    confirm("AM", "neither date nor byline"),
    confirm("AM", "", Test("words", ">", "metadata_max_words")),
)


def article_metadata(blocks: BlockList, settings: MetadataSettings) -> Decision:
    """Keep and label short blocks that are dates or bylines."""
    rule = np.where(blocks.words <= settings.metadata_max_words, 3, 4)
    short = np.flatnonzero(rule == 3).tolist()
    rule[[row for row in short if blocks.texts[row].startswith(_BYLINE)]] = 2
    rule[[row for row in short if _DATE.match(blocks.texts[row])]] = 1
    found = rule <= 2
    labels = np.where(found, blocks.labels | ARTICLE_METADATA, blocks.labels)
    return Decision(
        blocks.with_content(blocks.content | found).with_labels(labels), METADATA_RULES, rule
    )


TRAILING_RULES = (
    Rule("TH", Outcome.DROP, (), "heading after the last content"),
    confirm("TH", "the last content that is not a heading"),
)


def trailing_headline(blocks: BlockList, settings: NoSettings) -> Decision:  # noqa: ARG001 - every filter takes both
    """Drop headings that no content follows."""
    content = np.flatnonzero(blocks.content)
    texts = content[~blocks.has(HEADING)[content]]
    last = int(texts[-1]) if len(texts) else -1
    trailing = blocks.content & (np.arange(len(blocks)) > last)
    rule = np.where(trailing, 1, 0)
    if last >= 0:
        rule[last] = 2
    return Decision(blocks.with_content(blocks.content & ~trailing), TRAILING_RULES, rule)


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
        "Pass labels on",
        "Each block gets the labels of the block before.",
        PrecedingSettings,
    ),
    add_preceding_labels,
)
ARTICLE_METADATA_FILTER = Filter(
    "AM",
    StepKind(
        "article_metadata",
        "Keep dates and bylines",
        "Short blocks that read like a date or begin with “By” become content.",
        MetadataSettings,
    ),
    article_metadata,
)
TRAILING_HEADLINE = Filter(
    "TH",
    StepKind(
        "trailing_headline",
        "Drop trailing headlines",
        "Headings that no content follows become boilerplate.",
        NoSettings,
    ),
    trailing_headline,
)
