"""Adapter of jusText."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.model.extractor import Preset
from boilerscope.extractors.model.paragraph_settings import GROUP, ParagraphSettings
from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.justext import PROBES
from boilerscope.extractors.text.page_language import AUTO, page_language
from boilerscope.extractors.text.stop_words import NO_LANGUAGE, chosen_list, stop_words


@dataclass(frozen=True)
class JustextSettings(ParagraphSettings):
    """Settings of `justext.justext`."""

    no_headings: bool = knob(
        False,
        "Ignore headings",
        "Decide headings like other paragraphs.",
        source=Source.PROGRAM,
        group=GROUP,
    )


class Justext(Peer[JustextSettings]):
    """Adapter of `justext.justext`."""

    id = "justext"
    name = "jusText"
    library = "justext"
    module = "justext"
    summary = "Runs jusText: link density, length and stop words, then the neighbours."
    reference = "J. Pomikálek, Removing Boilerplate and Duplicate Content from Web Corpora, 2011"
    help = """\
Calls `justext.justext` on the decoded source and joins the paragraphs that are not boilerplate by
line ends. Long paragraphs are decided by the share of stop words and of link text; short ones by
their neighbours.

*Settings.* They are the arguments of `justext`. The stop words of 100 languages are part of the
library; nothing is downloaded. With the language `none`, the thresholds of stop words are 0, as in
the command of the library. `auto` detects the language of the page; if the library has no stop
words of it, it is as `none`.

*Where it fails.* The language of the stop words must fit the page. Words are separated by white
space, so that Chinese and Japanese need the language `none` or `auto`.
"""
    settings_class = JustextSettings
    probes = PROBES
    presets = (
        Preset(
            "any language",
            {"language": NO_LANGUAGE, "stopwords_low": 0.0, "stopwords_high": 0.0},
            "Decides by length and links alone.",
        ),
    )

    def text(self, html: str, settings: JustextSettings) -> str:
        """Return the kept paragraphs, one on each line."""
        from justext import justext

        code = page_language(html) if settings.language == AUTO else ""
        language = chosen_list(settings.language, code)
        has_list = language != NO_LANGUAGE
        paragraphs = justext(
            html,
            stop_words(language),
            length_low=settings.length_low,
            length_high=settings.length_high,
            stopwords_low=settings.stopwords_low if has_list else 0.0,
            stopwords_high=settings.stopwords_high if has_list else 0.0,
            max_link_density=settings.max_link_density,
            max_heading_distance=settings.max_heading_distance,
            no_headings=settings.no_headings,
        )
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


JUSTEXT = Justext()
