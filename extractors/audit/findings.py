"""Findings of an audit: what the facts of all pages say together."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from boilerscope.extractors.audit.policy import LEFT, TAKEN
from boilerscope.extractors.audit.sketches import near_pairs
from boilerscope.extractors.model.gold import MIN_SHARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from boilerscope.extractors.audit.facts import PageFacts

GOOD_SHARE = 0.95
"""Pages with a smaller share of their gold text need a look."""

MIN_REPEATED = 30
"""Repeated words from which a gold counts as twice."""


class Kind(StrEnum):
    """Kind of a finding about a page."""

    UNREAD = "not read"
    IDENTICAL = "identical page"
    NEAR = "nearly identical page"
    SAME_GOLD = "nearly identical gold"
    TRACE = "trace of annotation"
    NOT_FOUND = "gold not on the page"
    PARTLY_FOUND = "gold partly on the page"
    CUT_OFF = "gold cut off"
    TWICE = "gold twice"


@dataclass(frozen=True, slots=True)
class Finding:
    """Finding about a page.

    Attributes
    ----------
    value : float or None
        Share of the gold that was found, or repeated words.
    detail : str
        Reason, trace, or text around the end of the gold.
    others : tuple of str
        The other pages of a group of copies.
    """

    set_name: str
    page_id: str
    kind: Kind
    value: float | None = None
    detail: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Audit:
    """Result of an audit.

    Attributes
    ----------
    facts : tuple of PageFacts
        Facts of each page, in the order of the sets.
    findings : tuple of Finding
        By page, in the order of the pages.
    overlaps : mapping of (str, str, Kind) to int
        Number of pages of the first set that have a copy in the second set, which may be the same
        set; only numbers above 0. A page that is identical counts as nearly identical, too.
    """

    facts: tuple[PageFacts, ...]
    findings: tuple[Finding, ...]
    overlaps: Mapping[tuple[str, str, Kind], int] = field(default_factory=dict)

    @property
    def set_names(self) -> tuple[str, ...]:
        """Names of the sets, in their order."""
        return tuple(dict.fromkeys(facts.set_name for facts in self.facts))

    def pages_of(self, set_name: str) -> list[PageFacts]:
        """Return the pages of a set."""
        return [facts for facts in self.facts if facts.set_name == set_name]

    def count(self, set_name: str, kind: Kind) -> int:
        """Return the number of pages of a set with a finding."""
        return len({f.page_id for f in self.findings if f.kind is kind and f.set_name == set_name})

    def policy(self, set_name: str, kind: str) -> tuple[float, int]:
        """Return the mean share of a kind of elements in the gold, and the number of pages.

        Every page with such elements weighs the same; NaN without any.
        """
        shares = [page.policy[kind] for page in self.pages_of(set_name) if kind in page.policy]
        if not shares:
            return float("nan"), 0
        return sum(share.gold / share.words for share in shares) / len(shares), len(shares)


def verdict(share: float) -> str:
    """Return the policy that a mean share shows: taken, left out, or mixed."""
    return "taken" if share >= TAKEN else "left out" if share <= LEFT else "mixed"


def audit(facts: Iterable[PageFacts]) -> Audit:
    """Return the audit of pages."""
    pages = tuple(facts)
    groups = {
        Kind.IDENTICAL: _equal(pages),
        Kind.NEAR: _near(pages),
        Kind.SAME_GOLD: _same_gold(pages),
    }
    findings = [finding for page in pages for finding in _of_page(page)]
    overlaps: dict[tuple[str, str, Kind], int] = defaultdict(int)
    for kind, grouped in groups.items():
        for group in grouped:
            findings += _copies(pages, group, kind)
            for number in group:
                others = {pages[other].set_name for other in group if other != number}
                for other_set in others:
                    overlaps[pages[number].set_name, other_set, kind] += 1
    order = {page.name: number for number, page in enumerate(pages)}
    findings.sort(key=lambda found: order[f"{found.set_name}/{found.page_id}"])
    return Audit(pages, tuple(findings), dict(overlaps))


def _of_page(page: PageFacts) -> Iterator[Finding]:
    where = page.set_name, page.page_id
    if page.error:
        yield Finding(*where, Kind.UNREAD, detail=page.error)
        return
    for trace in page.traces:
        yield Finding(*where, Kind.TRACE, detail=trace)
    if page.gold_share < MIN_SHARE:
        yield Finding(*where, Kind.NOT_FOUND, page.gold_share)
    elif page.gold_share < GOOD_SHARE:
        yield Finding(*where, Kind.PARTLY_FOUND, page.gold_share)
    if page.end:
        yield Finding(*where, Kind.CUT_OFF, detail=page.end)
    if page.n_repeated >= MIN_REPEATED:
        yield Finding(*where, Kind.TWICE, page.n_repeated)


def _copies(pages: Sequence[PageFacts], group: Sequence[int], kind: Kind) -> Iterator[Finding]:
    names = [pages[number].name for number in group]
    for number in group:
        page = pages[number]
        others = tuple(name for name in names if name != page.name)
        yield Finding(page.set_name, page.page_id, kind, others=others)


def _equal(pages: Sequence[PageFacts]) -> list[list[int]]:
    """Return the groups of pages with the same bytes."""
    by_digest: defaultdict[str, list[int]] = defaultdict(list)
    for number, page in enumerate(pages):
        if page.page_sha256:
            by_digest[page.page_sha256].append(number)
    return [numbers for numbers in by_digest.values() if len(numbers) > 1]


def _near(pages: Sequence[PageFacts]) -> list[list[int]]:
    """Return the groups of pages whose texts are nearly identical; their bytes differ or not."""
    groups = _Groups(len(pages))
    by_text: dict[str, int] = {}
    for number, page in enumerate(pages):
        if page.n_words and page.text_sha256:
            groups.join(by_text.setdefault(page.text_sha256, number), number)
    for one, other in near_pairs([page.page_sketch for page in pages]):
        groups.join(one, other)
    return groups.several()


def _same_gold(pages: Sequence[PageFacts]) -> list[list[int]]:
    """Return the groups of pages whose gold texts are nearly identical."""
    groups = _Groups(len(pages))
    for one, other in near_pairs([page.gold_sketch for page in pages]):
        groups.join(one, other)
    return groups.several()


class _Groups:
    """Disjoint groups of numbers."""

    def __init__(self, n: int) -> None:
        self._parent = list(range(n))

    def join(self, one: int, other: int) -> None:
        """Make one group of the groups of two numbers."""
        first, second = sorted((self._root(one), self._root(other)))
        self._parent[second] = first

    def several(self) -> list[list[int]]:
        """Return the groups of more than one number, each in ascending order."""
        by_root: defaultdict[int, list[int]] = defaultdict(list)
        for number in range(len(self._parent)):
            by_root[self._root(number)].append(number)
        return [numbers for numbers in by_root.values() if len(numbers) > 1]

    def _root(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number
