"""The runner: inputs run first, and every failure becomes a result with a message."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.algorithms.consensus import ConsensusSettings
from boilerscope.extractors.data.ad_hosts import AD_HOSTS, built_in_hosts
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.extractor import ExtractorInput
from boilerscope.extractors.model.lazy import Lazy, replaced
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.model.steps import Step
from boilerscope.extractors.page import Page
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
    extraction = runner.run(PAGE, "toy")

    assert extraction.status is Status.OK
    assert extraction.settings == ToySettings()
    assert extraction.own_text == "one two three four\nseven eight nine\n"
    assert extraction.seconds > 0


def test_the_result_has_the_settings_and_the_name_of_its_run():
    extraction = runner.run(PAGE, "toy", ToySettings(min_words=4))

    assert (extraction.extractor, extraction.settings) == ("toy", ToySettings(min_words=4))
    assert extraction.mask.sum() == 4


def test_a_run_computes_no_lazy_field(monkeypatch: pytest.MonkeyPatch):
    computed: list[str] = []
    extract = toy.Toy.extract

    def lazy(toy_extractor: Any, *arguments: Any) -> Extraction:
        extraction: Extraction = extract(toy_extractor, *arguments)

        def later(name: str) -> Lazy[Any]:
            def make() -> Any:
                computed.append(name)
                return getattr(extraction, name)

            return Lazy(make)

        names = ("own_text", "columns", "curves", "tree")
        return replaced(extraction, **{name: later(name) for name in names})

    expected = runner.run(PAGE, "toy")
    monkeypatch.setattr(toy.Toy, "extract", lazy)

    result = runner.run(PAGE, "toy")

    assert computed == []
    assert (result.own_text, result.columns[0].name) == (
        expected.own_text,
        expected.columns[0].name,
    )
    assert computed == ["own_text", "columns"]


def test_panes_are_run_by_name_and_equal_panes_share_their_result(monkeypatch: pytest.MonkeyPatch):
    runs: list[ToySettings] = []
    extract = toy.Toy.extract

    def counted(me: Any, page: Page, settings: ToySettings, *_: object) -> Extraction:
        runs.append(settings)
        return extract(me, page, settings)

    monkeypatch.setattr(toy.Toy, "extract", counted)

    results = runner.run_panes(
        PAGE,
        [
            runner.Pane("a", "toy", ToySettings()),
            runner.Pane("b", "toy", ToySettings(invert=True)),
            runner.Pane("c", "toy", ToySettings()),
        ],
    )

    assert list(results) == ["a", "b", "c"]
    assert results["a"] is results["c"]
    assert np.array_equal(results["a"].mask, ~results["b"].mask)
    assert runs == [ToySettings(), ToySettings(invert=True)]


def test_further_panes_of_an_extractor_are_numbered_from_two():
    names: list[str] = []
    for _ in range(3):
        names.append(runner.free_name("toy", names))

    assert names == ["toy", "toy#2", "toy#3"]
    assert runner.free_name("toy", ["toy", "toy#3"]) == "toy#2"


def test_an_exception_is_status_error_with_its_location_on_one_line():
    extraction = runner.run(PAGE, "raising")

    assert extraction.status is Status.ERROR
    assert extraction.message.startswith(
        "ValueError: this page has no end in Raising.extract, line "
    )
    assert not extraction.mask.any()
    assert len(extraction.mask) == PAGE.n_tokens


def test_the_text_of_an_error_meant_for_the_user_is_the_message():
    extraction = runner.run(PAGE, "refusing")

    assert (extraction.status, extraction.message) == (
        Status.ERROR,
        "needs a page of at least two words",
    )


def test_the_text_of_a_long_error_is_shortened(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.RAISING, "_error", ValueError("x" * 10_000))

    assert len(runner.run(PAGE, "raising").message) < 600


def test_too_little_memory_has_a_plain_message(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.RAISING, "_error", MemoryError())

    assert runner.run(PAGE, "raising").message == "There was not enough memory."


def test_an_interrupt_by_the_user_ends_the_run(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.RAISING, "_error", KeyboardInterrupt())

    with pytest.raises(KeyboardInterrupt):
        runner.run(PAGE, "raising")


def test_an_unknown_extractor_is_a_result_with_a_message():
    unknown = runner.run(PAGE, "toi")

    assert (unknown.status, unknown.message) == (
        Status.ERROR,
        "unknown extractor 'toi'; did you mean 'toy'?",
    )
    assert unknown.settings == NoSettings()


def test_inputs_run_first_and_once_and_their_failures_are_passed_on():
    cached: runner.CachedResults = {}

    extraction = runner.run(PAGE, "both", cached=cached)

    assert extraction.status is Status.OK
    assert extraction.message == "toy=ok raising=error"
    assert {identifier for identifier, _ in cached} == {"both", "toy", "raising"}
    assert runner.run(PAGE, "toy", cached=cached) is cached["toy", ToySettings()]


def test_a_result_names_the_data_that_its_inputs_used():
    settings = ConsensusSettings(members=(("crunch", "1"), ("bte", "1")))

    extraction = runner.run(PAGE, "consensus", settings)

    assert extraction.used == {AD_HOSTS: built_in_hosts().name}


def test_the_time_of_inputs_is_not_the_time_of_the_run(monkeypatch: pytest.MonkeyPatch):
    now = [0.0]
    monkeypatch.setattr(runner.time, "perf_counter", lambda: now[0])  # type: ignore[attr-defined]  # the clock it reads
    extract = toy.Toy.extract

    def slow(me: Any, page: Page, settings: ToySettings, inputs: object) -> Extraction:
        now[0] += 5.0
        return extract(me, page, settings, inputs)

    monkeypatch.setattr(toy.Toy, "extract", slow)
    cached: runner.CachedResults = {}

    extraction = runner.run(PAGE, "both", cached=cached)

    assert cached["toy", ToySettings()].seconds == 5.0
    assert extraction.seconds == 0.0


@pytest.mark.parametrize("name", ["circle_a", "circle_b", "around"])
def test_inputs_that_form_a_cycle_are_an_error_with_the_whole_chain(name: str):
    cached: runner.CachedResults = {}

    extraction = runner.run(PAGE, name, cached=cached)

    assert extraction.status is Status.ERROR
    assert extraction.message.startswith(f"Inputs form a cycle: {name} > ")
    assert "circle_a > circle_b" in extraction.message
    assert {identifier for identifier, _ in cached} <= {"toy"}


def test_an_extractor_that_is_its_own_input_with_changing_settings_is_a_cycle(
    monkeypatch: pytest.MonkeyPatch,
):
    def again(_me: object, settings: ToySettings) -> list[ExtractorInput]:
        return [ExtractorInput("toy", settings.replace(share=settings.share / 2))]

    monkeypatch.setattr(toy.Toy, "inputs", again)

    extraction = runner.run(PAGE, "toy")

    assert extraction.status is Status.ERROR
    assert extraction.message.startswith("Inputs form a cycle: toy > toy > toy")


def _good(**changes: Any) -> Extraction:
    n_blocks = 2
    start = np.array([0, 4], dtype=np.int32)
    extraction = Extraction(
        "short_mask",
        Status.OK,
        blocks=Blocks.from_ranges(start, start + 2, np.zeros(n_blocks, dtype=np.int32)),
        content=np.ones(n_blocks, dtype=np.bool_),
        mask=np.ones(PAGE.n_tokens, dtype=np.bool_),
    )
    return dataclasses.replace(extraction, **changes)


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
        (
            {"steps": (Step("S", "", (), np.ones(2, dtype=np.int32), _TWO > 0),)},
            "the result's step S has numbers of rules that are not from 0 to 0",
        ),
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

    extraction = runner.run(PAGE, "short_mask")

    assert extraction.status is Status.ERROR
    assert extraction.message.startswith(message)
    assert len(extraction.mask) == PAGE.n_tokens


def test_a_result_that_fits_the_page_is_accepted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.SHORT_MASK, "_made", _good())

    assert runner.run(PAGE, "short_mask").status is Status.OK


def test_an_object_that_is_not_an_extraction_is_an_error():
    assert runner.run(PAGE, "nothing").message == "the result is not an Extraction but a NoneType"


def test_a_result_without_text_may_leave_the_mask_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.SHORT_MASK, "_made", Extraction("short_mask", Status.EMPTY))

    extraction = runner.run(PAGE, "short_mask")

    assert extraction.status is Status.EMPTY
    assert extraction.mask.tolist() == [False] * PAGE.n_tokens


def test_every_built_in_extractor_loads():
    broken = {entry.id: entry.error for entry in registry.entries() if entry.error}

    assert not broken
