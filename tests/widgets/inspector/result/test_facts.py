"""What is said of a whole result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from extractors.model.extraction import Extraction, Link, Status
from extractors.model.extractor import Score
from widgets.demo import DemoSettings, demo_scene
from widgets.inspector.result.facts import ResultFacts, result_facts
from widgets.records import PaneRecord, RunState

if TYPE_CHECKING:
    from extractors.page import Page

SCENE = demo_scene()
PANE = SCENE.panes[0]
NBSP = "\u00a0"


def pane_with(**changes: Any) -> PaneRecord:
    assert PANE.shown is not None
    made = replace(PANE.shown, **changes)
    return replace(PANE, extraction=made, last_good=made)


def facts_of(pane: PaneRecord, page: Page | None = SCENE.page) -> ResultFacts:
    return result_facts(page, pane)


def fields(facts: ResultFacts) -> dict[str, str]:
    return {one.label: one.value for one in facts.fields}


def test_words_of_the_time_are_told_where_they_say_more_than_the_date():
    made = pane_with(published="2010-08-09", published_text="2010-08-09 Source")
    same = pane_with(published="2010-08-09", published_text="2010-08-09")

    assert fields(facts_of(made))["Time as written"] == "2010-08-09 Source"
    assert "Time as written" not in fields(facts_of(same))


def test_title_and_time_of_publication_come_first():
    facts = facts_of(pane_with(title="A light", published="3 October 2025"))

    assert [one.label for one in facts.fields] == ["Title", "Published", "Kept", "Run time"]
    assert fields(facts) == {
        "Title": "A light",
        "Published": "3 October 2025",
        "Kept": f"243 words, 61{NBSP}%",
        "Run time": f"0.9{NBSP}ms",
    }
    assert (facts.pane, facts.state.label, facts.message) == ("1 boilerpipe.article", "Done", "")


def test_what_is_not_given_has_no_line():
    facts = facts_of(PANE)

    assert list(fields(facts)) == ["Kept", "Run time"]
    assert facts.bare


def test_a_foreign_text_says_how_much_of_it_was_found_and_what_it_rests_on():
    facts = facts_of(pane_with(aligned=0.984, used={"hosts": "built-in list"}))

    assert fields(facts)["Aligned with the page"] == f"98{NBSP}%"
    assert fields(facts)["Based on"] == "hosts: built-in list"


def test_figures_have_the_names_the_extractor_declares_in_its_order():
    names = (Score("b", "Second", "words", "Counted."), Score("a", "First"))
    pane = replace(pane_with(scores={"a": 0.65314, "b": 3118.0}), scores=names)

    shown = facts_of(pane).scores

    assert [(one.label, one.value, one.unit) for one in shown] == [
        ("Second", "3,118", "words"),
        ("First", "0.653", ""),
    ]
    assert [one.tip for one in shown] == ["Counted.\nb = 3118.0", "a = 0.65314"]


def test_a_figure_without_a_declared_name_shows_its_own_readably():
    shown = facts_of(pane_with(scores={"main_share": float("nan")})).scores

    assert [(one.label, one.value) for one in shown] == [("Main share", "–")]


def test_a_declared_figure_that_a_result_does_not_carry_has_no_line():
    pane = replace(pane_with(scores={}), scores=(Score("a", "First"),))

    assert facts_of(pane).scores == ()


def test_a_failed_run_says_why_and_keeps_the_fields_of_the_last_good_one():
    failed = Extraction("x", Status.ERROR, DemoSettings(), "Step 4 broke")
    facts = facts_of(replace(pane_with(title="A light", warnings=("old",)), extraction=failed))

    assert (facts.state.label, facts.message, facts.note) == (
        "Error",
        "Step 4 broke",
        "last good text",
    )
    assert fields(facts)["Title"] == "A light"
    assert facts.warnings == ()


def test_a_pane_after_a_step_says_after_which():
    facts = facts_of(replace(PANE, step=0))

    assert facts.note == "after F1"


def test_a_pane_without_a_result_has_a_state_only():
    waiting = replace(PANE, extraction=None, last_good=None, state=RunState.RUNNING)
    facts = facts_of(waiting)

    assert (facts.state.label, facts.fields, facts.scores, facts.bare) == ("Running", (), (), False)


def test_a_newer_run_does_not_change_what_is_said_until_it_is_there():
    assert facts_of(replace(PANE, state=RunState.OUTDATED)).state.label == "Done"


def test_relative_addresses_start_from_the_page():
    facts = facts_of(pane_with(related=(Link("Bus", "/bus"),)))

    assert facts.base == "https://harbour.example/lighthouse"
    assert not facts.bare


def test_copied_lines_carry_names_and_values_but_no_links():
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
