"""Files of a corpus that change, and files that appear in its folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.sources.listing import list_pages
from boilerscope.extractors.sources.stamps import FileStamps

if TYPE_CHECKING:
    from pathlib import Path


def stamps_of(folder: Path) -> FileStamps:
    return FileStamps(list(list_pages([str(folder)])), [folder])


def pages_in(folder: Path) -> Path:
    (folder / "sub").mkdir(parents=True)
    for name in ("a.html", "sub/b.html"):
        (folder / name).write_text("<p>text", encoding="utf-8")
    return folder


def test_a_new_page_is_noticed_in_the_folder_and_below_it(tmp_path: Path):
    folder = pages_in(tmp_path / "pages")
    stamps = stamps_of(folder)
    before = stamps.changed()
    new = [folder / "c.html", folder / "sub" / "d.html.gz"]
    for file in new:
        file.write_bytes(b"<p>more")

    changed = stamps.changed()

    assert before == {}
    assert set(changed) == set(new)
    assert stamps.changed() == changed  # until they are taken as known
    assert stamps.rows(changed) is None  # the list is read again
    stamps.settle(changed)
    assert stamps.changed() == {}


def test_a_new_folder_with_pages_is_noticed(tmp_path: Path):
    folder = pages_in(tmp_path / "pages")
    stamps = stamps_of(folder)
    (folder / "more").mkdir()
    (folder / "more" / "e.html").write_text("<p>e", encoding="utf-8")

    assert set(stamps.changed()) == {folder / "more"}


def test_other_files_in_a_folder_are_not_pages(tmp_path: Path):
    folder = pages_in(tmp_path / "pages")
    stamps = stamps_of(folder)
    (folder / "notes.txt").write_text("notes", encoding="utf-8")
    (folder / "empty").mkdir()

    assert stamps.changed() == {}


def test_a_changed_page_runs_again_without_a_new_list(tmp_path: Path):
    folder = pages_in(tmp_path / "pages")
    stamps = stamps_of(folder)
    (folder / "a.html").write_text("<p>another text", encoding="utf-8")

    changed = stamps.changed()

    assert set(changed) == {folder / "a.html"}
    assert stamps.rows(changed) == [0]


def test_a_new_file_that_is_gone_again_is_forgotten(tmp_path: Path):
    folder = pages_in(tmp_path / "pages")
    stamps = stamps_of(folder)
    (folder / "c.html").write_text("<p>c", encoding="utf-8")
    stamps.changed()
    (folder / "c.html").unlink()

    assert stamps.changed() == {}
