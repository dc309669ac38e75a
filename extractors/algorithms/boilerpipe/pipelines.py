"""The published pipelines as lists of filters, and the user's own pipelines.

Both are tuples of `PipelineStep`. A published pipeline takes the settings of its steps from the
extractor's record by field name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from boilerscope.extractors.algorithms.boilerpipe.filters.catalogue import FILTERS, step_kinds
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.algorithms.boilerpipe.settings import BlockSettings
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.lazy import replaced
from boilerscope.extractors.model.settings import PipelineStep, Settings, Source, knob, knobs

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList
    from boilerscope.extractors.algorithms.boilerpipe.tag_actions import TagActions
    from boilerscope.extractors.model.steps import Step
    from boilerscope.extractors.page import Page


@dataclass(frozen=True, slots=True)
class Use:
    """One filter of a stock pipeline.

    Attributes
    ----------
    name : str
        Name in the catalogue.
    fixed : mapping
        Settings that this pipeline fixes.
    """

    name: str
    fixed: Mapping[str, Any] = field(default_factory=dict)


def use(name: str, **fixed: object) -> Use:
    """Return a filter with the settings that the pipeline fixes."""
    return Use(name, fixed)


Stock = Mapping[Profile, tuple[Use, ...]]
"""A published pipeline in each version."""


def _always(*uses: Use) -> Stock:
    return dict.fromkeys(Profile, uses)


_ARTICLE_START = (
    use("terminating_blocks"),
    use("title_match"),
    use("num_words_rules"),
    use("ignore_after_end"),
)

ARTICLE: Stock = {
    Profile.V1_2_0: (
        *_ARTICLE_START,
        use("proximity_fusion"),
        use("remove_boilerplate"),
        use("proximity_fusion", content_only=True),
        use("keep_largest"),
        use("expand_title_to_content"),
    ),
    Profile.V1_1_0: (
        *_ARTICLE_START,
        use("proximity_fusion"),
        use("remove_boilerplate"),
        use("proximity_fusion", content_only=True),
        use("keep_largest_fulltext"),
        use("expand_title_to_content"),
    ),
    Profile.HEAD: (
        *_ARTICLE_START,
        use("trailing_headline"),
        use("proximity_fusion"),
        use("remove_boilerplate", keep_titles=True),
        use("proximity_fusion", content_only=True, same_tag_level_only=True),
        use("keep_largest"),
        use("expand_title_to_content"),
        use("large_block_same_tag_level"),
        use("list_at_end"),
    ),
}

DEFAULT = _always(
    use("equal_density_fusion"),
    use("proximity_fusion"),
    use("density_rules"),
)

ARTICLE_SENTENCES: Stock = {
    profile: (*article, use("split_paragraphs"), use("min_clause_words"))
    for profile, article in ARTICLE.items()
}

_CLASSIFY_AND_FUSE = (use("num_words_rules"), use("proximity_fusion"))

LARGEST_CONTENT: Stock = {
    Profile.V1_2_0: (*_CLASSIFY_AND_FUSE, use("keep_largest")),
    Profile.V1_1_0: (*_CLASSIFY_AND_FUSE, use("keep_largest_fulltext")),
    Profile.HEAD: (*_CLASSIFY_AND_FUSE, use("keep_largest")),
}

CANOLA = _always(use("canola"))

NUM_WORDS_RULES = _always(use("num_words_rules"))

KEEP_EVERYTHING = _always(use("mark_everything_content"))

KEEP_MIN_K_WORDS = _always(
    use("equal_density_fusion"),
    use("mark_everything_content"),
    use("min_words"),
)


def stock_steps(stock: Stock, settings: BlockSettings) -> tuple[PipelineStep, ...]:
    """Return the steps of a published pipeline under an extractor's settings.

    An automatic value stays automatic, unless the extractor's class declares its own actual values.
    """
    resolved = settings.resolve()
    overruled = vars(type(settings)).get("by_profile", {})
    steps = []
    for filter_use in stock[resolved.profile]:
        step_class = FILTERS[filter_use.name].kind.settings_class
        values = {
            name: getattr(resolved if name in overruled else settings, name)
            for name in (knob_field.name for knob_field in knobs(step_class))
            if hasattr(settings, name)
        }
        steps.append(PipelineStep(filter_use.name, step_class(**{**values, **filter_use.fixed})))
    return tuple(steps)


class AppliedStep(NamedTuple):
    """A step that was applied to a list of blocks.

    Attributes
    ----------
    step : PipelineStep
        The filter and its settings.
    record : Step
        The record of its decisions.
    """

    before: BlockList
    step: PipelineStep
    after: BlockList
    record: Step


CachedSteps = dict[tuple[str, ...], AppliedStep]
"""The last step applied at a position, by its kind and the kinds of all steps before it."""


def cached_steps(page: Page, tags: TagActions) -> CachedSteps:
    """Return the steps that were applied to the blocks of a page, see `run_steps`."""
    return page.cached(("boilerpipe steps", tags), lambda _: {})


def run_steps(
    blocks: BlockList,
    steps: tuple[PipelineStep, ...],
    cached: CachedSteps,
    *,
    in_own_settings: bool,
) -> tuple[BlockList, tuple[Step, ...]]:
    """Return the list after all steps, and the record of each step.

    Pipelines with the same first steps share them. For each step only the last settings are cached,
    because moving a slider tries hundreds of values.

    Parameters
    ----------
    blocks : BlockList
        The list to start with.
    steps : tuple of PipelineStep
        The steps to apply.
    cached : dict
        Steps applied earlier; new steps are added.
    in_own_settings : bool
        Whether the bounds of a step's rules are in the step's own settings, because the extractor's
        record does not have them.
    """
    records = []
    kinds: tuple[str, ...] = ()
    for step in steps:
        kinds = (*kinds, step.kind)
        applied = cached.get(kinds)
        if applied is None or applied.before is not blocks or applied.step != step:
            after, record = FILTERS[step.kind].apply(blocks, step.settings)
            applied = cached[kinds] = AppliedStep(blocks, step, after, record)
        blocks, record = applied.after, applied.record
        records.append(replaced(record, settings=step.settings) if in_own_settings else record)
    return blocks, tuple(records)


def default_steps(stock: Stock, profile: Profile = Profile.V1_2_0) -> tuple[PipelineStep, ...]:
    """Return the steps of a published pipeline with their default settings."""
    return stock_steps(stock, BlockSettings(profile=profile))


@dataclass(frozen=True)
class PipelineSettings(Settings):
    """The steps of the user's own pipeline."""

    pipeline: tuple[PipelineStep, ...] = knob(
        default_steps(ARTICLE),
        "Steps",
        "Filters in the order in which they run, each with its own settings.",
        source=Source.OURS,
        group="Pipeline",
        catalogue=step_kinds,
    )

    def check(self) -> None:
        """Check that every step is a known filter with a record of the right class."""
        super().check()
        for number, step in enumerate(self.pipeline, 1):
            kind = step_kinds().get(step.kind)
            if kind is None or not isinstance(step.settings, kind.settings_class):
                raise SettingsError(
                    f"pipeline: step {number}, {step.kind!r}, is not a filter of boilerpipe with "
                    "its own settings",
                    field="pipeline",
                )


@dataclass(frozen=True)
class CustomSettings(BlockSettings, PipelineSettings):
    """The pipeline, then the block builder: fields of the last base class come first."""
