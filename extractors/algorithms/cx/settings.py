"""Settings of cx-extractor and their values in each profile."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


class Profile(StrEnum):
    """Published version of the method."""

    JAVA_2010 = "java_2010"
    JAVA_2011 = "java_2011"
    PAPER = "paper"


class EndRule(StrEnum):
    """Condition for the end of a region."""

    EITHER = "either"
    BOTH = "both"


class KeepRegions(StrEnum):
    """Choice of the kept regions."""

    ALL = "all"
    LONGEST = "longest"
    FIRST = "first"
    PEAK = "peak"


class CountUnit(StrEnum):
    """Unit of the length of a line."""

    CHARACTERS = "characters"
    GB18030 = "gb18030"


_COPYRIGHT = ("Copyright", "版权所有")
_JAVA: dict[str, Any] = {
    "threshold": 86,
    "min_line": 5,
    "end_rule": EndRule.EITHER,
    "keep_regions": KeepRegions.ALL,
    "drop_words": _COPYRIGHT,
    "close_at_end": False,
}
_PAPER: dict[str, Any] = {
    "threshold": 86,
    "min_line": 1,
    "end_rule": EndRule.BOTH,
    "keep_regions": KeepRegions.PEAK,
    "drop_words": (),
    "close_at_end": False,
}
_JAVA_2011 = {**_JAVA, "close_at_end": True}
_AUTOMATIC: dict[Profile, dict[str, Any]] = {
    Profile.JAVA_2010: _JAVA,
    Profile.JAVA_2011: _JAVA_2011,
    Profile.PAPER: _PAPER,
}


@dataclass(frozen=True)
class CxSettings(ExtractorSettings):
    """Settings of the line-block distribution; automatic values follow the profile."""

    profile: Profile = knob(
        Profile.JAVA_2010,
        "Profile",
        "Published form to follow: it determines how markup is deleted, how a region starts, and "
        "the values of automatic settings.",
        source=Source.PROGRAM,
        group="Method",
        choice_labels={
            "java_2010": "Java program, 2010",
            "java_2011": "Java program, 2011",
            "paper": "Paper, read literally",
        },
    )
    block_lines: int = knob(
        3,
        "Lines per block",
        "Number of consecutive lines in a block (K); the paper requires fewer than 5.",
        unit="lines",
        low=1,
        high=10,
        step=1,
        source=Source.PAPER,
        group="Method",
    )
    threshold: int | None = knob(
        None,
        "Block length threshold",
        "A region may start where a block is longer than this. Automatic: 86; in the profile of "
        "2011, computed from the page.",
        unit="characters",
        low=1,
        high=1000,
        step=1,
        source=Source.PROGRAM,
        bounds="block_length",
        group="Regions",
        main=MainKnob.DISTRIBUTION,
    )
    threshold_min: int = knob(
        50,
        "Minimum automatic threshold",
        "The threshold computed from the page is never below this, even if the maximum is lower.",
        unit="characters",
        low=1,
        high=1000,
        step=1,
        source=Source.PROGRAM,
        bounds="block_length",
        group="Regions",
    )
    threshold_max: int = knob(
        100,
        "Maximum automatic threshold",
        "The threshold computed from the page is never above this.",
        unit="characters",
        low=1,
        high=1000,
        step=1,
        source=Source.PROGRAM,
        bounds="block_length",
        group="Regions",
    )
    end_rule: EndRule | None = knob(
        None,
        "End of a region",
        "End a region at one empty block, this or the next, as in the author's program, or only "
        "at two empty blocks in a row, as in the paper and all other ports.",
        source=Source.PROGRAM,
        group="Regions",
        choice_labels={
            "either": "This block or the next is empty",
            "both": "This block and the next are empty",
        },
    )
    close_at_end: bool | None = knob(
        None,
        "Keep a region that is still open",
        "Keep a region that is still open at the end of the page up to the last line; it is then "
        "dropped only if it contains all of the words that drop a region.",
        source=Source.PROGRAM,
        group="Regions",
    )
    keep_regions: KeepRegions | None = knob(
        None,
        "Regions to keep",
        "Keep only these regions.",
        source=Source.PROGRAM,
        group="Regions",
        choice_labels={
            "all": "All",
            "longest": "The region with the longest text",
            "first": "The first",
            "peak": "The region with the longest block",
        },
    )
    drop_words: tuple[str, ...] | None = knob(
        None,
        "Words that drop a region",
        "Drop a region whose text contains one of these words; white space is ignored, because it "
        "is deleted from the text.",
        source=Source.PROGRAM,
        group="Copyright",
    )
    reset_after_drop: bool = knob(
        default=False,
        label="Continue after a dropped region",
        help="Let a new region start after a dropped region; the original never closes the dropped "
        "region, so everything after it is lost.",
        source=Source.OURS,
        group="Copyright",
    )
    min_line: int | None = knob(
        None,
        "Minimum line length",
        "Leave shorter lines of a region out of the text.",
        unit="characters",
        low=0,
        high=100,
        step=1,
        source=Source.PROGRAM,
        bounds="line_length",
        group="Lines",
        main=MainKnob.MIN_LENGTH,
    )
    count_unit: CountUnit = knob(
        CountUnit.CHARACTERS,
        "Unit of length",
        "Unit of the length of a line; the Perl port counts bytes, two per Chinese character, so "
        "its thresholds have a different meaning.",
        source=Source.PROGRAM,
        group="Lines",
        choice_labels={"characters": "Characters (UTF-16)", "gb18030": "Bytes in GB18030"},
    )
    resplit: bool = knob(
        default=False,
        label="Divide at block-level tags",
        help="Add a line end before every block-level tag first; pages saved without line ends "
        "need this. It changes the source.",
        source=Source.OURS,
        group="Lines",
    )
    keep_spaces: bool = knob(
        default=False,
        label="Show white space",
        help="Write the kept lines with their white space; it is never counted.",
        source=Source.OURS,
        group="Lines",
    )

    def check(self) -> None:
        """Check that the limits of the automatic threshold do not contradict each other."""
        if self.threshold_min > self.threshold_max:
            raise SettingsError(
                f"threshold_min must be at most threshold_max ({self.threshold_max}), "
                f"got {self.threshold_min}",
                field="threshold_min",
            )

    @property
    def takes_threshold_from_page(self) -> bool:
        """Whether the threshold is computed from the page."""
        return self.threshold is None and self.profile is Profile.JAVA_2011

    def resolve(self) -> Self:
        """Return a copy with the values of the profile.

        The automatic threshold of the 2011 profile differs from page to page; here it is resolved
        to its maximum.
        """
        automatic = dict(_AUTOMATIC[self.profile])
        if self.takes_threshold_from_page:
            automatic["threshold"] = self.threshold_max
        explicit = {name: getattr(self, name) for name in automatic}
        changes = {name: automatic[name] for name, value in explicit.items() if value is None}
        return self.replace(**changes)
