"""Minus template as the last step of any extractor."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.extraction import Status, TemplateUse
from boilerscope.extractors.model.minus_template import template_note
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.model.shared_settings import ExtractorSettings, OtherPages
from boilerscope.extractors.page import Page
from boilerscope.extractors.scoring.loss_addresses import decisions
from tests.helpers.made_site import APPEAL, BODY, article, at_site, markup

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page.records import BoolArray

EVERYTHING = "boilerpipe.keep_everything"
EXTRACTORS = ["learned", "boilerpipe.article", "bte", "link_ratio", "trafilatura", "resiliparse"]


def _run(page: Page, identifier: str = EVERYTHING, **changes: object) -> Extraction:
    settings = registry.extractor(identifier).default_settings()
    return runner.run(page, identifier, settings.replace(minus_template=True, **changes))


def _site(n_others: int = 5, n_appeals: int = 5) -> Page:
    others = [article(n, has_appeal=n <= n_appeals) for n in range(1, n_others + 1)]
    return at_site(article(0), others)


def _is_unchanged(page: Page, result: Extraction) -> bool:
    return np.array_equal(result.mask, runner.run(page, EVERYTHING).mask)


def _texts(page: Page, mask: BoolArray) -> str:
    return " ".join(page.token_text(token) for token in mask.nonzero()[0].tolist())


def test_template_is_dropped_and_the_article_is_kept():
    page = _site()

    result = _run(page)

    assert result.status is Status.OK
    assert APPEAL.rstrip(".") not in _texts(page, result.mask)
    assert BODY[1].format(n=0).split(",", maxsplit=1)[0] in result.own_text
    assert "nine people" not in result.own_text
    assert result.used["site"] == "test"


@pytest.mark.parametrize("identifier", EXTRACTORS)
def test_the_step_only_drops_and_every_dropped_word_has_its_rule(identifier: str):
    page = _site()
    before = runner.run(page, identifier)

    after = _run(page, identifier, template_guard=0.9)
    addresses = decisions(after)

    assert not (after.mask & ~before.mask).any()
    gone = before.mask & ~after.mask
    assert gone.any()
    rules = {addresses.addresses[n].rule for n in addresses.number[gone].tolist()}
    assert rules == {"MT1"}
    assert after.steps[-1].code == "MT"
    assert np.array_equal(after.steps[-1].content, after.content)


@pytest.mark.parametrize("identifier", EXTRACTORS)
def test_earlier_steps_and_masks_stay_as_they_are(identifier: str):
    page = _site()
    before, after = runner.run(page, identifier), _run(page, identifier)

    for number in range(len(before.steps)):
        assert np.array_equal(
            before.blocks.mask(before.steps[number].content, page.n_tokens),
            after.blocks.mask(after.steps[number].content, page.n_tokens),
        )


def test_the_sentence_counts_the_other_pages():
    page = _site(n_appeals=3)
    result = _run(page)
    token = page.text.index("nine people")
    block = int(result.block_of_token[page.tokens.start.searchsorted(token)])

    assert explain_decision(result, block) == (
        "MT1: on other pages 0.6 >= 0.3, word for word on 3 of 5 other pages of this site"
    )


def test_a_block_that_is_template_in_part_is_divided():
    page = _site()
    result = _run(page, "largest_body")
    plain = runner.run(page, "largest_body")

    assert len(result.blocks) > len(plain.blocks)
    assert all(len(step.rule) == len(result.blocks) for step in result.steps)
    assert all(len(column.values) == len(result.blocks) for column in result.columns)


@pytest.mark.parametrize(("n_others", "needed"), [(0, 4), (3, 4), (3, 2)])
def test_with_too_few_other_pages_everything_is_kept_and_it_says_so(n_others: int, needed: int):
    page = _site(n_others)

    result = _run(page, template_min_pages=needed)

    is_used = n_others >= needed
    assert _is_unchanged(page, result) != is_used
    pages = "0 other pages" if not n_others else "3 other pages"
    message = f"{pages} of this site; minus template needs {needed}."
    assert (message in result.warnings) != is_used


def test_a_page_that_was_listed_without_its_site_is_kept_whole():
    page = article(0)
    result = _run(page)

    assert _is_unchanged(page, result)
    assert result.warnings == ("0 other pages of this site; minus template needs 4.",)


def test_the_guard_keeps_everything_if_too_much_would_be_dropped():
    page = _site()

    result = _run(page, template_guard=0.1)

    assert _is_unchanged(page, result)
    assert "Minus template is not used" in result.warnings[0]
    assert explain_step(result, result.steps[-1], 1).startswith("MT5: would drop 0.")


@pytest.mark.parametrize(
    ("n_others", "changes", "use"),
    [
        (5, {}, TemplateUse.JUDGED),
        (3, {}, TemplateUse.FEW),
        (5, {"template_guard": 0.1}, TemplateUse.GUARD),
    ],
)
def test_a_result_says_what_the_step_did(n_others: int, changes: dict[str, Any], use: TemplateUse):
    result = _run(_site(n_others), **changes)

    assert result.template is use
    assert bool(template_note(result)) == (use is not TemplateUse.JUDGED)
    assert runner.run(_site(n_others), EVERYTHING).template is None


def test_a_result_that_kept_nothing_says_so():
    page = at_site(Page.from_text("<p></p>", name="empty"), [article(n) for n in range(5)])

    result = _run(page)

    assert result.status is Status.EMPTY
    assert result.template is TemplateUse.NOTHING


_RUNNING = "These twelve words of running text are on every page of the site."


def _made(name: str, *segments: str) -> Page:
    return Page.from_text("".join(f"<p>{segment}</p>" for segment in segments), name=name)


def test_a_page_that_is_template_alone_is_never_emptied():
    menus = ["Home Energy Harbour Culture", "About Contact Imprint Jobs"]
    others = [_made(f"q{n}", menus[n % 2], f"And words of page {n}") for n in range(6)]

    page = at_site(_made("p", *menus), others)
    result = _run(page, template_guard=1.0)

    assert _is_unchanged(page, result)
    assert result.template is TemplateUse.GUARD


def test_the_running_text_of_a_page_is_never_dropped_as_a_whole():
    others = [_made(f"q{n}", _RUNNING, f"And so many words of page {n}") for n in range(5)]

    page = at_site(_made("p", _RUNNING, "And two words more, never seen elsewhere"), others)
    result = _run(page, template_guard=1.0)

    assert _is_unchanged(page, result)
    assert result.template is TemplateUse.BODY


def test_the_title_is_kept_although_other_pages_link_to_it():
    link = "<ul><li>Bridge 0 has a current</ul>"
    others = [
        Page.from_text(markup(n).replace("</nav>", f"</nav>{link}"), name=f"p{n}")
        for n in range(1, 6)
    ]
    page = at_site(article(0), others)

    result = _run(page)

    assert "Bridge 0 has a current" in result.own_text


def test_the_scope_limits_the_pages_that_count():
    page = _site(8)

    section = _run(page, template_pages=OtherPages.SECTION, template_min_pages=2)
    layout = _run(page, template_pages=OtherPages.LAYOUT)

    token = page.tokens.start.searchsorted(page.text.index("nine people"))
    assert explain_decision(section, int(section.block_of_token[token])).endswith(
        "on 2 of 4 other pages of this site"
    )
    assert explain_decision(layout, int(layout.block_of_token[token])).endswith(
        "on 5 of 8 other pages of this site"
    )


def test_the_curve_counts_the_kept_words_that_each_threshold_drops():
    result = _run(_site())

    [curve] = [curve for curve in result.curves if curve.name == "words_by_share"]
    assert curve.x.tolist() == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])
    assert curve.threshold == pytest.approx(0.3)
    assert curve.y[0] >= curve.y[-1] > 0


def test_results_and_pages_travel_with_their_site():
    page = _site()
    result = _run(page)

    again = pickle.loads(pickle.dumps(page))  # noqa: S301 - our own bytes
    copied = pickle.loads(pickle.dumps(result))  # noqa: S301 - our own bytes

    assert np.array_equal(_run(again).mask, result.mask)
    assert copied.steps[-1].code == "MT"


def test_every_extractor_has_the_step():
    without = [
        entry.id
        for entry in registry.entries()
        if entry.extractor is not None
        if not issubclass(entry.extractor.settings_class, ExtractorSettings)
    ]

    assert without == []
