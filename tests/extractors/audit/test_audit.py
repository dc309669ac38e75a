"""Audit: each finding on pages made for it, and its time and memory on many copies."""

from __future__ import annotations

import time

import numpy as np
import pytest

from boilerscope.extractors.audit.document import AuditDocument
from boilerscope.extractors.audit.facts import PageFacts, page_facts, traces_in
from boilerscope.extractors.audit.findings import Finding, Kind, audit, verdict
from boilerscope.extractors.audit.sketches import SIZE, near_pairs, resemblance, sketch_of
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.model.listed_page import ListedPage, UnreadPlace
from boilerscope.extractors.page import Page

SENTENCES = [
    f"The council of town {n} met on Monday and agreed on plan {n * 7} for lake {n * 13} there."
    for n in range(40)
]
ARTICLE = "\n".join(SENTENCES)


def markup_of(text: str, extra: str = "") -> str:
    paragraphs = "".join(f"<p>{line}</p>" for line in text.split("\n"))
    return f"<html><body><h1>Lake plan</h1>{paragraphs}{extra}</body></html>"


def facts_of(markup: str, text: str, name: str = "a", set_name: str = "set") -> PageFacts:
    page = Page.from_text(markup, name=name)
    entry = ListedPage(name, set_name, UnreadPlace(name, ""))
    return page_facts(entry, page, TextSource(text, Provenance("test", "test")).gold(page))


def kinds_of(*facts: PageFacts) -> set[tuple[str, Kind]]:
    found = {(finding.page_id, finding.kind) for finding in audit(facts).findings}
    copies = {(finding.copy, finding.kind) for finding in audit(facts).findings if finding.copy}
    return found | {(name.rpartition("/")[2], kind) for name, kind in copies}


def test_a_sound_page_has_no_finding():
    assert kinds_of(facts_of(markup_of(ARTICLE), ARTICLE)) == set()


def test_identical_and_nearly_identical_pages_are_found_within_and_between_sets():
    changed = ARTICLE.replace(SENTENCES[3], SENTENCES[3].replace("Monday", "Friday"))
    other = "\n".join(f"Entirely different words number {n} stand here alone." for n in range(60))
    pages = [
        facts_of(markup_of(ARTICLE), ARTICLE, "a", "train"),
        facts_of(markup_of(ARTICLE), ARTICLE, "b", "test"),
        facts_of(markup_of(changed), changed, "c", "test"),
        facts_of(markup_of(other), other, "d", "test"),
    ]

    result = audit(pages)

    assert result.overlaps["train", "test", Kind.IDENTICAL] == 1
    assert result.overlaps["test", "train", Kind.IDENTICAL] == 1
    assert result.overlaps["test", "train", Kind.NEAR] == 2
    assert result.overlaps["test", "test", Kind.NEAR] == 2
    assert ("test", "test", Kind.IDENTICAL) not in result.overlaps
    assert not any("d" in {found.page_id, found.copy[-1:]} for found in result.findings)
    assert [f for f in result.findings if f.kind is Kind.IDENTICAL] == [
        Finding("train", "a", Kind.IDENTICAL, copy="test/b")
    ]


def test_a_pair_of_copies_is_one_row_in_every_format():
    changed = ARTICLE.replace(SENTENCES[3], SENTENCES[3].replace("Monday", "Friday"))
    texts = {"a": ARTICLE, "b": changed, "c": ARTICLE, "d": changed}
    result = audit([facts_of(markup_of(text), text, name) for name, text in texts.items()])
    document = AuditDocument(result)

    near = [(f.name, f.copy) for f in result.findings if f.kind is Kind.NEAR]
    assert near == [("set/a", "set/b"), ("set/a", "set/c"), ("set/a", "set/d")]
    [listed] = [table for table in document.report().tables if table.title.startswith("Nearly")][:1]
    assert (listed.title, list(listed.rows)) == ("Nearly identical page: 3 pairs", near)
    for written in (document.rows(), [line for line in document.lines() if "copy" in line]):
        rows = [row for row in written if row["finding"] == Kind.NEAR]
        assert [(f"{row['set']}/{row['page']}", row["copy"]) for row in rows] == near
    assert result.count("set", Kind.NEAR) == 4
    assert result.count("set", Kind.IDENTICAL) == 4


def test_the_same_article_on_another_site_has_the_same_gold_only():
    menu = "".join(f"<li>Entry {n} of a long menu {n * 3} on this site</li>" for n in range(200))
    pages = [
        facts_of(markup_of(ARTICLE), ARTICLE, "a"),
        facts_of(markup_of(ARTICLE, f"<ul>{menu}</ul>"), ARTICLE, "b"),
    ]

    assert kinds_of(*pages) == {("a", Kind.SAME_GOLD), ("b", Kind.SAME_GOLD)}


def test_gold_that_is_not_on_the_page_is_found():
    half = "\n".join([*SENTENCES[:10], *("Quite other words are in this line." for _ in range(4))])

    assert ("a", Kind.NOT_FOUND) in kinds_of(facts_of(markup_of("Imprint"), ARTICLE))
    assert ("a", Kind.PARTLY_FOUND) in kinds_of(facts_of(markup_of(ARTICLE), half))


@pytest.mark.parametrize(
    ("end", "is_cut"),
    [
        ("The work begins in", True),
        ("The work begins in spring and ends in summer.", False),
        ("The work begins in spring and ends in summer. It", True),
        ("", False),
    ],
)
def test_gold_that_ends_inside_a_sentence_is_cut_off(
    end: str,
    is_cut: bool,  # noqa: FBT001 - a parameter of the test
):
    last = "The work begins in spring and ends in summer. It will cost a lot of money."
    page = markup_of(f"{SENTENCES[0]}\n{last}")

    found = kinds_of(facts_of(page, f"{SENTENCES[0]}\n{end}".rstrip()))

    assert (("a", Kind.CUT_OFF) in found) is is_cut


def test_gold_that_is_twice_is_found_unless_the_page_has_it_twice():
    lines = "\n".join(SENTENCES[:4])

    once = facts_of(markup_of(lines), f"{lines}\n{lines}")
    twice = facts_of(markup_of(f"{lines}\n{lines}"), f"{lines}\n{lines}")

    assert once.n_repeated == 4 * 17
    assert ("a", Kind.TWICE) in kinds_of(once)
    assert twice.n_repeated == 0


@pytest.mark.parametrize(
    ("markup", "traces"),
    [
        ('<p cc-select="true">a', ("cc-select",)),
        ("<p data-anno-uid=x><marked-tail>a", ("data-anno-uid", "marked-text")),
        ('<span class="x-nc-sel2">a', ("x-nc-sel",)),
        ('<span __boilernet_label="1">a', ("__boilernet_label",)),
        ('<p class="lead TECO_mainContent">a', ("TECO_",)),
        ('<text id="1"><p>a', ("<text id>",)),
        ("<p>cc-selected teco_ marked-text", ()),
    ],
)
def test_traces_of_annotation_are_found_in_the_markup(markup: str, traces: tuple[str, ...]):
    assert traces_in(markup) == traces


def test_the_policy_is_measured_where_the_gold_could_have_an_element():
    markup = (
        f"<ul><li>Menu</li></ul><h1>Lake plan</h1><p>{SENTENCES[0]}</p><ul><li>First item</li></ul>"
        f"<figure><figcaption>A photo of ice</figcaption></figure><p>{SENTENCES[1]}</p>"
        f"<div class='post comments'><p>{SENTENCES[2]} {SENTENCES[3]}</p></div>"
    )
    result = audit([facts_of(markup, f"{SENTENCES[0]}\nFirst item\n{SENTENCES[1]}")])

    policies = {kind: result.policy("set", kind) for kind in ("title", "lists", "captions")}
    assert policies == {"title": (0.0, 1), "lists": (1.0, 1), "captions": (0.0, 1)}
    assert result.policy("set", "comments") == (0.0, 1)
    assert np.isnan(result.policy("set", "tables")[0])
    assert [verdict(share) for share in (1.0, 0.5, 0.0)] == ["taken", "mixed", "left out"]


def test_the_estimate_of_resemblance_is_near_the_true_share():
    words = [f"w{n}" for n in range(4_000)]
    one, other = sketch_of(words), sketch_of(words[200:])  # 3,796 of 3,996 sequences in common

    assert len(one) == SIZE
    assert resemblance(one, other) == pytest.approx(0.95, abs=0.06)
    assert resemblance(one, sketch_of([f"v{n}" for n in range(4_000)])) == 0


def test_many_copies_cost_linear_time():
    words = [f"w{n}" for n in range(500)]
    sketches = [sketch_of(words)] * 5_000
    start = time.process_time()

    pairs = list(near_pairs(sketches))

    assert len(pairs) == 4_999
    assert time.process_time() - start < 10
