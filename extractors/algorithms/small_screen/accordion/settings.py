"""Settings of the accordion."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from extractors.algorithms.small_screen.accordion.summary import Method
from extractors.model.settings import Settings, Source, knob
from extractors.text.units import BOUNDARIES

_STOP_WORDS = (
    *("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "in", "is"),
    *("it", "its", "of", "on", "or", "that", "the", "this", "to", "was", "were", "will", "with"),
)


class BoldRule(StrEnum):
    """When bold text lifts a unit."""

    CONTAINS = "contains"
    WHOLE = "whole"


class OwnTextOf(StrEnum):
    """Contents of the own text."""

    SUMMARY = "summary"
    ALL = "all"


@dataclass(frozen=True)
class AccordionSettings(Settings):
    """Units, their levels, and how they unfold."""

    method: Method = knob(
        Method.KEYWORD_SUMMARY,
        "Display method",
        "What a unit shows first, and what when it is opened further.",
        source=Source.PAPER,
        group="Display",
        choice_labels={
            "incremental": "First line, first lines, all",
            "all": "All at once",
            "keywords": "Keywords, first lines, all",
            "summary": "Summary sentence, all",
            "keyword/summary": "Keywords, summary sentence, all",
        },
    )
    line_width: int = knob(
        40,
        "Line width",
        "Characters of a line on the small screen.",
        unit="characters",
        low=10,
        high=200,
        step=1,
        group="Display",
    )
    lines: int = knob(
        3,
        "First lines",
        "Lines of the state that shows the beginning.",
        unit="lines",
        low=1,
        high=20,
        step=1,
        source=Source.PAPER,
        group="Display",
    )
    keywords: int = knob(
        3,
        "Keywords",
        "Most keywords of a unit.",
        unit="words",
        low=1,
        high=20,
        step=1,
        group="Summaries",
    )
    distance: int = knob(
        2,
        "Distance in a cluster",
        "Most other words between two keywords that belong together.",
        unit="words",
        low=0,
        high=10,
        step=1,
        group="Summaries",
    )
    stop_words: tuple[str, ...] = knob(
        _STOP_WORDS,
        "Stop words",
        "Words that are not keywords.",
        group="Summaries",
    )
    boundaries: tuple[str, ...] = knob(
        BOUNDARIES,
        "Boundaries",
        "Elements at whose start and end a unit ends.",
        group="Units",
    )
    bold_rule: BoldRule = knob(
        BoldRule.CONTAINS,
        "Bold text",
        "Whether any bold text lifts a unit above plain ones, or all of it must be bold.",
        source=Source.PAPER,
        group="Units",
        choice_labels={"contains": "Any of it", "whole": "All of it"},
    )
    alt_text: bool = knob(
        default=True,
        label="Text of images",
        help="Whether the alternative text of images is text.",
        group="Units",
    )
    text_of: OwnTextOf = knob(
        OwnTextOf.SUMMARY,
        "Written text",
        "What is written for each unit; neither is a choice of content.",
        group="Output",
        choice_labels={"summary": "Its summary sentence", "all": "All of it"},
    )
