"""Body text extraction: the part of the source with the most words and the fewest tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.bte.bodies import (
    Body,
    best_bodies,
    body_score,
    greedy_bodies,
    published_body,
)
from boilerscope.extractors.algorithms.bte.settings import BodiesMode, BteSettings, Variant
from boilerscope.extractors.algorithms.bte.steps import (
    BODY,
    LABELS,
    body_step,
    body_values,
    columns,
    curves,
    run_labels,
)
from boilerscope.extractors.algorithms.bte.tag_stream import TagStream, tag_stream
from boilerscope.extractors.algorithms.bte.word_runs import WordRuns, word_runs
from boilerscope.extractors.model.extraction import Edit, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page


class Bte(Extractor[BteSettings]):
    """Extractor that keeps the part of the source with the most words and the fewest tags."""

    id = "bte"
    name = "Body text extraction (BTE)"
    summary = "Keeps the part of the source that has the most words and the fewest tags."
    reference = (
        "A. Finn, N. Kushmerick, B. Smyth, Fact or Fiction: Content Classification for Digital"
        " Libraries, DELOS-NSF workshop, Dublin, 2001"
    )
    help = """\
BTE reads the source as a sequence of words and tags, in the order in which they are written.
Comments and the text of scripts are left out. The body is the range i ... j that maximises

    tags before i + words in i ... j + tags after j

The total number of tags is constant, so this is the range with the greatest number of words minus
tags; one pass finds it. In the curve *words less tags* the body is the greatest climb; in *tags so
far*, the curve of the paper, it is the plateau. If several ranges are equally good, the first one
is the body.

*Tag weight* is the number of words that one tag outweighs. *Bodies* (ours) looks for several
bodies: those with the greatest sum, by dynamic programming in time bodies x word runs, or one after
the other.

*Source.* Finn, Kushmerick and Smyth 2001. The variant *program of 2009* is the program that was
published in 2009, for comparison. It finds one body, which never includes the last word run of the
page (words without a tag among them), so it finds nothing on a page with a single word run.

*Ours.* Each Chinese or Japanese character counts as a word, with the punctuation that follows it.

*Where it fails.* Menus inside the body stay. A short first paragraph behind many tags is lost.
Pages in several parts need several bodies.
"""
    settings_class = BteSettings
    scores = (
        Score(
            "score",
            "Score of the body",
            "words",
            "Words in the body - tag weight x tags in the body.",
        ),
        Score(
            "objective",
            "Objective",
            "words",
            "Words in the body + tag weight x tags outside: the value that the body maximises.",
        ),
        Score("words", "Words", "", "Words of the whole page."),
        Score("tags", "Tags", "", "Tags of the whole page."),
    )
    presets = (
        Preset(
            "paper",
            {"cjk_words": False},
            "Words are separated by white space alone, in Chinese too.",
        ),
        Preset(
            "program of 2009",
            {"variant": "published_2009", "cjk_words": False, "skip_script": False},
            "The published Python program, including its faults.",
        ),
    )

    def extract(
        self, page: Page, settings: BteSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the bodies as an extraction; its status is ``empty`` if there are none."""
        del inputs
        stream = tag_stream(page, skip_script=settings.skip_script, cjk_words=settings.cjk_words)
        runs = word_runs(stream, settings)
        bodies = _find_bodies(runs, settings)
        labels = run_labels(stream.n_runs, bodies)
        content = labels == BODY
        step = body_step(labels, content, Lazy(lambda: body_values(stream, runs, bodies)))
        text = "\n".join([stream.text_of(*body) for body in bodies])
        marks, edits = _remove_outside(page, stream, bodies)
        score = sum(body_score(runs.words, runs.cost, body) for body in bodies)
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if bodies else Status.EMPTY,
            message="" if bodies else _message(stream),
            blocks=stream.blocks,
            columns=Lazy(lambda: columns(runs)),
            steps=(step,),
            content=content,
            mask=stream.blocks.mask(content, page.n_tokens),
            own_text=text,
            label_names=LABELS,
            labels=step.labels,
            scores={
                "score": score,
                "objective": score + settings.tag_weight * stream.n_tags,
                "words": float(stream.n_words),
                "tags": float(stream.n_tags),
            },
            marks=marks,
            edits=edits,
            curves=Lazy(lambda: curves(stream, runs, bodies, settings)),
        )


BTE = Bte()


def _find_bodies(runs: WordRuns, settings: BteSettings) -> list[Body]:
    if settings.variant is Variant.PUBLISHED_2009:
        return published_body(runs.words, runs.cost)
    if settings.bodies_mode is BodiesMode.JOINT:
        return best_bodies(runs.words, runs.cost, settings.bodies)
    return greedy_bodies(runs.words, runs.cost, settings.bodies)


def _remove_outside(
    page: Page, stream: TagStream, bodies: list[Body]
) -> tuple[NDArray[np.int8], tuple[Edit, ...]]:
    """Return the element marks and edits that remove everything outside the bodies.

    Everything between the first and the last word of a body stays, including images; so do the
    ancestors of what stays.
    """
    elements, slots = page.elements, page.slots
    is_kept = np.zeros(len(elements), dtype=np.bool_)
    is_kept_slot = np.zeros(len(slots), dtype=np.bool_)
    blocks = stream.blocks
    for first, end in bodies:
        token_runs = slice(blocks.first_run[first], blocks.first_run[end])
        if token_runs.stop > token_runs.start:
            first_slot = page.tokens.slot[blocks.run_start[token_runs.start]]
            last_slot = page.tokens.slot[blocks.run_end[token_runs].max() - 1]
            is_kept_slot[first_slot : last_slot + 1] = True
            is_kept |= (elements.slot_start <= last_slot) & (elements.slot_end > first_slot)
    is_body = elements.tagged({"body"})
    is_inside = elements.below(is_body)
    is_removed = is_inside & ~is_kept
    # Text outside the bodies in elements that stay.
    is_loose = ~is_kept_slot & ((is_inside | is_body) & ~is_removed)[slots.owner]
    has_tokens = slots.token_end > slots.token_start
    edits = tuple(
        Edit(int(slots.owner[slot]), "drop-text", str(slot))
        for slot in np.flatnonzero(is_loose & has_tokens).tolist()
    )
    return -is_removed.astype(np.int8), edits


def _message(stream: TagStream) -> str:
    if not stream.n_words:
        return "The page has no words."
    return (
        "The body is empty: the program of 2009 never includes the last word run, and no earlier"
        " word run outweighs its tags. Choose the variant exact optimum."
    )
