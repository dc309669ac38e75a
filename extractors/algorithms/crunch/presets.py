"""Presets of Crunch: the settings in the figures of the paper, and those of Crunch 3."""

from __future__ import annotations

from typing import Any

from boilerscope.extractors.model.extractor import Preset

FIGURES: dict[str, Any] = {
    "text_links": False,
    "div_style": True,
    "forms": False,
    "input": False,
    "button": False,
    "select": False,
    "noscript": False,
    "iframe": True,
    "embed": True,
    "lc_image": False,
    "substance_input": False,
    "substance_button": False,
    "substance_select": False,
    "substance_iframe": False,
    "min_text_length": 12,
}
"""Figures 1 to 3 of the WWW 2003 paper."""

NEWS: dict[str, Any] = {
    "styles": True,
    "external_styles": True,
    "div_style": True,
    "style_attributes": True,
    "cell_width": True,
    "iframe": True,
    "embed": True,
    "flash": True,
    "substance_form": True,
    "min_text_length": 12,
    "limit_breaks": False,
}
"""The preset of Crunch 3 for news."""


def _off(*names: str) -> dict[str, Any]:
    return dict.fromkeys(names, False)


LEVELS: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "The same as the news preset."),
    ({"display_image_alts": True, "display_image_link_alts": True}, "Describes removed images."),
    (
        _off("styles", "external_styles", "div_style", "style_attributes"),
        "Keeps styles as well.",
    ),
    (_off("text_links", "image_links", "images"), "Keeps links and images as well."),
    (_off("forms", "button"), "Keeps forms and buttons as well."),
    ({"limit": 0.5}, "Link lists above a ratio of 0.5."),
    ({"limit": 0.75}, "Link lists above a ratio of 0.75."),
    (_off("empty_tables"), "Keeps empty tables as well."),
    (_off("link_lists"), "Keeps link lists as well."),
    (_off("input", "select", "iframe", "embed"), "Keeps inputs and frames as well."),
    (_off("scripts", "meta", "cell_width", "flash"), "Keeps scripts, meta and widths as well."),
    (_off("ads"), "Keeps advertisements as well."),
    ({"limit": 0.3}, "The same as level 12, with a ratio of 0.3."),
)
"""Settings that each level of Crunch 3 changes, with a description."""


def _level_presets() -> tuple[Preset, ...]:
    values = dict(NEWS)
    presets = []
    for number, (changes, text) in enumerate(LEVELS, 1):
        values.update(changes)
        presets.append(Preset(f"Crunch 3 level {number}", dict(values), text))
    return tuple(presets)


PRESETS = (
    Preset("code_defaults", {}, "The defaults of the program, 2003 and Crunch 3."),
    Preset("www2003_figures", FIGURES, "The settings shown in figures 1 to 3 of the paper."),
    Preset("news", NEWS, "Settings of Crunch 3 for news."),
    *_level_presets(),
)
