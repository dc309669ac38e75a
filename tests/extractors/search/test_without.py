"""Panes without one rule: by a setting at its limit, or without the step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.scoring.loss_addresses import NOT_TRACED, Address, decisions
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.search.variants import NOW, VariantRun
from boilerscope.extractors.search.without import without
from tests.helpers.material import SAMPLES

if TYPE_CHECKING:
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.sources.corpus import Corpus

ARTICLE = "boilerpipe.article"


def _pane(identifier: str = ARTICLE) -> Pane:
    return Pane(identifier, identifier, registry.extractor(identifier).default_settings())


def _address(code: str, *tests: tuple[str, str], step: int = 2, **facts: bool) -> Address:
    """Return the address of a rule of F3 or F8 such as ``R4``."""
    order = step * 1_000_000 + int(code[1:]) + 1
    kept = facts.get("is_kept", False)
    changes = facts.get("changes", False)
    return Address("F3", "", code, is_kept=kept, tests=tests, changes=changes, order=order)


R0 = _address("R0", ("max_link_density", ">"))
R1 = _address("R1", ("nw_cur", ">"), ("max_prev_link_density", "<="), is_kept=True, changes=True)
R4 = _address("R4", ("nw_cur", "<="), ("max_prev_link_density", "<="))
RULES = (R0, R1, R4, NOT_TRACED)


def test_a_rule_is_off_with_its_setting_at_the_limit():
    way = without(_pane(), [R0], RULES)

    assert way is not None
    assert (way.setting, way.value) == ("max_link_density", 1.0)
    assert way.pane.settings == _pane().settings.replace(max_link_density=1.0)
    assert way.explain() == "max_link_density 1"


def test_a_rule_may_leave_its_blocks_to_a_later_rule_that_compares_the_other_way():
    way = without(_pane(), [R1], RULES)

    assert way is not None
    assert (way.setting, way.value) == ("nw_cur", 200)


def test_the_rule_for_all_other_blocks_cannot_be_off_alone():
    assert without(_pane(), [R4], RULES) is None


def test_words_that_are_not_traced_have_no_rule_to_be_off():
    assert without(_pane(), [NOT_TRACED], RULES) is None


def test_a_setting_at_its_limit_already_changes_nothing():
    pane = _pane()
    pane = Pane(pane.name, pane.extractor, pane.settings.replace(max_link_density=1.0))

    assert without(pane, [R0], RULES) is None


def test_a_step_that_changes_blocks_in_one_way_is_left_out():
    drops = _address("R2", step=7, changes=True)
    keeps = _address("R1", step=7, is_kept=True)

    way = without(_pane(), [drops], (drops, keeps))

    assert way is not None
    assert way.pane.extractor == "boilerpipe.custom"
    assert len(way.pane.settings.pipeline) == 8  # type: ignore[attr-defined]  # of CustomSettings
    assert without(_pane(), [keeps], (drops, keeps)) is None


def test_a_step_that_also_changes_blocks_in_another_way_stays():
    drops = _address("R2", step=7, changes=True)
    keeps = _address("R1", step=7, is_kept=True, changes=True)

    assert without(_pane(), [drops], (drops, keeps)) is None


def test_a_method_without_separable_steps_leaves_none_out():
    drops = _address("R2", step=0, changes=True)

    assert without(_pane("bte"), [drops], (drops,)) is None


@pytest.mark.parametrize("number", range(9))
def test_a_pipeline_without_a_step_decides_as_the_pipeline_up_to_there(number: int):
    page = read_page(SAMPLES / "news-en" / "old-bridge-new-current.html")
    settings = registry.extractor(ARTICLE).default_settings()
    left = registry.extractor(ARTICLE).without_step(settings, number)
    assert left is not None

    shorter = runner.run(page, left.extractor, left.settings)
    whole = runner.run(page, ARTICLE, settings)

    assert len(shorter.steps) == 8
    codes = [step.code for step in whole.steps]
    assert [step.code for step in shorter.steps] == codes[:number] + codes[number + 1 :]
    for before, after in zip(whole.steps[:number], shorter.steps, strict=False):
        assert before.content.tolist() == after.content.tolist()


def test_rules_of_a_real_page_name_their_tests():
    page = Page.from_text("<p>one two three<p>menu", name="page")
    decided = decisions(runner.run(page, "boilerpipe.num_words_rules"))

    [rule] = decided.addresses
    assert ("nw_cur", "<=") in rule.tests


@pytest.mark.usefixtures("toys")
def test_a_variant_is_compared_on_the_pages_that_both_answered(corpus: Corpus, store: ResultStore):
    toy = _pane("toy")
    variants = {
        "same": toy,
        "none": Pane("none", "toy", toy.settings.replace(min_words=100)),
        "broken": _pane("raising"),
    }
    run = VariantRun(corpus.pages, toy, variants, RunOptions(ScoreOptions(losses=True)), store)
    assert len(list(run.results())) == run.n_pages == 5

    everything = np.ones(len(corpus.pages), dtype=np.bool_)
    same, none, broken = (run.comparison(name, everything) for name in variants)
    assert (same.difference.value, same.is_clear) == (0.0, False)
    assert same.mean.n_pages == 4
    assert none.mean.value == 0.0
    assert none.difference.value < 0
    assert np.isnan(broken.difference.value)
    assert run.comparison(NOW, everything).mean == same.mean
    assert run.losses[NOW].has_page.sum() == 4
