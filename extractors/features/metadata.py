"""Metadata of a page: titles, descriptions, JSON-LD and declared types.

The features read it as the trained model does: strictly, with all nodes of JSON-LD alike. What
users see (title, date, fallback of the learned extractor) is from the node that describes the page,
see `extractors.features.linked_data`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.features.article_facts import (
    headings_of,
    iso_date,
    marked_dates,
    without_site,
)
from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import ratio, sums_before
from boilerscope.extractors.features.linked_data import (
    LinkedFacts,
    linked_facts,
    plain_text,
    read_repaired,
    read_strictly,
)
from boilerscope.extractors.page.tokens import lowered_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray

TYPES: Mapping[str, tuple[str, ...]] = {
    "ty_art": ("article", "blogposting", "report"),
    "ty_prod": ("product", "offer"),
    "ty_forum": ("forum", "qapage", "question", "discussion"),
    "ty_list": ("list", "collection", "searchresult"),
    "ty_org": ("organization", "business", "corporation", "store", "restaurant"),
    "ty_web": ("website", "webpage"),
}
"""Parts of the names of types of each kind, in lower case."""

_OF_OTHERS = frozenset(("comment", "review", "reviews"))
"""Keys of what readers wrote about the page: that is not its text."""

_BODY_KEYS = ("articleBody", "text", "reviewBody")
_TITLE_KEYS = ("headline", "name")
_DESCRIPTIONS = ("description", "og:description", "twitter:description")
_TITLES = ("og:title", "twitter:title")
_SITES = ("og:site_name", "application-name")
_DATES = (
    *("article:published_time", "og:published_time", "datepublished", "date", "pubdate"),
    *("publishdate", "publish-date", "publish_date", "parsely-pub-date", "sailthru.date"),
    *(
        "citation_publication_date",
        "dc.date.issued",
        "dcterms.issued",
        "dcterms.created",
        "dc.date",
    ),
)
_BEGINNING_CHARACTERS = 12
_NO_TEXT = -0.1
_MAX_NODES = 20_000


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Metadata that a page declares.

    Attributes
    ----------
    title : str
        Text of the title element.
    titles : tuple of str
        That title, and the titles of meta elements and JSON-LD, persons and companies included.
    bodies : tuple of str
        Texts of JSON-LD: articleBody, text, reviewBody.
    descriptions : tuple of str
        Descriptions of meta elements and JSON-LD.
    types : tuple of str
        Types of JSON-LD and og:type, in lower case.
    shared_titles : tuple of str
        The titles of meta elements.
    published : str
        Date of publication as written, empty if there is none.
    linked : LinkedFacts
        What JSON-LD says about the article.
    linked_bodies : tuple of str
        As `bodies`, also of scripts that are not quite JSON.
    headings : tuple of str
        Headings of the first level.
    sites : tuple of str
        Names of the site in meta elements.
    """

    title: str
    titles: tuple[str, ...]
    bodies: tuple[str, ...]
    descriptions: tuple[str, ...]
    types: tuple[str, ...]
    shared_titles: tuple[str, ...]
    published: str
    linked: LinkedFacts
    linked_bodies: tuple[str, ...]
    headings: tuple[str, ...]
    sites: tuple[str, ...]

    def best_title(self) -> str:
        """Return the headline of the article.

        If JSON-LD has none, this is the first title that differs from the title element's, of the
        meta elements or of whatever else JSON-LD describes; else the title element's, or the first
        heading. The name of the site at one end of these titles is not part of them.
        """
        if self.linked.headline:
            return self.linked.headline
        others = (*map(_one_line, self.shared_titles), *self.linked.names)
        title = next((title for title in others if title and title != self.title), self.title)
        if not title:
            return next(iter(self.headings), "")
        return without_site(title, self.sites, self.headings)

    def date(self) -> str:
        """Return the date of publication as ISO 8601, empty if it cannot be parsed."""
        return iso_date(self.published)

    def fallback(self) -> str:
        """Return the longest text of the article in JSON-LD, without markup.

        If there is none, this is the longest text of any node, the longest description, or nothing.
        """
        texts = self.linked.article_bodies or self.linked_bodies or self.descriptions
        return max(map(plain_text, texts), key=len, default="")


def _one_line(text: str) -> str:
    return " ".join(plain_text(text).split())


def page_facts(page: Page) -> PageFacts:
    """Return the metadata that a page declares, cached on it."""
    return page.cached("page facts", _find_facts)


def _is_of_type(columns: Columns[Grid], parts: tuple[str, ...]) -> FloatArray:
    kinds = " ".join(page_facts(columns.grid.page).types)
    return np.full(len(columns.grid), float(any(part in kinds for part in parts)))


def _length_of_bodies(grid: Grid) -> FloatArray:
    return np.full(len(grid), np.log1p(sum(map(len, page_facts(grid.page).bodies))))


def _title_words(columns: Columns[Grid]) -> dict[str, FloatArray]:
    grid, facts = columns.grid, page_facts(columns.grid.page)
    number = {word: index for index, word in enumerate(dict.fromkeys(lowered_tokens(facts.title)))}
    matches = [(token, number[word]) for token, word in enumerate(grid.lowered) if word in number]
    token, word = np.array(matches, dtype=np.int64).reshape(-1, 2).T
    in_title = np.zeros(len(grid.lowered), dtype=np.bool_)
    in_title[token] = True
    block = grid.token_end.searchsorted(token, side="right")
    in_block = token >= np.append(grid.token_start, len(in_title))[block]
    # Distinct words: each pair of a block and a word of the title once.
    pairs = np.unique(block[in_block] * max(len(number), 1) + word[in_block])
    covered = np.bincount(pairs // max(len(number), 1), minlength=len(grid)).astype(np.float64)
    rare = grid.of_tokens(grid.is_rare)
    return {
        "title_share": ratio(grid.of_tokens(in_title & grid.is_rare), rare),
        "title_cov": ratio(covered, float(len(number))),
    }


def _is_title(grid: Grid, facts: PageFacts) -> FloatArray:
    titles = {" ".join(title.lower().split()) for title in facts.titles}

    def begins_title(text: str) -> bool:
        return len(text) > _BEGINNING_CHARACTERS and any(title.startswith(text) for title in titles)

    texts = grid.lowered_texts()
    return np.array([text in titles or begins_title(text) for text in texts], dtype=np.float64)


def _pairs_in(grid: Grid, texts: Iterable[str]) -> FloatArray:
    """Return the share of each block's pairs of neighbouring words that occur in some texts."""
    pairs: set[tuple[str, str]] = set()
    for text in texts:
        words = lowered_tokens(text)
        pairs.update(pairwise(words))
    if not pairs:
        return np.full(len(grid), _NO_TEXT)
    is_shared = map(pairs.__contains__, pairwise(grid.lowered))
    before = sums_before(np.fromiter(is_shared, dtype=np.bool_))
    n_pairs = grid.tokens - 1
    last = np.maximum(grid.token_end - 1, grid.token_start)
    return ratio(before[last] - before[grid.token_start], n_pairs)


def _find_facts(page: Page) -> PageFacts:
    meta = list(_meta(page))
    scripts = _json_ld(page)
    strict = list(map(read_strictly, scripts))
    linked = [text for content in strict for text in _texts_in(content)]
    shared_titles = _named(meta, _TITLES)
    titles = [page.title, *shared_titles, *_named(linked, _TITLE_KEYS)]
    read = [
        read_repaired(script) if content is None else content
        for script, content in zip(scripts, strict, strict=True)
    ]
    headings = headings_of(page)
    known = [*shared_titles, page.title] if page.title or shared_titles else headings
    facts = linked_facts(
        read, known, [*_named(meta, ("og:url",)), *_canonical(page), page.url or ""]
    )
    bodies = [
        text for content in read for text in _named(_texts_in(content, _OF_OTHERS), _BODY_KEYS)
    ]
    dates = [*facts.article_dates, *_named(meta, _DATES), *facts.dates, *marked_dates(page)]
    return PageFacts(
        title=page.title,
        titles=tuple(dict.fromkeys(filter(None, titles))),
        bodies=tuple(dict.fromkeys(_named(linked, _BODY_KEYS))),
        descriptions=tuple(
            dict.fromkeys([*_named(linked, ("description",)), *_named(meta, _DESCRIPTIONS)])
        ),
        types=tuple(
            kind.lower() for kind in [*_named(linked, ("@type",)), *_named(meta, ("og:type",))]
        ),
        shared_titles=tuple(shared_titles),
        published=next(filter(iso_date, dates), next(iter(dates), "")),
        linked=facts,
        linked_bodies=tuple(dict.fromkeys(bodies)),
        headings=tuple(headings),
        sites=tuple(_named(meta, _SITES)),
    )


def _named(facts: Iterable[tuple[str, str]], names: tuple[str, ...]) -> list[str]:
    return [value for name, value in facts if name in names]


def _meta(page: Page) -> Iterator[tuple[str, str]]:
    """Yield name or property, in lower case, and content of the meta elements."""
    for row in page.elements.tagged(("meta",)).nonzero()[0].tolist():
        node = page.elements.node[row]
        name = node.get("property") or node.get("name") or node.get("itemprop") or ""
        content = (node.get("content") or "").strip()
        if name and content:
            yield name.strip().lower(), content


def _canonical(page: Page) -> list[str]:
    """Return the addresses that the page declares to be its own."""
    nodes = (page.elements.node[row] for row in page.elements.tagged(("link",)).nonzero()[0])
    links = [node for node in nodes if "canonical" in (node.get("rel") or "").lower().split()]
    return [(node.get("href") or "").strip() for node in links]


def _json_ld(page: Page) -> list[str]:
    """Return the scripts with JSON-LD."""
    rows = page.elements.tagged(("script",)).nonzero()[0].tolist()
    nodes = [page.elements.node[row] for row in rows]
    return [n.text or "" for n in nodes if "ld+json" in (n.get("type") or "").lower()]


def _texts_in(content: Any, left_out: frozenset[str] = frozenset()) -> Iterator[tuple[str, str]]:
    """Yield the texts of nested lists and tables, each with the nearest key above it.

    Parameters
    ----------
    left_out : frozenset of str
        Keys whose values are left out.
    """
    waiting: list[tuple[str, Any]] = [("", content)]
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        key, value = waiting.pop()
        if isinstance(value, str) and value.strip():
            yield key, value.strip()
        elif isinstance(value, dict):
            waiting.extend(
                (str(name), inner)
                for name, inner in reversed(value.items())
                if name not in left_out
            )
        elif isinstance(value, list):
            waiting.extend((key, inner) for inner in reversed(value))


FEATURES: tuple[Feature[Grid], ...] = (
    Feature(
        "title_share",
        "Words of the title",
        "share",
        "Share of the block's words of at least four characters that are in the title element; any"
        " Han character or kana counts.",
        lambda c: c.shared(_title_words)["title_share"],
    ),
    Feature(
        "title_cov",
        "Covered title",
        "share",
        "Distinct words of the title in the block divided by distinct words of the title.",
        lambda c: c.shared(_title_words)["title_cov"],
    ),
    Feature(
        "is_title",
        "Is the title",
        "",
        "1 if the block is a title, or the beginning of one with more than 12 characters.",
        lambda c: _is_title(c.grid, page_facts(c.grid.page)),
    ),
    Feature(
        "jl_body",
        "In JSON-LD text",
        "share",
        "Share of the block's word pairs that are in the text of JSON-LD; -0.1: no such text.",
        lambda c: _pairs_in(c.grid, page_facts(c.grid.page).bodies),
    ),
    Feature(
        "jl_desc",
        "In description",
        "share",
        "Share of the block's word pairs that are in a description; -0.1: no description.",
        lambda c: _pairs_in(c.grid, page_facts(c.grid.page).descriptions),
    ),
    Feature(
        "jl_head",
        "In titles",
        "share",
        "Share of the block's word pairs that are in a title; -0.1: no title.",
        lambda c: _pairs_in(c.grid, page_facts(c.grid.page).titles),
    ),
    Feature(
        "pg_jlbody",
        "JSON-LD text",
        "log characters",
        "ln(1 + characters of the text of JSON-LD).",
        lambda c: _length_of_bodies(c.grid),
        of_page=True,
    ),
    *(
        Feature(
            name,
            f"Type {parts[0]}",
            "",
            f"1 if JSON-LD or og:type names a type with {', '.join(parts)}.",
            partial(_is_of_type, parts=parts),
            of_page=True,
        )
        for name, parts in TYPES.items()
    ),
)
