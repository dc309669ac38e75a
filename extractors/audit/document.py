"""An audit as a document to write: tables for people, rows and lines for programs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.audit.findings import GOOD_SHARE, MIN_REPEATED, Kind, verdict
from boilerscope.extractors.audit.policy import KINDS
from boilerscope.extractors.audit.sketches import MIN_WORDS, NEAR
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.scoring.report import Report, Table
from boilerscope.extractors.scoring.results import versions
from boilerscope.extractors.system.wording import counted, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from boilerscope.extractors.audit.findings import Audit, Finding
    from boilerscope.extractors.scoring.rows import Row

MAX_LISTED = 30
"""Pages that the table of findings lists of each kind; other formats list all."""

_COUNTED = (
    Kind.UNREAD,
    Kind.NOT_FOUND,
    Kind.PARTLY_FOUND,
    Kind.CUT_OFF,
    Kind.TWICE,
    Kind.TRACE,
)
_COPIES = (Kind.IDENTICAL, Kind.NEAR, Kind.SAME_GOLD)


@dataclass(frozen=True)
class AuditDocument:
    """Audit as the command and the window write it."""

    audit: Audit

    def about(self) -> Mapping[str, Any]:
        """Return the thresholds and versions of the audit."""
        return {
            "near": NEAR,
            "min_words": MIN_WORDS,
            "min_gold_share": MIN_SHARE,
            "good_gold_share": GOOD_SHARE,
            "min_repeated_words": MIN_REPEATED,
            "sets": {name: len(self.audit.pages_of(name)) for name in self.audit.set_names},
            "versions": versions(),
        }

    def report(self) -> Report:
        """Return the tables of sets, of copies between sets, of the policy, and of findings."""
        tables = [self._sets(), *self._overlaps(), self._policy(), *self._findings()]
        return Report(tuple(tables), tuple(self._notes()))

    def rows(self) -> list[Row]:
        """Return a row for each finding."""
        return [_row(finding) for finding in self.audit.findings]

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """Yield the audit, the policy and the copies of each set, and all findings."""
        yield {"kind": "audit", **self.about()}
        for name in self.audit.set_names:
            policy = {}
            for kind in KINDS:
                share, n_pages = self.audit.policy(name, kind)
                if n_pages:
                    policy[kind] = {"share": share, "pages": n_pages, "policy": verdict(share)}
            counts = {kind.value: self.audit.count(name, kind) for kind in Kind}
            yield {"kind": "set", "set": name, "counts": counts, "policy": policy}
        for (one, other, kind), n_pages in self.audit.overlaps.items():
            yield {"kind": "copies", "set": one, "in": other, "of": kind.value, "pages": n_pages}
        for finding in self.audit.findings:
            yield {"kind": "finding", **_row(finding)}

    def _sets(self) -> Table:
        header = ("set", "pages", *(kind.value for kind in _COUNTED))
        rows = tuple(
            (
                name,
                f"{len(self.audit.pages_of(name)):,}",
                *(f"{self.audit.count(name, kind):,}" for kind in _COUNTED),
            )
            for name in self.audit.set_names
        )
        return Table("Pages with findings", header, rows)

    def _overlaps(self) -> Iterator[Table]:
        """Yield the table of pages with copies in their own set and in others."""
        pairs = dict.fromkeys((one, other) for one, other, _ in self.audit.overlaps)
        rows = tuple(
            (
                f"{one} in {other}" if one != other else f"{one} in itself",
                f"{len(self.audit.pages_of(one)):,}",
                *(f"{self.audit.overlaps.get((one, other, kind), 0):,}" for kind in _COPIES),
            )
            for one, other in pairs
        )
        if rows:
            header = ("pages of", "pages", *(kind.value for kind in _COPIES))
            yield Table("Pages that have a copy", header, rows)

    def _policy(self) -> Table:
        rows = []
        for name in self.audit.set_names:
            cells = []
            for kind in KINDS:
                share, n_pages = self.audit.policy(name, kind)
                text = f"{verdict(share)}: {percent(share)} ({n_pages:,})"
                cells.append("-" if math.isnan(share) else text)
            rows.append((name, *cells))
        return Table(
            "Policy of the gold: mean share of the words that are main content (pages with any)",
            ("set", *KINDS),
            tuple(rows),
        )

    def _findings(self) -> Iterator[Table]:
        for kind in Kind:
            found = [finding for finding in self.audit.findings if finding.kind is kind]
            if found:
                n_more = len(found) - MAX_LISTED
                is_copy = kind in _COPIES
                n_found = counted(len(found), "pair") if is_copy else f"{len(found):,}"
                title = f"{kind.value.capitalize()}: {n_found}"
                title += f", of which {n_more:,} are not listed here" if n_more > 0 else ""
                rows = tuple((finding.name, _text(finding)) for finding in found[:MAX_LISTED])
                yield Table(title, ("page", "copy" if is_copy else "found"), rows)

    def _notes(self) -> Iterator[str]:
        yield (
            "Identical: the same bytes. Nearly identical: an estimated"
            f" {percent(NEAR)} or more of all sequences of five words in common; texts of"
            f" fewer than {counted(MIN_WORDS, 'word')} are not compared."
        )
        yield (
            f"Gold not on the page: less than {percent(MIN_SHARE)} of its text is found, and the"
            f" page is not scored; partly: less than {percent(GOOD_SHARE)}. Cut off: the gold ends"
            f" (⟂) where its sentence goes on. Twice: {MIN_REPEATED} or more words are in long"
            " lines that the gold has more often than the page."
        )
        yield (
            "Policy: lists, tables, captions, quotations and code count between the first and the"
            " last word of the gold; titles are h1; comments are elements named so."
        )


def _row(finding: Finding) -> Row:
    return {
        "set": finding.set_name,
        "page": finding.page_id,
        "finding": finding.kind.value,
        "value": finding.value,
        "detail": finding.detail,
        "copy": finding.copy,
    }


def _text(finding: Finding) -> str:
    if finding.kind in {Kind.NOT_FOUND, Kind.PARTLY_FOUND}:
        return f"{percent(finding.value or 0.0)} found"
    if finding.kind is Kind.TWICE:
        return counted(int(finding.value or 0), "repeated word")
    return finding.detail or finding.copy
