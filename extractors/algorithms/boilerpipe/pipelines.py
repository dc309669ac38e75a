"""The published pipelines, each readable as a list of filters, and pipelines of the user's.

Both are the same thing: a tuple of `PipelineStep`. A stock pipeline takes the settings of its steps
from the extractor's record by name of field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from extractors.algorithms.boilerpipe.filters.catalogue import FILTERS, step_kinds
from extractors.algorithms.boilerpipe.profiles import Profile
from extractors.algorithms.boilerpipe.settings import BlockSettings
from extractors.errors import SettingsError
from extractors.model.lazy import replaced
from extractors.model.settings import PipelineStep, Settings, Source, knob, knobs

if TYPE_CHECKING:
    from extractors.algorithms.boilerpipe.block_list import BlockList
    from extractors.algorithms.boilerpipe.tag_actions import TagActions
    from extractors.model.steps import Step
    from extractors.page import Page


@dataclass(frozen=True, slots=True)
class Use:
    """One filter of a stock pipeline.

    Attributes
    ----------
    name : str
        Name in the catalogue.
    fixed : mapping
        Settings that this pipeline does not leave to the user.
    """

    name: str
    fixed: Mapping[str, Any] = field(default_factory=dict)


def use(name: str, **fixed: object) -> Use:
    """Return a filter with what the pipeline fixes of it."""
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

    An automatic value stays automatic, unless the extractor reads it in its own way.
    """
    resolved = settings.resolve()
    overruled = vars(type(settings)).get("by_profile", {})
    steps = []
    for each in stock[resolved.profile]:
        step_class = FILTERS[each.name].kind.settings_class
        values = {
            name: getattr(resolved if name in overruled else settings, name)
            for name in (declared.name for declared in knobs(step_class))
            if hasattr(settings, name)
        }
        steps.append(PipelineStep(each.name, step_class(**{**values, **each.fixed})))
    return tuple(steps)


class AppliedStep(NamedTuple):
    """A step that was applied to a list of blocks.

    Attributes
    ----------
    before : BlockList
        The list.
    step : PipelineStep
        The filter and its settings.
    after : BlockList
        The list that it left.
    record : Step
        The record of what it did.
    """

    before: BlockList
    step: PipelineStep
    after: BlockList
    record: Step


KnownSteps = dict[tuple[str, ...], AppliedStep]
"""The last step that was applied after the steps of some kinds, by these kinds and its own."""


def known_steps(page: Page, tags: TagActions) -> KnownSteps:
    """Return the steps that were applied to the blocks of a page, see `run_steps`."""
    return page.cached(("boilerpipe steps", tags), lambda _: {})


def run_steps(
    blocks: BlockList,
    steps: tuple[PipelineStep, ...],
    known: KnownSteps,
    *,
    in_own_settings: bool,
) -> tuple[BlockList, tuple[Step, ...]]:
    """Return the list after all steps, and the record of each.

    Pipelines that begin alike share their first steps. Of the settings of a step only the last are
    kept, since a slider passes through hundreds.

    Parameters
    ----------
    blocks : BlockList
        Where to start.
    steps : tuple of PipelineStep
        What to do.
    known : dict
        Steps that were applied before; new ones are added.
    in_own_settings : bool
        Whether the bounds of a step's rules are to be found in its own settings, because the
        extractor's record does not hold them.
    """
    records = []
    kinds: tuple[str, ...] = ()
    for step in steps:
        kinds = (*kinds, step.kind)
        applied = known.get(kinds)
        if applied is None or applied.before is not blocks or applied.step != step:
            after, record = FILTERS[step.kind].apply(blocks, step.settings)
            applied = known[kinds] = AppliedStep(blocks, step, after, record)
        blocks, record = applied.after, applied.record
        records.append(replaced(record, settings=step.settings) if in_own_settings else record)
    return blocks, tuple(records)


def default_steps(stock: Stock, profile: Profile = Profile.V1_2_0) -> tuple[PipelineStep, ...]:
    """Return the steps of a published pipeline as they were published."""
    return stock_steps(stock, BlockSettings(profile=profile))


@dataclass(frozen=True)
class PipelineSettings(Settings):
    """The steps of the user's own pipeline."""

    pipeline: tuple[PipelineStep, ...] = knob(
        default_steps(ARTICLE),
        "Steps",
        "Filters in the order in which they run; each has settings of its own.",
        source=Source.OURS,
        group="Pipeline",
        catalogue=step_kinds,
    )

    def check(self) -> None:
        """Check that every step is a known filter with a record of its own kind."""
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
    """The pipeline, then how blocks are made: fields of the last base class come first."""
