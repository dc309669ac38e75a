"""The learned extractor: cut, terms that add up, full trees, metadata, broken models."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.algorithms.learned import trees
from boilerscope.extractors.algorithms.learned.additive import AdditiveModel
from boilerscope.extractors.algorithms.learned.cut import (
    Reason,
    best_cut,
    body_of,
    even_cut,
    expected_f,
    log_odds_of,
    page_cut,
    probability_of,
)
from boilerscope.extractors.algorithms.learned.extractor import LEARNED
from boilerscope.extractors.algorithms.learned.model import FORMAT, load
from boilerscope.extractors.algorithms.learned.settings import CutRule, LearnedSettings, ModelKind
from boilerscope.extractors.features.matrix import matrix
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.model.settings import from_table
from boilerscope.extractors.page import Page
from boilerscope.extractors.runs.keys import reads_site
from boilerscope.extractors.what_if import what_if
from tests.helpers.extractions import assert_sound
from tests.helpers.made_site import APPEAL, article, at_site
from tests.helpers.material import CorpusPage, every_corpus_page

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.model.contributions import Contributions
    from boilerscope.extractors.page.records import FloatArray

STORY = "".join(
    f"<p>On day {day} the council met, and after a long talk it agreed on a plan for the lake.</p>"
    for day in range(8)
)
NEWS = (
    "<title>The lake</title><body><nav><ul><li><a href=/>Home</a></li><li><a href=/b>Sport</a></li>"
    f"</ul></nav><main><article><h1>The lake</h1>{STORY}</article></main>"
    '<footer><a href="/i">Imprint</a> <a href="/c">Contact</a></footer></body>'
)
EVERY_KIND = pytest.mark.parametrize("kind", list(ModelKind))


def extract(markup: str, **values: Any) -> Extraction:
    page = Page.from_text(markup, name="page")
    extraction = LEARNED.extract(page, LearnedSettings(**values), ())
    assert_sound(page, extraction)
    return extraction


@EVERY_KIND
def test_an_article_is_kept_and_its_frame_is_not(kind: ModelKind):
    text = extract(NEWS, kind=kind).own_text

    assert text.count("the council met") == 8
    assert "Sport" not in text
    assert "Imprint" not in text


@EVERY_KIND
def test_the_sum_of_contributions_is_the_log_odds(kind: ModelKind):
    extraction = extract(NEWS, kind=kind)
    log_odds = extraction.column_values()["log_odds"]
    contributions = extraction.contributions

    assert contributions is not None
    assert contributions.log_odds() == pytest.approx(log_odds, abs=1e-12)
    is_kept = contributions.log_odds() >= contributions.cut
    assert is_kept.tolist() == extraction.content.tolist()
    for block in range(len(extraction.blocks)):
        lines = contributions.lines(block)
        total = contributions.base[block] + sum(line.contribution for line in lines)
        assert total == pytest.approx(log_odds[block], abs=1e-12)
        sizes = [abs(line.contribution) for line in lines[:-1]]
        assert sizes == sorted(sizes, reverse=True)
        assert sum(line.n_terms for line in lines) == len(contributions.terms)
    assert contributions.cut == pytest.approx(log_odds_of(extraction.scores["cut"]))


def test_what_other_pages_of_the_site_have_too_is_a_term_of_its_blocks():
    alone, settings = article(0), LearnedSettings(site_weight=-2.0)
    page = at_site(alone, [article(n, has_appeal=n < 3) for n in range(1, 5)])

    with_site, without = (runner.run(p, "learned", settings) for p in (page, alone))

    assert_sound(page, with_site)
    share = with_site.column_values()["on_other_pages"]
    texts = [page.text[page.tokens.start[start] :] for start in with_site.blocks.run_start]
    assert share[next(n for n, text in enumerate(texts) if text.startswith(APPEAL[:20]))] == 0.5
    assert set(share.tolist()) == {0.0, 0.5, 1.0}
    change = with_site.column_values()["log_odds"] - without.column_values()["log_odds"]
    assert change == pytest.approx(-2 * share)
    assert with_site.contributions is not None
    assert with_site.contributions.terms[-1].features == ("on_other_pages",)
    assert with_site.used == {"site": "test"}


@pytest.mark.parametrize("n_others", [0, 1])
def test_the_term_of_the_site_is_missing_with_fewer_than_two_other_pages(n_others: int):
    page = at_site(article(0), [article(n + 1) for n in range(n_others)])
    settings = LearnedSettings(site_weight=-2.0)

    asked, plain = runner.run(page, "learned", settings), runner.run(page, "learned")

    assert "on_other_pages" not in asked.column_values()
    assert asked.column_values()["log_odds"].tolist() == plain.column_values()["log_odds"].tolist()
    assert reads_site("learned", settings)
    assert not reads_site("learned", LearnedSettings())


@EVERY_KIND
def test_a_flip_is_what_the_models_say_of_the_block_with_that_value(kind: ModelKind):
    extraction = extract(NEWS, kind=kind)
    contributions, measured = extraction.contributions, extraction.column_values()
    assert contributions is not None
    n_flips = 0
    for block in range(len(extraction.blocks)):
        row = {name: float(values[block]) for name, values in measured.items()}
        for flip in contributions.flips(block, row):
            n_flips += 1
            beyond = float(np.nextafter(flip.bound, np.inf)) if flip.above else flip.bound
            changed = log_odds_with(row | {flip.feature: beyond}, contributions, block)
            assert changed == pytest.approx(flip.log_odds)
            assert (changed >= contributions.cut) != extraction.content[block]
            within = flip.bound if flip.above else float(np.nextafter(flip.bound, np.inf))
            unchanged = log_odds_with(row | {flip.feature: within}, contributions, block)
            assert (unchanged >= contributions.cut) == extraction.content[block]
    assert n_flips


def log_odds_with(row: dict[str, float], contributions: Contributions, block: int) -> float:
    """Return the log-odds that the models of a block give to a row of features."""
    values = {name: np.array([value]) for name, value in row.items()}
    return sum(
        float(part.weight[block]) * (part.model.base + float(part.model.added(values, 1).sum()))
        for part in contributions.models
    )


def test_both_models_decide_by_the_mean_of_their_log_odds():
    """A page of many records has no body of text."""
    records = "".join(f"<p><a href='/{n}'>Offer {n}</a></p><div>Item {n}</div>" for n in range(60))
    of_kind = {
        kind: extract(f"<body>{records}</body>", kind=kind).column_values() for kind in ModelKind
    }

    log_odds = {kind: values["log_odds"] for kind, values in of_kind.items()}
    assert load("").trees_weight == 0.5
    mean = (log_odds[ModelKind.ADDITIVE] + log_odds[ModelKind.TREES]) / 2
    assert log_odds[ModelKind.BOTH] == pytest.approx(mean)
    shares = {
        name: of_kind[ModelKind.BOTH][name].tolist() == of_kind[ModelKind.ADDITIVE][name].tolist()
        for name in ("body_share", "body_kept")
    }
    assert all(shares.values())


def test_outside_the_body_of_an_article_the_additive_model_decides_alone():
    log_odds = {kind: extract(NEWS, kind=kind).column_values()["log_odds"] for kind in ModelKind}
    in_body = matrix(Page.from_text(NEWS, name="page")).columns["rd_in"] > 0

    assert in_body.any()
    assert not in_body.all()
    additive, both, mean = (
        log_odds[ModelKind.ADDITIVE],
        log_odds[ModelKind.BOTH],
        (log_odds[ModelKind.ADDITIVE] + log_odds[ModelKind.TREES]) / 2,
    )
    assert both == pytest.approx(np.where(in_body, mean, additive))


def test_a_term_that_both_models_have_is_one_line():
    contributions = extract(NEWS).contributions

    assert contributions is not None
    features = [term.features for term in contributions.terms]
    assert len(features) == len(set(features))
    models = load("").models
    assert set(features) == {name for model in models.values() for name in model.terms}


def test_the_cut_has_the_greatest_expected_f():
    probability, tokens = np.array([0.2, 0.9, 0.6]), np.array([10.0, 10.0, 10.0])

    cuts, expected = expected_f(probability, tokens, 1.0)

    assert cuts.tolist() == [0.9, 0.6, 0.2]
    assert expected == pytest.approx([18 / 27, 30 / 37, 34 / 47])
    assert best_cut(probability, tokens, 1.0) == 0.6
    assert best_cut(probability, tokens, 0.1) == 0.9
    assert best_cut(probability, tokens, 10.0) == 0.2
    assert best_cut(np.zeros(0), np.zeros(0), 1.0) == 0.5


LIKELY, TOKENS = np.array([0.9, 0.6, 0.4]), np.array([10.0, 10.0, 10.0])


def columns(in_body: list[float], share: float) -> dict[str, FloatArray]:
    return {"rd_in": np.array(in_body), "rd_best_share": np.full(len(in_body), share)}


@pytest.mark.parametrize(
    ("in_body", "share", "reason", "cut"),
    [
        ([1, 1, 1], 0.5, Reason.ONE_BODY, 0.5),
        ([1, 0, 0], 0.1, Reason.ONE_BODY, 0.5),
        ([1, 1, 1], 0.09, Reason.SMALL_BODY, 0.4),
        ([0, 0, 1], 0.5, Reason.OUTSIDE_BODY, 0.4),
    ],
)
def test_the_page_decides_which_cut_it_has(
    in_body: list[float], share: float, reason: Reason, cut: float
):
    body = body_of(LIKELY, TOKENS, columns(in_body, share), LearnedSettings())
    page = page_cut(LIKELY, TOKENS, body, LearnedSettings())

    assert (page.reason, page.probability) == (reason, cut)
    assert body.share == share
    assert body.kept == sum(in_body[:2]) / 2
    assert body.holds.tolist() == [bool(value) for value in in_body]


def test_the_settings_can_give_the_cut_or_one_rule_for_all_pages():
    body = body_of(LIKELY, TOKENS, columns([1, 1, 1], 1.0), LearnedSettings())

    fixed = page_cut(LIKELY, TOKENS, body, LearnedSettings(cut=0.7))
    expected = page_cut(LIKELY, TOKENS, body, LearnedSettings(cut_rule=CutRule.EXPECTED))

    assert (fixed.reason, fixed.probability) == (Reason.SETTING, 0.7)
    assert (expected.reason, expected.probability) == (Reason.SETTING, 0.4)
    assert [even_cut(beta) for beta in (0.5, 1.0, 2.0)] == [0.8, 0.5, 0.2]


def test_the_rule_of_a_block_shows_why_its_page_has_this_cut():
    article = extract(NEWS)
    strict = extract(NEWS, min_body_share=1.0)
    scattered = extract(NEWS, min_body_kept=1.0, min_body_share=0.0)

    sentence = explain_decision(article, 2)
    assert article.scores["cut"] == 0.5
    assert "body of the page 0." in sentence
    assert ">= 0.1" in sentence
    assert "likely words in the body" in sentence
    assert ">= 0.5" in sentence
    assert "body of the page" in explain_decision(strict, 2)
    assert "< 1" in explain_decision(strict, 2)
    assert strict.scores["cut"] != 0.5
    assert "body of the page" not in explain_decision(extract(NEWS, cut=0.5), 2)
    assert scattered.status is Status.OK


def test_a_fixed_cut_and_beta_decide_which_blocks_are_kept():
    page = Page.from_text(NEWS, name="page")
    probability = LEARNED.extract(page, LearnedSettings(), ()).column_values()["probability"]

    for cut in (0.0, 0.5, 1.0):
        extraction = LEARNED.extract(page, LearnedSettings(cut=cut), ())
        assert extraction.content.tolist() == (probability >= cut).tolist()
        assert extraction.scores["cut"] == cut
    sizes = [
        LEARNED.extract(page, LearnedSettings(beta=beta), ()).content.sum()
        for beta in (0.1, 1.0, 10.0)
    ]
    assert sizes == sorted(sizes)


def test_the_presets_are_settings():
    for preset in LEARNED.presets:
        assert isinstance(LEARNED.preset_settings(preset), LearnedSettings)
    assert from_table(LearnedSettings, {"cut": "auto"}) == LearnedSettings()


def test_the_rule_names_probability_cut_and_log_odds():
    extraction = extract(NEWS, cut=0.5)
    sentences = [explain_decision(extraction, block) for block in range(len(extraction.blocks))]

    assert any(line.startswith("L1: probability 0.9") and ">= 0.5" in line for line in sentences)
    assert all("log-odds" in line for line in sentences)


def test_what_if_finds_another_cut_although_the_cut_is_automatic():
    page = Page.from_text(NEWS, name="page")
    extraction = runner.run(page, "learned")
    dropped = int((~extraction.content).nonzero()[0][0])

    change = next(
        what_if(lambda settings: runner.run(page, "learned", settings), extraction, dropped)
    )

    assert change.field == "cut"
    assert change.old == extraction.scores["cut"]
    assert change.keeps


def test_a_page_with_hardly_any_text_falls_back_to_metadata_with_a_warning():
    article = json.dumps({"@type": "Article", "articleBody": "The whole story. " * 20})
    markup = (
        f'<script type="application/ld+json">{article}</script><body><p>Sign in to read.</p></body>'
    )

    extraction = extract(markup)
    assert extraction.own_text.startswith("The whole story.")
    assert any("metadata" in warning for warning in extraction.warnings)
    assert "whole story" not in extract(markup, metadata=False).own_text
    assert "whole story" not in extract(markup, min_words=0).own_text


def test_title_and_date_are_those_of_the_metadata():
    extraction = extract(
        '<title>The lake - Daily</title><meta property="og:title" content="The lake">'
        '<meta property="article:published_time" content="2026-03-04T05:06:07+02:00">' + NEWS
    )

    assert (extraction.title, extraction.published) == ("The lake", "2026-03-04")


def test_a_page_without_text_is_empty():
    extraction = extract("<body><script>1</script></body>")

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no text in its body."


def test_the_message_names_a_cut_that_no_block_reaches():
    extraction = extract("<body><p>One two three</p></body>", cut=1.0, metadata=False)

    assert extraction.status is Status.EMPTY
    assert extraction.message.endswith("but 1 is needed.")


@pytest.mark.parametrize("corpus_page", every_corpus_page(23))
@EVERY_KIND
def test_real_pages_are_sound(corpus_page: CorpusPage, kind: ModelKind):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    extraction = LEARNED.extract(page, LearnedSettings(kind=kind), ())

    assert_sound(page, extraction)
    assert extraction.status in {Status.OK, Status.EMPTY}
    if load("").has_seen(page):
        assert any("trained with this page" in warning for warning in extraction.warnings)


def test_tables_that_share_a_feature_give_the_same_terms_as_each_table_by_itself():
    page = Page.from_text(NEWS, name="page")
    columns, n_blocks = matrix(page).columns, len(matrix(page).grid)
    model = load("").models[ModelKind.ADDITIVE]
    assert isinstance(model, AdditiveModel)

    added = model.added(columns, n_blocks)

    alone = np.column_stack([table.of(columns) for table in model.tables])
    assert added.tolist() == alone.tolist()


TREES = {
    "features": ["words", "link"],
    "unit": 0.5,
    "trees": [{"nodes": "0:1.5:2 -4 1:0.25:6 8 2"}, {"nodes": "3"}],
}


def test_the_sum_of_the_path_through_a_tree_is_its_leaf():
    model = trees.parse(TREES)
    columns = {"words": np.array([1.0, 2.0, 2.0]), "link": np.array([0.0, 0.25, 0.5])}

    added = model.added(columns, 3)

    assert model.base == 0.5 * (2 + 3)
    assert (model.base + added.sum(axis=1)).tolist() == [0.5 * v for v in (-4 + 3, 8 + 3, 2 + 3)]
    assert added.tolist() == [
        [0.5 * (-4 - 2), 0],
        [0.5 * (6 - 2), 0.5 * (8 - 6)],
        [0.5 * (6 - 2), 0.5 * (2 - 6)],
    ]


@pytest.mark.parametrize("nodes", ["", "0:1:1 2", "0:1:1 2 3 4", "7:1:1 2 3", "0:nan:1 2 3", "x"])
def test_broken_trees_are_refused(nodes: str):
    with pytest.raises((ValueError, IndexError)):
        trees.parse({**TREES, "trees": [{"nodes": nodes}]})


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"format": "other"}, "its format is 'other'"),
        ({"additive": {"base": 0, "terms": [{"features": ["nothing"]}]}}, "not a model of learned"),
        (
            {
                "additive": {
                    "base": 0,
                    "terms": [{"features": ["words"], "cuts": [[2, 1]], "values": [1, 2, 3]}],
                }
            },
            "increasing cut points",
        ),
        (
            {
                "additive": {
                    "base": 0,
                    "terms": [{"features": ["words"], "cuts": [[1]], "values": [1, 2, 3]}],
                }
            },
            "has the shape",
        ),
        ({"trees": {}}, "KeyError"),
        ({"trees_weight": 2}, "trees_weight must be from 0 to 1, got 2"),
    ],
)
def test_a_broken_model_is_unavailable_with_the_reason(
    change: dict[str, Any], fault: str, tmp_path: Path
):
    content = {"format": FORMAT, "additive": {"base": 0, "terms": []}, "trees": TREES, "pages": []}
    file = tmp_path / "model.json"
    file.write_text(json.dumps(content | change), encoding="utf-8")

    extraction = LEARNED.extract(
        Page.from_text(NEWS, name="p"), LearnedSettings(model=str(file)), ()
    )

    assert extraction.status is Status.UNAVAILABLE
    assert fault in extraction.message


@pytest.mark.parametrize(
    ("weight", "log_odds"),
    [
        ({}, [-0.75, 2.25]),
        ({"trees_weight": 0.5}, [(-0.75 - 0.5) / 2, (2.25 + 5.5) / 2]),
        ({"trees_weight": 1}, [-0.5, 5.5]),
    ],
)
def test_a_model_of_the_user_is_used(
    weight: dict[str, float], log_odds: list[float], tmp_path: Path
):
    """Without a weight of the full trees, as in older files, the tables decide alone."""
    table = {"features": ["words"], "cuts": [[2.0]], "values": [-1.0, 2.0]}
    content = {
        "format": FORMAT,
        "additive": {"base": 0.25, "terms": [table]},
        "trees": TREES,
        "pages": [],
        **weight,
    }
    file = tmp_path / "model.json"
    file.write_text(json.dumps(content), encoding="utf-8")

    extraction = extract("<p>One</p><p>" + "word " * 30 + "</p>", model=str(file), cut=0.5)

    assert extraction.column_values()["log_odds"].tolist() == log_odds
    assert extraction.content.tolist() == [False, True]
    assert extraction.column_values()["probability"] == pytest.approx(
        probability_of(np.array(log_odds))
    )
