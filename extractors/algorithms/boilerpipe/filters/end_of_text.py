"""Filters that find the end of the article and drop everything after it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.filters.base import Decision, Filter, confirm
from boilerscope.extractors.algorithms.boilerpipe.labels import (
    INDICATES_END_OF_TEXT,
    MIGHT_BE_CONTENT,
    STRICTLY_NOT_CONTENT,
)
from boilerscope.extractors.algorithms.boilerpipe.phrases import (
    EXPLANATIONS,
    EndPhrase,
    PhraseKind,
    find_phrases,
    pack,
    pack_names,
    user_phrases,
)
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.algorithms.boilerpipe.settings import (
    ByProfile,
    FulltextSettings,
    ProfileSettings,
    words_knob,
)
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.model.settings import Settings, Source, StepKind, knob
from boilerscope.extractors.model.steps import Outcome, Rule, Test

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList, Rows

_GROUP = "End of text"


def _later(old: object, new: object) -> Mapping[Profile, object]:
    """Return the values of a field that changed after version 1.1.0."""
    return {Profile.V1_1_0: old, Profile.V1_2_0: new, Profile.HEAD: new}


@dataclass(frozen=True)
class EndPhraseSettings(ProfileSettings):
    """Blocks that mark the end of the article."""

    by_profile: ClassVar[ByProfile] = {
        "end_max_words": _later(20, 15),
        "end_min_chars": _later(0, 8),
        "end_ignore_case": _later(old=False, new=True),
    }

    end_max_words: int | None = words_knob(
        None,
        "Maximum length of an end block",
        "Only blocks with fewer words than this are searched for end phrases.",
        source=Source.PROGRAM,
        group=_GROUP,
        high=100,
    )
    end_min_chars: int | None = knob(
        None,
        "Minimum length of an end block",
        "Shorter blocks are not searched, unless the pack of phrases sets its own minimum.",
        unit="characters",
        low=0,
        high=100,
        step=1,
        source=Source.PROGRAM,
        group=_GROUP,
    )
    end_ignore_case: bool | None = knob(
        None,
        "Ignore case",
        "Ignore the case of letters in end phrases.",
        source=Source.PROGRAM,
        group=_GROUP,
    )
    end_packs: tuple[str, ...] = knob(
        ("en",),
        "End phrase packs",
        "Languages whose end phrases are searched: en is the original's pack, the other packs are"
        " ours.",
        source=Source.PROGRAM,
        group=_GROUP,
    )
    end_phrases: tuple[tuple[str, ...], ...] = knob(
        (),
        "Your end phrases",
        "Pairs of a kind (starts, number, number_line, contains, equals, short_link) and a phrase.",
        source=Source.OURS,
        group=_GROUP,
    )

    def check(self) -> None:
        """Check that every pack exists and every phrase is a pair."""
        super().check()
        for name in self.end_packs:
            if name not in pack_names():
                unknown = UnknownNameError("pack of end phrases", name, pack_names())
                raise SettingsError(str(unknown), field="end_packs")
        user_phrases(self.end_phrases)

    def phrases(self) -> tuple[EndPhrase, ...]:
        """Return all phrases to search for, packs first."""
        packed = (phrase for name in self.end_packs for phrase in pack(name, self.profile))
        return (*packed, *user_phrases(self.end_phrases))


def terminating_blocks(blocks: BlockList, settings: EndPhraseSettings) -> Decision:
    """Label short blocks that contain an end phrase."""
    phrases, rules = _phrases_and_rules(settings)
    min_characters = settings.end_min_chars or 0
    is_short = blocks.words < (settings.end_max_words or 0)
    short = np.flatnonzero(is_short)
    hits = _hits(blocks, settings, phrases, short)
    characters = _characters(blocks)
    # Numbers after those of the phrases: too long, too short, no phrase.
    too_long, too_short, no_phrase = range(len(phrases) + 1, len(phrases) + 4)
    rule = np.where(characters < min_characters, too_short, no_phrase)
    for number in range(len(phrases), 0, -1):
        phrase, rows_hit = phrases[number - 1], hits[number - 1]
        if not len(rows_hit):
            continue
        rows = short[rows_hit]
        if phrase.kind is PhraseKind.SHORT_LINK:
            fits = (characters[rows] < min_characters) & (blocks.link_density[rows] == 1)
        else:
            needed = min_characters if phrase.min_characters is None else phrase.min_characters
            fits = characters[rows] >= needed
        rule[rows[fits]] = number
    rule[~is_short] = too_long
    labels = np.where(rule <= len(phrases), INDICATES_END_OF_TEXT, 0)
    return Decision(
        blocks.with_labels(blocks.labels | labels),
        rules,
        rule,
        columns={"characters": characters},
    )


def _hits(
    blocks: BlockList, settings: EndPhraseSettings, phrases: tuple[EndPhrase, ...], short: Rows
) -> tuple[Rows, ...]:
    """Return the short rows that contain each phrase."""
    ignore_case = bool(settings.end_ignore_case)

    def find() -> tuple[Rows, ...]:
        texts = blocks.trimmed_texts
        searched = [texts[row] for row in short.tolist()]
        return find_phrases(searched, phrases, ignore_case=ignore_case)

    if not blocks.is_whole:
        return find()
    # Phrases and rows depend on these values, which are faster to hash than all settings.
    used_settings = (
        settings.end_packs,
        settings.end_phrases,
        settings.profile,
        settings.end_max_words,
    )
    return blocks.source.unwrapped.cached(("end phrases", used_settings, ignore_case), find)


def _characters(blocks: BlockList) -> Rows:
    def count() -> Rows:
        return np.fromiter(map(len, blocks.trimmed_texts), dtype=np.int32, count=len(blocks))

    if not blocks.is_whole:
        return count()
    return blocks.source.unwrapped.cached("characters", count)


@lru_cache(maxsize=64)
def _phrases_and_rules(
    settings: EndPhraseSettings,
) -> tuple[tuple[EndPhrase, ...], tuple[Rule, ...]]:
    phrases = settings.phrases()
    return phrases, _phrase_rules(phrases)


def _phrase_rules(phrases: tuple[EndPhrase, ...]) -> tuple[Rule, ...]:
    short = (Test("words", "<", "end_max_words"),)
    phrase_rules = (
        Rule(
            "F1",
            Outcome.LABEL,
            short,
            EXPLANATIONS[phrase.kind].format(phrase.text.replace("{", "{{").replace("}", "}}")),
        )
        for phrase in phrases
    )
    return (
        *phrase_rules,
        confirm("F1", "", Test("words", ">=", "end_max_words")),
        confirm("F1", "", Test("characters", "<", "end_min_chars")),
        confirm("F1", "no end phrase"),
    )


@dataclass(frozen=True)
class EndCutSettings(FulltextSettings):
    """Minimum text before the end."""

    min_words_before_end: int = words_knob(
        60,
        "Words before the end",
        "An end phrase counts only after this many words of full text.",
        source=Source.PROGRAM,
        group=_GROUP,
        high=1000,
        bounds="words_so_far",
    )


END_CUT_RULES = (
    Rule(
        "F5",
        Outcome.DROP,
        (Test("words_so_far", ">=", "min_words_before_end"),),
        "at or after end-of-text block {end_block}",
    ),
    confirm("F5", "already boilerplate, at or after end-of-text block {end_block}"),
    confirm(
        "F5",
        "contains an end phrase, but too early",
        Test("words_so_far", "<", "min_words_before_end"),
    ),
    confirm("F5", "before the end of the text"),
)


def ignore_after_end(blocks: BlockList, settings: EndCutSettings) -> Decision:
    """Drop the first end-of-text block after enough full text, and all after it."""
    so_far = (blocks.fulltext_words(settings.fulltext_density) * blocks.content).cumsum()
    is_end = blocks.has(INDICATES_END_OF_TEXT)
    ends = np.flatnonzero(is_end & (so_far >= settings.min_words_before_end))
    rule = np.where(is_end, 3, 4)
    content, numbers = blocks.content, {}
    if len(ends):
        end = int(ends[0])
        rule[end:] = np.where(content[end:], 1, 2)
        content = content.copy()
        content[end:] = False
        numbers = {"end_block": float(blocks.leader[end])}
    return Decision(
        blocks.with_content(content),
        END_CUT_RULES,
        rule,
        numbers=numbers,
        columns={"words_so_far": so_far},
    )


@dataclass(frozen=True)
class EndFromBackSettings(Settings):
    """Maximum text after the end."""

    max_words_after_end: int = words_knob(
        200,
        "Words after the end",
        "End-of-text blocks followed by more words of content are not dropped.",
        source=Source.PROGRAM,
        group=_GROUP,
        high=1000,
        bounds="words_after",
    )


END_FROM_BACK_RULES = (
    Rule(
        "F5b",
        Outcome.DROP,
        (Test("words_after", "<=", "max_words_after_end"),),
        "contains an end phrase",
    ),
    Rule(
        "F5b",
        Outcome.LABEL,
        (Test("words_after", "<=", "max_words_after_end"),),
        "contains an end phrase, already boilerplate",
    ),
    confirm("F5b", "contains no end phrase"),
)


def ignore_after_end_from_back(blocks: BlockList, settings: EndFromBackSettings) -> Decision:
    """Drop end-of-text blocks from the last block backwards, until enough content follows."""
    is_end = blocks.has(INDICATES_END_OF_TEXT)
    counted = np.where(blocks.content & ~is_end, blocks.words, 0)
    words_after = np.cumsum(counted[::-1])[::-1] - counted
    is_near_end = words_after <= settings.max_words_after_end
    dropped = is_near_end & is_end
    labels = np.where(
        dropped, (blocks.labels | STRICTLY_NOT_CONTENT) & ~MIGHT_BE_CONTENT, blocks.labels
    )
    rule = np.where(dropped, np.where(blocks.content, 1, 2), np.where(is_near_end, 3, 0))
    return Decision(
        blocks.with_labels(labels).with_content(blocks.content & ~dropped),
        END_FROM_BACK_RULES,
        rule,
        columns={"words_after": words_after},
    )


TERMINATING_BLOCKS = Filter(
    "F1",
    StepKind(
        "terminating_blocks",
        "Find ends of text",
        "Short blocks with an end phrase are labelled as the end of the text.",
        EndPhraseSettings,
    ),
    terminating_blocks,
)
IGNORE_AFTER_END = Filter(
    "F5",
    StepKind(
        "ignore_after_end",
        "Drop everything after the end",
        "After enough full text, the first end-of-text block and all later blocks become"
        " boilerplate.",
        EndCutSettings,
    ),
    ignore_after_end,
)
IGNORE_AFTER_END_FROM_BACK = Filter(
    "F5b",
    StepKind(
        "ignore_after_end_from_back",
        "Drop trailing ends of text",
        "End-of-text blocks become boilerplate if little content follows them.",
        EndFromBackSettings,
    ),
    ignore_after_end_from_back,
)
