"""Largest body of text (McKeown et al. 2001): the container with the most exclusive text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Column, Curve, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.model.token_blocks import exclusive_blocks
from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.system.wording import counted
from boilerscope.extractors.text.exclusive_text import ExclusiveText, exclusive_text
from boilerscope.extractors.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray


class Measure(StrEnum):
    """Measure of the size of a body."""

    WORDS = "words"
    CHARACTERS = "characters"


@dataclass(frozen=True)
class LargestBodySettings(ExtractorSettings):
    """Elements that can be bodies, and the choice among them."""

    min_chars: int = knob(
        0,
        "Minimum length",
        "Drop the largest body if it is shorter than this; Newsblaster may have required 512.",
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
        "Measure by which bodies are compared.",
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
        "Elements that can be a body; with exclusive text only, the body element always can.",
        group="Bodies",
    )
    own_text: bool = knob(
        True,
        "Exclusive text only",
        "Count a body without the bodies inside it; off: the body element wins if it is a"
        " container.",
        group="Bodies",
    )
    keep_nested: bool = knob(
        False,
        "Keep nested bodies",
        "Also keep the bodies inside the largest body.",
        group="Bodies",
    )


class LargestBody(Extractor[LargestBodySettings]):
    """Extractor that keeps the element whose exclusive text has the most words."""

    id = "largest_body"
    name = "Largest body of text"
    summary = "Keeps the element whose exclusive text has the most words."
    reference = (
        "K. McKeown et al., Columbia Multi-document Summarization, DUC 2001; M.-Y. Kan,"
        " J. Klavans, K. McKeown, WVLC-6, 1998"
    )
    help = """\
Every container element is measured by its **exclusive text**: its text without the text of
containers inside it. The container with the most words is the main content; the first container
wins a tie.

    winner = argmax over containers of words(exclusive text)

A word is one Chinese character, or a sequence of letters and digits with `'` or `-` inside.

*Source.* The idea is from McKeown et al. 2001 and was used in Columbia's Newsblaster. The papers do
not define which elements count or what a word is; both definitions are ours.

*Where it fails.* An article split over several cells or `div` elements keeps only its largest part;
a page with several bodies, such as a forum, keeps one of them.
"""
    settings_class = LargestBodySettings
    presets = (Preset("newsblaster", {"min_chars": 512}, "At least 512 characters (unverified)."),)

    def extract(
        self, page: Page, settings: LargestBodySettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the largest body; the status is ``empty`` if the page has no text."""
        del inputs
        always_containers = {"body"} if settings.own_text else set()
        units = exclusive_text(page, frozenset(always_containers.union(settings.containers)))
        characters, words = _sizes(page, units, settings)
        size = words if settings.measure is Measure.WORDS else characters
        winner = int(size.argmax()) if len(size) else -1  # the first in a tie
        has_text = winner >= 0 and size[winner] > 0
        is_long_enough = has_text and characters[winner] >= settings.min_chars
        is_selected = np.zeros(len(units), dtype=np.bool_)
        if has_text:
            is_selected = _selected(units, winner, settings)
        content = is_selected & is_long_enough
        blocks = exclusive_blocks(page, units)
        mask = blocks.mask(content, page.n_tokens)
        own_text = ""
        if is_long_enough:
            is_own = _is_own(blocks, winner, content, mask)
            own_text = units.text_of(winner) if is_own else kept_text(page, mask).removesuffix("\n")
        labels = np.full(len(units), 2, dtype=np.int32)
        if winner >= 0:
            labels[winner] = 1
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if own_text else Status.EMPTY,
            message="" if is_long_enough else _why_empty(has_text, characters, winner, settings),
            blocks=blocks,
            columns=Lazy(lambda: _columns(characters, words)),
            steps=_steps(size, characters, winner, is_selected, settings),
            content=content,
            mask=mask,
            own_text=own_text,
            label_names=("LARGEST", "OTHER"),
            labels=labels,
            curves=Lazy(lambda: (_curve(size, content, settings),)),
        )


LARGEST_BODY = LargestBody()


def _columns(characters: IntArray, words: IntArray) -> tuple[Column, ...]:
    return (
        Column("words", "Words", "words", "Words of the element's exclusive text.", words),
        Column(
            "characters",
            "Characters",
            "characters",
            "Characters of the element's exclusive text, white space collapsed.",
            characters,
        ),
    )


def _sizes(
    page: Page, units: ExclusiveText, settings: LargestBodySettings
) -> tuple[IntArray, IntArray]:
    """Return characters and words of each unit, without or with nested units as set."""
    words = page.cached(
        ("words of exclusive text", units.tags),
        lambda _: count_words(code_points(units.lines), units.line_start),
    )
    if settings.own_text:
        return units.length, words
    return _with_nested(units, units.length), _with_nested(units, words)


def _with_nested(units: ExclusiveText, own: IntArray) -> IntArray:
    """Return sizes that include those of nested units."""
    total = own.copy()
    for unit in reversed(range(len(total))):  # nested units come after the unit around them
        if units.parent[unit] >= 0:
            total[units.parent[unit]] += total[unit]
    return total


def _selected(units: ExclusiveText, winner: int, settings: LargestBodySettings) -> BoolArray:
    """Return the winner, with the units nested in it if they are kept or measured with it."""
    is_selected = np.zeros(len(units), dtype=np.bool_)
    is_selected[winner] = True
    if settings.keep_nested or not settings.own_text:
        for unit in range(winner + 1, len(units)):
            is_selected[unit] = units.parent[unit] >= 0 and is_selected[units.parent[unit]]
    return is_selected


def _is_own(blocks: Blocks, winner: int, content: BoolArray, mask: BoolArray) -> bool:
    """Return whether only the winner's exclusive text is kept."""
    n_own = sum(end - start for start, end in blocks.runs(winner))
    return int(content.sum()) == 1 or int(mask.sum()) == n_own


def _why_empty(
    has_text: bool,  # noqa: FBT001 - a fact about the result
    characters: IntArray,
    winner: int,
    settings: LargestBodySettings,
) -> str:
    if not has_text:
        return "The page has no text in its body."
    return (
        f"The largest body has {counted(int(characters[winner]), 'character')},"
        f" fewer than {settings.min_chars:,} (min_chars)."
    )


def _choice_rules(unit: str) -> tuple[Rule, ...]:
    return (
        Rule("LB1.1", Outcome.KEEP, explanation=f"largest, {{{unit}}} {unit}"),
        Rule("LB1.2", Outcome.DROP, explanation=f"not largest, {{{unit}}} < {{largest}} {unit}"),
        Rule("LB1.3", Outcome.DROP, explanation=f"as large as the first body, {{largest}} {unit}"),
        Rule("LB1.4", Outcome.KEEP, explanation=f"inside the largest, {{largest}} {unit}"),
        Rule("LB1.5", Outcome.DROP, explanation="no body has any text"),
    )


_CHOICE_RULES = {measure: _choice_rules(measure.value) for measure in Measure}


def _steps(
    size: IntArray,
    characters: IntArray,
    winner: int,
    is_selected: BoolArray,
    settings: LargestBodySettings,
) -> tuple[Step, ...]:
    largest = float(size[winner]) if winner >= 0 else 0.0
    rule = np.full(len(size), 2, dtype=np.int32)
    rule[size == largest] = 3
    rule[is_selected] = 4
    if winner >= 0:
        rule[winner] = 1 if is_selected[winner] else 5
    choice = Step(
        code="LB1",
        title="Keep the largest body",
        rules=_CHOICE_RULES[settings.measure],
        rule=rule,
        content=is_selected,
        columns={settings.measure.value: size},
        numbers={"largest": largest},
        chooses_by=settings.measure.value,
    )
    if not settings.min_chars or not is_selected.any():
        return (choice,)
    is_long_enough = bool(characters[winner] >= settings.min_chars)
    test = Test("characters", ">=" if is_long_enough else "<", "min_chars")
    outcome = Outcome.CONFIRM if is_long_enough else Outcome.DROP
    minimum = Step(
        code="LB2",
        title="Require a minimum length",
        rules=(Rule("LB2.1", outcome, (test,)),),
        rule=is_selected.astype(np.int32),
        content=is_selected & is_long_enough,
        # Nested bodies are kept or dropped by the length of the largest body.
        columns={"characters": np.where(is_selected, characters[winner], characters)},
    )
    return (choice, minimum)


def _curve(size: IntArray, content: BoolArray, settings: LargestBodySettings) -> Curve:
    index = np.arange(len(size))
    return Curve(
        name=f"{settings.measure.value} per body",
        x=index.astype(np.float64),
        y=size.astype(np.float64),
        x_label="body in page order",
        y_label=settings.measure.value,
        style="bars",
        block=index.astype(np.int32),
        kept=tuple((body - 0.5, body + 0.5) for body in index[content].tolist()),
    )
