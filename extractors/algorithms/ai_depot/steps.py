"""Result parts shared by the two AI Depot extractors: columns, labels, curve, text."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Column, Curve
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.ai_depot.lines import DensityLines
    from boilerscope.extractors.algorithms.ai_depot.settings import LineSettings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = ("CONTENT", "NOISE")
_SHORT, _KEPT, _DROPPED, _STOPPED = 1, 2, 3, 4


def line_columns(page: Page, lines: DensityLines) -> tuple[Column, ...]:
    """Return the measured quantities of each line."""
    return (
        Column("length", "Text", "bytes", "Bytes of the line's text.", lines.length),
        Column(
            "bytes",
            "HTML",
            "bytes",
            "Bytes from the end of the previous text to the end of this text.",
            lines.n_bytes,
        ),
        Column("density", "Density", "ratio", "Text / HTML.", lines.density),
        Column(
            "source_line",
            "Source line",
            "",
            "Line of the source in which the text starts.",
            page.lines_of(lines.source_start),
        ),
    )


def line_labels(content: BoolArray) -> IntArray:
    """Return the labels of each line."""
    return np.subtract(2, content, dtype=np.int32)  # one bit for each of `LABELS`


def line_text(lines: DensityLines, content: BoolArray) -> str:
    """Return the lines that are content, each followed by a line end."""
    kept = list(compress(lines.text, content.tolist()))
    text = "\n".join([*kept, ""])
    if "\n\n" not in text:
        return text
    # Lines of the published program may end in line ends of their own.
    return "".join([line.rstrip("\n") + "\n" for line in kept])


def line_curve(
    name: str,
    values: FloatArray,
    y_label: str,
    content: BoolArray,
    threshold: tuple[str, float],
) -> Curve:
    """Return a bar per line, with a threshold: its field (empty for none) and its value."""
    positions = np.arange(len(values))
    return Curve(
        name=name,
        x=positions.astype(np.float64),
        y=values,
        x_label="line in page order",
        y_label=y_label,
        style="bars",
        block=positions.astype(np.int32),
        threshold_field=threshold[0],
        threshold=threshold[1],
        kept=tuple((position - 0.5, position + 0.5) for position in positions[content].tolist()),
    )


def line_step(
    lines: DensityLines,
    settings: LineSettings,
    is_dense: BoolArray,
    code_and_title: tuple[str, str],
    rules: tuple[Rule, ...],
    numbers: Mapping[str, float],
) -> Step:
    """Return the step that decides each line; lines with too little text are dropped first.

    Parameters
    ----------
    settings : LineSettings
        With the minimum length.
    is_dense : array of bool, shape (n_lines,)
        Lines that pass the test.
    rules : tuple of Rule
        The `line_rules` of the step.
    numbers : mapping of str to float
        Values of the page.
    """
    code, title = code_and_title
    rule = np.subtract(_DROPPED, is_dense, dtype=np.int32)  # `_KEPT` is one less
    rule[lines.length < settings.min_length] = _SHORT
    if lines.fault:
        rule[:] = _STOPPED
    content = rule == _KEPT
    return Step(
        code=code,
        title=title,
        rules=rules,
        rule=rule,
        content=content,
        labels=line_labels(content),
        numbers=numbers,
    )


def line_rules(code: str, kept: Test, dropped: Test) -> tuple[Rule, ...]:
    """Return the rules of a step from the tests for kept and for dropped lines."""
    explanation = "{length}/{bytes} bytes"
    return (
        Rule(f"{code}1", Outcome.DROP, (Test("length", "<", "min_length"),)),
        Rule(f"{code}2", Outcome.KEEP, (kept,), explanation),
        Rule(f"{code}3", Outcome.DROP, (dropped,), explanation),
        Rule(f"{code}4", Outcome.DROP, explanation="the published program stops on this page"),
    )


def why_empty(lines: DensityLines) -> str:
    """Return the reason why no line is content."""
    if lines.fault:
        return (
            "The published program stops on this page with an error: its parser met"
            f" {lines.fault}. Use the repaired lines (profile)."
        )
    if not len(lines):
        return "The page has no text."
    return (
        f"No line is content: the densest line has {float(lines.density.max()):.3g} bytes of text"
        " per byte."
    )
