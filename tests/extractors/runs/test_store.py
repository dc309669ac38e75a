"""Store of results: keys, size limit, and several programs at once."""

from __future__ import annotations

import sqlite3
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.model.value_range import STEPS
from boilerscope.extractors.runs.kept import KeptPage, KeptResult, KeptScore
from boilerscope.extractors.runs.keys import ResultKey
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.loss_addresses import Address, Decisions
from boilerscope.extractors.scoring.loss_counts import N_COUNTS, PageLosses
from boilerscope.extractors.scoring.results import PageStatus, ScoredPage

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("toys")

KEY = ResultKey("bte", "1", "default")
OTHER = ResultKey("bte", "1", "changed")
KEYS = (KEY, OTHER)
EXTRACTION = Extraction(
    "bte",
    Status.OK,
    message="as asked",
    mask=np.array([True, False, True, True, False, False, True, False, False, True]),
    own_text="caf\u00e9 \ud800",
    title="A title",
    used={"ad_hosts": "list"},
    aligned=0.75,
    seconds=1.5,
)
RESULT = KeptResult.of(EXTRACTION, 30.0)
SCORE = KeptScore("gold, page", ScoredText.OWN, 0.5, {"tokens": (1, 2, 3), "edit": None})

SCORED = ScoredPage("a", "set", PageStatus.NOT_FOUND, "3 % of the gold", "en", n_tokens=10)


def test_a_stored_result_is_restored_exactly(store: ResultStore):
    store.keep("page", [(KEY, RESULT, SCORE)])

    kept = store.result("page", KEY)
    assert kept is not None
    extraction = kept.extraction("bte", NoSettings())
    assert (extraction.mask == EXTRACTION.mask).all()
    names = ("status", "message", "own_text", "title", "used", "aligned", "seconds")
    assert [getattr(extraction, name) for name in names] == [
        getattr(EXTRACTION, name) for name in names
    ]
    assert store.outcomes("page", "gold, page", KEYS) == {KEY: (RESULT.outcome, SCORE)}


def test_another_page_setting_gold_or_scoring_is_not_found(store: ResultStore):
    store.keep("page", [(KEY, RESULT, SCORE)])

    assert store.result("another page", KEY) is None
    assert store.result("page", OTHER) is None
    assert store.outcomes("page", "another gold, page", KEYS) == {KEY: (RESULT.outcome, None)}
    assert store.outcomes("page", "gold, own", KEYS) == {KEY: (RESULT.outcome, None)}


def test_scores_can_be_added_later_and_for_several_scorings(store: ResultStore):
    store.keep("page", [(KEY, RESULT, None)])
    later = KeptScore("gold, own", ScoredText.OWN, None, {"tokens": (0, 0, 3)})
    store.keep("page", [(KEY, None, SCORE), (OTHER, None, SCORE)])
    store.keep("page", [(KEY, None, later)])

    assert store.outcomes("page", "gold, page", KEYS) == {KEY: (RESULT.outcome, SCORE)}
    assert store.outcomes("page", "gold, own", KEYS) == {KEY: (RESULT.outcome, later)}


def test_only_the_results_that_are_asked_for_are_read(store: ResultStore):
    store.keep("page", [(KEY, RESULT, SCORE), (OTHER, RESULT, None)])

    assert store.outcomes("page", "gold, page", [OTHER]) == {OTHER: (RESULT.outcome, None)}
    assert store.outcomes("page", "gold, page", []) == {}


def test_counts_of_another_measure_are_added_to_those_of_the_same_scoring(store: ResultStore):
    store.keep("page", [(KEY, RESULT, SCORE)])
    store.keep("page", [(KEY, None, replace(SCORE, aligned=None, counts={"edit": (4, 5)}))])

    ((_, score),) = store.outcomes("page", "gold, page", KEYS).values()
    assert score == replace(SCORE, aligned=None, counts={"tokens": (1, 2, 3), "edit": (4, 5)})


def test_a_new_result_replaces_the_old_one_and_its_scores(store: ResultStore):
    store.keep("page", [(KEY, RESULT, SCORE)])
    store.keep("page", [(KEY, KeptResult.of(Extraction("bte", Status.EMPTY), 5.0), None)])

    ((outcome, score),) = store.outcomes("page", "gold, page", KEYS).values()
    assert (outcome.status, outcome.timeout_s, score) == (Status.EMPTY, 5.0, None)


def test_an_equal_result_keeps_the_scores_against_other_golds(store: ResultStore):
    other = replace(SCORE, scoring="another gold, page", counts={"tokens": (0, 2, 5)})
    store.keep("page", [(KEY, RESULT, SCORE)])
    size = store.size
    store.keep("page", [(KEY, RESULT, other)])

    assert store.outcomes("page", "gold, page", KEYS) == {KEY: (RESULT.outcome, SCORE)}
    assert store.outcomes("page", "another gold, page", KEYS) == {KEY: (RESULT.outcome, other)}
    assert store.size == size


def test_the_size_is_that_of_the_results_in_the_store(store: ResultStore):
    other = KeptResult.of(replace(EXTRACTION, own_text="another text"), 30.0)
    for result in (RESULT, other, RESULT):
        store.keep("page", [(KEY, result, SCORE), (OTHER, result, None)])

    with ResultStore(store.folder) as again:
        assert store.size == again.size


def test_a_page_is_stored_by_its_fingerprint(store: ResultStore):
    store.keep("digest", [], {"fingerprint": KeptPage("digest", replace(SCORED, n_tokens=5))})
    store.keep("digest 2", [], {"fingerprint": KeptPage("digest 2", replace(SCORED, n_tokens=6))})

    assert store.page("fingerprint") == KeptPage("digest 2", replace(SCORED, n_tokens=6))
    assert store.page("unknown") is None


def test_results_are_not_stored_if_the_page_cannot_be_written(store: ResultStore):
    unwritable = KeptPage("page", replace(SCORED, message=cast("str", object())))

    with pytest.raises(TypeError, match="JSON"):
        store.keep("page", [(KEY, RESULT, SCORE)], {"fingerprint": unwritable})

    assert store.result("page", KEY) is None


def test_a_stored_timeout_does_not_serve_a_run_with_more_time():
    timeout = KeptResult.of(Extraction("bte", Status.TIMEOUT), 30.0).outcome

    assert timeout.serves(30.0)
    assert not timeout.serves(60.0)
    assert RESULT.outcome.serves(60.0)


def test_the_least_recently_used_results_are_removed_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    clock = iter(range(0, 10_000_000, 100_000))
    monkeypatch.setattr(time, "time", lambda: next(clock))
    size = len(RESULT.packed_mask) + len(RESULT.packed_text) + 500
    with ResultStore(tmp_path, max_bytes=5 * size) as store:
        for number in range(5):
            facts = {f"mark {number}": KeptPage(f"page {number}", SCORED)}
            store.keep(f"page {number}", [(KEY, RESULT, SCORE)], facts)
        store.outcomes("page 0", "gold, page", KEYS)  # used again
        store.keep("page 5", [(KEY, RESULT, SCORE)])

        left = [store.result(f"page {number}", KEY) is not None for number in range(6)]
        pages = [store.page(f"mark {number}") is not None for number in range(5)]
        assert left == [True, False, False, True, True, True]
        assert pages == [True, False, False, True, True]
        assert store.size == 4 * size


def test_two_programs_write_at_once(tmp_path: Path):
    def write(first: int) -> None:
        with ResultStore(tmp_path) as store:
            for number in range(first, first + 50):
                store.keep(f"page {number}", [(KEY, RESULT, SCORE)])

    threads = [threading.Thread(target=write, args=(first,)) for first in (0, 25, 50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with ResultStore(tmp_path) as store:
        assert all(store.result(f"page {number}", KEY) == RESULT for number in range(100))


def test_a_store_of_another_version_is_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with ResultStore(tmp_path) as store:
        store.keep("page", [(KEY, RESULT, None)])
    monkeypatch.setattr("boilerscope.extractors.runs.store.SCHEMA", 1_000)

    with ResultStore(tmp_path) as newer:
        assert newer.result("page", KEY) is None
        assert newer.file != store.file
    monkeypatch.undo()
    with ResultStore(tmp_path) as again:
        assert again.result("page", KEY) == RESULT


@pytest.mark.parametrize("content", [b"not a database" * 100, b""])
def test_a_damaged_store_is_renamed(tmp_path: Path, content: bytes):
    file = tmp_path / "results-3.sqlite"
    file.write_bytes(content)

    with ResultStore(tmp_path) as store:
        store.keep("page", [(KEY, RESULT, None)])

    with ResultStore(tmp_path) as store:
        assert store.result("page", KEY) == RESULT
    renamed = tmp_path / "results-3.sqlite.damaged"
    assert not content or renamed.read_bytes() == content


def test_a_database_of_another_program_is_renamed(tmp_path: Path):
    file = tmp_path / "results-3.sqlite"
    database = sqlite3.connect(file)
    database.execute("create table results (x)")
    database.execute("pragma application_id = 7")
    database.commit()
    database.close()

    with ResultStore(tmp_path) as store:
        store.keep("page", [(KEY, RESULT, None)])

        assert store.result("page", KEY) == RESULT
    assert (tmp_path / "results-3.sqlite.damaged").exists()


def test_a_folder_that_cannot_be_created_is_an_error(tmp_path: Path):
    (tmp_path / "file").write_text("")

    with pytest.raises(CorpusError, match=r"file/results-3\.sqlite cannot be opened"):
        ResultStore(tmp_path / "file")


def test_a_failure_of_the_database_names_the_file(store: ResultStore):
    store.close()

    with pytest.raises(CorpusError, match=r"results-3\.sqlite cannot be read or written"):
        store.result("page", KEY)


def _decided() -> tuple[Decisions, PageLosses]:
    addresses = (
        Address(
            "F1", "Keep", "R1", is_kept=True, text="words ≥ 5", tests=(("min", ">"), ("max", "<="))
        ),
        Address("F1", "Keep", "R2", is_kept=False, term="words × links"),
    )
    number = np.array([0, 0, -1, 1, 1, 1, 0, -1, -1, 1], dtype=np.int32)
    counts = np.arange(2 * N_COUNTS, dtype=np.int32).reshape(2, N_COUNTS)
    states = {"max": number % 3 + 1, "min": np.zeros(len(number), dtype=np.int32)}
    curves = {"max": np.arange(2 * STEPS, dtype=np.int32).reshape(STEPS, 2)}
    return Decisions(addresses, number, states), PageLosses(addresses, counts, curves)


def test_decisions_and_losses_are_restored_also_by_another_program(
    store: ResultStore, tmp_path: Path
):
    decided, losses = _decided()
    result, score = KeptResult.of(EXTRACTION, 30.0, decided), replace(SCORE, losses=losses)
    with ResultStore(tmp_path / "store") as other:
        store.keep("page", [(KEY, result, score)])
        for reader in (store, other):
            kept = reader.result("page", KEY)
            ((_, scored),) = reader.outcomes("page", SCORE.scoring, KEYS).values()

            assert kept is not None
            assert kept.decided is not None
            assert kept.decided.addresses == decided.addresses
            assert kept.decided.number.tolist() == decided.number.tolist()
            assert {name: bits.tolist() for name, bits in kept.decided.states.items()} == {
                name: bits.tolist() for name, bits in decided.states.items()
            }
            assert scored is not None
            assert scored.losses is not None
            assert scored.losses.curves["max"].tolist() == losses.curves["max"].tolist()
            assert scored.losses.addresses == losses.addresses
            assert scored.losses.counts.tolist() == losses.counts.tolist()


def test_losses_stay_if_counts_are_added_without_them(store: ResultStore):
    _, losses = _decided()
    store.keep("page", [(KEY, RESULT, replace(SCORE, losses=losses))])
    store.keep("page", [(KEY, None, replace(SCORE, counts={"edit": (4, 5)}))])

    ((_, score),) = store.outcomes("page", SCORE.scoring, KEYS).values()
    assert score is not None
    assert score.losses is not None


def test_a_result_without_decisions_has_none(store: ResultStore):
    store.keep("page", [(KEY, RESULT, SCORE)])

    kept = store.result("page", KEY)
    assert kept is not None
    assert kept.decided is None


def test_addresses_are_stored_once_for_all_pages(store: ResultStore):
    decided, losses = _decided()
    result, score = KeptResult.of(EXTRACTION, 30.0, decided), replace(SCORE, losses=losses)
    for page in ("a", "b", "c"):
        store.keep(page, [(KEY, result, score)])

    with sqlite3.connect(store.file) as database:
        assert database.execute("select count(*) from addresses").fetchone() == (2,)


def test_losses_that_another_version_wrote_in_another_way_are_missing(store: ResultStore):
    decided, losses = _decided()
    kept = KeptResult.of(EXTRACTION, 30.0, decided)
    store.keep("page", [(KEY, kept, replace(SCORE, losses=losses))])
    with sqlite3.connect(store.file) as database:
        database.execute('update addresses set address = \'{"of": "later"}\' where id = 1')

    result, ((_, score),) = (
        store.result("page", KEY),
        store.outcomes("page", SCORE.scoring, KEYS).values(),
    )
    assert result is not None
    assert result.decided is None
    assert score is not None
    assert (score.counts, score.losses) == (SCORE.counts, None)
