"""Evidence of a site: shares, copies, layouts and sections."""

from __future__ import annotations

import numpy as np

from boilerscope.extractors.page import Page
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.page.site.evidence import SiteEvidence, site_evidence
from tests.helpers.made_site import APPEAL, BODY, MENU, article, at_site, markup


def _by_text(page: Page, evidence: SiteEvidence) -> dict[str, int]:
    parts = segments(page)
    return {
        page.text[page.tokens.start[start] : page.tokens.end[end - 1]]: int(n_with)
        for start, end, n_with in zip(
            parts.token_start.tolist(), parts.token_end.tolist(), evidence.n_with, strict=True
        )
    }


def test_each_segment_is_counted_on_the_other_pages():
    page = at_site(article(0), [article(n, has_appeal=n < 4) for n in range(1, 6)])

    evidence = site_evidence(page)
    assert evidence is not None
    n_with = _by_text(page, evidence)

    assert evidence.n_others == 5
    assert n_with[MENU] == 5
    assert n_with[APPEAL.rstrip(".")] == 3
    assert n_with[BODY[0].format(n=0).rstrip(".")] == 0
    assert len(evidence.token_share) == page.n_tokens
    assert [other.name for other in evidence.pages_with(1)] == [f"bridge-{n}" for n in range(1, 6)]


def test_case_and_white_space_are_folded():
    other = Page.from_text(f"<nav>{MENU.upper()}\n </nav><p>else", name="other")
    page = at_site(article(0), [other])

    evidence = site_evidence(page)

    assert evidence is not None
    assert _by_text(page, evidence)[MENU] == 1


def test_a_copy_of_the_page_is_not_counted():
    reprint = Page.from_text(markup(0).replace("Home", "Start"), name="reprint")
    page = at_site(article(0), [reprint, article(1)])

    evidence = site_evidence(page)

    assert evidence is not None
    assert len(evidence.copies) == 1
    assert [other.name for other in evidence.others] == ["bridge-1"]


def test_pages_that_share_only_the_template_are_no_copies():
    links = "".join(f"<li>Link {n} of the menu" for n in range(200))
    pages = [
        Page.from_text(markup(n).replace(MENU, f"<ul>{links}</ul>"), name=f"p{n}") for n in range(6)
    ]

    evidence = site_evidence(at_site(pages[0], pages[1:]))

    assert evidence is not None
    assert evidence.n_others == 5


def test_layouts_are_numbered_by_size_and_sections_are_the_first_folder():
    listing = [
        Page.from_text(f"<table><tr><td><b>{n}</b> item", name=f"list-{n}", url=f"http://a.b/x/{n}")
        for n in range(2)
    ]
    page = at_site(article(1), [article(n) for n in range(2, 6)] + listing)

    evidence = site_evidence(page)

    assert evidence is not None
    assert evidence.layout == 1
    assert evidence.other_layout.tolist() == [1, 1, 1, 1, 2, 2]
    assert evidence.of_layout().n_others == 4
    assert [other.name for other in evidence.of_section().others] == ["bridge-3", "bridge-5"]


def test_a_page_without_its_site_has_no_evidence_and_alone_it_has_no_share():
    alone = site_evidence(at_site(article(0), []))

    assert site_evidence(article(0)) is None
    assert alone is not None
    assert np.isnan(alone.share).all()
