"""Settings of cx-extractor and their values in each profile."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from extractors.errors import SettingsError
from extractors.model.settings import MainKnob, Settings, Source, knob


class Profile(StrEnum):
    """Published version of the method."""

    JAVA_2010 = "java_2010"
    JAVA_2011 = "java_2011"
    PAPER = "paper"


class EndRule(StrEnum):
    """When a region ends."""

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
class CxSettings(Settings):
    """Settings of the line-block distribution; automatic values follow the profile."""

    profile: Profile = knob(
        Profile.JAVA_2010,
        "Profile",
        "Which published form is followed: how markup is deleted, how a region starts, and what "
        "the automatic settings stand for.",
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
        "How many lines in a row are measured together (K); the paper wants fewer than 5.",
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
        "A region may start where a block is longer than this. Automatic: 86, and in the profile "
        "of 2011 a value taken from the page.",
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
        "Least automatic threshold",
        "The threshold that is taken from the page is never below this; stronger than the "
        "greatest one.",
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
        "Greatest automatic threshold",
        "The threshold that is taken from the page is never above this.",
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
        "Whether one empty block ends a region, here or next, as in the author's program, or "
        "two in a row are needed, as in the paper and all other ports.",
        source=Source.PROGRAM,
        group="Regions",
        choice_labels={
            "either": "This block or the next is empty",
            "both": "This block and the next are empty",
        },
    )
    close_at_end: bool | None = knob(
        None,
        "Keep a region the page ends in",
        "Whether a region that is still open at the end of the page is kept to the last line; "
        "it is then dropped only if it holds all of the words that drop a region.",
        source=Source.PROGRAM,
        group="Regions",
    )
    keep_regions: KeepRegions | None = knob(
        None,
        "Regions to keep",
        "Which of the regions found are kept.",
        source=Source.PROGRAM,
        group="Regions",
        choice_labels={
            "all": "All",
            "longest": "The one with the longest text",
            "first": "The first",
            "peak": "The one with the longest block",
        },
    )
    drop_words: tuple[str, ...] | None = knob(
        None,
        "Words that drop a region",
        "A region whose text holds one of these is dropped; white space does not count, since "
        "it is deleted from the text.",
        source=Source.PROGRAM,
        group="Copyright",
    )
    reset_after_drop: bool = knob(
        default=False,
        label="Go on after a dropped region",
        help="Whether a new region may start after a dropped one; the original never closes it, "
        "so that everything after it is lost.",
        source=Source.OURS,
        group="Copyright",
    )
    min_line: int | None = knob(
        None,
        "Shortest line",
        "Shorter lines of a region are left out of the text.",
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
        "Length counts",
        "What the length of a line counts; the Perl port counts bytes, two to a Chinese "
        "character, so that its thresholds mean something else.",
        source=Source.PROGRAM,
        group="Lines",
        choice_labels={"characters": "Characters (UTF-16)", "gb18030": "Bytes in GB18030"},
    )
    resplit: bool = knob(
        default=False,
        label="Cut at block-level tags",
        help="Put a line end before every block-level tag first; pages saved without line ends "
        "cannot be handled otherwise. This changes the source.",
        source=Source.OURS,
        group="Lines",
    )
    keep_spaces: bool = knob(
        default=False,
        label="Show white space",
        help="Write the kept lines with their white space; it is not counted either way.",
        source=Source.OURS,
        group="Lines",
    )

    def check(self) -> None:
        """Check that the limits of the automatic threshold leave room."""
        if self.threshold_min > self.threshold_max:
            raise SettingsError(
                f"threshold_min must be at most threshold_max ({self.threshold_max}), "
                f"got {self.threshold_min}",
                field="threshold_min",
            )

    @property
    def takes_threshold_from_page(self) -> bool:
        """Whether each page gives its own threshold."""
        return self.threshold is None and self.profile is Profile.JAVA_2011

    def resolve(self) -> Self:
        """Return a copy with what the profile stands for.

        An automatic threshold of the profile of 2011 is another one on each page; here it stands
        as the greatest it can be.
        """
        stands_for = dict(_AUTOMATIC[self.profile])
        if self.takes_threshold_from_page:
            stands_for["threshold"] = self.threshold_max
        given = {name: getattr(self, name) for name in stands_for}
        meant = {name: stands_for[name] for name, value in given.items() if value is None}
        return self.replace(**meant)
