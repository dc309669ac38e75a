"""boilerpipe's extractors, and an extractor that runs the user's own pipeline.

They differ only in pipeline and settings; `BoilerpipeExtractor` runs all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe import help_texts, pipelines
from boilerscope.extractors.algorithms.boilerpipe.block_list import initial_list
from boilerscope.extractors.algorithms.boilerpipe.filters.base import labels_of_blocks
from boilerscope.extractors.algorithms.boilerpipe.filters.classifiers import (
    CanolaSettings,
    DensitySettings,
    NumWordsSettings,
)
from boilerscope.extractors.algorithms.boilerpipe.filters.clauses import ClauseSettings
from boilerscope.extractors.algorithms.boilerpipe.filters.end_of_text import (
    EndCutSettings,
    EndPhraseSettings,
)
from boilerscope.extractors.algorithms.boilerpipe.filters.fusion import FusionSettings
from boilerscope.extractors.algorithms.boilerpipe.filters.largest import (
    LargestSettings,
    SameLevelSettings,
)
from boilerscope.extractors.algorithms.boilerpipe.filters.simple import MinWordsSettings
from boilerscope.extractors.algorithms.boilerpipe.filters.titles import TitleSettings
from boilerscope.extractors.algorithms.boilerpipe.labels import LABEL_NAMES
from boilerscope.extractors.algorithms.boilerpipe.measures import block_columns, block_curves
from boilerscope.extractors.algorithms.boilerpipe.pipelines import (
    CustomSettings,
    Stock,
    cached_steps,
    default_steps,
    run_steps,
    stock_steps,
)
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.algorithms.boilerpipe.settings import (
    BlockSettings,
    ByProfile,
    FulltextSettings,
)
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, ExtractorInput, Preset, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.settings import knobs, to_table
from boilerscope.extractors.system.wording import percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.algorithms.boilerpipe.blocks import TextBlocks
    from boilerscope.extractors.model.settings import PipelineStep, Settings
    from boilerscope.extractors.model.steps import Step
    from boilerscope.extractors.page import BoolArray, Page

_MOSTLY_CJK = 0.5


# Fields appear in the order of the bases from last to first: the most used settings come first.
@dataclass(frozen=True)
class ArticleSettings(
    BlockSettings,
    LargestSettings,
    SameLevelSettings,
    TitleSettings,
    EndPhraseSettings,
    EndCutSettings,
    NumWordsSettings,
    FusionSettings,
):
    """Settings of the article pipelines."""


@dataclass(frozen=True)
class ArticleSentencesSettings(ClauseSettings, ArticleSettings):
    """Settings of the article pipelines and the clause filter."""


@dataclass(frozen=True)
class DefaultSettings(BlockSettings, FusionSettings, DensitySettings):
    """Settings of the default pipeline."""


@dataclass(frozen=True)
class LargestContentSettings(
    BlockSettings, LargestSettings, FulltextSettings, NumWordsSettings, FusionSettings
):
    """Settings of the largest-content pipelines."""

    # This extractor never expands by default, in any version.
    by_profile: ClassVar[ByProfile] = {
        "expand_to_same_tag_level": dict.fromkeys(Profile, False),
        "expand_min_words": dict.fromkeys(Profile, 0),
    }


@dataclass(frozen=True)
class CanolaExtractorSettings(BlockSettings, CanolaSettings):
    """Settings of the Canola pipeline."""


@dataclass(frozen=True)
class NumWordsExtractorSettings(BlockSettings, NumWordsSettings):
    """Settings of the pipeline of word rules."""


@dataclass(frozen=True)
class KeepEverythingSettings(BlockSettings):
    """Settings of the block builder; nothing else is decided."""


@dataclass(frozen=True)
class KeepMinKWordsSettings(BlockSettings, MinWordsSettings):
    """Settings of the minimum-words pipeline."""


class BoilerpipeExtractor(Extractor[BlockSettings]):
    """Extractor that runs a pipeline of filters over the text blocks of a page.

    Parameters
    ----------
    stock : Stock or None
        The published pipeline; None if the settings contain the pipeline.
    presets : tuple of Preset
        Named settings.
    last : type of Settings, optional
        Settings of the last filter, if it is a list of rules: its thresholds.
    """

    reference = help_texts.REFERENCE
    scores = (
        Score("blocks", "Text blocks", "", "Number of text blocks on the page."),
        Score(
            "blocks_kept",
            "Text blocks kept",
            "",
            "Number of text blocks that are content after the last step.",
        ),
        Score(
            "words",
            "Words of boilerpipe",
            "",
            "Number of words on the page, as counted by boilerpipe.",
        ),
        Score(
            "words_kept",
            "Words of boilerpipe kept",
            "",
            "Number of words in kept blocks, as counted by boilerpipe.",
        ),
    )

    def __init__(
        self,
        about: help_texts.Help,
        settings_class: type[BlockSettings],
        stock: Stock | None,
        presets: tuple[Preset, ...] = (),
        *,
        last: type[Settings] | None = None,
    ) -> None:
        numbers = (field for field in knobs(last) if field.kind in {"int", "float"}) if last else ()
        self.thresholds = frozenset(field.name for field in numbers)
        self.id = about.identifier
        self.name = about.name
        self.summary = about.summary
        self.help = about.text
        self.settings_class = settings_class
        self.stock = stock
        self.presets = presets

    def steps(self, settings: BlockSettings) -> tuple[PipelineStep, ...]:
        """Return the steps that run under some settings."""
        if isinstance(settings, CustomSettings):
            return settings.pipeline
        return _stock_steps(self, settings)

    def without_step(self, settings: BlockSettings, number: int) -> ExtractorInput | None:
        """Return the user's own pipeline with the same filters but one."""
        steps = self.steps(settings)
        if len(steps) < 2:
            return None
        shared = {field.name: getattr(settings, field.name) for field in knobs(BlockSettings)}
        pipeline = (*steps[:number], *steps[number + 1 :])
        return ExtractorInput(
            help_texts.CUSTOM.identifier, CustomSettings(pipeline=pipeline, **shared)
        )

    def extract(
        self,
        page: Page,
        settings: BlockSettings,
        inputs: Sequence[Extraction],  # noqa: ARG002 - boilerpipe reads only the page
    ) -> Extraction:
        """Run the pipeline on a page.

        Parameters
        ----------
        settings : BlockSettings
            A record of `settings_class`.
        inputs : sequence of Extraction
            Not used.

        Returns
        -------
        Extraction
            With status ``empty`` if the page has no block, or no block is kept.
        """
        tags = settings.tag_actions()
        before = initial_list(page, tags, settings.max_line_length)
        source = before.source
        if not len(source):
            return Extraction(
                extractor=self.id,
                status=Status.EMPTY,
                settings=settings,
                message="The body of the page has no text, so no blocks were found.",
                mask=np.zeros(page.n_tokens, dtype=np.bool_),
                title=" ".join(source.unwrapped.title.split()),
                label_names=LABEL_NAMES,
            )
        after, records = run_steps(
            before,
            self.steps(settings),
            cached_steps(page, tags),
            in_own_settings=isinstance(settings, CustomSettings),
        )
        content = after.of_blocks(after.content, removed=False)
        n_kept = np.count_nonzero(content)
        status, message = (Status.OK, "") if n_kept else (Status.EMPTY, _why_empty(records))
        return Extraction(
            extractor=self.id,
            status=status,
            settings=settings,
            message=message,
            blocks=source.unwrapped.blocks,
            columns=Lazy(lambda: block_columns(before, settings)),
            steps=records,
            content=content,
            mask=source.unwrapped.blocks.mask(content, page.n_tokens),
            own_text=Lazy(lambda: own_text(source, content)),
            label_names=LABEL_NAMES,
            labels=labels_of_blocks(after),
            scores={
                "blocks": float(len(source)),
                "blocks_kept": float(n_kept),
                "words": float(source.words.sum()),
                "words_kept": float(source.words @ content),
            },
            curves=Lazy(lambda: block_curves(before, content, settings)),
            title=" ".join(source.unwrapped.title.split()),
            warnings=_warnings(source),
        )


def own_text(source: TextBlocks, content: BoolArray) -> str:
    """Return the text of the kept blocks, each followed by a line feed."""
    return "\n".join([*compress(source.unwrapped.texts, content.tolist()), ""])


@lru_cache(maxsize=256)
def _stock_steps(
    extractor: BoilerpipeExtractor, settings: BlockSettings
) -> tuple[PipelineStep, ...]:
    return stock_steps(extractor.stock or {}, settings)


def _why_empty(records: Sequence[Step]) -> str:
    with_content = [number for number, record in enumerate(records) if record.content.any()]
    if not with_content:
        return "No step keeps a block."
    emptied = records[with_content[-1] + 1]
    return (
        f"Step {with_content[-1] + 2}, {emptied.code} ({emptied.title.lower()}), left no content."
    )


def _warnings(source: TextBlocks) -> tuple[str, ...]:
    if source.unwrapped.cjk_share <= _MOSTLY_CJK:
        return ()
    return (
        (
            f"{percent(source.unwrapped.cjk_share)} of the letters are Chinese or Japanese,"
            " written without spaces. boilerpipe counts the text between two punctuation marks as"
            " one word, so its word rules rarely match."
        ),
    )


def _profile_presets() -> tuple[Preset, ...]:
    """Return a preset for each version that is not the default."""
    texts = {
        Profile.V1_1_0: "The version of November 2010.",
        Profile.HEAD: "The unreleased development version of 2014.",
    }
    return tuple(
        Preset(profile.value, {"profile": profile.value}, text) for profile, text in texts.items()
    )


def _article_presets() -> tuple[Preset, ...]:
    return (
        *_profile_presets(),
        Preset(
            "200 words before the end",
            {"min_words_before_end": 200},
            "End phrases count only after 200 words of full text: the original's other preset.",
        ),
        Preset(
            "all end phrases",
            {"end_packs": ["en", "de", "es", "fr", "ja", "zh"]},
            "Searches for the end phrases of all languages.",
        ),
    )


def _custom_presets() -> tuple[Preset, ...]:
    """Return the published pipelines as presets, one for each version that differs."""
    presets = []
    for name, stock in _STOCKS.items():
        versions = {profile: [use.name for use in uses] for profile, uses in stock.items()}
        for profile in Profile:
            is_first = profile is Profile.V1_2_0
            if is_first or versions[profile] != versions[Profile.V1_2_0]:
                start = CustomSettings(profile=profile, pipeline=default_steps(stock, profile))
                presets.append(
                    Preset(
                        name if is_first else f"{name} {profile}",
                        to_table(start),
                        f"Starts from the steps of boilerpipe.{name}, {profile}.",
                    )
                )
    return tuple(presets)


_STOCKS: Mapping[str, Stock] = {
    "article": pipelines.ARTICLE,
    "default": pipelines.DEFAULT,
    "article_sentences": pipelines.ARTICLE_SENTENCES,
    "largest_content": pipelines.LARGEST_CONTENT,
    "canola": pipelines.CANOLA,
    "keep_everything": pipelines.KEEP_EVERYTHING,
    "keep_min_k_words": pipelines.KEEP_MIN_K_WORDS,
    "num_words_rules": pipelines.NUM_WORDS_RULES,
}

ARTICLE = BoilerpipeExtractor(
    help_texts.ARTICLE, ArticleSettings, pipelines.ARTICLE, _article_presets()
)
DEFAULT = BoilerpipeExtractor(
    help_texts.DEFAULT,
    DefaultSettings,
    pipelines.DEFAULT,
    _profile_presets(),
    last=DensitySettings,
)
ARTICLE_SENTENCES = BoilerpipeExtractor(
    help_texts.ARTICLE_SENTENCES,
    ArticleSentencesSettings,
    pipelines.ARTICLE_SENTENCES,
    _article_presets(),
    last=ClauseSettings,
)
LARGEST_CONTENT = BoilerpipeExtractor(
    help_texts.LARGEST_CONTENT,
    LargestContentSettings,
    pipelines.LARGEST_CONTENT,
    _profile_presets(),
)
CANOLA = BoilerpipeExtractor(
    help_texts.CANOLA,
    CanolaExtractorSettings,
    pipelines.CANOLA,
    _profile_presets(),
    last=CanolaSettings,
)
KEEP_EVERYTHING = BoilerpipeExtractor(
    help_texts.KEEP_EVERYTHING,
    KeepEverythingSettings,
    pipelines.KEEP_EVERYTHING,
    _profile_presets(),
)
KEEP_MIN_K_WORDS = BoilerpipeExtractor(
    help_texts.KEEP_MIN_K_WORDS,
    KeepMinKWordsSettings,
    pipelines.KEEP_MIN_K_WORDS,
    _profile_presets(),
    last=MinWordsSettings,
)
NUM_WORDS_RULES = BoilerpipeExtractor(
    help_texts.NUM_WORDS_RULES,
    NumWordsExtractorSettings,
    pipelines.NUM_WORDS_RULES,
    _profile_presets(),
    last=NumWordsSettings,
)
CUSTOM = BoilerpipeExtractor(help_texts.CUSTOM, CustomSettings, None, _custom_presets())
