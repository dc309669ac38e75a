"""Structural and contextual analysis (Rahman, Alam, Hartono 2001), as far as it is defined.

The papers name the steps and no method: zones from the page's structure, each with a type, and
relations by neighbourhood. What a type is, is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Column, Extraction, Link, Status, Tree
from extractors.model.extractor import Extractor
from extractors.model.lazy import Lazy, LazySequence
from extractors.model.settings import MainKnob, Settings, knob
from extractors.model.steps import Outcome, Rule, Step, Test
from extractors.model.token_blocks import exclusive_blocks
from extractors.text.collapsed_text import collapsed_text
from extractors.text.exclusive_text import ExclusiveText, exclusive_text, in_link, link_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

ZONES = frozenset(
    (
        *("table", "td", "div", "ul", "ol", "dl", "form", "section", "article"),
        *("nav", "header", "footer", "aside", "frame", "body"),
    )
)
"""Elements that are zones."""

FORM, NAVIGATION, LINKS, STORY, IMAGE, OTHER, EMPTY = range(7)
TYPES = ("FORM", "NAVIGATION", "LINKS", "STORY", "IMAGE", "OTHER", "EMPTY")
"""Names of the types of zones; an empty zone is listed and has no part in the page."""

_FIELDS = frozenset(("input", "select", "textarea", "button"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_ENTRY = 40
_MIN_LINKS = 3


@dataclass(frozen=True)
class StructuralSettings(Settings):
    """Conditions for stories, lists of links, and navigation."""

    story_words: int = knob(
        40,
        "Words of a story",
        "Zones with at least so many words of their own are stories.",
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
        "Zones with at least this share of linked characters, and three links, are links.",
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
        "Zones of links whose links have fewer words on average are navigation.",
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
        The zones, with their own text.
    blocks : Blocks
        The tokens of each zone.
    words : array of int, shape (n_zones,)
        Tokens of the own text.
    link_share : array of float
        Linked characters of the own text by all, 0 without text.
    links, words_per_link : array of int, array of float
        Links that are the zone's own, and their words on average (0 without links).
    fields, images : array of int
        Visible form fields and images that are the zone's own.
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
    """Types zones and takes the largest group of stories."""

    id = "structural"
    name = "Structural and contextual analysis"
    summary = "Types the zones of a page and keeps the largest group of neighbouring stories."
    reference = (
        "A. F. R. Rahman, H. Alam, R. Hartono, Content Extraction from HTML Documents, WDA 2001"
    )
    help = """\
The page is cut into **zones** (tables, cells, divisions, lists, forms, sections ...), each measured
by its own text, without that of zones inside it. The first type that fits is the zone's:

1. *form*: it holds a field that is not hidden;
2. *links*: at least half of its characters are linked and it has three links or more; *navigation*
   if its links have fewer than four words on average;
3. *story*: 40 words or more;
4. *image*: no text and an image;
5. *other*.

Neighbouring stories under one parent are a group. The tree lists the zones with their first
heading, or the first 40 characters: the page's table of contents.

*Source.* Rahman, Alam and Hartono 2001 name structural analysis, contextual analysis and
summarization; **they publish no method**. Types, limits and the choice of the largest group as main
content are reconstructed by us, without a reference to compare with.

*Where it fails.* Where each paragraph stands in a wrapper of its own, no zone has enough words.
"""
    settings_class = StructuralSettings
    makes_tree = True

    def extract(
        self, page: Page, settings: StructuralSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the largest group of stories; status ``empty`` without a story."""
        del inputs
        zones = page.cached("zones", _measure)
        kinds = _types(zones, settings)
        group, size = _groups(zones, kinds)
        best = int(size.argmax()) if len(size) else -1
        content = (group == best) & (kinds == STORY) if best >= 0 else kinds < 0
        mask = zones.blocks.mask(content, page.n_tokens)
        text = "\n".join(zones.units.texts_of(np.flatnonzero(content)))
        steps = _steps(kinds, content, size[group] if len(size) else zones.words)
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
            tree=Lazy(lambda: _tree(page, zones, kinds)),
            related=_links(page, zones, kinds),
        )


STRUCTURAL = Structural()


def _measure(page: Page) -> Zones:
    units = exclusive_text(page, ZONES)
    tagged, node = page.elements.tagged, page.elements.node
    links = units.count_rows(tagged({"a"}))
    fields = tagged(_FIELDS)
    for row in np.flatnonzero(fields).tolist():
        fields[row] = (node[row].get("type") or "").lower() != "hidden"
    linked = _linked_tokens(page, units)
    length = np.maximum(units.length, 1)
    blocks = exclusive_blocks(page, units)
    return Zones(
        units=units,
        blocks=blocks,
        words=blocks.token_counts(),
        link_share=units.link_length / length,
        links=links,
        words_per_link=linked / np.maximum(links, 1),
        fields=units.count_rows(fields),
        images=units.count_rows(tagged({"img"})),
    )


def _linked_tokens(page: Page, units: ExclusiveText) -> IntArray:
    """Return how many tokens of each zone's own text are in links."""
    is_linked = in_link(page)[page.slots.owner]
    return units.sum_slots((page.slots.token_end - page.slots.token_start) * is_linked)


def _types(zones: Zones, settings: StructuralSettings) -> IntArray:
    has_text = zones.units.length > 0
    many = (zones.link_share >= settings.link_share) & (zones.links >= _MIN_LINKS) & has_text
    short = zones.words_per_link < settings.nav_words
    fitting = (
        (FORM, zones.fields > 0),
        (NAVIGATION, many & short),
        (LINKS, many),
        (STORY, zones.words >= settings.story_words),
        (IMAGE, ~has_text & (zones.images > 0)),
        (OTHER, has_text),
    )
    kinds = np.full(len(has_text), EMPTY, dtype=np.int32)
    # The first type that fits is the zone's, hence from the last to the first.
    for kind, fits in reversed(fitting):
        kinds[fits] = kind
    return kinds


def _groups(zones: Zones, kinds: IntArray) -> tuple[IntArray, IntArray]:
    """Return the group of each zone and the words of each group.

    Stories under one parent with nothing but empty zones between them are one group.
    """
    filled = np.flatnonzero(kinds != EMPTY)
    # Those under one parent next to each other, in page order.
    filled = filled[zones.units.parent[filled].argsort(kind="stable")]
    parent, is_story = zones.units.parent[filled], kinds[filled] == STORY
    opens = np.ones(len(kinds), dtype=np.bool_)
    joins = (parent[1:] == parent[:-1]) & is_story[1:] & is_story[:-1]
    opens[filled[1:]] = ~joins
    group = opens.cumsum(dtype=np.int32) - 1
    if np.count_nonzero(joins):
        leader = np.maximum.accumulate(np.where(opens[filled], np.arange(len(filled)), 0))
        group[filled] = group[filled[leader]]
    size = np.bincount(group, weights=zones.words * (kinds == STORY)).astype(np.int32)
    return group, size


def _why_empty(zones: Zones, settings: StructuralSettings) -> str:
    if not len(zones.units) or not zones.words.any():
        return "The page has no text in its body."
    return (
        f"No zone is a story: the longest one has {int(zones.words.max()):,} words,"
        f" story_words is {settings.story_words:,}."
    )


def _columns(zones: Zones) -> tuple[Column, ...]:
    return (
        Column("words", "Words", "words", "Words of the zone's own text.", zones.words),
        Column(
            "link_share",
            "Link share",
            "ratio",
            "Linked characters by all characters of the own text.",
            zones.link_share,
        ),
        Column("links", "Links", "", "Links in the own text.", zones.links),
        Column(
            "words_per_link",
            "Words per link",
            "words",
            "Linked words by links.",
            zones.words_per_link,
        ),
        Column("fields", "Fields", "", "Visible form fields.", zones.fields),
        Column("images", "Images", "", "Images.", zones.images),
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


def _steps(kinds: IntArray, content: BoolArray, group_words: IntArray) -> tuple[Step, ...]:
    story, labels = kinds == STORY, 1 << kinds
    typed = Step(
        code="Z",
        title="Give each zone its type",
        rules=_TYPE_RULES,
        rule=kinds + 1,
        content=story,
        labels=labels,
    )
    rule = np.zeros(len(kinds), dtype=np.int32)
    rule[story] = 2
    rule[content] = 1
    largest = int((group_words * content).max(initial=0))
    chosen = Step(
        code="G",
        title="Keep the largest group of neighbouring stories",
        rules=_GROUP_RULES,
        rule=rule,
        content=content,
        labels=labels,
        columns={"group_words": group_words},
        numbers={"largest": float(largest)},
    )
    return (typed, chosen)


def _tree(page: Page, zones: Zones, kinds: IntArray) -> Tree:
    """Return the zones as a table of contents."""
    units = zones.units
    rows = np.flatnonzero(page.elements.tagged(_HEADINGS))
    rows = rows[np.argsort(units.owner_of_row[rows], kind="stable")]
    first = units.owner_of_row[rows].searchsorted(np.arange(len(units) + 1, dtype=np.int32))

    def label(place: int) -> str:
        headings = rows[first[place] : first[place + 1]].tolist()
        found = (collapsed_text(page, row) for row in headings)
        entry = next(filter(None, found), "") or units.text_of(place)[:_ENTRY]
        return f"{TYPES[kinds[place]].lower()}: {entry}".rstrip(": ")

    numbers = np.arange(len(units), dtype=np.int32)
    return Tree(units.parent, numbers, LazySequence(len(units), label))


def _links(page: Page, zones: Zones, kinds: IntArray) -> tuple[Link, ...]:
    """Return the links of zones that are lists of links, not navigation."""
    lists = kinds == LINKS
    if not np.count_nonzero(lists):
        return ()
    chosen = zones.units.held_by(lists) & page.elements.tagged({"a"})
    return tuple([Link(*link_of(page, row)) for row in np.flatnonzero(chosen).tolist()])
