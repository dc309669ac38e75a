"""Settings of the accordion."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.algorithms.small_screen.accordion.summary import Method
from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.text.units import BOUNDARIES

_STOP_WORDS = (
    *("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "in", "is"),
    *("it", "its", "of", "on", "or", "that", "the", "this", "to", "was", "were", "will", "with"),
)


class BoldRule(StrEnum):
    """Condition under which bold text raises the level of a unit."""

    CONTAINS = "contains"
    WHOLE = "whole"


class OwnTextOf(StrEnum):
    """Contents of the own text."""

    SUMMARY = "summary"
    ALL = "all"


@dataclass(frozen=True)
class AccordionSettings(ExtractorSettings):
    """Units, their levels, and their display states."""

    method: Method = knob(
        Method.KEYWORD_SUMMARY,
        "Display method",
        "States of a unit, from the first to the fully opened state.",
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
        "Characters per line on the small screen.",
        unit="characters",
        low=10,
        high=200,
        step=1,
        group="Display",
    )
    lines: int = knob(
        3,
        "First lines",
        "Number of lines in the state that shows the start of the unit.",
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
        "Maximum number of keywords of a unit.",
        unit="words",
        low=1,
        high=20,
        step=1,
        group="Summaries",
    )
    distance: int = knob(
        2,
        "Distance in a cluster",
        "Maximum number of other words between two keywords of a cluster.",
        unit="words",
        low=0,
        high=10,
        step=1,
        group="Summaries",
    )
    stop_words: tuple[str, ...] = knob(
        _STOP_WORDS,
        "Stop words",
        "These words are never keywords.",
        group="Summaries",
    )
    boundaries: tuple[str, ...] = knob(
        BOUNDARIES,
        "Boundaries",
        "A unit ends at the start and at the end of these elements.",
        group="Units",
    )
    bold_rule: BoldRule = knob(
        BoldRule.CONTAINS,
        "Bold text",
        "A unit ranks above plain units if any of its text is bold, or only if all of it is.",
        source=Source.PAPER,
        group="Units",
        choice_labels={"contains": "Any of it", "whole": "All of it"},
    )
    alt_text: bool = knob(
        default=True,
        label="Text of images",
        help="Treat the alternative text of images as text.",
        group="Units",
    )
    text_of: OwnTextOf = knob(
        OwnTextOf.SUMMARY,
        "Written text",
        "Text to write for each unit; all units are written.",
        group="Output",
        choice_labels={"summary": "Its summary sentence", "all": "All of it"},
    )
