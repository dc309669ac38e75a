"""Traced results and the blocks that hold a text, for tests of traces."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.sentence import deciding_step, explain_decision
from boilerscope.extractors.model.settings import from_table
from boilerscope.extractors.page import Page
from boilerscope.extractors.peers.peer import Peer
from tests.helpers.material import SHARED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.extraction import Extraction
    from tests.helpers.material import CorpusPage

CASES = SHARED / "trace-cases"


@dataclass(frozen=True, slots=True)
class Case:
    """A page whose lost text has a cause that a maintainer or user named.

    Attributes
    ----------
    identifier : str
        Number of the case.
    library, stage, text : str
        Extractor, part of the title of the stage, and the text that was dropped.
    rule : tuple of str
        Words of the sentence of the rule.
    has_value : bool
        Whether the rule compares two numbers.
    """

    identifier: str
    library: str
    settings: Mapping[str, Any]
    stage: str
    text: str
    rule: tuple[str, ...]
    has_value: bool


@cache
def cases() -> tuple[Case, ...]:
    """Return the cases; none if the folder is absent."""
    return tuple(_case(folder.parent.name) for folder in sorted(CASES.glob("*/expect.json")))


def _case(identifier: str) -> Case:
    row = json.loads((CASES / identifier / "expect.json").read_text(encoding="utf-8"))
    return Case(
        identifier,
        row["library"],
        row["settings"],
        row["stage"],
        row["text"],
        tuple(row["rule"]),
        row["value"] is not None,
    )


def case_page(case: Case) -> Page:
    """Return the page of a case."""
    return Page.from_bytes((CASES / case.identifier / "page.html").read_bytes(), name="page.html")


def corpus_page_of(page: CorpusPage) -> Page:
    """Return a page of a corpus."""
    return Page.from_bytes(page.data, name=page.identifier)


def traced(page: Page, identifier: str, settings: Mapping[str, Any] | None = None) -> Extraction:
    """Return a traced result; skip the test if the library is not installed."""
    peer = registry.extractor(identifier)
    assert isinstance(peer, Peer)
    if peer.missing():
        pytest.skip(peer.missing())
    with explaining(on=True):
        return runner.run(page, identifier, from_table(peer.settings_class, settings or {}))


def blocks_with(extraction: Extraction, page: Page, text: str) -> list[int]:
    """Return the blocks that begin a text with their first four words or more."""
    words = text.split()[:4]
    starts = []
    for block in range(len(extraction.blocks)):
        for start, end in extraction.blocks.runs(block):
            shown = page.text[page.tokens.start[start] : page.tokens.end[end - 1]].split()
            if shown[: len(words)] == words or " ".join(words) in " ".join(shown):
                starts.append(block)
    return starts


def decision(extraction: Extraction, block: int) -> tuple[str, str]:
    """Return the title of the deciding step, and the sentence with the line of the library."""
    number = deciding_step(extraction, block)
    if number < 0:
        return "", ""
    step = extraction.steps[number]
    rule = step.rule_of(block)
    return step.title, f"{explain_decision(extraction, block)} ({rule.source if rule else ''})"
