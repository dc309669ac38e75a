"""Files at addresses: operations that the file systems of fsspec share."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import CorpusError, TooLargeError
from boilerscope.extractors.system.storage import (
    StoredFile,
    folder_name,
    is_storage_address,
    open_at,
)

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("fsspec", reason="fsspec is not installed")


def test_names_and_folders_are_those_of_paths():
    file = StoredFile("s3://bucket/crawl/a.warc.gz")

    assert (file.name, file.parent.address) == ("a.warc.gz", "s3://bucket/crawl")
    assert (file.parent / "b.html").address == "s3://bucket/crawl/b.html"
    assert StoredFile("https://a.example/x/b.jsonl?v=1").name == "b.jsonl"
    assert StoredFile("https://a.example/x/b.jsonl?v=1").stem == "b"
    assert folder_name(file) == "crawl"
    assert is_storage_address("simplecache::s3://b/f")
    assert not is_storage_address("C:/a.html")


def test_files_are_listed_folder_by_folder_with_their_sizes(tmp_path: Path):
    for name in ("b.html", "a/x.html", "a/deep/y.html", "c.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)

    files = list(StoredFile(f"file://{tmp_path}").files())

    names = [file.address.removeprefix(f"file://{tmp_path}/") for file, _ in files]
    assert names == ["b.html", "c.html", "a/x.html", "a/deep/y.html"]
    assert [size for _, size in files] == [len(name) for name in names]


def test_several_threads_create_folders_at_once(tmp_path: Path):
    faults: list[Exception] = []
    ready = threading.Barrier(8)

    def write(number: int) -> None:
        ready.wait()
        try:
            for folder in range(20):
                with StoredFile(f"file://{tmp_path}/{folder}/a/b/{number}").open("wb") as stream:
                    stream.write(b"x")
        except Exception as error:  # noqa: BLE001 - asserted below
            faults.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert faults == []
    assert len(list(tmp_path.glob("*/a/b/*"))) == 160


def test_a_file_is_read_from_an_offset_and_stays_open_for_the_next_read(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"0123456789")
    file = StoredFile(f"file://{tmp_path}/a")

    for offset in (3, 0, 7):
        with open_at(file, offset) as stream:
            assert stream.read(2) == b"0123456789"[offset : offset + 2]
    with pytest.raises(FileNotFoundError), open_at(StoredFile(f"file://{tmp_path}/b"), 0):
        pass


def test_an_error_of_a_page_is_not_an_error_of_its_file(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"0123456789")

    with (
        pytest.raises(TooLargeError, match="page is larger"),
        open_at(StoredFile(f"file://{tmp_path}/a"), 0),
    ):
        raise TooLargeError("page is larger")


def test_an_unknown_protocol_is_named():
    with pytest.raises(CorpusError, match="nowhere://a/b"):
        StoredFile("nowhere://a/b").is_file()
