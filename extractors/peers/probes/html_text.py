"""Probes of html-text: one stage, the cleaner of lxml, after which all text is written."""

from __future__ import annotations

from boilerscope.extractors.trace.probes import Parse, Removal, Result, Stage
from boilerscope.extractors.trace.table import Probes

_CLEAN = "Clean the markup"

PROBES = Probes(
    library="html-text",
    code="H",
    packages=("html_text",),
    tested=("0.7.1",),
    stages=("Parse the page", _CLEAN),
    entries=(
        Parse("html_text.html_text:parse_html"),
        Stage("lxml_html_clean.clean:Cleaner.clean_html", _CLEAN, tree="html"),
        Removal("lxml.html:HtmlMixin.drop_tree", element="self"),
        Result("html_text.html_text:etree_to_text", tree="tree"),
    ),
)
