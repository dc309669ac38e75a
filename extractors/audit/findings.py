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
    copy : str
        Name of a later page that is a copy of this one, see `PageFacts.name`.
    """

    set_name: str
    page_id: str
    kind: Kind
    value: float | None = None
    detail: str = ""
    copy: str = ""

    @property
    def name(self) -> str:
        """Set and identifier."""
        return f"{self.set_name}/{self.page_id}"


@dataclass(frozen=True, slots=True)
class Audit:
    """Result of an audit.

    Attributes
    ----------
    facts : tuple of PageFacts
        Facts of each page, in the order of the sets.
    findings : tuple of Finding
        By page, in the order of the pages. Of a group of copies, each page but one is the copy of
        an earlier page, in one finding.
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
        """Return the number of pages of a set with a finding, copies and their originals alike."""
        named = {name for f in self.findings if f.kind is kind for name in (f.name, f.copy)}
        return sum(page.name in named for page in self.pages_of(set_name))

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
        Kind.IDENTICAL: _Groups(len(pages), _equal_bytes(pages)),
        Kind.NEAR: _Groups(len(pages), _near(pages)),
        Kind.SAME_GOLD: _Groups(len(pages), near_pairs([page.gold_sketch for page in pages])),
    }
    findings = [finding for page in pages for finding in _of_page(page)]
    overlaps: dict[tuple[str, str, Kind], int] = defaultdict(int)
    for kind, grouped in groups.items():
        for original, copy in grouped.pairs:
            page = pages[original]
            findings.append(Finding(page.set_name, page.page_id, kind, copy=pages[copy].name))
        for group in grouped.several():
            for number in group:
                others = {pages[other].set_name for other in group if other != number}
                for other_set in others:
                    overlaps[pages[number].set_name, other_set, kind] += 1
    order = {page.name: number for number, page in enumerate(pages)}
    findings.sort(key=lambda found: order[found.name])
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


def _equal_bytes(pages: Sequence[PageFacts]) -> Iterator[tuple[int, int]]:
    """Yield the pages with the bytes of an earlier page, after the first page that has them."""
    return _equal([page.page_sha256 for page in pages])


def _near(pages: Sequence[PageFacts]) -> Iterator[tuple[int, int]]:
    """Yield pairs of pages whose texts are nearly identical; their bytes differ or not."""
    yield from _equal([page.text_sha256 if page.n_words else "" for page in pages])
    yield from near_pairs([page.page_sketch for page in pages])


def _equal(digests: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield each number whose digest an earlier one has, after the first such number."""
    first: dict[str, int] = {}
    for number, digest in enumerate(digests):
        if digest and first.setdefault(digest, number) != number:
            yield first[digest], number


class _Groups:
    """Disjoint groups of numbers.

    Parameters
    ----------
    n : int
        Numbers from 0 to `n` - 1, each in a group of its own.
    pairs : iterable of (int, int)
        Pairs that make one group of two.

    Attributes
    ----------
    pairs : list of (int, int)
        The pairs that connect the groups, each in ascending order: one fewer than the numbers of
        a group.
    """

    def __init__(self, n: int, pairs: Iterable[tuple[int, int]]) -> None:
        self._parent = list(range(n))
        self.pairs = [(one, other) for one, other in sorted(pairs) if self._join(one, other)]

    def _join(self, one: int, other: int) -> bool:
        """Make one group of the groups of two numbers; return whether they were two."""
        first, second = sorted((self._root(one), self._root(other)))
        self._parent[second] = first
        return first != second

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
