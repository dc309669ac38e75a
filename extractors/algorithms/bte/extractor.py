"""Body text extraction (Finn, Kushmerick, Smyth 2001): most words, fewest tags."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.bte.bodies import (
    Body,
    best_bodies,
    body_score,
    greedy_bodies,
    published_body,
    running_sums,
)
from extractors.algorithms.bte.tag_stream import TagStream, tag_stream
from extractors.model.extraction import Column, Curve, Edit, Extraction, Status
from extractors.model.extractor import Extractor, Preset, Score
from extractors.model.lazy import Later
from extractors.model.settings import Settings, Source, knob
from extractors.model.steps import Outcome, Rule, Step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = ("BEFORE", "BODY", "BETWEEN", "AFTER")
"""Names of the labels; between two bodies only where several are looked for."""

_BEFORE, _BODY, _BETWEEN, _AFTER = range(4)

_RULES = (
    Rule("B1", Outcome.DROP, says="tokens {first} to {last}, before the body"),
    Rule(
        "B1",
        Outcome.KEEP,
        says="tokens {first} to {last}: {n} words - {t} tags x {tag_weight} = {score} (max)",
    ),
    Rule("B1", Outcome.DROP, says="tokens {first} to {last}, between bodies"),
    Rule("B1", Outcome.DROP, says="tokens {first} to {last}, after the body"),
)
"""In the order of the places before, in, between and after the bodies."""


class Variant(StrEnum):
    """Which reading of the method runs."""

    EXACT = "exact"
    PUBLISHED_2009 = "published_2009"


class BodiesMode(StrEnum):
    """How several bodies are chosen."""

    JOINT = "joint"
    GREEDY = "greedy"


@dataclass(frozen=True)
class BteSettings(Settings):
    """What counts as a word and a tag, and how many bodies there are."""

    variant: Variant = knob(
        Variant.EXACT,
        "Variant",
        "The optimum of the paper, or what the program of 2009 finds, which misses last runs.",
        source=Source.PAPER,
        choice_labels={
            Variant.EXACT: "exact optimum",
            Variant.PUBLISHED_2009: "program of 2009, one body",
        },
    )
    tag_weight: float = knob(
        1.0,
        "Tag weight",
        "How many words a tag outweighs.",
        unit="words",
        low=0.1,
        high=5.0,
        step=0.1,
        source=Source.PAPER,
    )
    bodies: int = knob(
        1,
        "Bodies",
        "Most bodies that are looked for.",
        low=1,
        high=8,
        step=1,
        group="Several bodies",
    )
    bodies_mode: BodiesMode = knob(
        BodiesMode.JOINT,
        "Choice of bodies",
        "All at once for the best sum, or the best one, then the best of what is left.",
        choice_labels={
            BodiesMode.JOINT: "best sum of all",
            BodiesMode.GREEDY: "one after the other",
        },
        group="Several bodies",
    )
    skip_script: bool = knob(
        True,
        "Skip scripts",
        "Leave out the text of scripts and styles; the original's parser read it as words.",
        group="Words",
    )
    cjk_words: bool = knob(
        True,
        "Chinese by character",
        "Each Chinese or Japanese character is a word; off, what stands between white space is.",
        group="Words",
    )


@dataclass(frozen=True, eq=False)
class _Measured:
    """Runs of words, shape (n_runs,) each: words, tags before, and what those tags cost."""

    words: IntArray
    tags: IntArray
    cost: FloatArray

    @cached_property
    def sums(self) -> FloatArray:
        """The best score of a body that ends with each run."""
        return running_sums(self.words, self.cost)


class Bte(Extractor[BteSettings]):
    """Finds the stretch of source with most words and fewest tags."""

    id = "bte"
    name = "Body text extraction (BTE)"
    summary = "Keeps the stretch of source that has most words and fewest tags."
    reference = (
        "A. Finn, N. Kushmerick, B. Smyth, Fact or Fiction: Content Classification for Digital"
        " Libraries, DELOS-NSF workshop, Dublin, 2001"
    )
    help = """\
The source is a stream of words and tags, in the order in which they are written; comments and the
text of scripts count for nothing. The body is the stretch i ... j with the greatest

    tags before i + words in i ... j + tags after j

All tags together are a constant, so this is the stretch with most words less tags within it: found
in one pass. In the curve *words less tags* it is the steepest climb as a whole; in *tags so far*,
the curve of the paper, it is the plateau. Of equal stretches the first one wins.

*Tag weight* says how many words a tag outweighs. *Bodies* (ours) looks for several stretches: the
best sum of all by dynamic programming, in time bodies x runs of words, or one after the other.

*Source.* Finn, Kushmerick and Smyth 2001. The program published in 2009 is the variant *program of
2009*, for comparison: its fast function can never take the last run of words of a page. It finds
one body and nothing on a page with a single run of words.

*Ours.* Chinese and Japanese characters count as words each, with the signs that follow them.

*Where it fails.* Menus inside the body stay. A short first paragraph behind many tags is lost.
Pages in several parts need several bodies.
"""
    settings_class = BteSettings
    scores = (
        Score("score", "Score of the body", "words", "Words inside - tag weight x tags inside."),
        Score(
            "objective",
            "Objective",
            "words",
            "Words inside + tag weight x tags outside: what is made largest.",
        ),
        Score("words", "Words", "", "Of the whole page."),
        Score("tags", "Tags", "", "Of the whole page."),
    )
    presets = (
        Preset("paper", {"cjk_words": False}, "Words are what stands between white space."),
        Preset(
            "program of 2009",
            {"variant": "published_2009", "cjk_words": False, "skip_script": False},
            "The published Python program, its faults included.",
        ),
    )

    def extract(
        self, page: Page, settings: BteSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the bodies; status ``empty`` where there is none."""
        del inputs
        stream = tag_stream(page, skip_script=settings.skip_script, cjk_words=settings.cjk_words)
        measured = _measure(stream, settings)
        bodies = _bodies(measured, settings)
        place = _places(stream.n_runs, bodies)
        content = place == _BODY
        step = _step(place, content, Later(lambda: _figures(stream, measured, bodies)))
        text = "\n".join([stream.text_of(*body) for body in bodies])
        marks, edits = _outside(page, stream, bodies)
        score = sum(body_score(measured.words, measured.cost, body) for body in bodies)
        n_tags = len(stream) - len(stream.word_place)
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if bodies else Status.EMPTY,
            message="" if bodies else _message(stream),
            blocks=stream.blocks,
            columns=Later(lambda: _columns(measured)),
            steps=(step,),
            content=content,
            mask=stream.blocks.mask(content, page.n_tokens),
            own_text=text,
            label_names=LABELS,
            labels=step.labels,
            scores={
                "score": score,
                "objective": score + settings.tag_weight * n_tags,
                "words": float(len(stream.word_place)),
                "tags": float(n_tags),
            },
            marks=marks,
            edits=edits,
            curves=Later(lambda: _curves(stream, measured, bodies, settings)),
        )


BTE = Bte()


def _measure(stream: TagStream, settings: BteSettings) -> _Measured:
    first = stream.word_place.take(stream.run_first[:-1])
    words = stream.run_first[1:] - stream.run_first[:-1]
    tags = first - stream.run_first[:-1]
    tags[1:] -= tags[:-1].copy()
    return _Measured(words, tags, np.multiply(tags, settings.tag_weight, dtype=np.float64))


def _bodies(measured: _Measured, settings: BteSettings) -> list[Body]:
    if settings.variant is Variant.PUBLISHED_2009:
        return published_body(measured.words, measured.cost)
    choose = best_bodies if settings.bodies_mode is BodiesMode.JOINT else greedy_bodies
    return choose(measured.words, measured.cost, settings.bodies)


def _places(n_runs: int, bodies: list[Body]) -> IntArray:
    """Return whether each run stands before, in, between or after the bodies."""
    place = np.full(n_runs, _BEFORE, dtype=np.int32)
    for number, (first, end) in enumerate(bodies):
        place[first:end] = _BODY
        place[end:] = _BETWEEN if number < len(bodies) - 1 else _AFTER
    return place


def _outside(
    page: Page, stream: TagStream, bodies: list[Body]
) -> tuple[NDArray[np.int8], tuple[Edit, ...]]:
    """Return what goes from the page: what stands neither in nor around a body.

    What stands between the first and the last word of a body stays, images and all.
    """
    elements, slots = page.elements, page.slots
    stays = np.zeros(len(elements), dtype=np.bool_)
    shown = np.zeros(len(slots), dtype=np.bool_)
    run = stream.blocks
    for first, end in bodies:
        low, high = run.first_run[first], run.first_run[end]
        if high > low:
            begin = page.tokens.slot[run.run_start[low]]
            last = page.tokens.slot[run.run_end[low:high].max() - 1]
            shown[begin : last + 1] = True
            stays |= (elements.slot_start <= last) & (elements.slot_end > begin)
    body = elements.tagged({"body"})
    inside = elements.below(body)
    gone = inside & ~stays
    marks = -gone.astype(np.int8)
    loose = ~shown & ((inside | body) & ~gone).take(slots.owner)
    edits = tuple(
        Edit(int(slots.owner[slot]), "drop-text", str(slot))
        for slot in (loose & (slots.token_end > slots.token_start)).nonzero()[0].tolist()
    )
    return marks, edits


def _message(stream: TagStream) -> str:
    if not len(stream.word_place):
        return "The page has no words."
    return (
        "The body is empty: the program of 2009 never takes the last run of words, and none"
        " before it outweighs its tags (variant = exact finds one)."
    )


def _columns(measured: _Measured) -> tuple[Column, ...]:
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


def _step(place: IntArray, content: BoolArray, figures: Later[Mapping[str, FloatArray]]) -> Step:
    return Step(
        code="B1",
        title="Find most words and fewest tags",
        rules=_RULES,
        rule=place + 1,
        content=content,
        labels=1 << place,
        columns=figures,
    )


def _figures(
    stream: TagStream, measured: _Measured, bodies: list[Body]
) -> Mapping[str, FloatArray]:
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


def _curves(
    stream: TagStream, measured: _Measured, bodies: list[Body], settings: BteSettings
) -> tuple[Curve, ...]:
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
