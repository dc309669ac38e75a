"""States with other values of a threshold are those of a run, wherever an extractor declares it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.restated import restated
from boilerscope.extractors.model.value_range import STEPS
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.scoring.threshold_words import threshold_values, word_states
from boilerscope.resources.loader import samples
from tests.helpers.extractions import variants
from tests.helpers.made_site import article, at_site

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import IntArray

DECLARED = [
    (entry.id, setting)
    for entry in registry.entries()
    if entry.extractor is not None
    for setting in sorted(entry.extractor.thresholds)
]


@cache
def pages() -> tuple[Page, ...]:
    return tuple(read_page(sample.path) for sample in samples())


def _run(page: Page, identifier: str, settings: Settings | None = None) -> Extraction:
    return runner.run(page, identifier, settings)


def _states(extraction: Extraction) -> dict[str, IntArray]:
    return word_states(extraction, registry.extractor(extraction.extractor))


def test_some_extractors_declare_thresholds():
    assert ("learned", "cut") in DECLARED
    assert ("boilerpipe.num_words_rules", "max_link_density") in DECLARED


@pytest.mark.parametrize(("identifier", "setting"), DECLARED)
def test_states_are_those_of_a_run(identifier: str, setting: str):
    extractor = registry.extractor(identifier)
    values = threshold_values(extractor, setting)
    n_compared = 0
    for page in pages():
        extraction = _run(page, identifier)
        bits = _states(extraction)[setting]
        for number in range(0, len(values), 5):
            settings = extraction.settings.replace(**{setting: values[number]})
            with_value = _run(page, identifier, settings)

            assert np.array_equal((bits >> number) & 1, with_value.mask), (page.name, number)
            n_compared += 1
    assert n_compared


@pytest.mark.parametrize("identifier", sorted({identifier for identifier, _ in DECLARED}))
def test_states_hold_with_every_other_choice(identifier: str):
    extractor = registry.extractor(identifier)
    for settings in variants(extractor):
        extraction = _run(pages()[0], identifier, settings)
        for setting, bits in _states(extraction).items():
            number = len(threshold_values(extractor, setting)) // 2
            value = threshold_values(extractor, setting)[number]
            try:
                changed = settings.replace(**{setting: value})
            except SettingsError:
                continue
            with_value = _run(pages()[0], identifier, changed)

            assert np.array_equal((bits >> number) & 1, with_value.mask), (settings, setting)


def test_a_later_step_leaves_no_states():
    page = at_site(article(1), [article(number) for number in range(2, 8)])
    settings: Any = registry.extractor("learned").default_settings()

    assert _states(_run(page, "learned"))
    extraction = _run(page, "learned", settings.replace(minus_template=True))
    assert extraction.steps[-1].code == "MT"
    assert restated(extraction, "cut", [0.5]) is None
    assert not _states(extraction)


def test_a_contradicted_value_keeps_nothing():
    extraction = _run(pages()[0], "learned")

    assert restated(extraction, "cut", [7.0, 0.0]).any(axis=1).tolist() == [False, True]  # type: ignore[union-attr]  # it has states


def test_states_fit_in_32_bits():
    assert STEPS < 32
