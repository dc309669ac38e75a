"""Settings of VIPS."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from extractors.errors import SettingsError
from extractors.model.settings import Settings, Source, knob

STEPS = (
    ("0", "1"),
    ("8", "2"),
    ("15", "4"),
    ("25", "6"),
    ("35", "9"),
    ("45", "11"),
    ("55", "13"),
)
BONUS = (
    ("rule", "2"),
    ("background", "2"),
    ("font", "2"),
    ("smaller font above", "2"),
    ("plain text", "-2"),
)
_HIGHEST = 100


class Compare(StrEnum):
    """When two background colours differ."""

    EQUAL = "equal"
    DISTANCE = "distance"


@dataclass(frozen=True)
class VipsSettings(Settings):
    """Required coherence of blocks, and the search for blocks and separators."""

    pdoc: int = knob(
        5,
        "Permitted degree of coherence",
        "A block whose degree of coherence is below this is divided again.",
        low=1,
        high=11,
        step=1,
        source=Source.PROGRAM,
        bounds="leaf_doc",
        group="Structure",
    )
    size_threshold: float = knob(
        0.05,
        "Size threshold",
        "An element is not divided if its largest child (or the element, if it has text) covers"
        " less of the page than this.",
        unit="share of the page's area",
        low=0.0,
        high=0.5,
        step=0.005,
        bounds="relative_size",
        group="Visual blocks",
    )
    background_compare: Compare = knob(
        Compare.EQUAL,
        "Backgrounds differ",
        "Whether any other colour differs, or only one that is far enough away.",
        group="Visual blocks",
        choice_labels={"equal": "where they are not equal", "distance": "beyond a distance"},
    )
    background_distance: int = knob(
        30,
        "Distance of backgrounds",
        "With a distance: colours that are further apart than this differ.",
        unit="steps of 0-255 in red, green and blue",
        low=0,
        high=441,
        step=1,
        group="Visual blocks",
    )
    grow_floats: bool = knob(
        True,
        "Grow around floats",
        "Elements without a height take the union of their children's boxes; without it they are"
        " cut with all they hold.",
        group="Visual blocks",
    )
    min_separator: int = knob(
        1,
        "Narrowest separator",
        "Gaps between blocks that are narrower separate nothing.",
        unit="px",
        low=0,
        high=50,
        step=1,
        group="Separators",
    )
    shrink_overlap: bool = knob(
        False,
        "Shrink overlaps",
        "Boxes lose a pixel on each side before separators are sought, so that blocks which overlap"
        " by up to two pixels count as touching.",
        group="Separators",
    )
    weight_steps: tuple[tuple[str, ...], ...] = knob(
        STEPS,
        "Weight by width",
        "A separator wider than so many pixels has this weight.",
        unit="px",
        source=Source.PROGRAM,
        columns=("wider than", "weight"),
        group="Separators",
    )
    weight_bonus: tuple[tuple[str, ...], ...] = knob(
        BONUS,
        "Weight by appearance",
        "Weight added for an HR in the separator or for the style of the blocks beside it; the"
        " last three only for horizontal separators.",
        source=Source.PROGRAM,
        columns=("where", "added"),
        group="Separators",
    )
    join_share: float = knob(
        0.2,
        "Join siblings",
        "Siblings of the best leaf that score at least this share of it are main content too.",
        unit="share of the best score",
        low=0.0,
        high=1.0,
        step=0.05,
        bounds="score",
        group="Main content (ours)",
    )
    view_width: int = knob(
        1280,
        "View width",
        "Width at which the browser lays the page out when it is laid out for this pane.",
        unit="px",
        low=320,
        high=3840,
        step=10,
        group="Layout",
    )
    scripts: bool = knob(
        True,
        "Scripts run",
        "Whether the layout should be that of the page as its scripts made it; a layout that is"
        " not is used with a warning.",
        group="Layout",
    )

    def check(self) -> None:
        """Check that the tables hold whole numbers, and the names there are."""
        for row in self.weight_steps:
            _whole("weight_steps", row[0], 0, 10_000)
            _whole("weight_steps", row[1], 1, _HIGHEST)
        known = [name for name, _ in BONUS]
        for name, added in self.weight_bonus:
            if name not in known:
                raise SettingsError(
                    f"weight_bonus has {name!r}; it may have {', '.join(known)}",
                    field="weight_bonus",
                )
            _whole("weight_bonus", added, -_HIGHEST, _HIGHEST)

    @property
    def colour_limit(self) -> float:
        """Distance beyond which two colours differ."""
        return self.background_distance if self.background_compare is Compare.DISTANCE else 0.0

    def steps(self) -> tuple[list[int], list[int]]:
        """Return widths in ascending order, and the weight of what is wider than each."""
        rows = sorted((int(width), int(weight)) for width, weight in self.weight_steps)
        return [width for width, _ in rows], [weight for _, weight in rows]

    def bonus(self) -> dict[str, int]:
        """Return what is added by name; a name that is left out adds nothing."""
        return dict.fromkeys((name for name, _ in BONUS), 0) | {
            name: int(added) for name, added in self.weight_bonus
        }


def _whole(field: str, text: str, low: int, high: int) -> None:
    try:
        value = int(text)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise SettingsError(
            f"{field} must be a whole number from {low} to {high}, got {text!r}", field=field
        )
