"""Stored results of every extractor on the pages that we wrote ourselves, for comparison.

``python -m tests.helpers.own_results`` writes them again; check the difference before a commit.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, TypeAlias

from boilerscope.extractors import registry, runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import runs_of
from tests.helpers.layout import flow_layout
from tests.helpers.material import OWN_PAGES, own_pages

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from tests.helpers.material import CorpusPage

Results: TypeAlias = dict[str, dict[str, str]]
"""Results by extractor, see `facts_of`."""

FILE = OWN_PAGES / "results.json"


def results_on(own_page: CorpusPage) -> Results:
    """Return the results of every extractor on a page with default settings."""
    page = Page.from_bytes(own_page.data, name=own_page.identifier)
    page = page.with_layout(flow_layout(page))
    cached: runner.CachedResults = {}
    return {
        identifier: facts_of(runner.run(page, identifier, cached=cached))
        for identifier in registry.algorithms()
    }


def facts_of(extraction: Extraction) -> dict[str, str]:
    """Return status, kept tokens as ranges, the beginning of the own text and its digest."""
    text = extraction.own_text
    return {
        "status": extraction.status.value,
        "kept": " ".join(f"{start}-{end}" for start, end in runs_of(extraction.mask)),
        "text": " ".join(text.split())[:60],
        "sha256": hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16],
    }


def saved_results() -> dict[str, Results]:
    """Return the saved results by page."""
    saved: dict[str, Results] = json.loads(FILE.read_text(encoding="utf-8"))
    return saved


if __name__ == "__main__":
    results = {page.identifier: results_on(page) for page in own_pages()}
    FILE.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
