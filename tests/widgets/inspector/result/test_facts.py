"""Facts about a whole result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.model.extraction import Extraction, Link, Status
from boilerscope.extractors.model.extractor import Score
from boilerscope.widgets.demo import DemoSettings, demo_scene
from boilerscope.widgets.inspector.result.facts import ResultFacts, result_facts
from boilerscope.widgets.records import PaneRecord, RunState

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page

SCENE = demo_scene()
PANE = SCENE.panes[0]
NBSP = "\u00a0"


def pane_with(**changes: Any) -> PaneRecord:
    assert PANE.shown is not None
    extraction = replace(PANE.shown, **changes)
    return replace(PANE, extraction=extraction, last_good=extraction)


def facts_of(pane: PaneRecord, page: Page | None = SCENE.page) -> ResultFacts:
    return result_facts(page, pane)


def fields(facts: ResultFacts) -> dict[str, str]:
    return {fact.label: fact.value for fact in facts.fields}


def test_the_time_as_written_is_shown_if_it_has_more_than_the_date():
    pane = pane_with(published="2010-08-09", published_text="2010-08-09 Source")
    same = pane_with(published="2010-08-09", published_text="2010-08-09")

    assert fields(facts_of(pane))["Time as written"] == "2010-08-09 Source"
    assert "Time as written" not in fields(facts_of(same))


def test_title_and_time_of_publication_come_first():
    facts = facts_of(pane_with(title="A light", published="3 October 2025"))

    assert [fact.label for fact in facts.fields] == ["Title", "Published", "Kept", "Run time"]
    assert fields(facts) == {
        "Title": "A light",
        "Published": "3 October 2025",
        "Kept": f"243 words, 61{NBSP}%",
        "Run time": f"0.9{NBSP}ms",
    }
    assert (facts.pane, facts.state.label, facts.message) == ("1 boilerpipe.article", "Done", "")


def test_missing_fields_have_no_line():
    facts = facts_of(PANE)

    assert list(fields(facts)) == ["Kept", "Run time"]
    assert facts.bare


def test_a_foreign_text_shows_its_share_on_the_page_and_its_basis():
    facts = facts_of(pane_with(aligned=0.984, used={"hosts": "built-in list"}))

    assert fields(facts)["Aligned with the page"] == f"98{NBSP}%"
    assert fields(facts)["Based on"] == "hosts: built-in list"


def test_scores_have_the_names_and_the_order_that_the_extractor_declares():
    names = (Score("b", "Second", "words", "Counted."), Score("a", "First"))
    pane = replace(pane_with(scores={"a": 0.65314, "b": 3118.0}), scores=names)

    score_facts = facts_of(pane).scores

    assert [(fact.label, fact.value, fact.unit) for fact in score_facts] == [
        ("Second", "3,118", "words"),
        ("First", "0.653", ""),
    ]
    assert [fact.tip for fact in score_facts] == ["Counted.\nb = 3118", "a = 0.65314"]


def test_a_score_without_a_declared_name_shows_a_readable_key():
    score_facts = facts_of(pane_with(scores={"main_share": float("nan")})).scores

    assert [(fact.label, fact.value) for fact in score_facts] == [("Main share", "–")]


def test_a_declared_score_that_a_result_lacks_has_no_line():
    pane = replace(pane_with(scores={}), scores=(Score("a", "First"),))

    assert facts_of(pane).scores == ()


def test_a_failed_run_shows_its_reason_and_keeps_the_fields_of_the_last_good_run():
    failed = Extraction("x", Status.ERROR, DemoSettings(), "Step 4 broke")
    facts = facts_of(replace(pane_with(title="A light", warnings=("old",)), extraction=failed))

    assert (facts.state.label, facts.message, facts.note) == (
        "Error",
        "Step 4 broke",
        "last good text",
    )
    assert fields(facts)["Title"] == "A light"
    assert facts.warnings == ()


def test_a_pane_after_a_step_names_the_step():
    facts = facts_of(replace(PANE, step=0))

    assert facts.note == "after F1"


def test_a_pane_without_a_result_has_a_state_only():
    waiting = replace(PANE, extraction=None, last_good=None, state=RunState.RUNNING)
    facts = facts_of(waiting)

    assert (facts.state.label, facts.fields, facts.scores, facts.bare) == ("Running", (), (), False)


def test_a_newer_run_does_not_change_the_facts_until_it_has_ended():
    assert facts_of(replace(PANE, state=RunState.OUTDATED)).state.label == "Done"


def test_relative_addresses_start_from_the_page():
    facts = facts_of(pane_with(related=(Link("Bus", "/bus"),)))

    assert facts.base == "https://harbour.example/lighthouse"
    assert not facts.bare


def test_copied_lines_have_names_and_values_but_no_links():
    pane = pane_with(
        title="A\nlight", warnings=("Half is left.",), scores={"k": 2.0}, related=(Link("B", "/b"),)
    )

    assert facts_of(pane).as_text().split("\n") == [
        "Status\tDone",
        "Title\tA light",
        "Kept\t243 words, 61 %",
        "Run time\t0.9 ms",
        "K\t2",
        "Warning\tHalf is left.",
    ]
