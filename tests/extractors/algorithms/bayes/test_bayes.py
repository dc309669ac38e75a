"""Bayes decision: the specification's examples, every rule and setting, broken models."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings

from boilerscope.extractors.algorithms.bayes.decision import decide
from boilerscope.extractors.algorithms.bayes.extractor import BAYES_BLOCKS
from boilerscope.extractors.algorithms.bayes.features import FEATURES, measure
from boilerscope.extractors.algorithms.bayes.model import BayesModel, count_blocks, load, to_table
from boilerscope.extractors.algorithms.bayes.settings import BayesSettings
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.model.settings import from_table
from boilerscope.extractors.page import Page
from tests.helpers.extractions import assert_same, assert_sound, is_subsequence
from tests.helpers.markup import documents
from tests.helpers.material import CorpusPage, WorkedExample, every_corpus_page, every_example

if TYPE_CHECKING:
    from pathlib import Path

FRAMEWORK = BayesSettings().framework
WORDS = BayesSettings().notice_words
NEWS = (
    "<div><a href=1>Start</a> <a href=2>Help</a></div><div><p>Rain fell for two days, and the river"
    " rose. Teams worked all night, moving sand; nobody was hurt.</p></div><div>© Example</div>"
)


def settings_of(**values: Any) -> BayesSettings:
    bayes_settings = from_table(BayesSettings, values)
    assert isinstance(bayes_settings, BayesSettings)
    return bayes_settings


def extract(html: str, **values: Any) -> Extraction:
    page = Page.from_text(html, name="test")
    extraction = BAYES_BLOCKS.extract(page, settings_of(**values), ())
    if extraction.status is not Status.UNAVAILABLE:
        assert_sound(page, extraction)
    return extraction


def bins(html: str, **values: Any) -> list[list[int]]:
    """Return the bins of the seven features of each block."""
    bayes_settings = settings_of(**values)
    page = Page.from_text(html, name="test")
    blocks = measure(page, frozenset(bayes_settings.framework), bayes_settings.notice_words)
    rows = [
        np.searchsorted(bayes_settings.edges(name), blocks.steps[name], side="right")
        for name in FEATURES
    ]
    return [list(block) for block in zip(*(row.tolist() for row in rows), strict=True)]


def learned(training: list[dict[str, Any]]) -> BayesModel:
    labelled = []
    for record in training:
        page = Page.from_text(record["html"], name="training")
        blocks = measure(page, frozenset(FRAMEWORK), WORDS)
        labelled.append((blocks.steps, np.array(record["labels"], dtype=np.int32)))
    return count_blocks(labelled, FRAMEWORK, WORDS)


def written(model: BayesModel, folder: Path) -> str:
    file = folder / "model.json"
    file.write_text(json.dumps(to_table(model)), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("example", every_example("bayes_blocks"))
def test_worked_example_gives_the_expected_support(example: WorkedExample, tmp_path: Path):
    training = example.given["training"]
    model = learned(training)
    page = Page.from_text(example.html, name=example.identifier)
    blocks = measure(page, frozenset(FRAMEWORK), WORDS)
    bayes_settings = settings_of(**example.settings, model=written(model, tmp_path))

    extraction = BAYES_BLOCKS.extract(page, bayes_settings, ())
    decided = decide(model, blocks, bayes_settings)

    expected = example.expected
    if "train_features" in expected:
        assert bins(training[0]["html"]) == expected["train_features"]
        assert bins(example.html) == [block["features"] for block in expected["blocks"]]
        assert decided.support == pytest.approx(
            [block["support"] for block in expected["blocks"]], abs=5e-5
        )
        joint = np.array([block["log_joint"] for block in expected["blocks"]])
        total = decided.prior + sum(decided.odds.values())
        assert total == pytest.approx(joint[:, 1] - joint[:, 0], abs=2e-4)
        texts = blocks.units.texts_of(blocks.selected)
        assert texts == [block["text"] for block in expected["blocks"]]
        assert extraction.own_text == expected["blocks"][1]["text"] + "\n"
    if "supports" in expected:
        assert decided.support == pytest.approx(expected["supports"])
        assert extraction.status is Status.UNAVAILABLE
        assert "did not learn from any block" in extraction.message
        assert not extraction.mask.any()
    if "main" in expected:
        assert extraction.content.tolist() == expected["main"]
        assert extraction.status is Status.EMPTY
        assert "0.952 is needed" in extraction.message


def test_every_feature_has_its_log_odds_in_columns_and_in_the_sentence():
    extraction = extract(f"<body>{NEWS}</body>")

    columns = extraction.column_values()
    assert [name for name in columns if name.startswith("odds_")] == [
        f"odds_{name}" for name in FEATURES
    ]
    sentence = explain_decision(extraction, 1)
    assert sentence.startswith("Y1: support 0.9")
    assert ">= 0.5, log-odds: prior -1.29, Link share 0.763" in sentence
    total = extraction.steps[0].numbers["prior"] + sum(
        columns[f"odds_{name}"][1] for name in FEATURES
    )
    assert columns["support"][1] == pytest.approx(1 / (1 + np.exp(-total)))


def test_main_blocks_are_joined_and_labelled():
    extraction = extract(f"<body>{NEWS}</body>")

    assert [extraction.labels_of(block) for block in range(3)] == [
        ("OTHER",),
        ("MAIN",),
        ("OTHER",),
    ]
    assert extraction.own_text.startswith("Rain fell")
    assert explain_decision(extraction, 2).startswith("Y2: support 0.0")
    assert extraction.curves[0].kept == ((0.5, 1.5),)


def test_loss_settings_change_the_support_that_is_needed():
    assert extract(NEWS, loss_false=100.0).steps[0].numbers["needed"] == pytest.approx(100 / 101)
    assert extract(NEWS, loss_miss=100.0).steps[0].numbers["needed"] == pytest.approx(1 / 101)
    assert extract(NEWS, loss_miss=100.0, prior_main=0.9).content.sum() > 1


def test_prior_is_that_of_the_model_unless_it_is_set():
    model = load("")

    resolved = settings_of().resolve().prior_main
    assert resolved is not None
    assert resolved == pytest.approx(model.prior(1.0))
    assert extract(NEWS).steps[0].numbers["prior"] == pytest.approx(
        np.log(resolved) - np.log(1 - resolved)
    )
    assert extract(NEWS, prior_main=0.5).steps[0].numbers["prior"] == pytest.approx(0)


def test_only_the_features_of_the_settings_count():
    extraction = extract(NEWS, features=["p_br"])

    assert extraction.column("odds_p_br") is not None
    assert extraction.column("odds_link_share") is None
    assert "p or br" in explain_decision(extraction, 1)


def test_smoothing_moves_log_odds_towards_zero():
    def furthest(alpha: float) -> float:
        extraction = extract(NEWS, alpha=alpha)
        return float(np.abs(extraction.column_values()["odds_notice"]).max())

    assert furthest(10.0) < furthest(0.1)


def test_edges_can_be_changed_without_training_again():
    model = load("")
    bayes_settings = settings_of(edges_characters=["50"])

    counts = model.binned("characters", bayes_settings.edges("characters"))
    assert counts.shape == (2, 2)
    assert counts.sum(axis=1).tolist() == list(model.n_blocks)
    fine = model.binned(
        "characters", settings_of(edges_characters=["50", "60"]).edges("characters")
    )
    assert fine[:, 0].tolist() == counts[:, 0].tolist()
    assert bins("<div>" + "x" * 50 + "</div>", edges_characters=["50"])[0][1] == 1
    assert bins("<div>" + "x" * 49 + "</div>", edges_characters=["50"])[0][1] == 0
    assert bins(NEWS, edges_characters=[])[1][1] == 0


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"edges_characters": ["80", "20"]}, "edges_characters"),
        ({"edges_characters": ["20.5"]}, "edges_characters"),
        ({"edges_characters": ["0"]}, "edges_characters"),
        ({"edges_link_share": ["1.5"]}, "edges_link_share"),
        ({"edges_link_share": ["much"]}, "edges_link_share"),
        ({"edges_position": ["nan"]}, "edges_position"),
        ({"features": ["p_brr"]}, "features"),
        ({"features": []}, "features"),
    ],
)
def test_error_of_a_wrong_list_names_the_setting(values: dict[str, Any], field: str):
    with pytest.raises(SettingsError) as caught:
        settings_of(**values)

    assert caught.value.field == field


@pytest.mark.parametrize(
    ("body", "name", "value"),
    [
        ("<div>ab<a>cdef</a></div>", "link_share", 4 / 6),
        ("<div> a  b </div>", "characters", 3),
        ("<div>a，b。c! d</div>", "punctuation", 3),
        ("<div>0123456789<i>0</i><div>x</div></div>", "tag_density", 1000 * 2 / 13),
        ("<div>0123456789<script>1</script></div>", "tag_density", 0),
        ("<div>abcd</div><div>efgh</div>", "position", 0.25),
        ("<div>a<br>b</div>", "p_br", 1),
        ("<div>a<noscript><br></noscript>b</div>", "p_br", 0),
        ("<div>COPYRIGHT</div>", "notice", 1),
        ("<div>right</div>", "notice", 0),
    ],
)
def test_feature_is_measured_as_defined(body: str, name: str, value: float):
    extraction = extract(f"<body>{body}</body>")

    if name == "tag_density" and "<div>x" in body:
        value = 1000 * 2 / len("01234567890")
    assert extraction.column_values()[name][0] == pytest.approx(value)


def test_notice_words_are_a_setting():
    extraction = extract("<div>imprint</div>", notice_words=["Imprint"])

    assert extraction.column_values()["notice"].tolist() == [1]
    assert "other notice words" in " ".join(extraction.warnings)


def test_other_framework_elements_give_other_blocks_and_a_warning():
    extraction = extract("<div>a<p>b</p></div>", framework=["p", "div"])

    assert len(extraction.blocks) == 2
    assert "other framework elements" in " ".join(extraction.warnings)


def test_few_labelled_blocks_give_a_warning(tmp_path: Path):
    html = "<div>few</div>"
    model = learned([{"html": html, "labels": [1]}])

    extraction = extract(html, model=written(model, tmp_path))

    assert "1 main and 0 other blocks" in extraction.warnings[0]


def test_page_outside_the_training_set_gives_no_warning():
    assert extract(NEWS).warnings == ()


@pytest.mark.parametrize("example", every_corpus_page(60))
def test_corpus_page_of_the_training_set_gives_a_warning(example: CorpusPage):
    page = Page.from_bytes(example.data, name=example.identifier)

    extraction = BAYES_BLOCKS.extract(page, settings_of(), ())

    assert_sound(page, extraction)
    assert_same(extraction, BAYES_BLOCKS.extract(page, settings_of(), ()))
    assert "a score on it means nothing" in " ".join(extraction.warnings)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "is not JSON"),
        ("[1]", "is not a model"),
        ("{}", "is not a model"),
        ('{"format": "other"}', "its format is 'other'"),
        ("[" * 100_000, "is not JSON"),
    ],
)
def test_broken_model_is_unavailable_with_the_reason(text: str, fault: str, tmp_path: Path):
    file = tmp_path / "model.json"
    file.write_text(text, encoding="utf-8")

    extraction = extract(NEWS, model=str(file))

    assert extraction.status is Status.UNAVAILABLE
    assert fault in extraction.message


def test_model_with_wrong_counts_is_refused(tmp_path: Path):
    file = tmp_path / "model.json"
    good = to_table(load(""))
    for change in (
        {"blocks": {"other": 1, "main": 1}},
        {"blocks": {"other": -1, "main": 1}},
        {"counts": {**good["counts"], "p_br": {"step": 1.0, "other": {"9": 1}, "main": {}}}},
        {"counts": {**good["counts"], "p_br": {"step": 2.0, "other": {}, "main": {}}}},
    ):
        file.write_text(json.dumps({**good, **change}), encoding="utf-8")

        extraction = extract(NEWS, model=str(file))

        assert extraction.status is Status.UNAVAILABLE


def test_absent_model_is_unavailable_and_named():
    extraction = extract(NEWS, model="no/such/file.json")

    assert extraction.status is Status.UNAVAILABLE
    assert "'no/such/file.json' cannot be read" in extraction.message
    assert settings_of(model="no/such/file.json").resolve().prior_main is None


def test_page_without_text_is_empty():
    extraction = extract("<body></body>")

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no text in its body."


def test_deep_nesting_is_measured():
    extraction = extract("<body>" + "<div>a" * 2000 + "</div>" * 2000 + "</body>")

    assert len(extraction.blocks) >= 1990


@pytest.mark.parametrize(
    "unit", ["<div>a", "<div>a</div>", "<br>", "copyrigh", "，。", "<a href=x>"]
)
def test_a_hostile_megabyte_is_read(unit: str):
    page = Page.from_text("<body>" + unit * (1_000_000 // len(unit)), name="hostile")

    extraction = BAYES_BLOCKS.extract(page, settings_of(), ())

    assert extraction.status in {Status.OK, Status.EMPTY}


@settings(max_examples=40, deadline=None)
@given(documents)
def test_any_markup_gives_a_sound_result_in_page_order(html: str):
    page = Page.from_text(html, name="any")

    extraction = BAYES_BLOCKS.extract(page, settings_of(prior_main=0.9), ())

    assert_sound(page, extraction)
    assert_same(extraction, BAYES_BLOCKS.extract(page, settings_of(prior_main=0.9), ()))
    for text in extraction.own_text.splitlines():
        assert is_subsequence(text.replace(" ", ""), page.text)
