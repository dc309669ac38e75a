"""Adapter of Inscriptis."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.arguments import accepted
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.inscriptis import PROBES


class Profile(StrEnum):
    """Style profiles of the library."""

    RELAXED = "relaxed"
    STRICT = "strict"


@dataclass(frozen=True)
class InscriptisSettings(ExtractorSettings):
    """Settings of `inscriptis.get_text`."""

    profile: Profile = knob(
        Profile.RELAXED,
        "Style profile",
        "Relaxed adds spaces between inline elements; strict follows a browser.",
        source=Source.PROGRAM,
    )
    display_images: bool = knob(
        False, "Images", "Write the titles of images.", source=Source.PROGRAM
    )
    deduplicate_captions: bool = knob(
        False,
        "Captions once",
        "Write a caption once if several images have it.",
        source=Source.PROGRAM,
    )
    display_links: bool = knob(
        False, "Links", "Write the addresses of links.", source=Source.PROGRAM
    )
    display_anchors: bool = knob(
        False, "Anchors", "Write the names of anchors.", source=Source.PROGRAM
    )


class Inscriptis(Peer[InscriptisSettings]):
    """Adapter of `inscriptis.get_text`."""

    id = "inscriptis"
    name = "Inscriptis"
    library = "inscriptis"
    module = "inscriptis"
    probes = PROBES
    summary = "Runs Inscriptis: all text, laid out as in a text browser."
    reference = "A. Weichselbraun, Inscriptis, Journal of Open Source Software, 2021"
    help = """\
Calls `inscriptis.get_text` on the decoded source. The library writes all text of the page with
indents, table columns and lists. It does not select main content: like html-text, it is a baseline
with high recall.

*Where it fails.* Precision is the share of main content in the page. Table cells are laid out side
by side, line by line, so that cells of several lines are aligned to the page only in part.
"""
    settings_class = InscriptisSettings

    def text(self, html: str, settings: InscriptisSettings) -> str:
        """Return the text of the whole page."""
        from inscriptis import get_text
        from inscriptis.css_profiles import CSS_PROFILES
        from inscriptis.model.config import ParserConfig

        arguments = accepted(
            ParserConfig, _arguments(settings), _arguments(self.default_settings())
        )
        config = ParserConfig(css=CSS_PROFILES[settings.profile.value].copy(), **arguments)
        text: str = get_text(html, config)
        return text


def _arguments(settings: InscriptisSettings) -> dict[str, bool]:
    """Return the arguments of `ParserConfig` that settings set, without the profile."""
    return {
        "display_images": settings.display_images,
        "deduplicate_captions": settings.deduplicate_captions,
        "display_links": settings.display_links,
        "display_anchors": settings.display_anchors,
    }


INSCRIPTIS = Inscriptis()
