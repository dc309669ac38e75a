"""Body text extraction (Finn, Kushmerick, Smyth 2001): most words, fewest tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.bte.bodies import (
    Body,
    best_bodies,
    body_score,
    greedy_bodies,
    published_body,
)
from extractors.algorithms.bte.tag_stream import TagStream, tag_stream
from extractors.model.extraction import Edit, Extraction, Status
from extractors.model.extractor import Extractor, Preset, Score
from extractors.model.lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from extractors.page import Page
from extractors.algorithms.bte.settings import BodiesMode, BteSettings, Variant
from extractors.algorithms.bte.steps import (
    BODY,
    LABELS,
    body_step,
    columns,
    curves,
    figures,
    places,
)
from extractors.algorithms.bte.word_runs import WordRuns, word_runs


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
        measured = word_runs(stream, settings)
        bodies = _bodies(measured, settings)
        place = places(stream.n_runs, bodies)
        content = place == BODY
        step = body_step(place, content, Lazy(lambda: figures(stream, measured, bodies)))
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
            columns=Lazy(lambda: columns(measured)),
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
            curves=Lazy(lambda: curves(stream, measured, bodies, settings)),
        )


BTE = Bte()


def _bodies(measured: WordRuns, settings: BteSettings) -> list[Body]:
    if settings.variant is Variant.PUBLISHED_2009:
        return published_body(measured.words, measured.cost)
    choose = best_bodies if settings.bodies_mode is BodiesMode.JOINT else greedy_bodies
    return choose(measured.words, measured.cost, settings.bodies)


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
    loose = ~shown & ((inside | body) & ~gone)[slots.owner]
    edits = tuple(
        Edit(int(slots.owner[slot]), "drop-text", str(slot))
        for slot in np.flatnonzero(loose & (slots.token_end > slots.token_start)).tolist()
    )
    return marks, edits


def _message(stream: TagStream) -> str:
    if not len(stream.word_place):
        return "The page has no words."
    return (
        "The body is empty: the program of 2009 never takes the last run of words, and none"
        " before it outweighs its tags (variant = exact finds one)."
    )
