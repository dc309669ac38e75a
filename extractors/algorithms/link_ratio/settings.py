"""Settings of the link ratio."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings

CONTAINERS = (
    *("div", "table", "td", "th", "tbody", "thead", "tfoot", "col", "colgroup"),
    *("ul", "ol", "html", "center", "span", "form"),
)
REMOVED = (
    *("script", "noscript", "style", "meta", "input", "iframe", "embed", "hr", "img"),
    *("link", "label"),
)


@dataclass(frozen=True)
class LinkRatioSettings(ExtractorSettings):
    """Limits, elements, and the treatment of text."""

    rate: float = knob(
        1.1,
        "Link ratio limit",
        "Remove containers whose share of linked text is at least this many times the average of"
        " the page.",
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
        "Remove containers with this much text or less.",
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
        help="Do not test the share of links on a page without links; off, as in the original:"
        " every container with text is removed there.",
        group="Limits",
    )
    containers: tuple[str, ...] = knob(
        CONTAINERS,
        "Containers",
        "Elements that are judged and may be removed.",
        source=Source.PROGRAM,
        group="Elements",
    )
    short_exempt: tuple[str, ...] = knob(
        ("span",),
        "May be short",
        "Containers that are not removed for their length.",
        source=Source.PROGRAM,
        group="Elements",
    )
    remove_tags: tuple[str, ...] = knob(
        REMOVED,
        "Always removed",
        "Elements that are removed first and whose text does not count, in addition to comments."
        " The text of scripts and styles never counts.",
        source=Source.PROGRAM,
        group="Elements",
    )
    collapse_space: bool = knob(
        default=False,
        label="Collapse white space",
        help="Count each sequence of white space in a text as one character; off, as in the"
        " original: count every character.",
        group="Text",
    )
    lower_case: bool = knob(
        default=False,
        label="Lower case",
        help="Write the text in lower case, as the original does before it parses the page. Lengths"
        " do not change.",
        group="Text",
    )
