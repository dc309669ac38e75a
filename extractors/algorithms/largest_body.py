"""Largest body of text (McKeown et al. 2001): the element whose own text has most words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Column, Curve, Extraction, Status
from extractors.model.extractor import Extractor, Preset
from extractors.model.lazy import Lazy
from extractors.model.settings import MainKnob, Settings, Source, knob
from extractors.model.steps import Outcome, Rule, Step, Test
from extractors.model.token_blocks import exclusive_blocks
from extractors.page.code_points import code_points
from extractors.page.kept_text import kept_lines
from extractors.text.exclusive_text import ExclusiveText, exclusive_text
from extractors.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray


class Measure(StrEnum):
    """Measure of a body."""

    WORDS = "words"
    CHARACTERS = "characters"


@dataclass(frozen=True)
class LargestBodySettings(Settings):
    """Where bodies are looked for and how they are measured."""

    min_chars: int = knob(
        0,
        "Minimum length",
        "Drop the largest body if it is shorter than this; Newsblaster may have asked for 512.",
        unit="characters",
        low=0,
        high=5000,
        step=1,
        bounds="characters",
        group="Choice",
        main=MainKnob.MIN_LENGTH,
    )
    measure: Measure = knob(
        Measure.WORDS,
        "Measure",
        "What bodies are compared by.",
        source=Source.PAPER,
        group="Choice",
    )
    containers: tuple[str, ...] = knob(
        (
            "td",
            "th",
            "div",
            "body",
            "article",
            "section",
            "main",
            "center",
            "form",
            "blockquote",
            "li",
            "dd",
        ),
        "Containers",
        "Elements that can be a body; by own text the page's body always is one.",
        group="Bodies",
    )
    own_text: bool = knob(
        True,
        "Own text only",
        "Count a body without the bodies inside it. Off: the page wins, if body is a container.",
        group="Bodies",
    )
    keep_nested: bool = knob(
        False,
        "Keep nested bodies",
        "Keep the bodies inside the winner as well.",
        group="Bodies",
    )


class LargestBody(Extractor[LargestBodySettings]):
    """Counts words per element and takes the winner."""

    id = "largest_body"
    name = "Largest body of text"
    summary = "Keeps the one element whose own text has most words."
    reference = (
        "K. McKeown et al., Columbia Multi-document Summarization, DUC 2001; M.-Y. Kan,"
        " J. Klavans, K. McKeown, WVLC-6, 1998"
    )
    help = """\
Every container element is measured by its **own text**: its text without that of containers inside
it. The one with most words is the main content; the first one wins a tie.

    winner = argmax over containers of words(own text)

A word is one Chinese character, or a run of letters and digits with `'` or `-` inside.

*Source.* The idea is McKeown et al. 2001, used in Columbia's Newsblaster; which elements count and
what a word is are ours, since the papers do not say.

*Where it fails.* An article split over several cells or `div` elements keeps only its largest part;
a page with several bodies, such as a forum, keeps one of them.
"""
    settings_class = LargestBodySettings
    presets = (Preset("newsblaster", {"min_chars": 512}, "At least 512 characters (unverified)."),)

    def extract(
        self, page: Page, settings: LargestBodySettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the largest body; status ``empty`` where the page has no text."""
        del inputs
        always = {"body"} if settings.own_text else set()
        units = exclusive_text(page, frozenset(always.union(settings.containers)))
        characters, words = _sizes(page, units, settings)
        measured = words if settings.measure is Measure.WORDS else characters
        winner = int(measured.argmax()) if len(measured) else -1
        empty = winner < 0 or measured[winner] == 0
        long_enough = not empty and characters[winner] >= settings.min_chars
        chosen = np.zeros(len(units), dtype=np.bool_) if empty else _kept(units, winner, settings)
        content = chosen & long_enough
        blocks = exclusive_blocks(page, units)
        mask = blocks.mask(content, page.n_tokens)
        text = ""
        if long_enough:
            is_own = _is_own(blocks, winner, content, mask)
            text = units.text_of(winner) if is_own else _joined(page, mask)
        labels = np.full(len(units), 2, dtype=np.int32)
        if winner >= 0:
            labels[winner] = 1
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if text else Status.EMPTY,
            message=_message(empty, long_enough, characters, winner, settings),
            blocks=blocks,
            columns=Lazy(lambda: _columns(characters, words)),
            steps=_steps(measured, characters, winner, chosen, settings),
            content=content,
            mask=mask,
            own_text=text,
            label_names=("LARGEST", "OTHER"),
            labels=labels,
            curves=Lazy(lambda: (_curve(measured, content, settings),)),
        )


LARGEST_BODY = LargestBody()


def _columns(characters: IntArray, words: IntArray) -> tuple[Column, ...]:
    return (
        Column("words", "Words", "words", "Words of the element's own text.", words),
        Column(
            "characters",
            "Characters",
            "characters",
            "Characters of the element's own text, white space collapsed.",
            characters,
        ),
    )


def _sizes(
    page: Page, units: ExclusiveText, settings: LargestBodySettings
) -> tuple[IntArray, IntArray]:
    """Return characters and words of each unit, its own or those of its whole subtree."""
    words = page.cached(
        ("words of own text", units.tags),
        lambda _: count_words(code_points(units.lines), units.line_start),
    )
    if settings.own_text:
        return units.length, words
    return _with_nested(units, units.length), _with_nested(units, words)


def _with_nested(units: ExclusiveText, own: IntArray) -> IntArray:
    total = own.copy()
    for place in range(len(total) - 1, -1, -1):
        if units.parent[place] >= 0:
            total[units.parent[place]] += total[place]
    return total


def _kept(units: ExclusiveText, winner: int, settings: LargestBodySettings) -> BoolArray:
    alone = np.zeros(len(units), dtype=np.bool_)
    alone[winner] = True
    if settings.own_text and not settings.keep_nested:
        return alone
    inside = alone.copy()
    for place in range(winner + 1, len(units)):
        inside[place] = units.parent[place] >= 0 and inside[units.parent[place]]
    return inside


def _is_own(blocks: Blocks, winner: int, content: BoolArray, mask: BoolArray) -> bool:
    """Return whether nothing but the winner's own text is kept."""
    n_own = sum(end - start for start, end in blocks.runs(winner))
    return int(content.sum()) == 1 or int(mask.sum()) == n_own


def _joined(page: Page, mask: BoolArray) -> str:
    """Return all text that is kept as one line."""
    return " ".join(line.text for line in kept_lines(page, mask))


def _message(
    empty: bool,  # noqa: FBT001 - facts about the result
    long_enough: bool,  # noqa: FBT001 - facts about the result
    characters: IntArray,
    winner: int,
    settings: LargestBodySettings,
) -> str:
    if empty:
        return "The page has no text in its body."
    if not long_enough:
        return (
            f"The largest body has {characters[winner]:,} characters,"
            f" fewer than {settings.min_chars:,} (min_chars)."
        )
    return ""


def _choice_rules(unit: str) -> tuple[Rule, ...]:
    return (
        Rule("LB1.1", Outcome.KEEP, explanation=f"largest, {{{unit}}} {unit}"),
        Rule("LB1.2", Outcome.DROP, explanation=f"not largest, {{{unit}}} < {{largest}} {unit}"),
        Rule("LB1.3", Outcome.DROP, explanation=f"as large as the first one, {{largest}} {unit}"),
        Rule("LB1.4", Outcome.KEEP, explanation=f"inside the largest, {{largest}} {unit}"),
        Rule("LB1.5", Outcome.DROP, explanation="no body has text"),
    )


_CHOICE_RULES = {measure: _choice_rules(measure.value) for measure in Measure}


def _steps(
    measured: IntArray,
    characters: IntArray,
    winner: int,
    chosen: BoolArray,
    settings: LargestBodySettings,
) -> tuple[Step, ...]:
    largest = float(measured[winner]) if winner >= 0 else 0.0
    rule = np.full(len(measured), 2, dtype=np.int32)
    rule[measured == largest] = 3
    rule[chosen] = 4
    if winner >= 0:
        rule[winner] = 1 if chosen[winner] else 5
    choose = Step(
        code="LB1",
        title="Take the largest body",
        rules=_CHOICE_RULES[settings.measure],
        rule=rule,
        content=chosen,
        columns={settings.measure.value: measured},
        numbers={"largest": largest},
    )
    if not settings.min_chars or not chosen.any():
        return (choose,)
    is_long_enough = bool(characters[winner] >= settings.min_chars)
    test = Test("characters", ">=" if is_long_enough else "<", "min_chars")
    outcome = Outcome.CONFIRM if is_long_enough else Outcome.DROP
    ask = Step(
        code="LB2",
        title="Ask for a minimum length",
        rules=(Rule("LB2.1", outcome, (test,)),),
        rule=chosen.astype(np.int32),
        content=chosen & is_long_enough,
        # What is inside the largest stands and falls with it.
        columns={"characters": np.where(chosen, characters[winner], characters)},
    )
    return (choose, ask)


def _curve(measured: IntArray, content: BoolArray, settings: LargestBodySettings) -> Curve:
    places = np.arange(len(measured))
    return Curve(
        name=f"{settings.measure.value} per body",
        x=places.astype(np.float64),
        y=measured.astype(np.float64),
        x_label="body in page order",
        y_label=settings.measure.value,
        style="bars",
        block=places.astype(np.int32),
        kept=tuple((float(p) - 0.5, float(p) + 0.5) for p in places[content]),
    )
