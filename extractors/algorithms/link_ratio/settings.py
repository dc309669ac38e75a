"""Settings of the link ratio."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.model.settings import MainKnob, Settings, Source, knob

CONTAINERS = (
    *("div", "table", "td", "th", "tbody", "thead", "tfoot", "col", "colgroup"),
    *("ul", "ol", "html", "center", "span", "form"),
)
REMOVED = (
    *("script", "noscript", "style", "meta", "input", "iframe", "embed", "hr", "img"),
    *("link", "label"),
)


@dataclass(frozen=True)
class LinkRatioSettings(Settings):
    """Settings of the link ratio."""

    rate: float = knob(
        1.1,
        "Link ratio limit",
        "A container whose share of linked text is this many times the page's average, or more, "
        "is removed.",
        unit="x average",
        low=0.1,
        high=5.0,
        step=0.05,
        source=Source.PROGRAM,
        bounds="ratio_to_average",
        group="Limits",
        main=MainKnob.LINK_RATIO,
    )
    min_len: int = knob(
        20,
        "Minimum length",
        "A container with this much text or less is removed.",
        unit="characters",
        low=0,
        high=500,
        step=1,
        source=Source.PROGRAM,
        bounds="text",
        group="Limits",
        main=MainKnob.MIN_LENGTH,
    )
    guard_no_links: bool = knob(
        default=False,
        label="Spare pages without links",
        help="Whether the share of links is left untested where the page has no link; the "
        "original then removes every container with text.",
        group="Limits",
    )
    containers: tuple[str, ...] = knob(
        CONTAINERS,
        "Containers",
        "Elements that are judged.",
        source=Source.PROGRAM,
        group="Elements",
    )
    short_exempt: tuple[str, ...] = knob(
        ("span",),
        "May be short",
        "Containers that are never removed for their length.",
        source=Source.PROGRAM,
        group="Elements",
    )
    remove_tags: tuple[str, ...] = knob(
        REMOVED,
        "Always removed",
        "Elements that are removed at once, their text uncounted; comments are as well. Scripts "
        "and styles have no text here in any case.",
        source=Source.PROGRAM,
        group="Elements",
    )
    collapse_space: bool = knob(
        default=False,
        label="Collapse white space",
        help="Whether each run of white space in a text counts as one character; the original "
        "counts all of it.",
        group="Text",
    )
    lower_case: bool = knob(
        default=False,
        label="Lower case",
        help="Write the text in lower case, as the original, which lowers the page before it "
        "reads it; lengths stay as they are.",
        group="Text",
    )
