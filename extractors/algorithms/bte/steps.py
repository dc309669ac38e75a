"""Step, columns and curves of body text extraction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.bte.bodies import Body, body_score
from boilerscope.extractors.model.extraction import Column, Curve
from boilerscope.extractors.model.steps import Outcome, Rule, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.bte.settings import BteSettings
    from boilerscope.extractors.algorithms.bte.tag_stream import TagStream
    from boilerscope.extractors.algorithms.bte.word_runs import WordRuns
    from boilerscope.extractors.model.lazy import Lazy
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = ("BEFORE", "BODY", "BETWEEN", "AFTER")
"""Names of the labels; `BETWEEN` appears only with several bodies."""

BEFORE, BODY, BETWEEN, AFTER = range(4)

_RULES = (
    Rule("B1", Outcome.DROP, explanation="tokens {first} to {last}, before the body"),
    Rule(
        "B1",
        Outcome.KEEP,
        explanation="tokens {first} to {last}: {n} words - {t} tags x {tag_weight} = {score} (max)",
    ),
    Rule("B1", Outcome.DROP, explanation="tokens {first} to {last}, between bodies"),
    Rule("B1", Outcome.DROP, explanation="tokens {first} to {last}, after the body"),
)
"""One rule for each label, in the order of `LABELS`."""


def run_labels(n_runs: int, bodies: list[Body]) -> IntArray:
    """Return the label of each word run: before, in, between or after the bodies."""
    labels = np.full(n_runs, BEFORE, dtype=np.int32)
    for number, (first, end) in enumerate(bodies, 1):
        labels[first:end] = BODY
        labels[end:] = AFTER if number == len(bodies) else BETWEEN
    return labels


def columns(runs: WordRuns) -> tuple[Column, ...]:
    """Return the measured quantities of each word run."""
    return (
        Column("words", "Words", "words", "Words without a tag among them.", runs.words),
        Column(
            "tags", "Tags", "tags", "Tags between these words and the previous words.", runs.tags
        ),
        Column(
            "tags_so_far",
            "Tags so far",
            "tags",
            "All tags before these words: the curve of the paper.",
            np.cumsum(runs.tags).astype(np.int32),
        ),
        Column(
            "sum",
            "Running sum",
            "words",
            "Words minus weighted tags of the best range that ends with these words.",
            runs.sums,
        ),
    )


def body_step(labels: IntArray, content: BoolArray, values: Lazy[Mapping[str, FloatArray]]) -> Step:
    """Return the choice of the bodies as a step."""
    return Step(
        code="B1",
        title="Find the most words and the fewest tags",
        rules=_RULES,
        rule=labels + 1,
        content=content,
        labels=1 << labels,
        columns=values,
    )


def body_values(stream: TagStream, runs: WordRuns, bodies: list[Body]) -> Mapping[str, FloatArray]:
    """Return, by name, the values of each word run's body that the explanation shows.

    Outside the bodies ``first`` and ``last`` are those of the word run itself.
    """
    first_token, last_token = _edges(stream)
    values = {
        "first": first_token.astype(np.float64),
        "last": last_token.astype(np.float64),
        **{name: np.zeros(stream.n_runs) for name in ("n", "t", "score")},
    }
    for first, end in bodies:
        values["first"][first:end] = first_token[first]
        values["last"][first:end] = last_token[end - 1]
        values["n"][first:end] = runs.words[first:end].sum()
        values["t"][first:end] = runs.tags[first + 1 : end].sum()
        values["score"][first:end] = body_score(runs.words, runs.cost, (first, end))
    return values


def curves(
    stream: TagStream, runs: WordRuns, bodies: list[Body], settings: BteSettings
) -> tuple[Curve, ...]:
    """Return the curves over the source, with the bodies marked."""
    first_token, last_token = _edges(stream)
    kept = tuple(
        (float(first_token[first]) - 0.5, float(last_token[end - 1]) + 0.5) for first, end in bodies
    )

    def curve(name: str, x: FloatArray, y: FloatArray, unit: str, block: IntArray) -> Curve:
        return Curve(
            name=name,
            x=x,
            y=y,
            x_label="token of the source",
            y_label=unit,
            block=block,
            kept=kept,
            cuts=tuple(edge for body in kept for edge in body),
        )

    tokens = np.arange(len(stream), dtype=np.float64)
    run_of_token = _run_of_token(stream)
    tags = np.cumsum(~stream.is_word).astype(np.float64)
    words_less_tags = np.cumsum(np.where(stream.is_word, 1.0, -settings.tag_weight))
    all_runs = np.arange(stream.n_runs, dtype=np.int32)
    unit = "words less weighted tags"
    return (
        curve("words less tags", tokens, words_less_tags, unit, run_of_token),
        curve("tags so far", tokens, tags, "tags", run_of_token),
        curve("running sum", last_token.astype(np.float64), runs.sums, unit, all_runs),
    )


def _edges(stream: TagStream) -> tuple[IntArray, IntArray]:
    """Return the first and the last token of each word run."""
    first_word, last_word = stream.run_first[:-1], stream.run_first[1:] - 1
    return stream.word_index[first_word], stream.word_index[last_word]


def _run_of_token(stream: TagStream) -> IntArray:
    """Return the word run of each token of the stream, -1 for tags."""
    run = np.full(len(stream), -1, dtype=np.int32)
    run[stream.word_index] = np.repeat(np.arange(stream.n_runs), np.diff(stream.run_first))
    return run
