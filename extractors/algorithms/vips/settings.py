"""Settings of VIPS."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings

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
_MAX_WEIGHT = 100


class Compare(StrEnum):
    """Comparison of two background colours."""

    EQUAL = "equal"
    DISTANCE = "distance"


@dataclass(frozen=True)
class VipsSettings(ExtractorSettings):
    """Visual blocks, separators, structure, main content and layout."""

    pdoc: int = knob(
        5,
        "Permitted degree of coherence",
        "Divide blocks again whose degree of coherence is below this.",
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
        "Treat any other colour as different, or only colours beyond a distance.",
        group="Visual blocks",
        choice_labels={"equal": "if they are not equal", "distance": "beyond a distance"},
    )
    background_distance: int = knob(
        30,
        "Distance of backgrounds",
        "Distance above which two colours are different, if they are compared by distance.",
        unit="steps of 0-255 in red, green and blue",
        low=0,
        high=441,
        step=1,
        group="Visual blocks",
    )
    grow_floats: bool = knob(
        True,
        "Grow around floats",
        "Give elements without height the union of their children's boxes; off: they are cut with"
        " everything inside.",
        group="Visual blocks",
    )
    min_separator: int = knob(
        1,
        "Minimum separator",
        "Ignore gaps between blocks that are narrower than this.",
        unit="px",
        low=0,
        high=50,
        step=1,
        group="Separators",
    )
    shrink_overlap: bool = knob(
        False,
        "Shrink overlaps",
        "Shrink boxes by a pixel on each side before looking for separators, so that blocks which"
        " overlap by up to two pixels count as touching.",
        group="Separators",
    )
    weight_steps: tuple[tuple[str, ...], ...] = knob(
        STEPS,
        "Weight by width",
        "Weight of a separator that is wider than a number of pixels.",
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
        "Keep siblings of the best leaf whose score is at least this share of the best score.",
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
        "Width of the view in which the browser lays out the page for this pane.",
        unit="px",
        low=320,
        high=3840,
        step=10,
        group="Layout",
    )
    scripts: bool = knob(
        True,
        "Run scripts",
        "Use the layout of the page after its scripts ran; any other layout gives a warning.",
        group="Layout",
    )

    def check(self) -> None:
        """Check that the tables contain known names and whole numbers."""
        for row in self.weight_steps:
            _check_whole("weight_steps", row[0], 0, 10_000)
            _check_whole("weight_steps", row[1], 1, _MAX_WEIGHT)
        names = [name for name, _ in BONUS]
        for name, weight in self.weight_bonus:
            if name not in names:
                raise SettingsError(
                    f"weight_bonus has no row {name!r}; its rows are {', '.join(names)}",
                    field="weight_bonus",
                )
            _check_whole("weight_bonus", weight, -_MAX_WEIGHT, _MAX_WEIGHT)

    @property
    def colour_limit(self) -> float:
        """Distance beyond which two colours differ."""
        return self.background_distance if self.background_compare is Compare.DISTANCE else 0.0

    def steps(self) -> tuple[list[int], list[int]]:
        """Return widths in ascending order, and the weight of separators wider than each width."""
        rows = sorted((int(width), int(weight)) for width, weight in self.weight_steps)
        return [width for width, _ in rows], [weight for _, weight in rows]

    def bonus(self) -> dict[str, int]:
        """Return the added weight by name, 0 for names that are left out."""
        return dict.fromkeys((name for name, _ in BONUS), 0) | {
            name: int(weight) for name, weight in self.weight_bonus
        }


def _check_whole(field: str, text: str, low: int, high: int) -> None:
    try:
        value = int(text)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise SettingsError(
            f"{field} must be a whole number from {low} to {high}, got {text!r}", field=field
        )
