"""Published pipelines as lists of steps, and custom pipelines."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.algorithms.boilerpipe import extractor as boilerpipe
from boilerscope.extractors.algorithms.boilerpipe import pipelines
from boilerscope.extractors.algorithms.boilerpipe.block_list import initial_list
from boilerscope.extractors.algorithms.boilerpipe.extractor import (
    ArticleSettings,
    BoilerpipeExtractor,
    LargestContentSettings,
)
from boilerscope.extractors.algorithms.boilerpipe.filters.catalogue import FILTERS, step_kinds
from boilerscope.extractors.algorithms.boilerpipe.filters.classifiers import NumWordsSettings
from boilerscope.extractors.algorithms.boilerpipe.pipelines import (
    CustomSettings,
    default_steps,
    stock_steps,
)
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.model.settings import PipelineStep, from_table, knobs, to_table
from boilerscope.extractors.page import Page

if TYPE_CHECKING:
    from boilerscope.extractors.model.extractor import Preset
    from boilerscope.extractors.model.settings import StepKind

STOCKS = {
    boilerpipe.ARTICLE: pipelines.ARTICLE,
    boilerpipe.DEFAULT: pipelines.DEFAULT,
    boilerpipe.ARTICLE_SENTENCES: pipelines.ARTICLE_SENTENCES,
    boilerpipe.LARGEST_CONTENT: pipelines.LARGEST_CONTENT,
    boilerpipe.CANOLA: pipelines.CANOLA,
    boilerpipe.KEEP_EVERYTHING: pipelines.KEEP_EVERYTHING,
    boilerpipe.KEEP_MIN_K_WORDS: pipelines.KEEP_MIN_K_WORDS,
    boilerpipe.NUM_WORDS_RULES: pipelines.NUM_WORDS_RULES,
}


def words(n: int, stem: str = "w") -> str:
    return " ".join(f"{stem}{number}" for number in range(n))


STORY = Page.from_text(
    "<title>Big News | Site</title><body><ul><li><a>Home</a><li><a>World</a></ul>"
    f"<h1>Big News</h1><p>By A. Writer</p><p>{words(40)}.</p><p>{words(50, 'v')}. And so it ends."
    f"</p><p>Comments (2)</p><p>{words(30, 'c')}</p><footer><a>Terms</a></footer>",
    name="story",
)


def codes(extractor: BoilerpipeExtractor, profile: Profile) -> str:
    steps = stock_steps(STOCKS[extractor], extractor.settings_class(profile=profile))
    return " ".join(FILTERS[step.kind].code for step in steps)


@pytest.mark.parametrize(
    ("extractor", "profile", "expected"),
    [
        (boilerpipe.ARTICLE, "1.2.0", "F1 F2 F3 F5 F6 F7 F6 F8 F10"),
        (boilerpipe.ARTICLE, "1.1.0", "F1 F2 F3 F5 F6 F7 F6 F9 F10"),
        (boilerpipe.ARTICLE, "head", "F1 F2 F3 F5 TH F6 F7 F6 F8 F10 LB LE"),
        (boilerpipe.DEFAULT, "1.2.0", "F11 F6 F4"),
        (boilerpipe.ARTICLE_SENTENCES, "1.2.0", "F1 F2 F3 F5 F6 F7 F6 F8 F10 F15 F16"),
        (boilerpipe.ARTICLE_SENTENCES, "1.1.0", "F1 F2 F3 F5 F6 F7 F6 F9 F10 F15 F16"),
        (boilerpipe.LARGEST_CONTENT, "1.2.0", "F3 F6 F8"),
        (boilerpipe.LARGEST_CONTENT, "1.1.0", "F3 F6 F9"),
        (boilerpipe.CANOLA, "1.2.0", "F12"),
        (boilerpipe.NUM_WORDS_RULES, "1.2.0", "F3"),
        (boilerpipe.KEEP_EVERYTHING, "1.2.0", "F13"),
        (boilerpipe.KEEP_MIN_K_WORDS, "1.2.0", "F11 F13 F14"),
    ],
)
def test_stock_pipelines_are_those_of_the_versions(
    extractor: BoilerpipeExtractor, profile: str, expected: str
):
    assert codes(extractor, Profile(profile)) == expected


def test_the_second_fusion_is_fixed_by_the_pipeline():
    def fusions(profile: Profile) -> list[dict[str, object]]:
        steps = default_steps(pipelines.ARTICLE, profile)
        return [to_table(step.settings) for step in steps if step.kind == "proximity_fusion"]

    assert fusions(Profile.V1_2_0) == [{}, {"content_only": True}]
    assert fusions(Profile.HEAD) == [{}, {"same_tag_level_only": True, "content_only": True}]


def test_steps_get_the_settings_of_the_extractor_by_name():
    settings = ArticleSettings(nw_cur=20, max_block_distance=2, end_packs=("en", "de"))
    steps = {step.kind: to_table(step.settings) for step in boilerpipe.ARTICLE.steps(settings)}

    assert steps["num_words_rules"] == {"nw_cur": 20}
    assert steps["proximity_fusion"] == {"max_block_distance": 2, "content_only": True}
    assert steps["terminating_blocks"] == {"end_packs": ["en", "de"]}


@pytest.mark.parametrize("extractor", STOCKS, ids=lambda extractor: extractor.id)
def test_a_record_has_only_fields_that_some_version_of_its_pipeline_reads(
    extractor: BoilerpipeExtractor,
):
    pipeline_fields = {
        field.name
        for steps in STOCKS[extractor].values()
        for step in steps
        for field in knobs(FILTERS[step.name].kind.settings_class)
    }
    block_fields = {field.name for field in knobs(boilerpipe.KEEP_EVERYTHING.settings_class)}

    assert {
        field.name for field in knobs(extractor.settings_class)
    } <= pipeline_fields | block_fields


def test_largest_content_expands_at_head_only_if_the_setting_is_on():
    def expands(settings: LargestContentSettings) -> object:
        step = boilerpipe.LARGEST_CONTENT.steps(settings)[-1]
        return step.settings.resolve().expand_to_same_tag_level  # type: ignore[attr-defined] # the step's own record

    assert expands(LargestContentSettings(profile=Profile.HEAD)) is False
    assert (
        expands(LargestContentSettings(profile=Profile.HEAD, expand_to_same_tag_level=True)) is True
    )


def test_automatic_values_resolve_by_profile():
    def resolved(profile: Profile) -> tuple[object, ...]:
        settings = ArticleSettings(profile=profile).resolve()
        return (
            settings.end_max_words,
            settings.end_min_chars,
            settings.end_ignore_case,
            len(settings.title_separators or ()),
            "noscript" in (settings.ignorable_tags or ()),
            "code" in (settings.inline_tags or ()),
            settings.expand_to_same_tag_level,
            settings.expand_min_words,
        )

    assert resolved(Profile.V1_1_0) == (20, 0, False, 2, False, False, False, 0)
    assert resolved(Profile.V1_2_0) == (15, 8, True, 4, True, True, False, 0)
    assert resolved(Profile.HEAD) == (15, 8, True, 6, True, True, True, 150)


def test_automatic_values_do_not_replace_values_that_are_set():
    settings = ArticleSettings(end_max_words=3, expand_to_same_tag_level=True)

    assert settings.resolve().end_max_words == 3
    assert settings.resolve().expand_to_same_tag_level is True
    assert ArticleSettings().end_max_words is None


@pytest.mark.parametrize(
    "lists",
    [
        {"ignorable_tags": ("script", "a")},
        {"inline_tags": ("b", "BODY")},
        {"inline_tags": ("b", "code"), "inline_space_tags": ("abbr", "Code")},
    ],
)
def test_a_tag_has_one_action(lists: dict[str, Any]):
    with pytest.raises(SettingsError, match="must not contain"):
        replace(ArticleSettings(), **lists)


@pytest.mark.parametrize("preset", boilerpipe.CUSTOM.presets, ids=lambda preset: preset.name)
def test_a_custom_pipeline_from_a_preset_gives_the_result_of_the_stock_pipeline(preset: Preset):
    name, _, version = preset.name.partition(" ")
    stock = getattr(boilerpipe, name.upper())
    profile = Profile(version or "1.2.0")

    settings = from_table(CustomSettings, preset.values)
    assert isinstance(settings, CustomSettings)
    custom = boilerpipe.CUSTOM.extract(STORY, settings, ())
    published = stock.extract(STORY, stock.settings_class(profile=profile), ())

    assert custom.own_text == published.own_text
    assert [step.rule.tolist() for step in custom.steps] == [
        step.rule.tolist() for step in published.steps
    ]
    assert [explain_decision(custom, block) for block in range(len(custom.blocks))] == [
        explain_decision(published, block) for block in range(len(published.blocks))
    ]


def test_every_stock_pipeline_is_a_preset_of_the_custom_extractor():
    names = {preset.name for preset in boilerpipe.CUSTOM.presets}

    assert names == {
        "article",
        "article 1.1.0",
        "article head",
        "default",
        "article_sentences",
        "article_sentences 1.1.0",
        "article_sentences head",
        "largest_content",
        "largest_content 1.1.0",
        "canola",
        "keep_everything",
        "keep_min_k_words",
        "num_words_rules",
    }


def test_a_pipeline_survives_a_settings_file():
    settings = CustomSettings(
        pipeline=(
            PipelineStep("num_words_rules", NumWordsSettings(nw_cur=9)),
            PipelineStep("invert", step_kinds()["invert"].settings_class()),
        )
    )

    table = to_table(settings)

    assert table == {"pipeline": [{"step": "num_words_rules", "nw_cur": 9}, {"step": "invert"}]}
    assert from_table(CustomSettings, table) == settings


def test_error_of_an_unknown_step_names_the_nearest_step():
    with pytest.raises(UnknownNameError, match="did you mean 'keep_largest'"):
        from_table(CustomSettings, {"pipeline": [{"step": "keep_larges"}]})


def test_a_step_must_have_a_record_of_its_own_kind():
    wrong = PipelineStep("min_words", step_kinds()["invert"].settings_class())

    with pytest.raises(SettingsError, match="step 1, 'min_words'") as caught:
        CustomSettings(pipeline=(wrong,))

    assert caught.value.field == "pipeline"


def test_an_empty_pipeline_keeps_nothing_with_a_message():
    extraction = boilerpipe.CUSTOM.extract(STORY, CustomSettings(pipeline=()), ())

    assert (extraction.status.value, extraction.own_text, extraction.steps) == ("empty", "", ())
    assert extraction.message == "No step keeps a block."


@pytest.mark.parametrize("name", FILTERS)
def test_every_filter_runs_in_a_custom_pipeline_and_explains_its_decisions(name: str):
    kind = step_kinds()[name]
    steps = (
        *default_steps(pipelines.ARTICLE, Profile.HEAD)[:7],
        PipelineStep(name, kind.settings_class()),
        PipelineStep(name, kind.settings_class()),
    )

    extraction = boilerpipe.CUSTOM.extract(
        STORY, CustomSettings(profile=Profile.HEAD, pipeline=steps), ()
    )

    for step in extraction.steps:
        for block in range(len(extraction.blocks)):
            assert bool(explain_step(extraction, step, block)) == bool(step.rule[block])


@pytest.mark.parametrize("name", FILTERS)
def test_every_filter_accepts_an_empty_list(name: str):
    page = Page.from_text("<body>", name="empty")
    kind = step_kinds()[name]
    pipeline = (
        PipelineStep("remove_boilerplate", step_kinds()["remove_boilerplate"].settings_class()),
    )

    nothing = boilerpipe.CUSTOM.extract(page, CustomSettings(), ())
    removed = boilerpipe.CUSTOM.extract(
        STORY, CustomSettings(pipeline=(*pipeline, PipelineStep(name, kind.settings_class()))), ()
    )

    assert nothing.status.value == "empty"
    assert removed.own_text == ""
    assert not removed.steps[-1].rule.any()


@pytest.mark.parametrize("kind", step_kinds().values(), ids=lambda kind: kind.name)
def test_every_building_block_has_a_label_and_help(kind: StepKind):
    assert kind.label
    assert kind.help.endswith(".")
    assert all(field.label and field.help for field in knobs(kind.settings_class))


def test_pipelines_with_the_same_first_steps_share_them():
    page = Page.from_text(STORY.source, name="story")

    article = boilerpipe.ARTICLE.extract(page, ArticleSettings(), ())
    sentences = boilerpipe.ARTICLE_SENTENCES.extract(
        page, boilerpipe.ARTICLE_SENTENCES.default_settings(), ()
    )

    step_pairs = zip(article.steps, sentences.steps, strict=False)
    assert len(sentences.steps) == len(article.steps) + 2
    assert all(article_step is sentences_step for article_step, sentences_step in step_pairs)


def test_a_changed_setting_runs_its_step_and_the_steps_after_it_again():
    page = Page.from_text(STORY.source, name="story")

    before = boilerpipe.ARTICLE.extract(page, ArticleSettings(), ()).steps
    after = boilerpipe.ARTICLE.extract(page, ArticleSettings(nw_cur=30), ()).steps

    changed = [step.code for step in before].index("F3")
    assert [old_step is new_step for old_step, new_step in zip(before, after, strict=True)] == [
        index < changed for index in range(len(before))
    ]
    recomputed = boilerpipe.ARTICLE.extract(
        Page.from_text(STORY.source, name="story"), ArticleSettings(nw_cur=30), ()
    ).steps
    assert [step.rule.tolist() for step in after] == [step.rule.tolist() for step in recomputed]


def test_shared_steps_are_freed_with_their_page():
    page = Page.from_text(STORY.source, name="story")
    settings = ArticleSettings()
    boilerpipe.ARTICLE.extract(page, settings, ())
    blocks = weakref.ref(initial_list(page, settings.tag_actions(), settings.max_line_length))
    gc.disable()  # the blocks must be freed without the cycle collector
    try:
        del page

        assert blocks() is None
    finally:
        gc.enable()
