"""Settings that differ, and the words that each changes alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.setting_differences import (
    only_together,
    setting_differences,
    single_changes,
)
from boilerscope.resources.loader import samples

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page

ARTICLE = "boilerpipe.article"


@pytest.fixture(scope="module")
def page() -> Page:
    """Return a sample page."""
    return read_page(samples()[0].path)


def article(**values: object) -> Settings:
    """Return settings of the article extractor."""
    settings: Settings = registry.extractor(ARTICLE).default_settings().replace(**values)
    return settings


def test_the_settings_that_differ_are_listed_with_both_values_in_their_order():
    differences = setting_differences(article(), article(nw_cur=3, max_link_density=0.6))

    assert [(each.knob.name, each.second) for each in differences] == [
        ("max_link_density", 0.6),
        ("nw_cur", 3),
    ]
    assert setting_differences(article(), article()) == ()


def test_settings_of_different_extractors_are_refused():
    with pytest.raises(SettingsError, match="different extractors"):
        setting_differences(article(), registry.extractor("crunch").default_settings())


def test_each_change_is_that_of_a_run_with_only_this_value(page: Page):
    def run(settings: Settings) -> Extraction:
        return runner.run(page, ARTICLE, settings)

    base, second = run(article()), article(max_link_density=0.9, nw_cur=3, fulltext_density=2.0)
    changes = list(single_changes(run, base, second))

    names = [each.knob.name for each in setting_differences(article(), second)]
    assert [change.field for change in changes] == [*names, ""]
    for change in changes:
        values = {name: getattr(second, name) for name in names}
        alone = values if not change.field else {change.field: values[change.field]}
        mask = run(article(**alone)).mask
        assert (change.gained, change.lost) == (
            int((mask & ~base.mask).sum()),
            int((base.mask & ~mask).sum()),
        )
    assert any(change.gained for change in changes)
    changed = changes[-1].mask != base.mask
    alone_changed = np.any([change.mask != base.mask for change in changes[:-1]], axis=0)
    assert only_together(base.mask, changes) == int((changed & ~alone_changed).sum())


def test_without_an_effect_it_is_not_said_how_many_words_need_several_settings(page: Page):
    base = runner.run(page, ARTICLE, article())
    assert only_together(base.mask, []) is None


def test_a_cancelled_search_runs_nothing_more(page: Page):
    base = runner.run(page, ARTICLE, article())

    def run(_settings: Settings) -> Extraction:
        raise AssertionError("it ran")

    assert list(single_changes(run, base, article(nw_cur=3), cancelled=lambda: True)) == []
