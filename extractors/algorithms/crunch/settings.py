"""Settings of Crunch: every filter can be switched on and off, as in the original."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from boilerscope.extractors.data.ad_hosts import HostList, given_hosts, read_hosts
from boilerscope.extractors.data.kept_hosts import hosts_in_use
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings

_LINKS, _TAGS, _ATTRIBUTES = "Links and images", "Elements", "Attributes"
_LISTS, _TABLES, _ADS = "Link lists", "Empty tables", "Advertisements"
_OUTPUT = "Output"

SUBSTANCE = ("img", "a", "iframe", "input", "button", "textarea", "select", "form")
"""Elements that can keep a table from being empty."""


def _switch(default: bool, label: str, text: str, group: str, source: Source) -> Any:  # noqa: FBT001 - the default of a switch
    return knob(default, label, text, group=group, source=source)


def _program(default: bool, label: str, text: str, group: str) -> Any:  # noqa: FBT001 - the default of a switch
    return _switch(default, label, text, group, Source.PROGRAM)


def _ours(default: bool, label: str, text: str, group: str) -> Any:  # noqa: FBT001 - the default of a switch
    return _switch(default, label, text, group, Source.OURS)


@dataclass(frozen=True)
class CrunchSettings(ExtractorSettings):
    """Filters and their limits; the defaults are those of the 2003 program."""

    ads: bool = _program(
        True, "Remove advertisements", "Remove elements whose address has a host in the list.", _ADS
    )
    ad_hosts: tuple[str, ...] | None = knob(
        None,
        "Advertisement hosts",
        "Complete host names; automatic: the list in the hosts file, or else the built-in list.",
        group=_ADS,
    )
    ad_hosts_file: str = knob(
        "",
        "Hosts file",
        "File with a list of hosts, or in hosts format, to use instead of the built-in list.",
        group=_ADS,
    )
    ad_hosts_days: int = knob(
        7,
        "Hosts file age",
        "Warn if the hosts file is older than this and should be refreshed.",
        unit="days",
        low=1,
        high=365,
        step=1,
        group=_ADS,
    )
    text_links: bool = _program(
        True, "Remove text links", "Remove links without an image directly in them.", _LINKS
    )
    image_links: bool = _program(
        True,
        "Remove image links",
        "Remove links with an image directly in them, and image maps.",
        _LINKS,
    )
    images: bool = _program(True, "Remove images", "Remove images that are not links.", _LINKS)
    display_image_alts: bool = _program(
        False, "Describe images", "Write the alternative text in place of a removed image.", _LINKS
    )
    display_image_link_alts: bool = _program(
        False,
        "Describe image links",
        "Write two links, to the image and to its target, in place of a removed image link.",
        _LINKS,
    )
    scripts: bool = _program(True, "Remove scripts", "Remove script elements.", _TAGS)
    noscript: bool = _program(
        True,
        "Remove noscript",
        "Remove noscript elements; off: they are replaced by their content if scripts are removed.",
        _TAGS,
    )
    external_styles: bool = _program(
        False, "Remove style sheets", "Remove links to style sheets.", _TAGS
    )
    styles: bool = _program(False, "Remove styles", "Remove style elements.", _TAGS)
    meta: bool = _program(True, "Remove meta", "Remove meta elements.", _TAGS)
    forms: bool = _program(True, "Remove forms", "Remove forms with everything in them.", _TAGS)
    input: bool = _program(True, "Remove inputs", "Remove input elements.", _TAGS)
    button: bool = _program(True, "Remove buttons", "Remove button elements.", _TAGS)
    select: bool = _program(True, "Remove selects", "Remove select elements.", _TAGS)
    iframe: bool = _program(False, "Remove iframes", "Remove iframe elements.", _TAGS)
    embed: bool = _program(False, "Remove embeds", "Remove embed elements.", _TAGS)
    flash: bool = _program(
        False, "Remove Flash", "Remove objects, parameters and embeds that play Flash.", _TAGS
    )
    cell_width: bool = _program(
        False, "Remove widths", "Remove the width attribute of tables and cells.", _ATTRIBUTES
    )
    div_style: bool = _program(
        False, "Remove division styles", "Remove the style attribute of div.", _ATTRIBUTES
    )
    style_attributes: bool = _program(
        False,
        "Remove all style attributes",
        "Remove the style attribute of all elements.",
        _ATTRIBUTES,
    )
    link_lists: bool = _program(
        True, "Remove link lists", "Empty cells with many links for their text.", _LISTS
    )
    limit: float = knob(
        0.25,
        "Link/text ratio",
        "Empty cells with more links per word than this.",
        unit="links per word",
        low=0.0,
        high=5.0,
        step=0.01,
        source=Source.PROGRAM,
        bounds="ratio",
        group=_LISTS,
        main=MainKnob.LINK_RATIO,
    )
    letters_per_word: int = knob(
        5,
        "Letters per word",
        "Number of characters outside links that count as one word.",
        unit="characters",
        low=1,
        high=20,
        step=1,
        source=Source.PROGRAM,
        group=_LISTS,
    )
    lc_text: bool = _program(
        True,
        "Text links",
        "Count text links in the link/text ratio and remove them from link lists.",
        _LISTS,
    )
    lc_image: bool = _program(
        True,
        "Image links",
        "Count image links and remove them likewise; if both kinds are off, all links count.",
        _LISTS,
    )
    only_links_and_text: bool = _program(
        True,
        "Remove only links and text",
        "Keep the other elements of a link list; off: remove everything in the cell.",
        _LISTS,
    )
    remove_cell: bool = _ours(
        False,
        "Remove the cell",
        "Remove the whole cell, an option that the paper mentions.",
        _LISTS,
    )
    cell_tags: tuple[str, ...] = knob(
        ("td",),
        "Cells",
        "Elements that can be link lists; the original tests only td.",
        source=Source.PROGRAM,
        group=_LISTS,
    )
    empty_tables: bool = _program(
        True, "Remove empty tables", "Remove tables without substance, inner tables first.", _TABLES
    )
    min_text_length: int = knob(
        1,
        "Minimum text",
        "Remove tables without substance and with less text than this.",
        unit="characters",
        low=0,
        high=10000,
        step=1,
        source=Source.PROGRAM,
        bounds="text_length",
        group=_TABLES,
        main=MainKnob.MIN_LENGTH,
    )
    substance_img: bool = _program(
        True, "Images fill a table", "A table with an image is not empty.", _TABLES
    )
    substance_a: bool = _program(
        True, "Links fill a table", "A table with a link is not empty.", _TABLES
    )
    substance_iframe: bool = _program(
        True, "Iframes fill a table", "A table with an iframe is not empty.", _TABLES
    )
    substance_input: bool = _program(
        True, "Inputs fill a table", "A table with an input is not empty.", _TABLES
    )
    substance_button: bool = _program(
        True, "Buttons fill a table", "A table with a button is not empty.", _TABLES
    )
    substance_textarea: bool = _program(
        True, "Text areas fill a table", "A table with a text area is not empty.", _TABLES
    )
    substance_select: bool = _program(
        True, "Selects fill a table", "A table with a select is not empty.", _TABLES
    )
    substance_form: bool = _program(
        False, "Forms fill a table", "A table with a form is not empty.", _TABLES
    )
    add_links_to_bottom: bool = _program(
        False, "List removed links", "Append a table of the removed links to the page.", _OUTPUT
    )
    retain_from_link_lists: bool = _ours(
        True,
        "Include links from link lists",
        "List all links removed from link lists; off: only text links of cells that lost image"
        " links.",
        _OUTPUT,
    )
    retain_every_link: bool = _ours(
        False, "List every link", "Also list links that stay, as the class of 2003 did.", _OUTPUT
    )
    only_text: bool = _program(
        False, "Text only", "Replace the page by its text, as the program writes it.", _OUTPUT
    )
    limit_breaks: bool = _program(
        True, "Limit blank lines", "Limit the number of consecutive blank lines.", _OUTPUT
    )
    max_breaks: int = knob(
        2,
        "Blank lines",
        "Maximum number of consecutive blank lines.",
        unit="lines",
        low=0,
        high=20,
        step=1,
        source=Source.PROGRAM,
        group=_OUTPUT,
    )
    flush_at_end: bool = _ours(
        True,
        "Write the last line",
        "Write the text after the last br; off, as in the program: that text is lost.",
        _OUTPUT,
    )
    block_breaks: bool = _ours(
        False, "Break at blocks", "Begin a new line at block elements, not only at br.", _OUTPUT
    )

    def resolve(self) -> Self:
        """Return a copy with the hosts in place of an automatic list."""
        if self.ad_hosts is not None:
            return self
        return self.replace(ad_hosts=listed_hosts(self).ordered)

    def substance(self) -> frozenset[str]:
        """Return the tags of the elements that keep a table from being empty."""
        return frozenset(tag for tag in SUBSTANCE if getattr(self, f"substance_{tag}"))


def listed_hosts(settings: CrunchSettings) -> HostList:
    """Return the hosts that count as advertisements.

    If the file cannot be read, return the built-in list with a remark that names the reason.
    """
    if settings.ad_hosts is not None:
        return given_hosts(settings.ad_hosts)
    if settings.ad_hosts_file:
        return read_hosts(settings.ad_hosts_file, settings.ad_hosts_days)
    return hosts_in_use()
