"""The runner runs inputs first and turns whatever goes wrong into a result that says so."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from extractors import registry, runner
from extractors.algorithms.consensus import ConsensusSettings
from extractors.algorithms.crunch.extractor import AD_HOSTS
from extractors.data.ad_hosts import built_in_hosts
from extractors.model.blocks import Blocks
from extractors.model.extraction import Column, Extraction, Status
from extractors.model.extractor import ExtractorInput
from extractors.model.lazy import Lazy, replaced
from extractors.model.settings import NoSettings
from extractors.model.steps import Step
from extractors.page import Page
from tests.helpers import toy
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from pathlib import Path

PAGE = Page.from_text("<p>one two three four<p>five six<p>seven eight nine", name="page")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install every toy."""
    toy.install(monkeypatch, tmp_path, *toy.ENTRIES)


def test_a_run_without_settings_uses_the_defaults():
    made = runner.run(PAGE, "toy")

    assert made.status is Status.OK
    assert made.settings == ToySettings()
    assert made.own_text == "one two three four\nseven eight nine\n"
    assert made.seconds > 0


def test_the_result_carries_the_settings_and_the_name_it_was_run_with():
    made = runner.run(PAGE, "toy", ToySettings(min_words=4))

    assert (made.extractor, made.settings) == ("toy", ToySettings(min_words=4))
    assert made.mask.sum() == 4


def test_a_run_makes_nothing_that_can_be_made_later(monkeypatch: pytest.MonkeyPatch):
    made_later: list[str] = []
    extract = toy.Toy.extract

    def lazy(me: Any, *given: Any) -> Extraction:
        one: Extraction = extract(me, *given)

        def later(name: str) -> Lazy[Any]:
            def make() -> Any:
                made_later.append(name)
                return getattr(one, name)

            return Lazy(make)

        names = ("own_text", "columns", "curves", "tree")
        return replaced(one, **{name: later(name) for name in names})

    expected = runner.run(PAGE, "toy")
    monkeypatch.setattr(toy.Toy, "extract", lazy)

    made = runner.run(PAGE, "toy")

    assert made_later == []
    assert (made.own_text, made.columns[0].name) == (expected.own_text, expected.columns[0].name)
    assert made_later == ["own_text", "columns"]


def test_panes_are_run_by_name_and_a_result_is_made_once(monkeypatch: pytest.MonkeyPatch):
    runs: list[ToySettings] = []
    extract = toy.Toy.extract

    def counted(me: Any, page: Page, settings: ToySettings, *_: object) -> Extraction:
        runs.append(settings)
        return extract(me, page, settings)

    monkeypatch.setattr(toy.Toy, "extract", counted)

    made = runner.run_panes(
        PAGE,
        [
            runner.Pane("a", "toy", ToySettings()),
            runner.Pane("b", "toy", ToySettings(invert=True)),
            runner.Pane("c", "toy", ToySettings()),
        ],
    )

    assert list(made) == ["a", "b", "c"]
    assert made["a"] is made["c"]
    assert np.array_equal(made["a"].mask, ~made["b"].mask)
    assert runs == [ToySettings(), ToySettings(invert=True)]


def test_further_panes_of_an_extractor_are_numbered_from_two():
    taken: list[str] = []
    for _ in range(3):
        taken.append(runner.free_name("toy", taken))

    assert taken == ["toy", "toy#2", "toy#3"]
    assert runner.free_name("toy", ["toy", "toy#3"]) == "toy#2"


def test_an_exception_is_status_error_with_its_place_on_one_line():
    made = runner.run(PAGE, "raising")

    assert made.status is Status.ERROR
    assert made.message.startswith("ValueError: this page has no end in Raising.extract, line ")
    assert not made.mask.any()
    assert len(made.mask) == PAGE.n_tokens


def test_a_fault_meant_for_the_reader_is_the_message_itself():
    made = runner.run(PAGE, "refusing")

    assert (made.status, made.message) == (
        Status.ERROR,
        "needs a page of at least two words",
    )


def test_a_long_fault_is_cut(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.RAISING, "_error", ValueError("x" * 10_000))

    assert len(runner.run(PAGE, "raising").message) < 600


def test_too_little_memory_is_said_in_words(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.RAISING, "_error", MemoryError())

    assert runner.run(PAGE, "raising").message == "There was not enough memory."


def test_a_user_who_interrupts_is_heard(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.RAISING, "_error", KeyboardInterrupt())

    with pytest.raises(KeyboardInterrupt):
        runner.run(PAGE, "raising")


def test_an_unknown_or_broken_extractor_is_a_result_that_says_so():
    unknown = runner.run(PAGE, "toi")

    assert (unknown.status, unknown.message) == (
        Status.ERROR,
        "unknown extractor 'toi'; did you mean 'toy'?",
    )
    assert unknown.settings == NoSettings()


def test_inputs_run_first_and_once_and_their_faults_are_handed_on():
    known: runner.Known = {}

    made = runner.run(PAGE, "both", known=known)

    assert made.status is Status.OK
    assert made.message == "toy=ok raising=error"
    assert {identifier for identifier, _ in known} == {"both", "toy", "raising"}
    assert runner.run(PAGE, "toy", known=known) is known["toy", ToySettings()]


def test_a_result_names_what_its_inputs_rest_on():
    settings = ConsensusSettings(members=(("crunch", "1"), ("bte", "1")))

    made = runner.run(PAGE, "consensus", settings)

    assert made.used == {AD_HOSTS: built_in_hosts().name}


def test_the_time_of_inputs_is_not_the_time_of_the_run(monkeypatch: pytest.MonkeyPatch):
    now = [0.0]
    monkeypatch.setattr(runner.time, "perf_counter", lambda: now[0])  # type: ignore[attr-defined]  # the clock it reads
    extract = toy.Toy.extract

    def slow(me: Any, page: Page, settings: ToySettings, inputs: object) -> Extraction:
        now[0] += 5.0
        return extract(me, page, settings, inputs)

    monkeypatch.setattr(toy.Toy, "extract", slow)
    known: runner.Known = {}

    made = runner.run(PAGE, "both", known=known)

    assert known["toy", ToySettings()].seconds == 5.0
    assert made.seconds == 0.0


@pytest.mark.parametrize("name", ["circle_a", "circle_b", "around"])
def test_inputs_that_go_round_in_a_circle_are_an_error_of_the_whole_chain(name: str):
    known: runner.Known = {}

    made = runner.run(PAGE, name, known=known)

    assert made.status is Status.ERROR
    assert made.message.startswith(f"Inputs form a cycle: {name} > ")
    assert "circle_a > circle_b" in made.message
    assert {identifier for identifier, _ in known} <= {"toy"}


def test_an_extractor_that_is_its_own_input_with_ever_other_settings_ends(
    monkeypatch: pytest.MonkeyPatch,
):
    def again(_me: object, settings: ToySettings) -> list[ExtractorInput]:
        return [ExtractorInput("toy", settings.replace(share=settings.share / 2))]

    monkeypatch.setattr(toy.Toy, "inputs", again)

    made = runner.run(PAGE, "toy")

    assert made.status is Status.ERROR
    assert made.message.startswith("Inputs form a cycle: toy > toy > toy")


def _good(**changes: Any) -> Extraction:
    n_blocks = 2
    start = np.array([0, 4], dtype=np.int32)
    made = Extraction(
        "short_mask",
        Status.OK,
        blocks=Blocks.from_ranges(start, start + 2, np.zeros(n_blocks, dtype=np.int32)),
        content=np.ones(n_blocks, dtype=np.bool_),
        mask=np.ones(PAGE.n_tokens, dtype=np.bool_),
    )
    return dataclasses.replace(made, **changes)


_TWO = np.zeros(2, dtype=np.int32)
_ONE = np.zeros(1, dtype=np.int32)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mask": np.ones(3, dtype=np.bool_)}, "the result's mask has length 3, not 9"),
        ({"mask": np.ones(0, dtype=np.bool_)}, "the result's mask has length 0, not 9"),
        ({"content": np.ones(1, dtype=np.bool_)}, "the result's content has length 1, not 2"),
        ({"columns": (Column("words", "", "", "", _ONE),)}, "the result's column words has length"),
        ({"steps": (Step("S", "", (), _ONE, _TWO > 0),)}, "the result's rule of step S has"),
        ({"steps": (Step("S", "", (), _TWO, _ONE > 0),)}, "the result's content of step S has"),
        (
            {"steps": (Step("S", "", (), _TWO, _TWO > 0, before=_ONE > 0),)},
            "the result's state before step S has length 1, not 2",
        ),
        ({"labels": _ONE}, "the result's labels has length 1, not 2"),
        ({"marks": np.zeros(1, dtype=np.int8)}, "the result's marks has length 1, not 5"),
        (
            {"blocks": Blocks.from_ranges(np.array([0, 8]), np.array([2, 10]), _TWO)},
            "the result has a block that ends beyond the page's last token",
        ),
    ],
)
def test_a_result_that_does_not_fit_the_page_is_an_error(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], message: str
):
    assert len(PAGE.elements) == 5
    monkeypatch.setattr(toy.SHORT_MASK, "_made", _good(**changes))

    made = runner.run(PAGE, "short_mask")

    assert made.status is Status.ERROR
    assert made.message.startswith(message)
    assert len(made.mask) == PAGE.n_tokens


def test_a_result_that_fits_passes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.SHORT_MASK, "_made", _good())

    assert runner.run(PAGE, "short_mask").status is Status.OK


def test_something_else_than_a_result_is_an_error():
    assert runner.run(PAGE, "nothing").message == "the result is not an Extraction but a NoneType"


def test_a_result_without_text_may_leave_the_mask_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.SHORT_MASK, "_made", Extraction("short_mask", Status.EMPTY))

    made = runner.run(PAGE, "short_mask")

    assert made.status is Status.EMPTY
    assert made.mask.tolist() == [False] * PAGE.n_tokens


def test_every_built_in_extractor_loads():
    broken = {one.id: one.error for one in registry.entries() if one.error}

    assert not broken
