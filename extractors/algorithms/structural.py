"""Structural and contextual analysis (Rahman, Alam, Hartono 2001), as far as it is defined.

The paper names the steps without a method: zones from the structure of the page, a type for each
zone, relations between neighbouring zones. The definition of the types is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Column, Extraction, Link, Status, Tree
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.model.lazy import Lazy, LazySequence
from boilerscope.extractors.model.settings import MainKnob, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.model.token_blocks import exclusive_blocks
from boilerscope.extractors.system.wording import counted
from boilerscope.extractors.text.collapsed_text import collapsed_text
from boilerscope.extractors.text.exclusive_text import (
    ExclusiveText,
    exclusive_text,
    in_link,
    link_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

ZONES = frozenset(
    (
        *("table", "td", "div", "ul", "ol", "dl", "form", "section", "article"),
        *("nav", "header", "footer", "aside", "frame", "body"),
    )
)
"""Tags of zones."""

FORM, NAVIGATION, LINKS, STORY, IMAGE, OTHER, EMPTY = range(7)
TYPES = ("FORM", "NAVIGATION", "LINKS", "STORY", "IMAGE", "OTHER", "EMPTY")
"""Names of the types of zones. An empty zone is listed, but does not separate stories."""

_FIELDS = frozenset(("input", "select", "textarea", "button"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_ENTRY = 40
_MIN_LINKS = 3


@dataclass(frozen=True)
class StructuralSettings(ExtractorSettings):
    """Conditions for stories, lists of links, and navigation."""

    story_words: int = knob(
        40,
        "Words of a story",
        "Zones with at least this many words of exclusive text are stories.",
        unit="words",
        low=1,
        high=1000,
        step=1,
        bounds="words",
        group="Types of zones",
        main=MainKnob.MIN_LENGTH,
    )
    link_share: float = knob(
        0.5,
        "Link share",
        "Zones with at least this share of linked characters, and at least three links, are lists"
        " of links.",
        unit="ratio",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="link_share",
        group="Types of zones",
        main=MainKnob.LINK_RATIO,
    )
    nav_words: int = knob(
        4,
        "Words of a navigation link",
        "Lists of links whose links have fewer words on average are navigation.",
        unit="words",
        low=1,
        high=20,
        step=1,
        bounds="words_per_link",
        group="Types of zones",
    )


@dataclass(frozen=True, slots=True, eq=False)
class Zones:
    """Measured quantities of each zone.

    Attributes
    ----------
    units : ExclusiveText
        The zones with their exclusive text. Everything below is measured without nested zones.
    blocks : Blocks
        Tokens of each zone.
    words : array of int, shape (n_zones,)
        Number of tokens.
    link_share : array of float, shape (n_zones,)
        Linked characters / characters; 0 without text.
    links, words_per_link : array of int, array of float, shape (n_zones,)
        Number of links, and the mean of their words (0 without links).
    fields, images : array of int, shape (n_zones,)
        Number of visible form fields, and of images.
    """

    units: ExclusiveText
    blocks: Blocks
    words: IntArray
    link_share: FloatArray
    links: IntArray
    words_per_link: FloatArray
    fields: IntArray
    images: IntArray


class Structural(Extractor[StructuralSettings]):
    """Extractor that gives zones a type and keeps the largest group of stories."""

    id = "structural"
    name = "Structural and contextual analysis"
    summary = (
        "Gives each zone of a page a type and keeps the largest group of neighbouring stories."
    )
    reference = (
        "A. F. R. Rahman, H. Alam, R. Hartono, Content Extraction from HTML Documents, WDA 2001"
    )
    help = """\
The page is cut into **zones** (tables, cells, divisions, lists, forms, sections ...). A zone is
measured by its exclusive text, without the text of zones inside it. Its type is the first whose
condition is true:

1. *form*: it contains a field that is not hidden;
2. *links*: at least half of its characters are linked, and it has at least three links;
   *navigation* if these links have fewer than four words on average;
3. *story*: it has at least 40 words;
4. *image*: it contains an image but no text;
5. *other*.

Neighbouring stories under one parent are a group; the group with the most words is the main
content. The tree lists the zones with their first heading or their first 40 characters, like a
table of contents.

*Source.* Rahman, Alam and Hartono 2001 name structural analysis, contextual analysis and
summarization, **but do not publish a method**. Types, limits and the choice of the largest group
are ours; a reference to compare with does not exist.

*Where it fails.* If each paragraph is in a wrapper of its own, no zone has enough words.
"""
    settings_class = StructuralSettings
    makes_tree = True

    def extract(
        self, page: Page, settings: StructuralSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the largest group of stories; the status is ``empty`` without a story."""
        del inputs
        zones = page.cached("zones", _measure)
        types = _types(zones, settings)
        group, group_words = _groups(zones, types)
        largest = int(group_words.argmax()) if len(group_words) else -1
        content = (group == largest) & (types == STORY)
        mask = zones.blocks.mask(content, page.n_tokens)
        text = "\n".join(zones.units.texts_of(np.flatnonzero(content)))
        steps = _steps(types, content, group_words[group])
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if text else Status.EMPTY,
            message="" if text else _why_empty(zones, settings),
            blocks=zones.blocks,
            columns=Lazy(lambda: _columns(zones)),
            steps=steps,
            content=content,
            mask=mask,
            own_text=text + "\n" if text else "",
            label_names=TYPES,
            labels=steps[-1].labels,
            tree=Lazy(lambda: _tree(page, zones, types)),
            related=_links(page, zones, types),
        )


STRUCTURAL = Structural()


def _measure(page: Page) -> Zones:
    units = exclusive_text(page, ZONES)
    elements = page.elements
    n_links = units.count_rows(elements.tagged({"a"}))
    is_field = elements.tagged(_FIELDS)
    for row in np.flatnonzero(is_field).tolist():
        is_field[row] = (elements.node[row].get("type") or "").lower() != "hidden"
    blocks = exclusive_blocks(page, units)
    return Zones(
        units=units,
        blocks=blocks,
        words=blocks.token_counts(),
        link_share=units.link_length / np.maximum(units.length, 1),
        links=n_links,
        words_per_link=_linked_tokens(page, units) / np.maximum(n_links, 1),
        fields=units.count_rows(is_field),
        images=units.count_rows(elements.tagged({"img"})),
    )


def _linked_tokens(page: Page, units: ExclusiveText) -> IntArray:
    """Return the number of tokens of each zone that are in links."""
    is_linked = in_link(page)[page.slots.owner]
    return units.sum_slots((page.slots.token_end - page.slots.token_start) * is_linked)


def _types(zones: Zones, settings: StructuralSettings) -> IntArray:
    """Return the type of each zone: the first condition that is true."""
    has_text = zones.units.length > 0
    is_list = (zones.link_share >= settings.link_share) & (zones.links >= _MIN_LINKS) & has_text
    has_short_links = zones.words_per_link < settings.nav_words
    conditions = {
        FORM: zones.fields > 0,
        NAVIGATION: is_list & has_short_links,
        LINKS: is_list,
        STORY: zones.words >= settings.story_words,
        IMAGE: ~has_text & (zones.images > 0),
        OTHER: has_text,
    }
    return np.select(list(conditions.values()), list(conditions), EMPTY).astype(np.int32)


def _groups(zones: Zones, types: IntArray) -> tuple[IntArray, IntArray]:
    """Return the group of each zone and the words of the stories in each group.

    Stories under one parent are in one group if there are only empty zones between them. Every
    other zone is a group of its own.
    """
    group = np.zeros(len(types), dtype=np.int32)
    n_words: list[int] = []
    previous: dict[int, int] = {}  # by parent: the last zone that is not empty
    for zone, parent in enumerate(zones.units.parent.tolist()):
        is_story = types[zone] == STORY
        last = previous.get(parent)
        if is_story and last is not None and types[last] == STORY:
            group[zone] = group[last]
        else:
            group[zone] = len(n_words)
            n_words.append(0)
        if is_story:
            n_words[group[zone]] += int(zones.words[zone])
        if types[zone] != EMPTY:
            previous[parent] = zone
    return group, np.array(n_words, dtype=np.int32)


def _why_empty(zones: Zones, settings: StructuralSettings) -> str:
    if not len(zones.units) or not zones.words.any():
        return "The page has no text in its body."
    return (
        f"No zone is a story: the longest zone has {counted(int(zones.words.max()), 'word')},"
        f" fewer than {settings.story_words:,} (story_words)."
    )


def _columns(zones: Zones) -> tuple[Column, ...]:
    return (
        Column("words", "Words", "words", "Words of the zone's exclusive text.", zones.words),
        Column(
            "link_share",
            "Link share",
            "ratio",
            "Linked characters / characters of the exclusive text.",
            zones.link_share,
        ),
        Column("links", "Links", "", "Links of the zone, without nested zones.", zones.links),
        Column(
            "words_per_link",
            "Words per link",
            "words",
            "Linked words / links.",
            zones.words_per_link,
        ),
        Column("fields", "Fields", "", "Visible form fields of the zone.", zones.fields),
        Column("images", "Images", "", "Images of the zone.", zones.images),
    )


_LINKED = (Test("link_share", ">=", "link_share"), Test("links", ">=", _MIN_LINKS))
_TYPE_RULES = (
    Rule("Z1", Outcome.DROP, (Test("fields", ">", 0),), explanation="a form"),
    Rule(
        "Z2",
        Outcome.DROP,
        (*_LINKED, Test("words_per_link", "<", "nav_words")),
        explanation="navigation",
    ),
    Rule("Z3", Outcome.DROP, _LINKED, explanation="links"),
    Rule("Z4", Outcome.KEEP, (Test("words", ">=", "story_words"),), explanation="a story"),
    Rule("Z5", Outcome.DROP, (Test("images", ">", 0),), explanation="an image without text"),
    Rule("Z6", Outcome.DROP, (Test("words", "<", "story_words"),), explanation="other"),
    Rule("Z7", Outcome.DROP, explanation="an empty zone"),
)
_GROUP_RULES = (
    Rule("G1", Outcome.CONFIRM, explanation="in the largest group, {group_words} words"),
    Rule("G2", Outcome.DROP, explanation="in a smaller group, {group_words} <= {largest} words"),
)


def _steps(types: IntArray, content: BoolArray, group_words: IntArray) -> tuple[Step, ...]:
    is_story, labels = types == STORY, 1 << types
    type_step = Step(
        code="Z",
        title="Give each zone its type",
        rules=_TYPE_RULES,
        rule=types + 1,
        content=is_story,
        labels=labels,
    )
    rule = np.zeros(len(types), dtype=np.int32)
    rule[is_story] = 2
    rule[content] = 1
    largest = int((group_words * content).max(initial=0))
    group_step = Step(
        code="G",
        title="Keep the largest group of neighbouring stories",
        rules=_GROUP_RULES,
        rule=rule,
        content=content,
        labels=labels,
        columns={"group_words": group_words},
        numbers={"largest": float(largest)},
    )
    return (type_step, group_step)


def _tree(page: Page, zones: Zones, types: IntArray) -> Tree:
    """Return the zones as a table of contents."""
    units = zones.units
    headings: dict[int, list[int]] = {}
    for row in np.flatnonzero(page.elements.tagged(_HEADINGS)).tolist():
        headings.setdefault(int(units.owner_of_row[row]), []).append(row)

    def label(zone: int) -> str:
        texts = (collapsed_text(page, row) for row in headings.get(zone, ()))
        entry = next(filter(None, texts), "") or units.text_of(zone)[:_ENTRY].replace("\n", " ")
        return f"{TYPES[types[zone]].lower()}: {entry}".rstrip(": ")

    index = np.arange(len(units), dtype=np.int32)
    return Tree(units.parent, index, LazySequence(len(units), label))


def _links(page: Page, zones: Zones, types: IntArray) -> tuple[Link, ...]:
    """Return the links of zones that are lists of links, not navigation."""
    is_list = types == LINKS
    if not is_list.any():
        return ()
    is_in_list = zones.units.held_by(is_list) & page.elements.tagged({"a"})
    return tuple([Link(*link_of(page, row)) for row in np.flatnonzero(is_in_list).tolist()])
