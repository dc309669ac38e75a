"""JSON-LD of a page: how it is read, and which of its nodes describes the article.

A script lists many things: the article, its author and publisher, the site, the path to the page,
other articles. Only nodes at the top, in a graph or declared to be the main entity can describe the
page, and of those the types decide.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.features.article_facts import same_address
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import kept_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_WAYS = ("@graph", "mainEntity", "mainEntityOfPage")
"""Keys below which a node can describe the page."""

_ARTICLES = ("article", "blogposting", "socialmediaposting", "discussionforumposting", "report")
_WORKS = (
    *("question", "product", "recipe", "event", "videoobject", "course", "book", "movie", "howto"),
    *("jobposting", "softwareapplication", "episode", "dataset", "creativework", "review"),
)
_PAGES = ("page",)
_LISTS = ("faqpage", "list")

_BODY_KEYS = ("articleBody", "text", "reviewBody")
_MAX_NODES = 20_000

# Strings are matched to be passed over: all else is only removed outside of them.
_STRING = r'"(?:[^"\\]|\\.|)*+"?'
_NOISE = re.compile(
    rf"({_STRING})|//\s*+<!\[CDATA\[|//\s*+\]\]>|<!\[CDATA\[|\]\]>|<!--|-->"
    r"|/\*(?:[^*]|\*(?!/)|)*+(?:\*/)?|//[^\n]*+",
    re.DOTALL,
)
_BETWEEN = re.compile(r"[\s,;]*+")
_TRAILING_COMMA = re.compile(rf"({_STRING})|,(?=\s*+[}}\]])", re.DOTALL)
_TAG = re.compile(r"</?[a-z][a-z0-9]*+(?:\s[^<>]*+)?/?>|<!--", re.IGNORECASE)

_SURROGATE = re.compile("[\ud800-\udfff]")
_BLOCK = re.compile(r"<(?:p|br|div|li|h[1-6]|section|td)[\s/>]", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")


@dataclass(frozen=True, slots=True)
class LinkedFacts:
    """What JSON-LD says about the page.

    Attributes
    ----------
    headline : str
        Title of the article, without markup; empty if no node describes one.
    names : tuple of str
        Titles of other things that a node describes as the page's: products, events, the page.
    article_dates, dates : tuple of str
        Dates of publication as written, of the article and of those other things.
    article_bodies : tuple of str
        Texts of the article as written, possibly with markup.
    """

    headline: str = ""
    names: tuple[str, ...] = ()
    article_dates: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    article_bodies: tuple[str, ...] = ()


def read_strictly(script: str) -> Any:
    """Return the content of a script; None if it is not JSON, as for browsers."""
    try:
        return json.loads(script, strict=False)
    except (ValueError, RecursionError):
        return None


def read_repaired(script: str) -> Any:
    """Return the content of a script without CDATA marks, comments and commas at an end.

    Quotation marks may be entities, and several contents may follow each other: they are a list.
    None if it is not JSON then.
    """
    if '"' not in script:
        script = script.replace("&quot;", '"').replace("&#34;", '"')
    without_noise = _NOISE.sub(_string_only, script)
    text = _TRAILING_COMMA.sub(_string_only, without_noise).strip("\ufeff \t\r\n").rstrip(";")
    content = read_strictly(text)
    return _read_in_turn(text) if content is None else content


def _read_in_turn(text: str) -> list[Any] | None:
    """Return the contents up to the first that is not JSON, None if there are none."""
    decoder, contents, start = json.JSONDecoder(strict=False), list[Any](), 0
    while start < len(text):
        try:
            content, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            break
        contents.append(content)
        start = _BETWEEN.match(text, end).end()  # type: ignore[union-attr]  # it matches nothing too
    return contents or None


def _string_only(match: re.Match[str]) -> str:
    return match[1] or ""


def linked_facts(
    contents: Iterable[Any], titles: Sequence[str], addresses: Sequence[str] = ()
) -> LinkedFacts:
    """Return what the nodes say about the page.

    Parameters
    ----------
    contents : iterable
        Contents of the scripts.
    titles : sequence of str
        Titles that the page has elsewhere: they choose between several articles.
    addresses : sequence of str
        Addresses of the page: an article with one of them is chosen before all others.
    """
    nodes = [node for content in contents for node in _describing(content)]
    article, work, page = (
        _nearest([node for node in nodes if _is_of(node, kinds)], titles, addresses)
        for kinds in (_ARTICLES, _WORKS, _PAGES)
    )
    return LinkedFacts(
        headline=_title(article),
        names=tuple(filter(None, map(_title, (work, page)))),
        article_dates=tuple(_texts(article, ("datePublished",))),
        dates=tuple(date for node in (work, page) for date in _texts(node, ("datePublished",))),
        article_bodies=tuple(_texts(article, _BODY_KEYS)),
    )


def plain_text(text: str) -> str:
    """Return a text of metadata without markup and entities, with a line for each paragraph.

    Systems write markup as it is, with entities, or with the entities of entities.
    """
    for _ in range(2):
        if "&" not in text or _TAG.search(text):
            break
        text = _ENTITY.sub(_character, text)
    if not _TAG.search(text):
        return text
    if not _BLOCK.search(text):
        text = text.replace("\n", "<br>")
    page = Page.from_text(f"<!DOCTYPE html><body>{text}", name="metadata")
    return kept_text(page, np.ones(page.n_tokens, dtype=np.bool_)).strip()


def _character(entity: re.Match[str]) -> str:
    return html.unescape(entity[0])


def _describing(content: Any) -> Iterator[dict[str, Any]]:
    """Yield the nodes that can describe the page, in order."""
    waiting = [content]
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            yield value
            # The questions of a page of questions are its parts.
            if not _is_of(value, _LISTS):
                waiting.extend(value[way] for way in reversed(_WAYS) if way in value)


def _is_of(node: dict[str, Any], kinds: tuple[str, ...]) -> bool:
    """Return whether a node has one of some kinds of types; one with only a headline is one too."""
    types = _texts(node, ("@type",))
    if not types:
        return kinds is _ARTICLES and bool(_texts(node, ("headline",)))
    names = (kind.lower().replace(":", "/").rpartition("/")[2] for kind in types)
    return any(name.endswith(kinds) for name in names)


def _nearest(
    nodes: list[dict[str, Any]], titles: Sequence[str], addresses: Sequence[str]
) -> dict[str, Any]:
    """Return the one of some nodes that describes the page; an empty one if none does.

    Of several, it is the only one with an address of the page, else the one whose title has the
    largest share of its words in the titles of the page; a page that lists articles has none with
    more than half.
    """
    if len(nodes) < 2:
        return nodes[0] if nodes else {}
    here = [node for node in nodes if _is_at(node, addresses)]
    if len(here) == 1:
        return here[0]
    words = {word for title in titles for word in title.lower().split()}
    shares = []
    for node in nodes:
        own = set(_title(node).lower().split())
        shares.append(len(own & words) / max(len(own), 1))
    best = max(shares)
    return nodes[shares.index(best)] if best > 1 / 2 else {}


def _is_at(node: dict[str, Any], addresses: Sequence[str]) -> bool:
    """Return whether a node has an address of the page."""
    main = node.get("mainEntityOfPage")
    around = main if isinstance(main, dict) else {"@id": main}
    own = [*_texts(node, ("url", "@id")), *_texts(around, ("@id", "url"))]
    return any(same_address(one, address) for one in own for address in addresses)


def _title(node: dict[str, Any]) -> str:
    return next(
        (" ".join(plain_text(text).split()) for text in _texts(node, ("headline", "name"))), ""
    )


def _texts(node: dict[str, Any], keys: tuple[str, ...]) -> list[str]:
    """Return the texts of some keys of a node, in the order of the keys."""
    values = [node.get(key) for key in keys]
    listed = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return [
        _SURROGATE.sub("\ufffd", item.strip())
        for item in listed
        if isinstance(item, str) and item.strip()
    ]
