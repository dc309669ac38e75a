"""The router: expected F1 of results without gold, and the member that each page gets."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
from boilerscope.extractors.algorithms.router.expected import (
    PageFigures,
    expected_f1,
    figures_of,
    mask_f1,
    page_figures,
)
from boilerscope.extractors.algorithms.router.extractor import ROUTER, Member, _chosen, explanation
from boilerscope.extractors.algorithms.router.settings import RouterSettings
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.candidates import CandidateState
from boilerscope.extractors.model.expected import FIGURES, ExpectedF1
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.page import Page
from tests.helpers.extractions import assert_sound
from tests.helpers.material import CorpusPage, every_corpus_page

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page.records import BoolArray

STORY = "".join(
    f"<p>On day {day} the council met, and after a long talk it agreed on a plan for the lake.</p>"
    for day in range(8)
)
MENU = "".join(f'<li><a href="/{n}">Section {n}</a></li>' for n in range(20))
NEWS = f"<title>The lake</title><body><ul>{MENU}</ul><article><h1>The lake</h1>{STORY}</article>"


def page() -> Page:
    return Page.from_text(NEWS, name="page")


def route(settings: RouterSettings) -> Extraction:
    extraction = runner.run(page(), "router", settings)
    assert_sound(page(), extraction)
    return extraction


def mask(text: str) -> BoolArray:
    return np.array([letter == "x" for letter in text], dtype=np.bool_)


def test_f1_of_masks_counts_the_tokens_that_both_keep():
    assert mask_f1(mask("xx.."), mask(".xx.")) == 0.5
    assert mask_f1(mask("...."), mask("....")) == 1
    assert mask_f1(mask("xx.."), mask("....")) == 0


def test_figures_are_log_odds_of_agreement_and_of_the_probabilities():
    shared = dict.fromkeys(("doubt", "body_share", "body_kept", "links", "blocks"), 0.5)
    figures = PageFigures(np.array([0.5, 0.5, 0.5, 0.5]), mask("...."), shared)

    measured = figures_of(figures, mask("xx.."), [mask(".xx."), mask("xx..")])

    assert list(measured) == list(FIGURES)
    assert measured["likely_f"] == pytest.approx(0)  # 2 * 1 / (2 + 2)
    assert measured["agreement"] == pytest.approx(np.log(3))  # mean of 0.5 and 1
    assert measured["best_agreement"] == pytest.approx(np.log(99))  # 1 counts as 0.99
    assert measured["kept_words"] == pytest.approx(np.log(3))


def test_the_article_is_expected_to_be_better_than_the_menu_and_the_whole_page():
    learned = runner.run(page(), "learned")
    shared, of_article = page_figures(page(), learned), learned.mask
    everything = np.ones(page().n_tokens, dtype=np.bool_)

    article, menu, whole, nothing = (
        expected_f1(shared, kept, [of_article, everything])
        for kept in (of_article, ~of_article, everything, ~everything)
    )

    assert article.value > 0.9
    assert article.value > whole.value > menu.value > nothing.value == 0
    sizes = [abs(value) for _, value in article.terms]
    assert sizes == sorted(sizes, reverse=True)
    assert {name for name, _ in article.terms} == set(FIGURES)


def test_the_result_is_that_of_the_member_with_the_greatest_expected_f1():
    members = (("boilerpipe.keep_everything",), ("learned",))

    extraction = route(RouterSettings(members=members))

    learned = runner.run(page(), "learned")
    assert extraction.own_text == learned.own_text
    assert extraction.mask.tolist() == learned.mask.tolist()
    columns = extraction.column_values()
    expected = {name: columns[f"expected_{name}"][0] for (name,) in members}
    assert expected["learned"] == extraction.scores["expected_f1"]
    gain = expected["learned"] - expected["boilerpipe.keep_everything"]
    assert extraction.scores["gain"] == pytest.approx(gain)


@pytest.mark.parametrize("members", [(("learned",), ("qd",)), (("qd",), ("learned",))])
def test_a_text_from_metadata_is_a_result_although_no_word_of_the_page_is_kept(
    members: tuple[tuple[str, ...], ...],
):
    article = json.dumps({"@type": "Article", "articleBody": "The whole story. " * 20})
    closed = Page.from_text(
        f'<script type="application/ld+json">{article}</script><body></body>',
        name="closed",
    )
    learned = runner.run(closed, "learned")
    assert not learned.mask.any()
    assert not runner.run(closed, "qd").mask.any()

    routed = runner.run(closed, "router", RouterSettings(members=members))

    assert routed.status is Status.OK
    assert routed.own_text == learned.own_text
    assert routed.scores["expected_f1"] == 0


def test_the_step_says_whom_the_router_chose_and_why():
    extraction = route(RouterSettings())

    sentence = explain_decision(extraction, len(extraction.blocks) - 1)

    assert extraction.steps[0].title.startswith("Take the result of one member")
    assert "expected F1:" in sentence
    assert "is chosen:" in sentence
    for (name,) in RouterSettings().members:
        assert name in sentence


def test_the_favourite_is_left_only_for_more_than_the_margin():
    members = (("boilerpipe.keep_everything",), ("learned",))

    extraction = route(RouterSettings(members=members, margin=1.0))

    everything = runner.run(page(), "boilerpipe.keep_everything")
    assert extraction.mask.tolist() == everything.mask.tolist()
    assert extraction.scores["gain"] < 0


@pytest.mark.parametrize("switch", ["agreement", "likely"])
def test_a_group_of_figures_can_be_left_out(switch: str):
    extraction = route(RouterSettings().replace(**{switch: False}))

    assert extraction.status is Status.OK
    assert extraction.scores["expected_f1"] != route(RouterSettings()).scores["expected_f1"]


def test_a_member_without_a_result_is_named_and_left_out():
    extraction = route(RouterSettings(members=(("vips",), ("learned",))))

    assert extraction.status is Status.OK
    assert any(warning.startswith("vips has no result") for warning in extraction.warnings)


def test_without_any_result_the_router_has_none():
    empty = Page.from_text("<body></body>", name="empty")

    nothing_kept = runner.run(empty, "router")
    no_member = runner.run(page(), "router", RouterSettings(members=(("vips",),)))

    assert (nothing_kept.status, no_member.status) == (Status.EMPTY, Status.UNAVAILABLE)


def test_a_member_can_have_the_settings_of_a_preset():
    routed = route(RouterSettings(members=(("learned: precision",),)))

    precise = runner.run(page(), "learned", LearnedSettings(beta=0.5))
    assert routed.mask.tolist() == precise.mask.tolist()
    assert [candidate.name for candidate in routed.candidates] == ["learned: precision"]


def test_a_preset_that_does_not_exist_is_named_with_those_that_do():
    with pytest.raises(SettingsError, match=r"learned has no preset 'tree'; it has .*full trees"):
        RouterSettings(members=(("learned: tree",),))
    with pytest.raises(SettingsError, match=r"'learnd'.*'learned'"):
        RouterSettings(members=(("learnd: full trees",),))


def test_the_favourite_stays_if_another_keeps_words_outside_the_body():
    story = page()
    learned = runner.run(story, "learned")
    figures = page_figures(story, learned)
    everything = np.ones(story.n_tokens, dtype=np.bool_)
    assert figures.outside(learned.mask) == 0
    assert figures.outside(everything) > 0.1
    expected = ExpectedF1(0.8, ()), ExpectedF1(0.9, ())
    members = [
        Member(name, learned, value, figures.outside(mask))
        for name, value, mask in zip(("a", "b"), expected, (learned.mask, everything), strict=True)
    ]

    free, bound = (_chosen(members, RouterSettings(max_outside=share)) for share in (1.0, 0.01))

    assert (free.name, bound.name) == ("b", "a")
    why = explanation(members, bound, 0.01)
    assert "b is not taken: " in why
    assert "of its words are outside the body of the page; a is chosen" in why


def test_on_a_page_of_many_records_the_favourite_stays():
    records = "".join(f"<p><a href='/{n}'>Offer {n}</a></p><div>Item {n}</div>" for n in range(60))
    listing = Page.from_text(f"<body>{records}</body>", name="listing")

    learned = runner.run(listing, "learned")
    figures = page_figures(listing, learned)
    assert figures.is_outside.all()
    expected = ExpectedF1(0.8, ()), ExpectedF1(0.9, ())
    members = [
        Member(name, learned, value, figures.outside(np.ones(listing.n_tokens, dtype=np.bool_)))
        for name, value in zip(("a", "b"), expected, strict=True)
    ]

    free, bound = (_chosen(members, RouterSettings(max_outside=share)) for share in (1.0, 0.01))

    assert (free.name, bound.name) == ("b", "a")
    assert "b is not taken: none of its words are in a body" in explanation(members, bound, 0.01)


def test_the_judge_is_learned_whatever_the_members_are():
    story = page()
    learned = runner.run(story, "learned")

    judged = page_figures(story, learned).probability

    block = learned.blocks.run_start
    assert judged[block].tolist() == learned.column_values()["probability"].tolist()
    names = [need.extractor for need in ROUTER.inputs(RouterSettings(members=(("bte",),)))]
    assert names == ["bte", "learned"]


@pytest.mark.parametrize("members", [(), (("bte",), ("bte",))])
def test_members_are_at_least_one_and_named_once(members: tuple[tuple[str, ...], ...]):
    with pytest.raises(SettingsError, match="members"):
        RouterSettings(members=members)


def test_a_router_can_be_a_member_of_another():
    extraction = runner.run(page(), "router", RouterSettings(members=(("router",),)))

    assert extraction.mask.tolist() == runner.run(page(), "router").mask.tolist()


@pytest.mark.parametrize("corpus_page", every_corpus_page(41))
def test_real_pages_are_sound(corpus_page: CorpusPage):
    real = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    extraction = runner.run(real, "router")

    assert_sound(real, extraction)
    assert 0 <= extraction.scores.get("expected_f1", 0.0) <= 1


def test_members_are_candidates_the_most_promising_first():
    routed = route(
        RouterSettings(members=(("boilerpipe.keep_everything",), ("learned",), ("vips",)))
    )

    names = [(candidate.name, candidate.state) for candidate in routed.candidates]
    used, rejected, not_run = routed.candidates

    assert names == [
        ("learned", CandidateState.USED),
        ("boilerpipe.keep_everything", CandidateState.REJECTED),
        ("vips", CandidateState.NOT_RUN),
    ]
    assert used.score == routed.scores["expected_f1"] > rejected.score
    assert used.n_tokens == routed.mask.sum()
    assert rejected.decision.startswith("expected F1 0.")
    assert rejected.decision.endswith("of learned")
    assert not_run.decision == "no result on this page"


def test_a_favourite_within_the_margin_stays_although_another_is_more_promising():
    members = (("boilerpipe.keep_everything",), ("learned",))
    routed = route(RouterSettings(members=members, margin=1.0))

    best, used = routed.candidates

    assert (best.name, best.state) == ("learned", CandidateState.REJECTED)
    assert best.decision.endswith("within the margin of boilerpipe.keep_everything")
    assert used.state is CandidateState.USED
