"""Settings of joyhtml."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from extractors.model.settings import Settings, Source, knob


class NoInfoRule(StrEnum):
    """Fallback for pages without an information element."""

    BODY = "body"
    LAST = "last"
    IGNORE = "ignore"


class TieRule(StrEnum):
    """Choice among several windows of the greatest weight."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True)
class JoyhtmlSettings(Settings):
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
        "Times the window's share of the page's information elements.",
        low=0.0,
        high=3.0,
        step=0.1,
        source=Source.PROGRAM,
        group="Weights",
    )
    w_text: float = knob(
        1.6,
        "Weight of text",
        "Times the window's share of the page's text.",
        low=0.0,
        high=3.0,
        step=0.1,
        source=Source.PROGRAM,
        group="Weights",
    )
    w_anchor_total: float = knob(
        0.8,
        "Weight of linked text",
        "Taken away, times the window's share of the page's linked text.",
        low=0.0,
        high=3.0,
        step=0.1,
        source=Source.PROGRAM,
        group="Weights",
    )
    cap: float = knob(
        0.8,
        "Cap of shares",
        "A larger share of text or of information elements counts as this one.",
        unit="ratio",
        low=0.0,
        high=1.0,
        step=0.05,
        source=Source.PROGRAM,
        group="Weights",
    )
    penalty_input: float = knob(
        0.5,
        "Penalty of a form field",
        "Taken away where the window holds an `input` that is not hidden.",
        low=0.0,
        high=2.0,
        step=0.1,
        source=Source.PROGRAM,
        group="Penalties",
    )
    penalty_noise: float = knob(
        0.5,
        "Penalty of noise",
        "Taken away where the window's text holds a word of noise.",
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
        "Words of noise",
        "Looked for in the text in small letters; a word with a capital letter is never found.",
        source=Source.PROGRAM,
        group="Penalties",
    )
    repair_icp: bool = knob(
        default=False,
        label="Find ICP numbers",
        help="Whether `icp备` is noise as well; the original looks for it in capital letters, "
        "which are never there.",
        group="Penalties",
    )
    info_tags: tuple[str, ...] = knob(
        ("p", "span", "h1", "h2", "b", "i"),
        "Information elements",
        "Elements whose number speaks for a window.",
        source=Source.PROGRAM,
        group="Elements",
    )
    invalid_tags: tuple[str, ...] = knob(
        ("style", "comment", "script", "option", "iframe"),
        "Removed elements",
        "Elements that are removed before anything is counted.",
        source=Source.PROGRAM,
        group="Elements",
    )
    no_info_rule: NoInfoRule = knob(
        NoInfoRule.BODY,
        "Without information elements",
        "What is taken where no weight is a number, since the page has no information element.",
        source=Source.PROGRAM,
        group="Choice",
        choice_labels={
            "body": "The body (Java 7 and later)",
            "last": "The last window (Java 6)",
            "ignore": "The heaviest without that term",
        },
    )
    tie_rule: TieRule = knob(
        TieRule.FIRST,
        "Equal weights",
        "Which of several heaviest windows is taken.",
        source=Source.PROGRAM,
        group="Choice",
        choice_labels={
            "first": "The first (Java 7 and later)",
            "last": "The last (Java 6)",
        },
    )
