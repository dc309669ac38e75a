"""Language of a page for libraries that ask for one: ``auto`` in their settings."""

from __future__ import annotations

from boilerscope.extractors.page import Page
from boilerscope.extractors.text.language import detected_language

AUTO = "auto"
"""Value of a language setting: the language of the words of the page."""


def page_language(html: str) -> str:
    """Return the ISO 639-1 code of the language of a page; empty if it is unknown."""
    return detected_language(Page.from_text(html, name="").text)
