"""The result of body text extraction as records: step, columns and curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.bte.bodies import Body, body_score
from extractors.model.extraction import Column, Curve
from extractors.model.steps import Outcome, Rule, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractors.algorithms.bte.settings import BteSettings
    from extractors.algorithms.bte.tag_stream import TagStream
    from extractors.algorithms.bte.word_runs import WordRuns
    from extractors.model.lazy import Lazy
    from extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = ("BEFORE", "BODY", "BETWEEN", "AFTER")
"""Names of the labels; between two bodies only where several are looked for."""


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
"""In the order of the places before, in, between and after the bodies."""


def places(n_runs: int, bodies: list[Body]) -> IntArray:
    """Return whether each run stands before, in, between or after the bodies."""
    place = np.full(n_runs, BEFORE, dtype=np.int32)
    for number, (first, end) in enumerate(bodies):
        place[first:end] = BODY
        place[end:] = BETWEEN if number < len(bodies) - 1 else AFTER
    return place


def columns(measured: WordRuns) -> tuple[Column, ...]:
    """Return what is measured on each run of words."""
    return (
        Column("words", "Words", "words", "Words in a row without a tag.", measured.words),
        Column("tags", "Tags", "tags", "Tags between these words and those before.", measured.tags),
        Column(
            "tags_so_far",
            "Tags so far",
            "tags",
            "All tags before these words: the curve of the paper.",
            np.cumsum(measured.tags).astype(np.int32),
        ),
        Column(
            "sum",
            "Running sum",
            "words",
            "Words less weighted tags of the best stretch that ends here.",
            measured.sums,
        ),
    )


def body_step(place: IntArray, content: BoolArray, figures: Lazy[Mapping[str, FloatArray]]) -> Step:
    """Return the choice of bodies as a step."""
    return Step(
        code="B1",
        title="Find most words and fewest tags",
        rules=_RULES,
        rule=place + 1,
        content=content,
        labels=1 << place,
        columns=figures,
    )


def figures(stream: TagStream, measured: WordRuns, bodies: list[Body]) -> Mapping[str, FloatArray]:
    """Return the figures of the body that each run stands in, or its own place."""
    figures = {
        "first": stream.word_place[stream.run_first[:-1]].astype(np.float64),
        "last": stream.word_place[stream.run_first[1:] - 1].astype(np.float64),
        **{name: np.zeros(stream.n_runs) for name in ("n", "t", "score")},
    }
    for first, end in bodies:
        figures["first"][first:end] = stream.word_place[stream.run_first[first]]
        figures["last"][first:end] = stream.word_place[stream.run_first[end] - 1]
        figures["n"][first:end] = measured.words[first:end].sum()
        figures["t"][first:end] = measured.tags[first + 1 : end].sum()
        figures["score"][first:end] = body_score(measured.words, measured.cost, (first, end))
    return figures


def curves(
    stream: TagStream, measured: WordRuns, bodies: list[Body], settings: BteSettings
) -> tuple[Curve, ...]:
    """Return the curves over the source, with the bodies marked."""
    edges = [
        (
            int(stream.word_place[stream.run_first[first]]),
            int(stream.word_place[stream.run_first[end] - 1]),
        )
        for first, end in bodies
    ]
    every = np.arange(len(stream), dtype=np.float64)
    run = _run_of_token(stream)
    tags = np.cumsum(~stream.is_word).astype(np.float64)
    gain = np.cumsum(np.where(stream.is_word, 1.0, -settings.tag_weight))

    def curve(name: str, x: FloatArray, y: FloatArray, unit: str, block: IntArray) -> Curve:
        return Curve(
            name=name,
            x=x,
            y=y,
            x_label="token of the source",
            y_label=unit,
            block=block,
            kept=tuple((first - 0.5, last + 0.5) for first, last in edges),
            cuts=tuple(cut for first, last in edges for cut in (first - 0.5, last + 0.5)),
        )

    ends = stream.word_place[stream.run_first[1:] - 1].astype(np.float64)
    runs = np.arange(stream.n_runs, dtype=np.int32)
    return (
        curve("words less tags", every, gain, "words less weighted tags", run),
        curve("tags so far", every, tags, "tags", run),
        curve("running sum", ends, measured.sums, "words less weighted tags", runs),
    )


def _run_of_token(stream: TagStream) -> IntArray:
    """Return the run of each token of the stream, -1 for tags."""
    run = np.full(len(stream), -1, dtype=np.int32)
    numbers = np.arange(stream.n_runs, dtype=np.int32)
    run[stream.is_word] = np.repeat(numbers, np.diff(stream.run_first))
    return run
