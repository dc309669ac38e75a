"""The report of a page: its figures, its reasons, and nothing that runs or loads."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import numpy as np
import pytest

from boilerscope.api.comparisons import compare
from boilerscope.api.panes import pane
from boilerscope.api.report.page_report import PageReport, page_report
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.page import Page
from boilerscope.extractors.runner import run
from boilerscope.extractors.system.wording import NO_BREAK_SPACE, percent

ARTICLE, RATIO = "boilerpipe.article", "link_ratio"
TEXT = "The lake is quiet today and nobody is on the water. " * 8
HTML = (
    "<title>Lake &amp; <script></title><div><a href=/>Home of all lakes</a> <a href=/n>News</a>"
    f"</div><h1>Quiet lake</h1><p>{TEXT}</p><p>{TEXT}</p><p><a href=/x>{TEXT}</a></p>"
)
PANES = (pane(ARTICLE, max_link_density=1.0), pane(RATIO), pane("bte"))


def lake(html: str = HTML) -> Page:
    return Page.from_text(html, name="lake.html", url="https://lake.example/a")


def report_of(page: Page, **fields: Any) -> str:
    results = compare(page, PANES).results
    made = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    return page_report(PageReport(page, "lake.html", results, made=made, **fields))


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


def gold_of(page: Page) -> Gold:
    main = run(page, RATIO, PANES[1].settings).mask
    classes = np.where(main, GoldClass.MAIN, GoldClass.BOILERPLATE).astype(np.uint8)
    return Gold(classes, Provenance(own.NAME, ""))


def test_figures_are_those_of_the_panes():
    page = lake()
    results = compare(page, PANES).results
    text = text_of(report_of(page))

    for number, result in enumerate(results, 1):
        n_kept = int(result.mask.sum())
        assert f"{number} {result.name}" in text
        assert f"{n_kept:,} {percent(n_kept / page.n_tokens)}".replace(NO_BREAK_SPACE, " ") in text
    both = float((results[0].mask == results[1].mask).mean())
    assert f"{both:.2f}" in text
    assert "https://lake.example/a, as rendered" not in text
    assert "2026-01-02 03:04 UTC" in text


def test_words_that_a_setting_changes_alone_are_counted():
    page = lake()
    default = pane(ARTICLE).settings
    before, after = (run(page, ARTICLE, settings).mask for settings in (default, PANES[0].settings))
    gained, lost = int((after & ~before).sum()), int((before & ~after).sum())

    assert gained + lost > 0
    text = text_of(report_of(page))
    assert f"max_link_density 0.333333 1 {gained + lost:,} (+{gained:,}, −{lost:,})" in text


def test_scores_are_those_against_the_gold():
    page = lake()
    text = text_of(report_of(page, gold=gold_of(page)))

    assert "2 link_ratio" in text
    assert re.search(r"link_ratio \S+ default \S+ \d+ % 1\.000 1\.000 1\.000", text)
    assert "One page: no intervals." in text


def test_disagreements_have_the_reason_of_the_minority():
    page = lake()
    text = text_of(report_of(page))

    votes = compare(page, PANES).votes
    assert ((votes > 0) & (votes < len(PANES))).any()
    assert re.search(r"\d+ disagreements?: \d+ of \d+ words, \d+ %\.", text)
    assert "max_link_density" in text or "link density" in text
    assert re.search("[≤≥=]", text)
    assert not re.search(r" (&lt;|&gt;|<|>|=)= ", text), "symbols, as in every other view"


def test_the_commands_repeat_panes_and_settings():
    text = text_of(report_of(lake()))

    assert (
        "$ boilerscope extract lake.html -e boilerpipe.article -e link_ratio -e bte"
        " --set boilerpipe.article.max_link_density=1.0" in text
    )
    session = text_of(report_of(lake(), session="my lake.bscope", gold=gold_of(lake())))
    assert "$ boilerscope score 'my lake.bscope'" in session
    assert "$ boilerscope report 'my lake.bscope' -o report.html" in session


@pytest.mark.parametrize(
    "html",
    [
        HTML,
        "<p onclick=alert(1)>a<script>alert(2)</script><img src=https://evil.example/x.png>b",
        "<title></style><script>alert(1)</script></title><p>" + "word " * 50,
        "",
    ],
)
def test_nothing_of_a_hostile_page_runs_or_loads(html: str):
    document = report_of(lake(html))

    body = document.partition("<body")[2]
    assert "default-src 'none'" in document
    assert not re.search(r"<(script|iframe|object|embed|link|form|a)\b", body)
    assert not re.search(r"\bon\w+=|\bsrc=\"(?!data:)|\bhref=|url\(https?:", body)


def test_without_page_text_there_is_none():
    document = report_of(lake(), has_text=False)

    assert "nobody is on the water" not in document
    assert "Disagreements" in document


def test_a_picture_replaces_the_text():
    document = report_of(lake(), picture=b"\x89PNG...")

    assert 'src="data:image/png;base64,' in document
    assert "Page and decisions of 1 boilerpipe.article" in text_of(document)


def test_the_same_report_has_the_same_digest():
    first, second = report_of(lake()), report_of(lake())

    assert first == second
    assert re.search(r"Digest of this report: sha256 [0-9a-f]{16}\.", first)


def test_a_pane_that_failed_is_listed_with_its_reason():
    page = lake()
    results = list(compare(page, [pane(RATIO), pane("vips")]).results)
    text = text_of(page_report(PageReport(page, "lake.html", results)))

    assert "2 vips" in text
    assert "unavailable" in text
