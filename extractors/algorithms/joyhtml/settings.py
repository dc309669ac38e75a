"""Settings of joyhtml."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


class NoInfoRule(StrEnum):
    """Choice for pages without information elements."""

    BODY = "body"
    LAST = "last"
    IGNORE = "ignore"


class TieRule(StrEnum):
    """Choice among several windows with the largest weight."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True)
class JoyhtmlSettings(ExtractorSettings):
    """Weights, penalties, words and tags."""

    w_cell: float = knob(
        0.1,
        "Weight of a cell",
        "Added for a `tr` or `td`.",
        low=0.0,
        high=1.0,
        step=0.05,
        source=Source.PROGRAM,
        group="Weights",
    )
    w_block: float = knob(
        0.1,
        "Weight of a block",
        "Added for a `div` or `table`.",
        low=0.0,
        high=1.0,
        step=0.05,
        source=Source.PROGRAM,
        group="Weights",
    )
    w_info: float = knob(
        0.2,
        "Weight of information elements",
        "Multiplied by the window's share of the page's information elements.",
        low=0.0,
        high=3.0,
        step=0.1,
        source=Source.PROGRAM,
        group="Weights",
    )
    w_text: float = knob(
        1.6,
        "Weight of text",
        "Multiplied by the window's share of the page's text.",
        low=0.0,
        high=3.0,
        step=0.1,
        source=Source.PROGRAM,
        group="Weights",
    )
    w_anchor_total: float = knob(
        0.8,
        "Weight of linked text",
        "Subtracted after multiplication by the window's share of the page's linked text.",
        low=0.0,
        high=3.0,
        step=0.1,
        source=Source.PROGRAM,
        group="Weights",
    )
    cap: float = knob(
        0.8,
        "Maximum share",
        "A larger share of text or of information elements counts as this share.",
        unit="ratio",
        low=0.0,
        high=1.0,
        step=0.05,
        source=Source.PROGRAM,
        group="Weights",
    )
    penalty_input: float = knob(
        0.5,
        "Form field penalty",
        "Subtracted if the window contains an `input` that is not hidden.",
        low=0.0,
        high=2.0,
        step=0.1,
        source=Source.PROGRAM,
        group="Penalties",
    )
    penalty_noise: float = knob(
        0.5,
        "Noise penalty",
        "Subtracted if the window's text contains a noise word.",
        low=0.0,
        high=2.0,
        step=0.1,
        source=Source.PROGRAM,
        group="Penalties",
    )
    noise_words: tuple[str, ...] = knob(
        (
            *("copyright", "all rights reserved", "版权所有", "©"),
            *("上一页", "previous", "next", "下一页"),
        ),
        "Noise words",
        "Compared with the text in lower case, so words with capital letters never match.",
        source=Source.PROGRAM,
        group="Penalties",
    )
    repair_icp: bool = knob(
        default=False,
        label="Find ICP numbers",
        help="Treat `icp备` as noise too. The original searches for it in capital letters, which "
        "never match.",
        group="Penalties",
    )
    info_tags: tuple[str, ...] = knob(
        ("p", "span", "h1", "h2", "b", "i"),
        "Information elements",
        "The more of these elements a window has, the larger its weight.",
        source=Source.PROGRAM,
        group="Elements",
    )
    invalid_tags: tuple[str, ...] = knob(
        ("style", "comment", "script", "option", "iframe"),
        "Removed elements",
        "Remove these elements before counting.",
        source=Source.PROGRAM,
        group="Elements",
    )
    no_info_rule: NoInfoRule = knob(
        NoInfoRule.BODY,
        "Without information elements",
        "Window to keep if no weight is a number because the page has no information elements.",
        source=Source.PROGRAM,
        group="Choice",
        choice_labels={
            "body": "The body (Java 7 and later)",
            "last": "The last window (Java 6)",
            "ignore": "The heaviest window without that term",
        },
    )
    tie_rule: TieRule = knob(
        TieRule.FIRST,
        "Equal weights",
        "Window to keep if several windows are heaviest.",
        source=Source.PROGRAM,
        group="Choice",
        choice_labels={
            "first": "The first (Java 7 and later)",
            "last": "The last (Java 6)",
        },
    )
