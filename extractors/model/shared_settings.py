"""Settings that every extractor has besides its own: the step minus template."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum

from boilerscope.extractors.model.settings import Knob, Settings, knob, knobs
from boilerscope.extractors.page.site.evidence import MIN_OTHERS

_GROUP = "Minus template"


class OtherPages(StrEnum):
    """Other pages of a site that count."""

    SITE = "site"
    LAYOUT = "layout"
    SECTION = "section"


@dataclass(frozen=True)
class ExtractorSettings(Settings):
    """Base of the settings of an extractor.

    The fields are those of the step that any extractor can have at its end; they come after its
    own. See `boilerscope.extractors.model.minus_template`.
    """

    @property
    def reads_site(self) -> bool:
        """Whether a result with these settings needs the other pages of the site."""
        return self.minus_template

    _: KW_ONLY
    minus_template: bool = knob(
        False,
        "Minus template",
        "At the end, drop segments that are word for word on other pages of the site.",
        group=_GROUP,
    )
    template_share: float = knob(
        0.30,
        "Share of other pages",
        "Drop segments on at least this share of the other pages, and on at least 2.",
        unit="share",
        low=0.01,
        high=1.0,
        step=0.01,
        bounds="site_share",
        group=_GROUP,
    )
    template_pages: OtherPages = knob(
        OtherPages.SITE,
        "Other pages",
        "Pages that count: all of the site, those of the same layout, or those of the same"
        " section (the first folder of the address).",
        group=_GROUP,
        choice_labels={"site": "whole site", "layout": "same layout", "section": "same section"},
    )
    template_min_pages: int = knob(
        MIN_OTHERS,
        "Minimum other pages",
        "With fewer other pages, the step keeps everything.",
        unit="pages",
        low=2,
        high=256,
        step=1,
        group=_GROUP,
    )
    template_guard: float = knob(
        0.7,
        "Maximum loss",
        "If the step would drop more than this share of the kept words, it keeps everything.",
        unit="share",
        low=0.0,
        high=1.0,
        step=0.05,
        group=_GROUP,
    )


def is_shared(declared: Knob) -> bool:
    """Return whether a field belongs to the step that all extractors have, not to one of them."""
    return declared.name in {field.name for field in knobs(ExtractorSettings)}
