"""The session contains panes and results; every change of panes or settings can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session import layers
from boilerscope.app.session.history import GESTURE, PaneSetup, setups_of
from boilerscope.app.session.session import Session
from boilerscope.extractors import runner
from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page
from boilerscope.widgets.records import Lock, RunState, Selection, ShowAs
from tests.helpers import toy
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAGE = Page.from_text("<p>one two three four<p>five six", name="page")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install the toys that work."""
    toy.install(monkeypatch, tmp_path, "toy", "raising", "both")


@pytest.fixture
def session() -> Session:
    """Return a session with three panes on a page, all with results."""
    session = Session()
    session.open_panes(["toy", "both"])
    second = PaneSetup("toy#2", "toy", ToySettings(min_words=2), linked=False)
    session.restore([*session.setups(), second])
    session.active = second.name
    session.show_page(PAGE)
    for name in names(session):
        finish(session, name)
    return session


def names(session: Session) -> list[str]:
    """Return the names of the panes in order."""
    return [pane.name for pane in session.panes]


def selection_and_step(session: Session) -> list[object]:
    """Return the selection and the shown step."""
    return [session.selection, session.step]


def finish(session: Session, name: str, number: int | None = None) -> bool:
    """Run a pane as the window does."""
    number = session.begin_run(name) if number is None else number
    pane = session.pane(name)
    return session.finish_run(name, number, runner.run(PAGE, pane.extractor, pane.settings))


def test_a_new_session_has_the_requested_panes_and_nothing_to_undo():
    session = Session()
    session.open_panes(["toy", "both", "toy"])

    assert names(session) == ["toy", "both", "toy#2"]
    assert [pane.number for pane in session.panes] == [1, 2, 3]
    assert session.pane("both").title == "Simple"
    assert session.pane("toy").settings == ToySettings()
    assert session.active == "toy"
    assert session.colour_key == layers.label_key("toy")
    assert not session.can_undo()
    assert not session.can_redo()


def test_the_pane_added_last_before_any_page_colours_the_first_page():
    session = Session()
    session.add("both")
    session.add("toy")

    session.show_page(PAGE)

    assert names(session) == ["both", "toy"]
    assert session.colour_key == layers.label_key("toy")


def test_first_panes_of_a_session_are_not_undone():
    session = Session()

    session.replace_all([PaneSetup("mine", "toy", ToySettings())])
    assert not session.can_undo()

    session.remove("mine")
    session.replace_all([PaneSetup("other", "toy", ToySettings())])
    session.undo()
    assert session.panes == []


def test_panes_of_a_file_opened_before_any_page_colour_the_first_page():
    session = Session()
    session.replace_all([PaneSetup("mine", "toy", ToySettings())])

    session.show_page(PAGE)

    assert session.colour_key == layers.label_key("mine")


# -- panes ---------------------------------------------------------------------------------------


def test_an_added_pane_is_last_and_active(session: Session):
    assert session.add("both") == "both#2"
    assert names(session) == ["toy", "both", "toy#2", "both#2"]
    assert session.active == "both#2"


def test_an_unknown_extractor_is_not_added_and_leaves_nothing_to_undo(session: Session):
    with pytest.raises(UnknownNameError):
        session.add("toi")

    assert names(session) == ["toy", "both", "toy#2"]
    assert not session.can_undo()


@pytest.mark.parametrize("method", ["remove", "duplicate", "move"])
def test_a_removed_pane_cannot_be_changed_and_leaves_nothing_to_undo(session: Session, method: str):
    arguments = ("gone", 0) if method == "move" else ("gone",)

    with pytest.raises(KeyError, match="gone"):
        getattr(session, method)(*arguments)

    assert not session.can_undo()


def test_a_duplicate_is_beside_its_pane_with_the_same_settings(session: Session):
    session.set_settings({"toy": ToySettings(min_words=7)})

    assert session.duplicate("toy") == "toy#3"
    assert names(session) == ["toy", "toy#3", "both", "toy#2"]
    assert [pane.number for pane in session.panes] == [1, 2, 3, 4]
    assert session.pane("toy#3").settings == ToySettings(min_words=7)
    assert session.active == "toy#3"


def linked(session: Session) -> list[str]:
    """Return the names of the linked panes."""
    return [pane.name for pane in session.panes if pane.linked]


def test_no_pane_is_linked_before_the_user_links_them(session: Session):
    session.add("toy")
    session.replace_all(setups_of([runner.Pane(name, "toy", ToySettings()) for name in "ab"]))

    assert linked(session) == []


def test_the_first_linked_pane_links_all_and_each_can_leave(session: Session):
    session.link("both", Lock.EQUAL)
    at_first = linked(session)
    session.link("both", Lock.OFF)
    without = linked(session)
    session.link("toy", Lock.OFF)

    assert at_first == ["toy", "both", "toy#2"]
    assert without == ["toy", "toy#2"]
    assert linked(session) == []


def test_links_are_not_part_of_undo(session: Session):
    session.set_settings({"toy": ToySettings(min_words=7)})
    session.link("toy", Lock.RANK)
    session.undo()

    assert session.pane("toy").settings == ToySettings()
    assert linked(session) == ["toy", "both", "toy#2"]
    assert not session.can_undo()


def test_changes_by_one_gesture_are_one_step_also_if_other_panes_follow_now_and_then(
    session: Session,
):
    before = session.setups()
    for now, value in enumerate((7, 8, 9)):
        changes = {"toy": ToySettings(min_words=value)}
        if value == 8:
            changes["toy#2"] = ToySettings(min_words=value)
        session.set_settings(changes, key=f"min_words {GESTURE}1", now=10.0 * now)
    session.undo()

    assert session.setups() == before


def test_a_drag_to_and_fro_is_not_a_step(session: Session):
    for value in (7, 8, ToySettings().min_words):
        session.set_settings({"toy": ToySettings(min_words=value)}, key=f"min_words {GESTURE}1")
    idle = session.can_undo()
    session.set_settings({"toy": ToySettings(min_words=9)}, key=f"min_words {GESTURE}1")
    session.undo()

    assert not idle
    assert session.pane("toy").settings == ToySettings()


def test_removing_the_active_pane_activates_its_neighbour(session: Session):
    session.active = "both"

    session.remove("both")
    assert (names(session), session.active) == (["toy", "toy#2"], "toy#2")
    session.remove("toy#2")
    assert session.active == "toy"
    session.remove("toy")
    assert (names(session), session.active) == ([], "")


def test_nothing_refers_to_a_removed_pane(session: Session):
    session.active = "toy"
    session.colour_key = layers.column_key("both", "words")
    session.strip_keys = [layers.label_key("toy"), layers.label_key("both"), layers.AGREEMENT]
    session.change("toy", compare_with="both", show_as=ShowAs.DIFFERENCE)
    session.selection = Selection(((0, 2),), "both", 1)
    session.step = ("both", 0)

    session.remove("both")

    assert session.colour_key == layers.label_key("toy")
    assert session.strip_keys == [layers.label_key("toy"), layers.AGREEMENT]
    assert session.pane("toy").compare_with == ""
    assert session.selection == Selection(((0, 2),))
    assert session.step is None


def test_without_panes_the_page_is_coloured_by_agreement(session: Session):
    for name in names(session):
        session.remove(name)

    assert session.colour_key == layers.AGREEMENT


@pytest.mark.parametrize(
    ("index", "order"),
    [
        (0, ["toy#2", "toy", "both"]),
        (1, ["toy", "toy#2", "both"]),
        (-5, ["toy#2", "toy", "both"]),
        (99, ["toy", "both", "toy#2"]),
    ],
)
def test_a_pane_moves_to_its_index_and_all_are_renumbered(
    session: Session, index: int, order: list[str]
):
    session.move("toy#2", index)

    assert names(session) == order
    assert [pane.number for pane in session.panes] == [1, 2, 3]


def test_the_appearance_of_a_pane_changes_without_undo(session: Session):
    session.change("toy", folded=True, show_as=ShowAs.PLAIN)

    assert session.pane("toy").folded
    assert session.pane("toy").show_as is ShowAs.PLAIN
    assert not session.can_undo()
    with pytest.raises(TypeError):
        session.change("toy", colour="red")


# -- settings and undo ---------------------------------------------------------------------------


def test_other_settings_make_the_result_outdated(session: Session):
    changed = session.set_settings(
        {"toy": ToySettings(min_words=9), "toy#2": ToySettings(min_words=2)}
    )

    assert changed == ["toy"]
    assert session.pane("toy").state is RunState.OUTDATED
    assert session.pane("toy").shown is not None
    assert session.pane("toy#2").state is RunState.DONE


def test_equal_settings_are_not_a_change(session: Session):
    assert session.set_settings({"toy": ToySettings()}) == []
    assert not session.can_undo()


def test_undo_and_redo_go_back_and_forth_and_name_the_panes_to_run(session: Session):
    session.set_settings({"toy": ToySettings(min_words=5)})
    finish(session, "toy")
    session.remove("both")

    assert session.undo() == ["both"]
    assert names(session) == ["toy", "both", "toy#2"]
    assert session.undo() == ["toy", "both"]
    assert session.pane("toy").settings == ToySettings()
    assert not session.can_undo()
    assert session.undo() == []

    assert session.redo() == ["toy", "both"]
    assert session.pane("toy").settings == ToySettings(min_words=5)
    assert session.redo() == ["toy"]
    assert names(session) == ["toy", "toy#2"]
    assert not session.can_redo()


def test_a_change_after_an_undo_clears_the_redo_steps(session: Session):
    session.set_settings({"toy": ToySettings(min_words=5)})
    session.undo()
    session.set_settings({"toy": ToySettings(min_words=6)})

    assert not session.can_redo()


def test_dragging_a_slider_is_one_undo_step(session: Session):
    for value, now in ((4, 10.0), (5, 10.5), (6, 11.4)):
        session.set_settings({"toy": ToySettings(min_words=value)}, key="min_words", now=now)
    session.set_settings({"toy": ToySettings(min_words=7)}, key="min_words", now=20.0)

    session.undo()
    assert session.pane("toy").settings == ToySettings(min_words=6)
    session.undo()
    assert session.pane("toy").settings == ToySettings()


def test_a_new_field_a_new_pane_and_a_change_without_a_key_are_separate_undo_steps(
    session: Session,
):
    session.set_settings({"toy": ToySettings(min_words=4)}, key="min_words", now=1.0)
    session.set_settings({"toy": ToySettings(min_words=4, share=0.1)}, key="share", now=1.1)
    session.set_settings({"toy#2": ToySettings(share=0.2)}, key="share", now=1.2)
    session.set_settings({"toy#2": ToySettings(share=0.3)}, now=1.3)
    session.set_settings({"toy#2": ToySettings(share=0.4)}, now=1.4)

    steps = 0
    while session.can_undo():
        session.undo()
        steps += 1
    assert steps == 5


def test_a_drag_after_an_undo_is_a_new_undo_step(session: Session):
    session.set_settings({"toy": ToySettings(min_words=4)}, key="min_words", now=1.0)
    session.undo()
    session.set_settings({"toy": ToySettings(min_words=5)}, key="min_words", now=1.1)

    assert session.can_undo()
    session.undo()
    assert session.pane("toy").settings == ToySettings()


def test_undo_leaves_the_appearance_of_panes(session: Session):
    session.set_settings({"toy": ToySettings(min_words=4)})
    session.change("toy", folded=True, show_as=ShowAs.SOURCE)
    session.undo()

    assert session.pane("toy").folded
    assert session.pane("toy").show_as is ShowAs.SOURCE


def test_panes_of_a_file_replace_the_present_panes_and_undo_restores_them(session: Session):
    setups = [PaneSetup("mine", "toy", ToySettings(min_words=8)), session.setups()[1]]

    assert session.replace_all(setups) == ["mine"]
    assert names(session) == ["mine", "both"]
    assert session.active == "mine"
    session.undo()
    assert names(session) == ["toy", "both", "toy#2"]


def test_setups_contain_the_data_of_a_session_file(session: Session):
    session.change("toy", folded=True, compare_with="both", show_as=ShowAs.DIFFERENCE)

    restored = Session()
    assert restored.restore(session.setups()) == ["toy", "both", "toy#2"]
    assert restored.setups() == session.setups()


# -- pages and runs ------------------------------------------------------------------------------


def test_a_run_is_running_then_done(session: Session):
    name = session.add("toy")
    number = session.begin_run(name)
    assert session.pane(name).state is RunState.RUNNING

    assert finish(session, name, number)
    pane = session.pane(name)
    assert (pane.state, pane.run) == (RunState.DONE, number)
    assert pane.extraction is pane.last_good is pane.shown
    assert pane.elapsed_s > 0


def test_the_last_good_result_stays_during_a_new_run_and_after_its_failure(session: Session):
    good = session.pane("toy").last_good
    number = session.begin_run("toy")
    assert session.pane("toy").state is RunState.OUTDATED

    failed = runner.failed(PAGE, "toy", ToySettings(), Status.TIMEOUT, "too slow")
    assert session.finish_run("toy", number, failed)
    assert session.pane("toy").extraction is failed
    assert session.pane("toy").shown is good
    assert session.pane("toy").state is RunState.DONE


def test_a_result_of_earlier_settings_is_shown_as_outdated(session: Session):
    number = session.begin_run("toy")
    extraction = runner.run(PAGE, "toy", ToySettings())
    session.set_settings({"toy": ToySettings(min_words=4)})

    assert session.finish_run("toy", number, extraction)
    assert session.pane("toy").state is RunState.OUTDATED


def test_an_older_result_does_not_replace_a_newer_one(session: Session):
    older, newer = session.begin_run("toy"), session.begin_run("toy")

    assert finish(session, "toy", newer)
    assert not finish(session, "toy", older)


def test_a_result_for_a_removed_pane_is_dropped(session: Session):
    number = session.begin_run("both")
    extraction = runner.run(PAGE, "both")
    session.remove("both")

    assert not session.finish_run("both", number, extraction)


def test_a_late_result_is_not_given_to_a_later_pane_of_the_same_name(session: Session):
    number = session.begin_run("toy#2")
    late = runner.run(PAGE, "toy", ToySettings(min_words=2))
    session.remove("toy#2")
    assert session.add("toy") == "toy#2"

    assert not session.finish_run("toy#2", number, late)
    assert finish(session, "toy#2")
    session.remove("toy#2")
    session.undo()
    assert not session.finish_run("toy#2", number, late)
    assert finish(session, "toy#2")


def test_a_result_of_another_extractor_is_dropped(session: Session):
    number = session.begin_run("toy")

    assert not session.finish_run("toy", number, Extraction("both", Status.OK))


def test_a_new_page_has_no_results_and_accepts_none_of_the_old_page(session: Session):
    session.selection = Selection(((0, 1),), "toy", 0)
    session.step = ("toy", 0)
    number = session.begin_run("toy")
    late = runner.run(PAGE, "toy", ToySettings())
    second = Page.from_text("<p>another page", name="other")

    session.show_page(second)

    assert session.page is second
    assert selection_and_step(session) == [None, None]
    assert all(pane.extraction is None and pane.shown is None for pane in session.panes)
    assert {pane.state for pane in session.panes} == {RunState.IDLE}
    assert not session.finish_run("toy", number, late)
    assert finish(session, "toy")


def test_panes_keep_settings_across_pages(session: Session):
    session.set_settings({"toy": ToySettings(min_words=4)})
    before = session.setups()

    session.show_page(PAGE)

    assert session.setups() == before
    assert replace(before[0], folded=True) != before[0]


@pytest.mark.parametrize("key_of", [layers.label_key, layers.errors_key])
def test_the_page_follows_the_active_pane_unless_it_shows_another_one(
    session: Session, key_of: Callable[[str], str]
):
    session.active = "toy"
    session.colour_by(key_of("toy"))
    followed = session.activate("both"), session.colour_key
    session.colour_by(key_of("toy"))
    stayed = session.activate("toy#2"), session.colour_key

    assert followed == (True, key_of("both"))
    assert stayed == (False, key_of("toy"))
    assert session.active == "toy#2"


@pytest.mark.parametrize("change", ["add", "duplicate", "remove"])
def test_the_page_follows_a_pane_that_becomes_active_by_another_way_than_a_click(change: str):
    session = Session()
    session.open_panes(["bte", "link_ratio"])
    session.activate("link_ratio")

    if change == "add":
        session.add("crunch")
    elif change == "duplicate":
        session.duplicate("link_ratio")
    else:
        session.remove("link_ratio")

    assert session.colour_key == layers.label_key(session.active)
    assert session.active != "link_ratio"
