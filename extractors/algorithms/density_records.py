"""What the two extractors that decide on lines tell alike: columns, labels, curve, text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Column, Curve

if TYPE_CHECKING:
    from extractors.algorithms.density_lines import DensityLines
    from extractors.algorithms.density_settings import LineSettings
    from extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = ("CONTENT", "NOISE")


def line_columns(lines: DensityLines) -> tuple[Column, ...]:
    """Return what is measured of each line."""
    return (
        Column("length", "Text", "bytes", "Bytes of the line's text.", lines.length),
        Column(
            "bytes",
            "HTML",
            "bytes",
            "Bytes from the end of the text before to the end of this one.",
            lines.n_bytes,
        ),
        Column("density", "Density", "ratio", "Text / HTML.", lines.density),
        Column(
            "source_line",
            "Source line",
            "",
            "Line of the source in which the text begins.",
            lines.source_line,
        ),
    )


def line_labels(content: BoolArray) -> IntArray:
    """Return the labels of each line."""
    return np.where(content, 1, 2).astype(np.int32)


def line_text(lines: DensityLines, content: BoolArray) -> str:
    """Return the lines that are content, each with a line end."""
    kept = (lines.text[number].rstrip("\n") for number in np.flatnonzero(content).tolist())
    return "".join(f"{text}\n" for text in kept)


def line_curve(
    name: str,
    values: FloatArray,
    y_label: str,
    content: BoolArray,
    limit: tuple[str, float],
) -> Curve:
    """Return a bar per line, with the limit by its field (empty for none) and its value."""
    places = np.arange(len(values))
    return Curve(
        name=name,
        x=places.astype(np.float64),
        y=values,
        x_label="line in page order",
        y_label=y_label,
        style="bars",
        block=places.astype(np.int32),
        threshold_field=limit[0],
        threshold=limit[1],
        kept=tuple((place - 0.5, place + 0.5) for place in places[content].tolist()),
    )


def too_short(lines: DensityLines, settings: LineSettings) -> BoolArray:
    """Return which lines have too little text."""
    short: BoolArray = lines.length < settings.min_length
    return short


def why_empty(lines: DensityLines) -> str:
    """Return why no line is content."""
    if lines.fault:
        return (
            "The published program stops on this page with an error: its parser met"
            f" {lines.fault} (profile)."
        )
    if not len(lines):
        return "The page has no text."
    return (
        f"No line is content: the densest one has {float(lines.density.max()):.3g} bytes of text"
        " per byte."
    )
