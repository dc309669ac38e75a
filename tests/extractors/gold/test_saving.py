"""Marks saved beside the page; two programs that save at once lose nothing silently."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold import saving
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.saving import GoldConflictError, SavedMarks, load_marks, save_marks
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.page.files import read_page
from tests.helpers.gold_files import LAKE, folder_of
from tests.helpers.gold_sets import open_gold
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """Return a copy of the page in a separate folder."""
    file = tmp_path / "lake.html"
    file.write_bytes(LAKE.read_bytes())
    return file


def _gold(page: Page, *ranges: tuple[int, int, GoldClass]) -> Gold:
    classes = np.zeros(page.n_tokens, dtype=np.uint8)
    for start, end, kind in ranges:
        classes[start:end] = kind
    return Gold(classes, Provenance(own.NAME, "here", "Ada", "2026-11-22T12:00:00+00:00"))


def test_a_page_without_marks_has_an_empty_record(lake: Path):
    saved = load_marks(own.marks_file(lake), read_page(lake))

    assert (saved.file.name, saved.digest, saved.gold) == ("lake.html.gold.jsonl", "", None)


def test_saved_marks_are_read_again(lake: Path):
    page = read_page(lake)
    gold = _gold(page, (0, 8, GoldClass.BOILERPLATE), (8, 11, GoldClass.TITLE))

    first = save_marks(load_marks(own.marks_file(lake), page), page, gold, lake)
    read = load_marks(own.marks_file(lake), page)

    assert read.digest == first.digest
    assert read.gold is not None
    assert read.gold.classes.tolist() == gold.classes.tolist()
    assert read.gold.provenance.annotator == "Ada"
    (entry,) = open_gold(lake.parent)
    assert entry.source == str(lake)
    assert entry.gold(entry.page()).classes.tolist() == gold.classes.tolist()
    assert sorted(file.name for file in lake.parent.iterdir()) == [
        lake.name,
        f"{lake.name}.gold.jsonl",
    ]


def test_a_second_save_continues_from_the_first(lake: Path):
    page = read_page(lake)
    saved = SavedMarks(own.marks_file(lake))

    saved = save_marks(saved, page, _gold(page, (0, 2, GoldClass.MAIN)), lake)
    saved = save_marks(saved, page, _gold(page, (0, 3, GoldClass.MAIN)), lake)

    assert load_marks(saved.file, page).digest == saved.digest


def test_the_encoding_that_a_user_chose_is_kept(lake: Path):
    page = read_page(lake, encoding="latin-1")

    save_marks(SavedMarks(own.marks_file(lake)), page, _gold(page), lake)

    (entry,) = open_gold(lake.parent)
    assert entry.page().text == page.text


def test_marks_of_another_program_are_not_overwritten(lake: Path):
    page, file = read_page(lake), own.marks_file(lake)
    ours, theirs = load_marks(file, page), load_marks(file, page)
    save_marks(theirs, page, _gold(page, (0, 2, GoldClass.BOILERPLATE)), lake)
    before = file.read_bytes()

    with pytest.raises(GoldConflictError, match="No word is marked differently; merge") as error:
        save_marks(ours, page, _gold(page, (5, 7, GoldClass.MAIN)), lake)

    assert file.read_bytes() == before
    merged = error.value.merged
    assert merged.n_contradictions == 0
    save_marks(error.value.theirs, page, Gold(merged.classes, Provenance("", "")), lake)
    gold = load_marks(file, page).gold
    assert gold is not None
    assert gold.classes[:8].tolist() == [2, 2, 0, 0, 0, 1, 1, 0]


def test_words_that_two_programs_marked_differently_are_counted(lake: Path):
    page, file = read_page(lake), own.marks_file(lake)
    base = save_marks(SavedMarks(file), page, _gold(page, (0, 1, GoldClass.MAIN)), lake)
    save_marks(base, page, _gold(page, (0, 4, GoldClass.BOILERPLATE)), lake)

    with pytest.raises(GoldConflictError, match="3 words are marked differently") as error:
        save_marks(base, page, _gold(page, (0, 4, GoldClass.MAIN), (6, 7, GoldClass.TITLE)), lake)

    assert error.value.merged.classes[:8].tolist() == [2, 0, 0, 0, 0, 0, 3, 0]


def test_a_file_that_was_deleted_is_written_again(lake: Path):
    page = read_page(lake)
    saved = save_marks(SavedMarks(own.marks_file(lake)), page, _gold(page), lake)
    saved.file.unlink()

    save_marks(saved, page, _gold(page, (0, 1, GoldClass.MAIN)), lake)

    assert load_marks(saved.file, page).gold is not None


def test_a_file_that_is_broken_is_not_overwritten(lake: Path):
    page, file = read_page(lake), own.marks_file(lake)
    file.write_text("{broken")

    with pytest.raises(GoldError, match="line 1: not JSON"):
        save_marks(SavedMarks(file), page, _gold(page), lake)

    assert file.read_text() == "{broken"


def test_a_file_of_marks_has_one_line(lake: Path):
    line = folder_of("boilerscope").read_bytes()
    own.marks_file(lake).write_bytes(line + line)

    with pytest.raises(GoldError, match="must have one line, that of its page, got 2"):
        load_marks(own.marks_file(lake), read_page(lake))


_MARK_ONE = """
import sys
from pathlib import Path
import numpy as np
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.saving import GoldConflictError, load_marks, save_marks
from boilerscope.extractors.model.gold import Gold, Provenance
from boilerscope.extractors.page.files import read_page

lake, word = Path(sys.argv[1]), int(sys.argv[2])
page = read_page(lake)
saved = load_marks(own.marks_file(lake), page)
classes = np.zeros(page.n_tokens, np.uint8) if saved.gold is None else saved.gold.classes.copy()
classes[word] = 1
while True:
    try:
        save_marks(saved, page, Gold(classes, Provenance("", "")), lake)
        break
    except GoldConflictError as error:
        assert not error.merged.n_contradictions
        saved, classes = error.theirs, error.merged.classes
"""


def test_programs_that_save_at_the_same_time_lose_no_mark(lake: Path):
    running = [
        subprocess.Popen([sys.executable, "-c", _MARK_ONE, str(lake), str(word)], cwd=ROOT)
        for word in range(6)
    ]

    codes = [program.wait(60) for program in running]

    assert codes == [0] * 6
    gold = load_marks(own.marks_file(lake), read_page(lake)).gold
    assert gold is not None
    assert gold.classes[:8].tolist() == [1, 1, 1, 1, 1, 1, 0, 0]


def test_a_failure_in_the_middle_leaves_the_old_file(lake: Path, monkeypatch: pytest.MonkeyPatch):
    page = read_page(lake)
    saved = save_marks(SavedMarks(own.marks_file(lake)), page, _gold(page), lake)
    before = saved.file.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GoldError, match="cannot be written: No space left on device"):
        save_marks(saved, page, _gold(page, (0, 1, GoldClass.MAIN)), lake)

    assert saved.file.read_bytes() == before
    assert len(list(lake.parent.iterdir())) == 2


def test_a_read_only_folder_is_an_error_that_names_it(lake: Path):
    page = read_page(lake)
    folder = Path("/sys/kernel")
    if not folder.is_dir():
        pytest.skip("/sys, where no user can write a file, is absent")

    with pytest.raises(GoldError, match=r"Gold not saved: the folder /sys/kernel is read-only"):
        save_marks(SavedMarks(folder / "lake.html.gold.jsonl"), page, _gold(page), lake)


def test_a_missing_folder_is_an_error_that_names_it(lake: Path, tmp_path: Path):
    page = read_page(lake)

    with pytest.raises(GoldError, match=r"Gold not saved: .*none: No such file or directory"):
        save_marks(SavedMarks(tmp_path / "none" / "a.gold.jsonl"), page, _gold(page), lake)


def test_a_folder_that_stays_locked_is_an_error(lake: Path, monkeypatch: pytest.MonkeyPatch):
    page = read_page(lake)
    monkeypatch.setattr(saving, "LOCK_S", 0.0)

    with (
        saving.folder_lock(lake.parent),
        pytest.raises(GoldError, match=r"another program keeps .* locked\. Try again"),
    ):
        save_marks(SavedMarks(own.marks_file(lake)), page, _gold(page), lake)


def test_marks_beside_a_page_are_used_instead_of_the_gold_of_the_set(tmp_path: Path):
    line = {"id": "lake", "html": "lake.html", "text": "The council met on Monday"}
    (tmp_path / "gold.jsonl").write_text(json.dumps(line) + "\n")
    lake = tmp_path / "lake.html"
    lake.write_bytes(LAKE.read_bytes())
    page = read_page(lake)
    save_marks(SavedMarks(own.marks_file(lake)), page, _gold(page, (0, 1, GoldClass.TITLE)), lake)

    (with_marks,) = open_gold(tmp_path)
    (of_the_set,) = open_gold(tmp_path, format="corpus")

    assert with_marks.gold(page).classes.sum() == GoldClass.TITLE
    assert of_the_set.gold(page).text == "The council met on Monday"


def test_broken_marks_are_an_error_of_their_own_page_only(tmp_path: Path):
    lines = [{"id": name, "html": f"{name}.html", "text": "The council"} for name in "ab"]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    for name in "ab":
        (tmp_path / f"{name}.html").write_bytes(LAKE.read_bytes())
    (tmp_path / "a.html.gold.jsonl").write_text("{broken")

    broken, good = open_gold(tmp_path)

    with pytest.raises(GoldError, match=r"a\.html\.gold\.jsonl, line 1: not JSON"):
        broken.gold(broken.page())
    assert good.gold(good.page()).text == "The council"
