"""What holds for every extractor that is registered, whoever wrote it."""

from __future__ import annotations

import gc
import math
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import tomli_w

from extractors import registry, runner
from extractors.errors import SettingsError
from extractors.model.extraction import Extraction, Status
from extractors.model.sentence import deciding_step, deciding_steps
from extractors.model.settings import (
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
from extractors.page import Page
from extractors.page.files import read_page
from resources.loader import samples
from tests.helpers.extractions import assert_same, assert_sound
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractors.model.extractor import Extractor

EXTRACTORS = {
    entry.id: entry.extractor for entry in registry.entries() if entry.extractor is not None
}
every_extractor = pytest.mark.parametrize("identifier", EXTRACTORS)
every_algorithm = pytest.mark.parametrize("identifier", registry.algorithms())
"""Without libraries, whose results tests/extractors/peers tests."""


@cache
def pages() -> tuple[Page, ...]:
    """Return the carried pages, with boxes."""
    return tuple(_boxed(read_page(sample.path)) for sample in samples())


def _boxed(page: Page) -> Page:
    return page.with_layout(flow_layout(page))


def _settings_classes(identifier: str) -> Iterator[type[Settings]]:
    """Yield the settings of an extractor and those of the steps its pipelines may have."""
    found = EXTRACTORS[identifier].settings_class
    yield found
    for knob in knobs(found):
        if knob.catalogue is not None:
            yield from (kind.settings_class for kind in knob.catalogue().values())


def _variants(identifier: str) -> list[Settings]:
    """Return the defaults, every preset, and every choice and switch changed alone."""
    extractor = EXTRACTORS[identifier]
    default = extractor.default_settings()
    found = [default, *(extractor.preset_settings(preset) for preset in extractor.presets)]
    for knob in knobs(type(default)):
        values: list[object] = [choice for choice in knob.choices if choice is not knob.default]
        if knob.kind == "bool":
            values = [not getattr(default.resolve(), knob.name)]
        found += [
            default.replace(**{knob.name: value})
            for value in values
            if _is_valid(default, knob, value)
        ]
    return found


def _is_valid(default: Settings, knob: Knob, value: object) -> bool:
    """Return whether a value contradicts no other default."""
    try:
        default.replace(**{knob.name: value})
    except SettingsError:
        return False
    return True


# -- declarations --------------------------------------------------------------------------------


@every_algorithm
def test_a_result_has_a_tree_where_the_extractor_declares_one(identifier: str):
    made = runner.run(pages()[0], identifier)

    assert (made.tree is not None) == EXTRACTORS[identifier].makes_tree


@every_extractor
def test_it_says_what_it_is(identifier: str):
    extractor = EXTRACTORS[identifier]

    assert extractor.name.strip()
    assert extractor.summary.endswith(".")
    assert extractor.help.strip()
    assert extractor.reference.strip()
    assert len({preset.name for preset in extractor.presets}) == len(extractor.presets)


@every_extractor
def test_every_setting_is_declared_in_plain_words_and_a_sane_range(identifier: str):
    for settings_class in _settings_classes(identifier):
        for knob in knobs(settings_class):
            where = f"{settings_class.__name__}.{knob.name}"
            assert knob.label.strip(), where
            assert knob.help.endswith("."), where
            assert "_" not in knob.name or knob.name not in knob.help, where
            assert knob.group.strip(), where
            assert isinstance(knob.source, Source), where
            assert knob.name != "step", where
            _check_range(knob, where)


def _check_range(knob: Knob, where: str) -> None:
    if knob.kind in {"int", "float"}:
        assert knob.low is not None, where
        assert knob.high is not None, where
        assert knob.low < knob.high, where
        assert knob.step is None or 0 < knob.step <= knob.high - knob.low, where
        if isinstance(knob.default, int | float):
            assert knob.low <= knob.default <= knob.high, where
    else:
        assert (knob.low, knob.high, knob.step) == (None, None, None), where
    if knob.kind == "choice":
        assert len(knob.choices) > 1, where
        assert set(knob.choice_labels) <= {str(choice.value) for choice in knob.choices}, where
    assert (knob.kind == "pipeline") == (knob.catalogue is not None), where


@every_extractor
def test_an_automatic_setting_stands_for_something(identifier: str):
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
def _made(identifier: str) -> dict[tuple[int, Settings], Extraction]:
    """Return the results by page and settings: defaults on every page, variants on the first."""
    default, *variants = _variants(identifier)
    made = {(0, settings): runner.run(pages()[0], identifier, settings) for settings in variants}
    for number, page in enumerate(pages()):
        made[number, default] = runner.run(page, identifier, default)
    return made


@every_algorithm
def test_its_parts_fit_together_and_every_sentence_can_be_made(identifier: str):
    for (number, settings), made in _made(identifier).items():
        assert made.status in {Status.OK, Status.EMPTY}, (made.message, settings)
        assert_sound(pages()[number], made)
        assert np.array_equal(
            deciding_steps(made), [deciding_step(made, block) for block in range(len(made.blocks))]
        )


@every_algorithm
def test_its_columns_curves_and_trees_can_be_drawn(identifier: str):
    for made in _made(identifier).values():
        for column in made.columns:
            assert column.label.strip()
            assert column.meaning.endswith(".")
            assert column.values.dtype.kind in "fiu"
        assert len({column.name for column in made.columns}) == len(made.columns)
        for curve in made.curves:
            assert len(curve.x) == len(curve.y)
            assert curve.block is None or len(curve.block) == len(curve.x)
            assert curve.x_label.strip()
            assert curve.y_label.strip()
            if curve.threshold_field:
                find_knob(type(made.settings), curve.threshold_field)
                assert math.isfinite(curve.threshold)
        if made.tree is not None:
            assert (made.tree.parent < np.arange(len(made.tree.parent))).all()
            assert len(made.tree.parent) == len(made.tree.block) == len(made.tree.label)
        assert made.marks is None or len(made.marks) > 0


@every_algorithm
def test_a_setting_that_bounds_a_quantity_names_one_that_is_measured(identifier: str):
    measured = {column.name for made in _made(identifier).values() for column in made.columns} | {
        name for made in _made(identifier).values() for step in made.steps for name in step.columns
    }

    for knob in knobs(EXTRACTORS[identifier].settings_class):
        assert not knob.bounds or knob.bounds in measured, knob.name


@every_algorithm
def test_the_same_page_twice_gives_the_same(identifier: str):
    again = _boxed(read_page(samples()[0].path))

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
def test_an_odd_page_is_no_fault(identifier: str, name: str):
    page = _boxed(Page.from_text(ODD[name], name=name))

    made = runner.run(page, identifier)

    assert made.status in {Status.OK, Status.EMPTY}, made.message
    assert made.own_text if made.status is Status.OK else made.message


@every_algorithm
def test_a_page_that_nobody_holds_is_gone_without_the_collector(identifier: str):
    assert _left_to_the_collector([identifier]) == 0


def test_what_extractors_share_is_gone_without_the_collector():
    assert _left_to_the_collector(sorted(registry.algorithms())) == 0


def _left_to_the_collector(identifiers: list[str]) -> int:
    """Return how many objects hold each other in a circle after runs on a page, all of it read."""

    def run() -> None:
        page = _boxed(read_page(samples()[0].path))
        known: runner.Known = {}
        for identifier in identifiers:
            made = runner.run(page, identifier, None, known)
            tuple(made.own_text), made.columns, made.curves, made.tree
            tuple(step.rule for step in made.steps)

    run()  # what is kept for good is there after a first run
    gc.collect()
    gc.disable()
    try:
        run()
        return gc.collect()
    finally:
        gc.enable()


@every_algorithm
def test_a_page_without_boxes_is_a_fault_for_those_that_need_them_alone(identifier: str):
    page = read_page(samples()[0].path)

    made = runner.run(page, identifier)

    wanted = Status.UNAVAILABLE if "layout" in EXTRACTORS[identifier].needs else Status.OK
    assert made.status is wanted
    assert made.status is Status.OK or made.message


def test_pipelines_take_every_step_alone():
    custom: Extractor[Any] = EXTRACTORS["boilerpipe.custom"]
    (field,) = (knob for knob in knobs(custom.settings_class) if knob.kind == "pipeline")
    assert field.catalogue is not None

    for kind in field.catalogue().values():
        steps = (PipelineStep(kind.name, kind.settings_class()),)
        settings = custom.default_settings().replace(**{field.name: steps})
        made = runner.run(pages()[0], custom.id, settings)
        assert made.status in {Status.OK, Status.EMPTY}, (kind.name, made.message)
        assert_sound(pages()[0], made)


@every_algorithm
def test_every_figure_of_a_result_has_a_name_for_people(identifier: str):
    declared = [score.name for score in EXTRACTORS[identifier].scores]

    carried = {name for made in _made(identifier).values() for name in made.scores}

    assert carried == set(declared)
    assert len(set(declared)) == len(declared)
    assert all(score.label and score.meaning for score in EXTRACTORS[identifier].scores)
