"""End phrases, and the blocks they drop."""

from __future__ import annotations

import pytest

from boilerscope.extractors.algorithms.boilerpipe.filters.end_of_text import EndPhraseSettings
from boilerscope.extractors.algorithms.boilerpipe.labels import INDICATES_END_OF_TEXT
from boilerscope.extractors.algorithms.boilerpipe.phrases import (
    EndPhrase,
    PhraseKind,
    find_phrases,
    pack,
    pack_names,
)
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from tests.helpers.boilerpipe_blocks import Block, apply, block_list, label_names


def ends(text: str, *, words: int = 3, linked: int = 0, **settings: object) -> bool:
    blocks, _ = apply(
        "terminating_blocks",
        block_list([Block(words=words, linked=linked, text=text)]),
        **settings,
    )
    return bool(blocks.labels[0] & INDICATES_END_OF_TEXT)


@pytest.mark.parametrize(
    "text",
    [
        "Comments (5)",
        "COMMENTS of readers",
        "© Reuters 2010",
        "Please rate this story",
        "Post a comment here",
        "12 comments so far",
        "3 users responded in this post",
        "Tell us what you think...",
        "Now add your comment",
        "You may add comment",
        "All reader views",
        "Go and Have Your Say",
        "See reader comments",
        "Rätta artikeln",
        "Thanks for your comments - this feedback is now closed",
    ],
)
def test_each_phrase_of_1_2_0_indicates_the_end(text: str):
    assert ends(text)
    assert ends(text, words=14)
    assert not ends(text, words=15)


@pytest.mark.parametrize(
    "text",
    [
        "No comments",
        "Reuters © 2010",
        "the comments",
        "a12 comments",
        "12  comments",
        "1２ comments",
        "Thanks for your comments - this feedback is now closed!",
        "Comment",
    ],
)
def test_a_text_that_only_resembles_a_phrase_does_not_indicate_the_end(text: str):
    assert not ends(text)


def test_texts_below_eight_characters_are_not_searched():
    assert not ends("x", end_phrases=(("starts", "x"),))
    assert ends("xxxxxxxx", end_phrases=(("starts", "x"),))
    assert ends("x", end_phrases=(("starts", "x"),), end_min_chars=0)


@pytest.mark.parametrize(
    ("text", "is_end"),
    [
        ("Comments", True),
        ("comments", False),
        ("© Reuters", True),
        ("Please rate this", True),
        ("12 COMMENTS", True),
        ("7 users Responded In", True),
        ("line\n12 comments", True),
        ("12  Comments", False),
        ("Post a comment", False),
        ("What you think...", True),
        ("add your comment", True),
        ("Add your comment", True),
        ("Add Your Comment", True),
        ("Add Comment", True),
        ("add comment", False),
        ("Reader views", True),
        ("Have your say", True),
        ("Have Your Say", True),
        ("have your say", False),
        ("Reader Comments", True),
        ("Thanks for your comments - this feedback is now closed", True),
        ("Rätta artikeln", False),
    ],
)
def test_phrases_of_1_1_0_are_case_sensitive(text: str, is_end: bool):  # noqa: FBT001 - a table of cases
    assert ends(text, profile=Profile.V1_1_0) == is_end
    assert ends(text, profile=Profile.V1_1_0, words=19) == is_end
    assert not ends(text, profile=Profile.V1_1_0, words=20)


def test_head_reads_a_link_with_the_text_comment_as_an_end():
    assert ends("Comment", words=1, linked=1, profile=Profile.HEAD)
    assert not ends("Comment", words=2, linked=1, profile=Profile.HEAD)
    assert not ends("comment", words=1, linked=1, profile=Profile.HEAD)
    assert not ends("Comment", words=1, linked=1)


def test_packs_of_other_languages_are_off_by_default():
    assert not ends("Kommentare (3)")
    assert ends("Kommentare (3)", end_packs=("en", "de"))
    assert ends("Comments (3)", end_packs=("en", "de"))
    assert not ends("Comments (3)", end_packs=("de",))


@pytest.mark.parametrize("name", pack_names())
@pytest.mark.parametrize("profile", Profile)
def test_every_pack_has_phrases_for_every_profile(name: str, profile: Profile):
    phrases = pack(name, profile)

    assert len(phrases) > 10
    assert len(set(phrases)) == len(phrases)
    assert all(phrase.text.strip(" ") for phrase in phrases)


def test_packs_of_short_words_have_their_own_minimum_length():
    assert ends("相关新闻", words=1, end_packs=("zh",))
    assert ends("関連記事", words=1, end_packs=("ja",))


def test_error_of_an_unknown_pack_names_the_nearest_pack():
    with pytest.raises(SettingsError, match="did you mean 'en'") as caught:
        EndPhraseSettings(end_packs=("eng",))

    assert caught.value.field == "end_packs"
    with pytest.raises(UnknownNameError):
        pack("xx", Profile.V1_2_0)


@pytest.mark.parametrize("rows", [(("begins", "x"),), (("starts",),), (("starts", ""),)])
def test_a_phrase_of_the_user_is_a_pair_of_kind_and_text(rows: tuple[tuple[str, ...], ...]):
    with pytest.raises(SettingsError, match="pairs of a kind") as caught:
        EndPhraseSettings(end_phrases=rows)

    assert caught.value.field == "end_phrases"


def test_the_rules_name_the_phrase_or_the_reason_why_none_matches():
    rows = [
        Block(words=3, text="Comments (5)"),
        Block(words=15, text="Comments (5)"),
        Block(words=1, text="short"),
        Block(words=3, text="nothing to see"),
    ]

    _, step = apply("terminating_blocks", block_list(rows))
    rules = [step.rule_of(row) for row in range(4)]

    assert [rule.explanation if rule else None for rule in rules] == [
        "starts with “comments”",
        "",
        "",
        "no end phrase",
    ]
    assert [rule.outcome.value if rule else None for rule in rules] == [
        "label",
        "confirm",
        "confirm",
        "confirm",
    ]


def test_braces_in_a_phrase_are_shown_as_braces():
    _, step = apply(
        "terminating_blocks",
        block_list([Block(words=1, text="{end} of it")]),
        end_phrases=(("starts", "{end}"),),
    )
    rule = step.rule_of(0)

    assert rule is not None
    assert rule.explanation.format() == "starts with “{end}”"


def test_a_megabyte_of_near_matches_is_searched():
    phrases = pack("en", Profile.HEAD) + pack("en", Profile.V1_1_0)
    texts = ["1" * 300_000, " comments" * 60_000, "\n12" * 100_000]

    matches = find_phrases(texts, phrases, ignore_case=True)

    assert [rows.tolist() for rows in matches if len(rows)] == []


def test_a_phrase_found_twice_in_a_text_counts_once():
    (rows,) = find_phrases(
        ["say it", "no", "say say say"],
        [EndPhrase(PhraseKind.CONTAINS, "say")],
        ignore_case=False,
    )

    assert rows.tolist() == [0, 2]


END = ("INDICATES_END_OF_TEXT",)


def test_blocks_after_an_end_are_dropped_if_enough_full_text_precedes_it():
    rows = [
        Block(words=60, content=True),
        Block(words=2, content=True, labels=END),
        Block(words=30, content=True),
        Block(words=30),
    ]

    blocks, step = apply("ignore_after_end", block_list(rows))

    assert blocks.content.tolist() == [True, False, False, False]
    assert step.rule.tolist() == [4, 1, 1, 2]
    assert step.numbers == {"end_block": 1.0}
    assert step.columns["words_so_far"].tolist() == [60, 60, 90, 90]


def test_an_end_after_too_little_full_text_changes_nothing():
    rows = [
        Block(words=59, content=True),
        Block(words=2, content=True, labels=END),
        Block(words=30, content=True),
    ]

    blocks, step = apply("ignore_after_end", block_list(rows))

    assert blocks.content.tolist() == [True, True, True]
    assert step.rule.tolist() == [4, 3, 4]


def test_the_words_of_an_end_block_count_before_it_is_tested():
    rows = [Block(words=59, content=True), Block(words=9, content=True, labels=END)]

    blocks, _ = apply("ignore_after_end", block_list(rows))

    assert blocks.content.tolist() == [True, False]


def test_only_content_of_enough_density_counts_as_full_text():
    rows = [
        Block(words=100, density=(17, 2), content=True),
        Block(words=100),
        Block(words=1, labels=END),
        Block(words=30, content=True),
    ]

    assert apply("ignore_after_end", block_list(rows))[0].content[-1]
    assert not apply("ignore_after_end", block_list(rows), fulltext_density=8.5)[0].content[-1]


def test_the_words_before_an_end_are_a_setting():
    rows = [Block(words=100, content=True), Block(words=1, content=True, labels=END)]

    assert apply("ignore_after_end", block_list(rows), min_words_before_end=200)[0].content[1]


def test_from_the_back_ends_are_dropped_until_enough_content_is_reached():
    rows = [
        Block(words=5, content=True, labels=(*END, "MIGHT_BE_CONTENT")),
        Block(words=101, content=True),
        Block(words=5, content=True, labels=(*END, "MIGHT_BE_CONTENT")),
        Block(words=100, content=True),
        Block(words=5, labels=END),
    ]

    blocks, step = apply("ignore_after_end_from_back", block_list(rows))

    assert blocks.content.tolist() == [True, True, False, True, False]
    assert label_names(blocks)[2] == {"INDICATES_END_OF_TEXT", "STRICTLY_NOT_CONTENT"}
    assert step.rule.tolist() == [0, 3, 1, 3, 2]


def test_from_the_back_the_limit_is_a_setting():
    rows = [Block(words=1, content=True, labels=END), Block(words=201, content=True)]

    kept = apply("ignore_after_end_from_back", block_list(rows))[0]
    dropped = apply("ignore_after_end_from_back", block_list(rows), max_words_after_end=201)[0]

    assert (kept.content[0], dropped.content[0]) == (True, False)
