"""Settings shared by several filters and extractors; a filter's own settings are in its module.

An extractor's record is composed of the records of the filters in its pipeline, so that every
setting is declared once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self, cast

from boilerscope.extractors.algorithms.boilerpipe.profiles import (
    FIXED_TAGS,
    IGNORABLE_TAGS,
    INLINE_SPACE_TAGS,
    INLINE_TAGS,
    LABELLED_TAGS,
    Profile,
)
from boilerscope.extractors.algorithms.boilerpipe.tag_actions import TagActions
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import MainKnob, Settings, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings

ByProfile = Mapping[str, Mapping[Profile, object]]
"""Actual values of automatic settings, by field and profile."""


def words_knob(  # noqa: PLR0913 - a declaration is a list of named facts, given by keyword
    default: Any,
    label: str,
    help: str,  # noqa: A002 - the word of the field's own metadata
    *,
    source: Source,
    group: str = "Classifier",
    main: MainKnob | None = None,
    low: int = 0,
    high: int = 200,
    bounds: str = "words",
) -> Any:
    """Declare a threshold on the words of a block."""
    return knob(
        default,
        label,
        help,
        unit="words",
        low=low,
        high=high,
        step=1,
        source=source,
        bounds=bounds,
        group=group,
        main=main,
    )


def density_knob(
    default: float,
    label: str,
    help: str,  # noqa: A002 - the word of the field's own metadata
    *,
    source: Source,
    group: str = "Classifier",
    main: MainKnob | None = None,
) -> Any:
    """Declare a threshold on the text density of a block."""
    return knob(
        default,
        label,
        help,
        unit="words per line",
        low=0.0,
        high=50.0,
        step=0.1,
        source=source,
        bounds="text_density_wrapped",
        group=group,
        main=main,
    )


def link_ratio_knob(
    default: float,
    label: str,
    help: str,  # noqa: A002 - the word of the field's own metadata
    *,
    source: Source,
    main: MainKnob | None = None,
) -> Any:
    """Declare a threshold on the link density of a block."""
    return knob(
        default,
        label,
        help,
        unit="ratio",
        low=0.0,
        high=1.0,
        step=0.01,
        source=source,
        bounds="link_density_words",
        group="Classifier",
        main=main,
    )


@dataclass(frozen=True)
class ProfileSettings(Settings):
    """The published version to follow.

    Attributes
    ----------
    by_profile : mapping
        Actual values of the automatic settings declared in the same class.
    """

    by_profile: ClassVar[ByProfile] = {}

    profile: Profile = knob(
        Profile.V1_2_0,
        "Profile",
        "Published version that determines tags, end phrases, title parts and the order of steps.",
        source=Source.PROGRAM,
        group="Profile",
        choice_labels={"head": "head (2014, unreleased)"},
    )

    def resolve(self) -> Self:
        """Return a copy with automatic values replaced by those of the profile."""
        return cast("Self", _resolved(self))


@lru_cache(maxsize=1024)
def _resolved(settings: ProfileSettings) -> ProfileSettings:
    changes: dict[str, Any] = {
        name: values[settings.profile]
        for base in reversed(type(settings).__mro__)
        for name, values in vars(base).get("by_profile", {}).items()
        if getattr(settings, name) is None
    }
    return dataclasses.replace(settings, **changes) if changes else settings


@dataclass(frozen=True)
class BlockSettings(ExtractorSettings, ProfileSettings):
    """Division of the page into text blocks."""

    by_profile: ClassVar[ByProfile] = {
        "ignorable_tags": IGNORABLE_TAGS,
        "inline_tags": INLINE_TAGS,
    }

    max_line_length: int = knob(
        80,
        "Line length",
        "Words are wrapped at this length before text density is measured.",
        unit="UTF-16 units",
        low=20,
        high=400,
        step=1,
        source=Source.PAPER,
        group="Blocks",
    )
    ignorable_tags: tuple[str, ...] | None = knob(
        None,
        "Ignorable tags",
        "Text inside these elements is never read.",
        source=Source.PROGRAM,
        group="Blocks",
    )
    inline_tags: tuple[str, ...] | None = knob(
        None,
        "Inline tags",
        "These elements neither end a block nor add a space.",
        source=Source.PROGRAM,
        group="Blocks",
    )
    inline_space_tags: tuple[str, ...] = knob(
        INLINE_SPACE_TAGS,
        "Inline tags with a space",
        "These elements do not end a block but add a space.",
        source=Source.PROGRAM,
        group="Blocks",
    )

    def check(self) -> None:
        """Check that no tag is in two lists and that none has a fixed action."""
        super().check()
        list_of_tag = dict.fromkeys(FIXED_TAGS, "the tags with a fixed action")
        for name in ("ignorable_tags", "inline_tags", "inline_space_tags"):
            for tag in getattr(self, name) or ():
                listed_in = list_of_tag.setdefault(tag.lower(), name)
                if listed_in != name:
                    raise SettingsError(
                        f"{name} must not contain {tag!r}, which is among {listed_in}",
                        field=name,
                    )

    def tag_actions(self) -> TagActions:
        """Return the actions of the tags under these settings."""
        return _tag_actions(self)


@lru_cache(maxsize=256)
def _tag_actions(settings: BlockSettings) -> TagActions:
    resolved = settings.resolve()
    return TagActions.of(
        resolved.ignorable_tags or (),
        resolved.inline_tags or (),
        resolved.inline_space_tags,
        LABELLED_TAGS[resolved.profile],
    )


@dataclass(frozen=True)
class LinkDensitySettings(Settings):
    """Link density thresholds of two classifiers."""

    max_link_density: float = link_ratio_knob(
        0.333333,
        "Link/text ratio",
        "Blocks with a larger share of linked words are boilerplate.",
        source=Source.PAPER,
        main=MainKnob.LINK_RATIO,
    )
    max_prev_link_density: float = link_ratio_knob(
        0.555556,
        "Link/text ratio of the previous block",
        "After a block with a larger share of linked words, stricter rules apply.",
        source=Source.PAPER,
    )


@dataclass(frozen=True)
class FulltextSettings(Settings):
    """Definition of full text."""

    fulltext_density: float = density_knob(
        9.0,
        "Distribution threshold",
        "Words of blocks with at least this text density count as full text.",
        source=Source.PROGRAM,
        group="Full text",
        main=MainKnob.DISTRIBUTION,
    )
