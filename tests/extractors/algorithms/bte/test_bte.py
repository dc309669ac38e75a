"""BTE: the specification's examples, comparison with exhaustive search, settings, hostile pages."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors import registry
from boilerscope.extractors.algorithms.bte.bodies import (
    best_bodies,
    body_score,
    greedy_bodies,
    published_body,
    running_sums,
)
from boilerscope.extractors.algorithms.bte.extractor import BTE
from boilerscope.extractors.algorithms.bte.settings import BodiesMode, BteSettings, Variant
from boilerscope.extractors.formats.html.writer import cleaned
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.page import Page
from tests.helpers.material import CorpusPage, WorkedExample, every_example, every_page

RUNS = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=7)


def extract(markup: str, **settings: Any) -> Extraction:
    return BTE.extract(Page.from_text(markup, name="test"), BteSettings(**settings), ())


def arrays(runs: list[tuple[int, int]]) -> tuple[Any, Any]:
    words, tags = np.array(runs, dtype=np.int32).T
    return words, tags.astype(np.float64)


# -- the specification's examples -----------------------------------------------------------------


@pytest.mark.parametrize("example", every_example("bte"))
def test_worked_example_gives_the_expected_body(example: WorkedExample) -> None:
    page = Page.from_text(example.html, name=example.identifier)
    expected = example.expected["exact"]

    extraction = BTE.extract(page, BteSettings(), ())

    assert extraction.own_text == expected["text"]
    assert extraction.scores["score"] == expected["score"]
    assert extraction.curves[0].cuts == (expected["start"] - 0.5, expected["end"] + 0.5)


@pytest.mark.parametrize("example", every_example("bte"))
def test_worked_example_gives_the_body_of_the_program_of_2009(example: WorkedExample) -> None:
    page = Page.from_text(example.html, name=example.identifier)

    extraction = BTE.extract(page, BteSettings(variant=Variant.PUBLISHED_2009), ())

    assert extraction.own_text == example.expected["published_fast"]
    assert extraction.status is (Status.OK if extraction.own_text else Status.EMPTY)


# -- the optimum ----------------------------------------------------------------------------------


def objective(words: Any, cost: Any, bodies: tuple[tuple[int, int], ...]) -> float:
    return sum(body_score(words, cost, body) for body in bodies)


def choices(n_runs: int, max_bodies: int) -> list[tuple[tuple[int, int], ...]]:
    """Return all choices of up to ``max_bodies`` bodies; fewer and earlier bodies come first."""
    possible_bodies = list(itertools.combinations(range(n_runs + 1), 2))
    valid = [
        bodies
        for count in range(1, max_bodies + 1)
        for bodies in itertools.combinations(possible_bodies, count)
        if all(body[1] <= next_body[0] for body, next_body in itertools.pairwise(bodies))
    ]
    return sorted(valid, key=lambda bodies: (len(bodies), bodies))


@given(runs=RUNS)
def test_one_body_is_the_first_of_the_best_bodies(runs: list[tuple[int, int]]) -> None:
    words, cost = arrays(runs)

    best = max(choices(len(runs), 1), key=lambda bodies: objective(words, cost, bodies))

    assert best_bodies(words, cost, 1) == list(best)
    assert greedy_bodies(words, cost, 1) == list(best)
    assert running_sums(words, cost).max() == objective(words, cost, best)


@given(runs=RUNS, max_bodies=st.integers(2, 3))
def test_several_bodies_have_the_best_sum_with_the_fewest_bodies(
    runs: list[tuple[int, int]], max_bodies: int
) -> None:
    words, cost = arrays(runs)

    bodies = tuple(best_bodies(words, cost, max_bodies))

    best = max(
        choices(len(runs), max_bodies), key=lambda candidate: objective(words, cost, candidate)
    )
    assert objective(words, cost, bodies) == objective(words, cost, best)
    assert len(bodies) == len(best)


@given(runs=RUNS)
def test_the_published_body_maximises_its_objective(runs: list[tuple[int, int]]) -> None:
    words, cost = arrays(runs)
    n_runs = len(runs)

    def published(first: int, last: int) -> float:
        return float(cost[: first + 1].sum() + words[first:last].sum() + cost[last + 1 :].sum())

    pairs = [(first, last) for first in range(n_runs) for last in range(first, n_runs)]
    first, last = max(pairs, key=lambda pair: published(*pair))

    assert published_body(words, cost) == ([(first, last)] if last > first else [])


def test_greedy_mode_picks_the_best_body_first_and_joint_mode_the_best_sum() -> None:
    words, cost = arrays([(5, 1), (1, 3), (5, 3), (9, 20)])

    assert best_bodies(words, cost, 2) == [(0, 1), (3, 4)]
    assert greedy_bodies(words, cost, 2) == [(0, 1), (3, 4)]
    words, cost = arrays([(6, 1), (1, 2), (6, 2)])
    assert greedy_bodies(words, cost, 2) == [(0, 3)]
    assert best_bodies(words, cost, 2) == [(0, 1), (2, 3)]


def test_an_empty_stream_has_no_body() -> None:
    nothing = np.zeros(0, dtype=np.int32)

    assert best_bodies(nothing, nothing.astype(np.float64), 3) == []
    assert greedy_bodies(nothing, nothing.astype(np.float64), 3) == []
    assert published_body(nothing, nothing.astype(np.float64)) == []


# -- settings and records -------------------------------------------------------------------------

PARTS = "<p>a b c d e f</p><hr><hr><hr><hr><hr><hr><p>g h i j k</p>"


def test_it_is_registered_without_an_error() -> None:
    assert registry.entry("bte").error == ""


def test_tags_can_weigh_less() -> None:
    assert extract(PARTS).own_text == "a b c d e f"
    assert extract(PARTS, tag_weight=0.5).own_text == "a b c d e f g h i j k"


@pytest.mark.parametrize("mode", list(BodiesMode))
def test_several_bodies_are_on_separate_lines(mode: BodiesMode) -> None:
    extraction = extract(
        "<i>x</i>" + PARTS.replace("<hr><p>", "<hr>y<hr><hr><p>"), bodies=2, bodies_mode=mode
    )

    assert extraction.own_text == "a b c d e f\ng h i j k"
    assert [extraction.labels_of(block)[0] for block in range(4)] == [
        "BEFORE",
        "BODY",
        "BETWEEN",
        "BODY",
    ]
    assert len(extraction.curves[0].cuts) == 4


def test_scripts_are_skipped_unless_skip_script_is_off() -> None:
    markup = "<script>one two three</script><p>a</p><style>b c</style>"

    assert extract(markup).own_text == "a"
    assert extract(markup, skip_script=False).own_text == "one two three"


def test_chinese_counts_by_character_unless_cjk_words_is_off() -> None:
    markup = "<p>one two</p><hr><hr><p>“中文，字。” abc</p>"

    assert extract(markup).own_text == "“中 文， 字。” abc"
    assert extract(markup, cjk_words=False).own_text == "one two"


def test_the_sentence_of_each_run_has_its_tokens_and_its_reason() -> None:
    extraction = extract("<p>x</p><hr><p>a b c</p><hr><hr><p>y</p>")

    assert explain_decision(extraction, 0) == "B1: tokens 1 to 1, before the body"
    assert explain_decision(extraction, 1) == "B1: tokens 5 to 7: 3 words - 0 tags x 1 = 3 (max)"
    assert explain_decision(extraction, 2) == "B1: tokens 12 to 12, after the body"
    assert extraction.scores == {"score": 3, "objective": 12, "words": 5, "tags": 9}
    assert extraction.column_values()["tags_so_far"].tolist() == [1, 4, 8]
    assert [curve.name for curve in extraction.curves] == [
        "words less tags",
        "tags so far",
        "running sum",
    ]
    assert extraction.curves[0].y.tolist()[:6] == [-1, 0, -1, -2, -3, -2]


@pytest.mark.parametrize(
    ("markup", "settings", "written"),
    [
        (
            "<div>no<hr><hr><p>a b c d</p><img src=x> <p>d e f g</p><hr><hr><hr><hr>no</div><hr>",
            {},
            '<div><p>a b c d</p><img src="x"> <p>d e f g</p></div>',
        ),
        ("<b>a</b><hr><hr>", {"variant": Variant.PUBLISHED_2009}, ""),
        (PARTS, {"bodies": 2}, "<p>a b c d e f</p><p>g h i j k</p>"),
    ],
)
def test_the_written_page_goes_from_the_first_word_to_the_last_word(
    markup: str, settings: dict[str, Any], written: str
) -> None:
    page = Page.from_text(f"<html><body>{markup}</body></html>", name="test")

    html = cleaned(page, BTE.extract(page, BteSettings(**settings), ()))

    assert html.partition("<body>")[2].rpartition("</body>")[0] == written


def test_the_sentence_of_a_run_between_bodies_has_this_reason() -> None:
    extraction = extract(PARTS.replace("<hr><p>", "<hr>y<hr><hr><p>"), bodies=2)

    assert explain_decision(extraction, 1).endswith("between bodies")


@pytest.mark.parametrize("markup", ["", "<p></p>", "<!-- a b c -->", "<script>a</script>"])
def test_a_page_without_words_is_empty(markup: str) -> None:
    extraction = extract(markup)

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no words."


def test_the_empty_body_of_the_program_of_2009_is_explained() -> None:
    extraction = extract("<b>w</b>", variant=Variant.PUBLISHED_2009)

    assert extraction.status is Status.EMPTY
    assert "never includes the last word run" in extraction.message


def test_deep_nesting_needs_no_recursion() -> None:
    assert extract("<div>" * 2000 + "x y" + "</div>" * 2000).own_text == "x y"


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "part", ["<p>a", "a&amp;b ", "<", "<a b='", "&#x4e2d;", "<script>x</script>y"]
)
def test_a_hostile_megabyte_takes_bounded_time(part: str) -> None:
    page = Page.from_text(part * (1_000_000 // len(part)), name="hostile")

    extraction = BTE.extract(page, BteSettings(bodies=8), ())

    assert extraction.status in {Status.OK, Status.EMPTY}


@pytest.mark.parametrize("corpus_page", every_page(stride=9))
def test_real_pages_have_a_body_of_their_own_words(corpus_page: CorpusPage) -> None:
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    extraction = BTE.extract(page, BteSettings(bodies=2), ())

    assert extraction.status is Status.OK
    kept = [page.token_text(token) for token in np.flatnonzero(extraction.mask).tolist()]
    text = extraction.own_text
    offset = 0
    for word in kept:
        offset = text.find(word, offset)
        assert offset >= 0, word
        offset += len(word)
