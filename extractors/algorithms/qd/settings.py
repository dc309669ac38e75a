"""Settings of QD: limits, points of each feature, word lists, date pattern."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boilerscope.extractors.algorithms.qd.date_pattern import date_pattern
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


def _points(default: float, label: str, help_text: str, group: str) -> Any:
    """Declare the points of a feature; the source gives the features, the points are ours."""
    return knob(
        float(default), label, help_text, unit="points", low=-10.0, high=10.0, step=0.5, group=group
    )


def _length(default: int, label: str, help_text: str, bounds: str, group: str) -> Any:
    return knob(
        default,
        label,
        help_text,
        unit="characters",
        low=0,
        high=500,
        step=1,
        source=Source.PAPER,
        bounds=bounds,
        group=group,
    )


def _words(default: tuple[str, ...], label: str, help_text: str, group: str) -> Any:
    return knob(
        default, label, f"{help_text} # matches a number.", source=Source.PAPER, group=group
    )


@dataclass(frozen=True)
class QdSettings(ExtractorSettings):
    """Four kinds of blocks, each with its limits, words and points."""

    title_min: int = _length(
        3, "Minimum title length", "Titles are longer than this.", "title_length", "Title"
    )
    title_max: int = _length(
        35, "Maximum title length", "Titles are shorter than this.", "title_length", "Title"
    )
    title_match: float = _points(
        3, "Matches the page title", "The text is part of the page title, or contains it.", "Title"
    )
    title_heading: float = _points(2, "Is a heading", "It is or contains h1, h2 or h3.", "Title")
    title_bold: float = _points(1, "Is emphasised", "It contains b, i or strong.", "Title")
    title_name: float = _points(
        1, "Is named a title", "Its class or id contains a word of the list.", "Title"
    )
    title_names: tuple[str, ...] = knob(
        ("title", "head"),
        "Names of titles",
        "Words in class or id that name a title; case is ignored.",
        source=Source.PAPER,
        group="Title",
    )

    time_max: int = _length(
        50,
        "Maximum time length",
        "Blocks with a time are shorter than this.",
        "time_length",
        "Time",
    )
    time_date: float = _points(3, "Contains a date", "The text contains a date.", "Time")
    time_source: float = _points(1, "Names a source", "The text contains a source word.", "Time")
    time_publish: float = _points(
        1, "Names a publication", "The text contains a publication word.", "Time"
    )
    date_pattern: str = knob(
        "YYYY[-/.年]M[-/.月]D",
        "Date",
        "YYYY year, M or MM month, D or DD day, [ ] any of the characters inside; other characters "
        "match themselves.",
        source=Source.PAPER,
        group="Time",
    )
    source_words: tuple[str, ...] = _words(
        ("来源",), "Source words", "Words before the name of a source.", "Time"
    )
    publish_words: tuple[str, ...] = _words(
        ("发表",), "Publication words", "Words that announce a publication.", "Time"
    )

    related_words: tuple[str, ...] = _words(
        ("相关链接", "相关新闻", "相关报道"),
        "Related words",
        "Words that introduce related links.",
        "Related links",
    )
    related_max_links: int = knob(
        20,
        "Maximum number of links",
        "Blocks of related links have fewer links than this.",
        unit="links",
        low=0,
        high=500,
        step=1,
        source=Source.PAPER,
        bounds="links",
        group="Related links",
    )
    related_min_share: float = knob(
        0.5,
        "Minimum link share",
        "Blocks of related links have at least this share of linked characters.",
        unit="ratio",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="link_share",
        group="Related links",
    )

    main_p_br: float = _points(2, "Paragraphs", "It contains p or br.", "Main text")
    main_punct: float = _points(2, "Punctuation", "It has many punctuation marks.", "Main text")
    punct_min: int = knob(
        5,
        "Many punctuation marks",
        "More punctuation marks than this count as many.",
        unit="marks",
        low=0,
        high=500,
        step=1,
        source=Source.PAPER,
        bounds="punctuation",
        group="Main text",
    )
    main_text: float = _points(
        4,
        "Much text",
        "In proportion to the length: all points for the longest block.",
        "Main text",
    )
    main_tag_density: float = _points(1, "Few elements", "Its tag density is low.", "Main text")
    tag_density_max: float = knob(
        100.0,
        "Tag density",
        "A low tag density is below this.",
        unit="elements / 1,000 characters",
        low=0.0,
        high=2000.0,
        step=1.0,
        bounds="tag_density",
        group="Main text",
    )
    main_text_density: float = _points(
        2, "Text density", "Multiplied by the share of text in the markup.", "Main text"
    )
    main_prev_next: float = _points(
        -3, "Previous and next", "It contains a word of the list.", "Main text"
    )
    prev_next_words: tuple[str, ...] = _words(
        ("上一篇", "下一篇"), "Previous and next words", "Links of a series.", "Main text"
    )
    main_copyright: float = _points(-3, "Copyright", "It contains a word of the list.", "Main text")
    copyright_words: tuple[str, ...] = _words(
        ("版权所有", "Copyright", "ICP备#号"), "Copyright words", "Typical of footers.", "Main text"
    )
    main_after_title: float = _points(
        1, "After the title", "It starts after the title block.", "Main text"
    )
    main_after_time: float = _points(
        1, "After the time", "It starts after the time block.", "Main text"
    )
    main_before_related: float = _points(
        1, "Before related links", "It starts before the related links.", "Main text"
    )

    extra_split: bool = knob(
        False,
        "Split at newer elements",
        "Treat section, article, main, header, footer, nav and aside as blocks of every kind.",
        group="Blocks",
    )

    def check(self) -> None:
        """Check the title lengths and the date pattern."""
        if self.title_min >= self.title_max:
            raise SettingsError(
                f"title_min must be below title_max, got {self.title_min} and {self.title_max}",
                field="title_min",
            )
        try:
            date_pattern(self.date_pattern)
        except ValueError as error:
            raise SettingsError(f"date_pattern {error}", field="date_pattern") from error
