"""What each rule of a library costs: main content and boilerplate that it drops, over a corpus.

    python -m tests.helpers.rule_costs trafilatura --every 4

prints a table: words of main content that the rule lost, pages on which it did, words of
boilerplate that it dropped, and the share of its decisions that was right. Gold is the reference
text of the developer corpora, aligned to the page, so a percent of the words is uncertain.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.sentence import deciding_steps
from boilerscope.extractors.model.settings import from_table
from boilerscope.extractors.page import Page
from boilerscope.extractors.text.align import align
from tests.helpers.material import corpus_pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page.records import BoolArray
    from tests.helpers.material import CorpusPage


@dataclass(slots=True)
class Cost:
    """Words that a rule dropped.

    Attributes
    ----------
    lost, right : int
        Words of main content, and of boilerplate.
    pages : set of str
        Pages on which it lost main content.
    """

    lost: int = 0
    right: int = 0
    pages: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Totals:
    """Sums over a corpus.

    Attributes
    ----------
    costs : dict of (str, str, str) to Cost
        By stage, rule and line of the library.
    kept_gold, kept, gold : int
        Words of main content that were kept, words that were kept, words of main content.
    untraced : Counter of str
        Reasons of pages without a trace.
    """

    costs: dict[tuple[str, str, str], Cost] = field(default_factory=dict)
    kept_gold: int = 0
    kept: int = 0
    gold: int = 0
    untraced: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, extraction: Extraction, gold: BoolArray) -> None:
        """Add a page."""
        self.gold += int(gold.sum())
        self.kept += int(extraction.mask.sum())
        self.kept_gold += int((extraction.mask & gold).sum())
        if extraction.traced is None:
            self.untraced[extraction.trace_problem or extraction.message] += 1
            return
        lost = extraction.blocks.token_counts(gold).tolist()
        size = extraction.blocks.token_counts().tolist()
        decided = deciding_steps(extraction)
        for block in np.flatnonzero(~extraction.content).tolist():
            step = extraction.steps[decided[block]]
            rule = step.rule_of(block)
            key = (step.title, rule.explanation if rule else "", rule.source if rule else "")
            cost = self.costs.setdefault(key, Cost())
            cost.lost += lost[block]
            cost.right += size[block] - lost[block]
            if lost[block]:
                cost.pages.add(name)


def measure(identifier: str, settings: dict[str, Any], pages: Iterable[CorpusPage]) -> Totals:
    """Trace a library on pages with gold."""
    totals = Totals()
    record = from_table(registry.extractor(identifier).settings_class, settings)
    for source in pages:
        if source.gold is None:
            continue
        encoding = "gb18030" if source.encoding in {"gb2312", "gbk"} else source.encoding
        page = Page.from_bytes(source.data, name=source.identifier, encoding=encoding)
        with explaining(on=True):
            extraction = runner.run(page, identifier, record)
        if len(extraction.mask) == page.n_tokens:
            totals.add(source.identifier, extraction, align(page, source.gold).mask)
    return totals


def lines(totals: Totals, limit: int) -> list[str]:
    """Return the table, the rule that loses most first."""
    recall = totals.kept_gold / max(totals.gold, 1)
    precision = totals.kept_gold / max(totals.kept, 1)
    all_lost = sum(cost.lost for cost in totals.costs.values())
    shown = [
        f"recall {recall:.3f}, precision {precision:.3f}, {all_lost:,} words of main content lost",
        *(f"not traced on {count} pages: {reason}" for reason, count in totals.untraced.items()),
        "lost | pages | boilerplate dropped | right | stage | rule | line",
    ]
    ranked = sorted(totals.costs.items(), key=lambda item: -item[1].lost)
    for (stage, rule, source), cost in ranked[:limit]:
        right = cost.right / max(cost.right + cost.lost, 1)
        numbers = f"{cost.lost:,} | {len(cost.pages)} | {cost.right:,} | {right:.2f}"
        shown.append(f"{numbers} | {stage} | {rule[:160]} | {source}")
    return shown


@click.command()
@click.argument("identifier")
@click.option("--settings", default="{}", help="Settings as JSON.")
@click.option("--every", default=1, help="Use every k-th page of the developer corpora.")
@click.option("--limit", default=25, help="Rules to print.")
def main(identifier: str, settings: str, every: int, limit: int) -> None:
    """Print what each rule of a library costs on the developer corpora."""
    totals = measure(identifier, json.loads(settings), corpus_pages()[::every])
    for line in lines(totals, limit):
        click.echo(line)


if __name__ == "__main__":
    main()
