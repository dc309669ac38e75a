"""Properties of every registered extractor, whoever wrote it."""

from __future__ import annotations

import gc
import math
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import tomli_w

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import deciding_step, deciding_steps
from boilerscope.extractors.model.settings import (
    Knob,
    PipelineStep,
    Settings,
    Source,
    find_knob,
    from_table,
    knobs,
    parse_value,
    to_table,
)
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_page
from boilerscope.resources.loader import samples
from tests.helpers.extractions import assert_same, assert_sound, variants
from tests.helpers.layout import flow_layout
from tests.helpers.made_site import at_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.model.extractor import Extractor

EXTRACTORS = {
    entry.id: entry.extractor for entry in registry.entries() if entry.extractor is not None
}
every_extractor = pytest.mark.parametrize("identifier", EXTRACTORS)
every_algorithm = pytest.mark.parametrize("identifier", registry.algorithms())
"""Without libraries, which tests/extractors/peers tests."""


@cache
def pages() -> tuple[Page, ...]:
    """Return the built-in sample pages, with boxes, as if they were pages of one site."""
    return tuple(_equipped(read_page(sample.path)) for sample in samples())


def _equipped(page: Page) -> Page:
    """Return a page with all that an extractor may need: boxes, and other pages of its site."""
    return at_site(page.with_layout(flow_layout(page)), _others())


@cache
def _others() -> list[Page]:
    return [read_page(sample.path) for sample in samples()][:2]


def _settings_classes(identifier: str) -> Iterator[type[Settings]]:
    """Yield the settings classes of an extractor and of the steps its pipelines may have."""
    settings_class = EXTRACTORS[identifier].settings_class
    yield settings_class
    for knob in knobs(settings_class):
        if knob.catalogue is not None:
            yield from (kind.settings_class for kind in knob.catalogue().values())


def _variants(identifier: str) -> list[Settings]:
    return variants(EXTRACTORS[identifier])


# -- declarations --------------------------------------------------------------------------------


@every_algorithm
def test_a_result_has_a_tree_exactly_if_the_extractor_declares_one(identifier: str):
    extraction = runner.run(pages()[0], identifier)

    assert (extraction.tree is not None) == EXTRACTORS[identifier].makes_tree


@every_extractor
def test_it_has_a_name_a_summary_help_and_a_reference(identifier: str):
    extractor = EXTRACTORS[identifier]

    assert extractor.name.strip()
    assert extractor.summary.endswith(".")
    assert extractor.help.strip()
    assert extractor.reference.strip()
    assert len({preset.name for preset in extractor.presets}) == len(extractor.presets)


@every_extractor
def test_every_setting_is_declared_with_plain_words_and_a_valid_range(identifier: str):
    for settings_class in _settings_classes(identifier):
        for knob in knobs(settings_class):
            location = f"{settings_class.__name__}.{knob.name}"
            assert knob.label.strip(), location
            assert knob.help.endswith("."), location
            assert "_" not in knob.name or knob.name not in knob.help, location
            assert knob.group.strip(), location
            assert isinstance(knob.source, Source), location
            assert knob.name != "step", location
            _check_range(knob, location)


def _check_range(knob: Knob, location: str) -> None:
    if knob.kind in {"int", "float"}:
        assert knob.low is not None, location
        assert knob.high is not None, location
        assert knob.low < knob.high, location
        assert knob.step is None or 0 < knob.step <= knob.high - knob.low, location
        if isinstance(knob.default, int | float):
            assert knob.low <= knob.default <= knob.high, location
    else:
        assert (knob.low, knob.high, knob.step) == (None, None, None), location
    if knob.kind == "choice":
        assert len(knob.choices) > 1, location
        assert set(knob.choice_labels) <= {str(choice.value) for choice in knob.choices}, location
    assert (knob.kind == "pipeline") == (knob.catalogue is not None), location


@every_extractor
def test_an_automatic_setting_has_an_actual_value(identifier: str):
    for settings in _variants(identifier):
        resolved = settings.resolve()
        for knob in knobs(type(settings)):
            if knob.auto and knob.kind == "float":
                value = getattr(resolved, knob.name)
                if value is None:  # only the page decides
                    value = runner.run(_one_sentence(), identifier, settings).setting(knob.name)
                assert math.isfinite(value)


def _one_sentence() -> Page:
    return Page.from_text("<p>One sentence of a page, and no more.</p>", name="page")


@every_extractor
def test_every_variant_of_its_settings_survives_a_file(identifier: str):
    for settings in _variants(identifier):
        for everything in (False, True):
            text = tomli_w.dumps(to_table(settings, everything=everything))
            assert from_table(type(settings), tomllib.loads(text)) == settings


@every_extractor
def test_every_value_can_be_given_on_the_command_line(identifier: str):
    for settings in _variants(identifier):
        for knob in knobs(type(settings)):
            value = getattr(settings, knob.name)
            plain = to_table(settings, everything=True)[knob.name]
            if knob.kind == "pipeline":
                continue
            text = str(plain) if isinstance(plain, str) else tomli_w.dumps({"v": plain})[4:]
            assert parse_value(type(settings), knob.name, text.strip()) == value
    for knob in knobs(EXTRACTORS[identifier].settings_class):
        for end in (knob.low, knob.high):
            if end is not None:
                assert (
                    parse_value(EXTRACTORS[identifier].settings_class, knob.name, f"{end:g}") == end
                )


# -- results -------------------------------------------------------------------------------------


@cache
def _results(identifier: str) -> dict[tuple[int, Settings], Extraction]:
    """Return results by page and settings: defaults on every page, variants on the first page."""
    default, *variants = _variants(identifier)
    results = {(0, settings): runner.run(pages()[0], identifier, settings) for settings in variants}
    for number, page in enumerate(pages()):
        results[number, default] = runner.run(page, identifier, default)
    return results


@every_algorithm
def test_its_parts_are_consistent_and_every_sentence_can_be_written(identifier: str):
    for (number, settings), extraction in _results(identifier).items():
        assert extraction.status in {Status.OK, Status.EMPTY}, (extraction.message, settings)
        assert_sound(pages()[number], extraction)
        assert np.array_equal(
            deciding_steps(extraction),
            [deciding_step(extraction, block) for block in range(len(extraction.blocks))],
        )


@every_algorithm
def test_its_columns_curves_and_trees_can_be_drawn(identifier: str):
    for extraction in _results(identifier).values():
        for column in extraction.columns:
            assert column.label.strip()
            assert column.meaning.endswith(".")
            assert column.values.dtype.kind in "fiu"
        assert len({column.name for column in extraction.columns}) == len(extraction.columns)
        for curve in extraction.curves:
            assert len(curve.x) == len(curve.y)
            assert curve.block is None or len(curve.block) == len(curve.x)
            assert curve.x_label.strip()
            assert curve.y_label.strip()
            if curve.threshold_field:
                find_knob(type(extraction.settings), curve.threshold_field)
                assert math.isfinite(curve.threshold)
        if extraction.tree is not None:
            assert (extraction.tree.parent < np.arange(len(extraction.tree.parent))).all()
            assert (
                len(extraction.tree.parent)
                == len(extraction.tree.block)
                == len(extraction.tree.label)
            )
        assert extraction.marks is None or len(extraction.marks) > 0


@every_algorithm
def test_a_setting_that_bounds_a_quantity_names_a_measured_quantity(identifier: str):
    measured = {
        column.name for extraction in _results(identifier).values() for column in extraction.columns
    } | {
        name
        for extraction in _results(identifier).values()
        for step in extraction.steps
        for name in step.columns
    }

    for knob in knobs(EXTRACTORS[identifier].settings_class):
        assert not knob.bounds or knob.bounds in measured, knob.name


@every_algorithm
def test_the_same_page_gives_the_same_result_twice(identifier: str):
    again = _equipped(read_page(samples()[0].path))

    assert_same(runner.run(pages()[0], identifier), runner.run(again, identifier))


ODD = {
    "empty": "",
    "only scripts": "<script>let x = 1</script><style>p {}</style>",
    "only a title": "<title>one two</title>",
    "frames": "<frameset><frame src=a.html></frameset>",
    "only links": "<body>" + "<a href=x>one two three</a> " * 30,
    "signs": "<p>... --- ***<p>。。。",
    "one word": "word",
    "deep": "<div>" * 2000 + "deep",
    "tables": "<table><tr><td>" * 300 + "deep",
    "controls": "<p>a\x00b\x1fc\ufffe \ud800 d" * 20,
    "long": "<p>" + "word " * 30_000,
    "flat": "<p>a few words here</p>\n" * 3_000,
}


@every_algorithm
@pytest.mark.parametrize("name", ODD)
def test_an_odd_page_is_not_an_error(identifier: str, name: str):
    page = _equipped(Page.from_text(ODD[name], name=name))

    extraction = runner.run(page, identifier)

    assert extraction.status in {Status.OK, Status.EMPTY}, extraction.message
    assert extraction.own_text if extraction.status is Status.OK else extraction.message


@every_algorithm
def test_a_page_without_references_is_freed_without_the_collector(identifier: str):
    assert _left_to_the_collector([identifier]) == 0


def test_objects_that_extractors_share_are_freed_without_the_collector():
    assert _left_to_the_collector(sorted(registry.algorithms())) == 0


def _left_to_the_collector(identifiers: list[str]) -> int:
    """Return the number of objects in reference cycles after runs on a page, with fields read."""

    def run() -> None:
        page = _equipped(read_page(samples()[0].path))
        cached: runner.CachedResults = {}
        for identifier in identifiers:
            extraction = runner.run(page, identifier, None, cached)
            tuple(extraction.own_text), extraction.columns, extraction.curves, extraction.tree
            tuple(step.rule for step in extraction.steps)

    run()  # objects that are kept for good exist after a first run
    gc.collect()
    gc.disable()
    try:
        run()
        return gc.collect()
    finally:
        gc.enable()


@every_algorithm
def test_without_boxes_and_site_only_extractors_that_need_them_are_unavailable(identifier: str):
    page = read_page(samples()[0].path)

    extraction = runner.run(page, identifier)

    is_missing = bool({"layout", "site"} & EXTRACTORS[identifier].needs)
    expected = Status.UNAVAILABLE if is_missing else Status.OK
    assert extraction.status is expected
    assert extraction.status is Status.OK or extraction.message


def test_pipelines_accept_every_step_by_itself():
    custom: Extractor[Any] = EXTRACTORS["boilerpipe.custom"]
    (field,) = (knob for knob in knobs(custom.settings_class) if knob.kind == "pipeline")
    assert field.catalogue is not None

    for kind in field.catalogue().values():
        steps = (PipelineStep(kind.name, kind.settings_class()),)
        settings = custom.default_settings().replace(**{field.name: steps})
        extraction = runner.run(pages()[0], custom.id, settings)
        assert extraction.status in {Status.OK, Status.EMPTY}, (kind.name, extraction.message)
        assert_sound(pages()[0], extraction)


@every_algorithm
def test_every_score_of_a_result_has_a_label_and_a_meaning(identifier: str):
    declared = [score.name for score in EXTRACTORS[identifier].scores]

    reported = {name for extraction in _results(identifier).values() for name in extraction.scores}

    assert reported == set(declared)
    assert len(set(declared)) == len(declared)
    assert all(score.label and score.meaning for score in EXTRACTORS[identifier].scores)
