"""Records of joyhtml: step, columns, curves and the tree of paragraphs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Column, Curve, Tree
from boilerscope.extractors.model.lazy import LazySequence
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.joyhtml.text import (
        Paragraphs,
        Windows,
    )
    from boilerscope.extractors.algorithms.joyhtml.weights import Weights
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

LABELS = ("MAIN", "CANDIDATE", "NOISE")


MAIN, CANDIDATE, NOISE = (1 << bit for bit in range(3))


_SHOWN = 80


_TERMS = (
    "element {term_tag}; info {info}/{I} {term_info}; field {term_input}; noise {term_noise};"
    " 1 - {linked}/{length} = {term_links}; text {length}/{T} {term_text};"
    " linked {linked}/{A} {term_anchor}"
)


_RULES = (
    Rule("W1", Outcome.KEEP, (Test("weight", ">=", "best"),), _TERMS),
    Rule("W2", Outcome.DROP, (Test("weight", "<", "best"),), _TERMS),
    Rule("W3", Outcome.DROP, explanation=f"as heavy as the main window, {{weight}}; {_TERMS}"),
    Rule("W4", Outcome.KEEP, explanation="selected by no_info_rule: 0 / 0 information elements"),
    Rule("W5", Outcome.DROP, explanation="the weight is not a number: 0 / 0 information elements"),
    Rule("W6", Outcome.KEEP, explanation=f"inside the main window; {_TERMS}"),
)


def labels_of(weights: Weights) -> IntArray:
    """Return the labels of each window."""
    labels = np.full(len(weights.total), CANDIDATE, dtype=np.int32)
    if weights.main >= 0:
        labels[weights.main] = MAIN
    labels[(weights.terms["input"] < 0) | (weights.terms["noise"] < 0)] |= NOISE
    return labels


def columns(windows: Windows, weights: Weights) -> tuple[Column, ...]:
    """Return the measured quantities of each window, and the terms of its weight."""
    length = windows.length
    n_info, n_text = max(windows.total_info, 1), max(windows.total, 1)
    terms = (
        ("tag", "Term of the element", "Added for tr and td, or for div and table."),
        ("info", "Term of information", "w_info x min(info / I, cap)."),
        ("input", "Term of form fields", "Subtracted if the window contains a form field."),
        ("noise", "Term of noise", "Subtracted if the window contains a noise word."),
        ("links", "Term of links", "1 - linked / length."),
        ("text", "Term of text", "w_text x min(length / T, cap)."),
        ("anchor", "Term of all links", "-w_anchor_total x linked / A."),
    )
    return (
        Column("weight", "Weight", "", "Sum of the terms.", weights.total),
        Column("length", "Length", "characters", "Characters of filtered text.", length),
        Column(
            "linked",
            "Linked",
            "characters",
            "Characters of filtered text in links below the window.",
            windows.linked,
        ),
        Column(
            "link_density",
            "Link density",
            "ratio",
            "linked / length.",
            windows.linked / np.maximum(length, 1),
        ),
        Column(
            "info",
            "Information elements",
            "",
            "Information elements at or below the window.",
            windows.info,
        ),
        Column("info_share", "Share of information", "ratio", "info / I.", windows.info / n_info),
        Column("text_share", "Share of text", "ratio", "length / T.", length / n_text),
        *(
            Column(f"term_{name}", label, "", meaning, weights.terms[name])
            for name, label, meaning in terms
        ),
    )


def window_step(windows: Windows, weights: Weights, content: BoolArray, labels: IntArray) -> Step:
    """Return the selection of the heaviest window as a step."""
    main, lighter, tied, no_number_main, no_number, inside = range(1, 7)
    total = weights.total
    best = float(total[weights.main]) if weights.main >= 0 else 0.0
    if math.isnan(best):
        rule = np.where(content, inside, no_number)
    else:
        rule = np.where(content, inside, np.where(total == best, tied, lighter))
    if weights.main >= 0:
        rule[weights.main] = no_number_main if math.isnan(best) else main
    return Step(
        code="W",
        title="Keep the heaviest window",
        rules=_RULES,
        rule=rule.astype(np.int32),
        content=content,
        labels=labels,
        numbers={
            "best": best,
            "T": float(windows.total),
            "A": float(windows.total_linked),
            "I": float(windows.total_info),
        },
        chooses_by="weight",
    )


def scores(windows: Windows, weights: Weights) -> dict[str, float]:
    """Return the totals of the page, and the weight of the main window."""
    scores = {
        "text": float(windows.total),
        "linked_text": float(windows.total_linked),
        "information_elements": float(windows.total_info),
    }
    if weights.main >= 0 and not math.isnan(weights.total[weights.main]):
        scores["weight"] = float(weights.total[weights.main])
    return scores


def weight_curve(weights: Weights, content: BoolArray) -> Curve:
    """Return the weights of the windows in page order."""
    positions = np.arange(len(content))
    kept = positions[content]
    return Curve(
        name="weight per window",
        x=positions.astype(np.float64),
        y=weights.total,
        x_label="window in page order",
        y_label="weight",
        style="bars",
        block=positions.astype(np.int32),
        kept=tuple(zip((kept - 0.5).tolist(), (kept + 0.5).tolist(), strict=True)),
    )


def paragraph_curve(lines: Paragraphs) -> Curve:
    """Return the weights of the paragraphs along the text."""
    return Curve(
        name="weight of paragraphs",
        x=lines.offset.astype(np.float64),
        y=lines.weight,
        x_label="characters before",
        y_label="weight",
        style="steps",
    )


def paragraph_tree(page: Page, windows: Windows, lines: Paragraphs) -> Tree:
    """Return the paragraphs as a flat tree, with the window in which each paragraph starts."""
    owner = page.slots.owner[lines.first_slot]
    index = np.searchsorted(windows.row, owner)
    is_window = np.append(windows.row, -1)[index] == owner
    n_lines = len(lines.text)
    return Tree(
        parent=np.full(n_lines, -1, dtype=np.int32),
        block=np.where(is_window, index, -1).astype(np.int32),
        label=LazySequence(n_lines, lambda line: " ".join(lines.text[line].split())[:_SHOWN]),
        columns=(
            Column(
                "paragraph_weight",
                "Weight",
                "",
                "0.3 in the main window, else 0.1; plus 0.3 in a heading and 0.7 in the title.",
                lines.weight,
            ),
            Column(
                "offset",
                "Offset",
                "characters",
                "Characters of text before the paragraph.",
                lines.offset,
            ),
        ),
        choice_is_ours=False,
    )
