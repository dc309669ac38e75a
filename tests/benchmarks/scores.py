"""Scores of a page against its gold, relative to its parse."""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from typing import TYPE_CHECKING

import lxml.html
import numpy as np

from boilerscope.extractors import runner
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.parsing import make_parser
from boilerscope.extractors.scoring.case import Reference, ScoredText, prediction
from boilerscope.extractors.scoring.counts import count
from boilerscope.extractors.scoring.measures import MEASURES, count_names
from tests.benchmarks.material import SEED
from tests.benchmarks.rows import PARSE, Row
from tests.benchmarks.timing import best_of
from tests.helpers.material import CorpusPage, corpus_pages, own_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.gold import Gold

TOKEN_SCORES = ("token_precision", "token_recall", "token_f1", "block_accuracy")
EXTRACTOR = "boilerpipe.article"
LIMIT = 1.0
TOKENS = "score: all token scores of a page against its gold"
ALIGNED = "score: gold text found on the page"
EVERY = "score: every measure"


def gold_pages(limit: int | None) -> list[CorpusPage]:
    """Return the pages with gold text, or a fixed sample of them; without corpora our own pages."""
    pages = [page for page in corpus_pages() or own_pages() if page.gold is not None]
    if limit is not None and limit < len(pages):
        pages = random.Random(SEED).sample(pages, limit)
    return pages


def measure(
    pages: Sequence[CorpusPage], *, repeat: int, progress: Callable[[str], None]
) -> Iterator[Row]:
    """Yield the rows, medians over pages.

    Parameters
    ----------
    pages : sequence of CorpusPage
        Pages with gold text.
    repeat : int
        Number of runs; the fastest counts.
    progress : callable
        Called with the page being measured.
    """
    ratios: dict[str, list[float]] = defaultdict(list)
    for corpus_page in pages:
        progress(corpus_page.identifier)
        page = Page.from_bytes(
            corpus_page.data, name=corpus_page.identifier, encoding=corpus_page.encoding
        )
        source = TextSource(corpus_page.gold or "", Provenance("benchmark", corpus_page.identifier))
        gold, extraction = source.gold(page), runner.run(page, EXTRACTOR)
        extraction.own_text  # noqa: B018 - reading computes it
        utf8 = page.source_bytes
        parse = best_of(
            5,
            lambda: lxml.html.document_fromstring(utf8, parser=make_parser()),  # noqa: B023 - called in this round
        )
        works = {
            TOKENS: lambda: scored(page, gold, extraction, TOKEN_SCORES),  # noqa: B023 - called in this round
            ALIGNED: lambda: source.gold(page),  # noqa: B023 - called in this round
            EVERY: lambda: scored(page, gold, extraction, tuple(MEASURES)),  # noqa: B023 - called in this round
        }
        for name, work in works.items():
            ratios[name].append(best_of(repeat, work) / parse)
    for name, page_ratios in ratios.items():
        yield Row(name, statistics.median(page_ratios), LIMIT if name == TOKENS else None, PARSE)


def scored(
    page: Page, gold: Gold, extraction: Extraction, measures: tuple[str, ...]
) -> dict[str, float]:
    """Return the values of measures on a page, from its gold and a result."""
    reference = Reference(page, gold)
    predicted = prediction(reference, extraction, ScoredText.PAGE)
    counts = count(reference, predicted, count_names(measures))
    return {
        name: float(MEASURES[name].value(np.array(counted)))
        for name in measures
        if (counted := counts[MEASURES[name].counts]) is not None
    }
