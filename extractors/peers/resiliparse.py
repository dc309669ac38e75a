"""Adapter of Resiliparse."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.model.extractor import Preset
from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.peer import Peer


@dataclass(frozen=True)
class ResiliparseSettings(ExtractorSettings):
    """Settings of `extract_plain_text`."""

    main_content: bool = knob(
        True, "Main content only", "Drop boilerplate by rules. Off: return all visible text."
    )
    preserve_formatting: bool = knob(
        True,
        "Line breaks",
        "Write blocks on lines of their own. Off: write one line.",
        source=Source.PROGRAM,
    )
    list_bullets: bool = knob(
        True, "List bullets", "Write bullets and numbers of lists.", source=Source.PROGRAM
    )
    alt_texts: bool = knob(
        True, "Alternative texts", "Write the alternative texts of images.", source=Source.PROGRAM
    )
    links: bool = knob(False, "Links", "Write the addresses of links.", source=Source.PROGRAM)
    form_fields: bool = knob(
        False, "Form fields", "Write form fields and their values.", source=Source.PROGRAM
    )
    noscript: bool = knob(
        False, "Without scripts", "Write the text of noscript elements.", source=Source.PROGRAM
    )
    comments: bool = knob(
        True, "Comments", "Count comment sections as main content.", source=Source.PROGRAM
    )
    post_meta: bool = knob(
        True,
        "Post details",
        "Keep author, date and similar details of an article.",
        source=Source.PROGRAM,
    )
    hidden_elements: bool = knob(
        False,
        "Hidden elements",
        "Keep elements whose class names mark them as hidden.",
        source=Source.PROGRAM,
    )
    skip_elements: tuple[str, ...] = knob(
        (), "Skipped elements", "CSS selectors of elements to leave out.", source=Source.PROGRAM
    )


class Resiliparse(Peer[ResiliparseSettings]):
    """Adapter of `resiliparse.extract.html2text.extract_plain_text`."""

    id = "resiliparse"
    name = "Resiliparse"
    library = "resiliparse"
    module = "resiliparse"
    untraced = "No trace: Resiliparse is compiled, so its functions cannot be followed."
    summary = "Runs Resiliparse: fast rules on tags, classes and ids."
    reference = "J. Bevendorff et al., ChatNoir Resiliparse, Webis, 2021"
    help = """\
Calls `extract_plain_text` on the decoded source. With *Main content only*, rules on tag names,
classes and ids leave out navigation, footers, advertisements and similar elements; no density is
measured. Bullets and addresses that the library adds are not on the page and lower the aligned
share.

*Settings.* They are the arguments of the function; main content is on by default, unlike in the
library, whose default returns all text.

*Where it fails.* Boilerplate without typical class names stays; an article in an element with such
a class name is lost.
"""
    settings_class = ResiliparseSettings
    presets = (Preset("all text", {"main_content": False}, "All visible text of the page."),)

    def text(self, html: str, settings: ResiliparseSettings) -> str:
        """Return the plain text."""
        from resiliparse.extract.html2text import extract_plain_text

        return extract_plain_text(
            html,
            preserve_formatting=settings.preserve_formatting,
            main_content=settings.main_content,
            list_bullets=settings.list_bullets,
            alt_texts=settings.alt_texts,
            links=settings.links,
            form_fields=settings.form_fields,
            noscript=settings.noscript,
            comments=settings.comments,
            post_meta=settings.post_meta,
            hidden_elements=settings.hidden_elements,
            skip_elements=list(settings.skip_elements) or None,
        )


RESILIPARSE = Resiliparse()
