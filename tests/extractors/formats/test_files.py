"""Names of result files that file systems accept, and bytes that readers decode."""

from __future__ import annotations

import json

import pytest

from boilerscope.extractors.formats.files import encoded, file_name


@pytest.mark.parametrize(
    ("page_id", "pane", "name"),
    [
        ("page", "cx_extractor", "page.cx_extractor.txt"),
        ("a/page", "", "a/page.txt"),
        ("a/b/page", "boilerpipe.article#2", "a/b/page.boilerpipe.article#2.txt"),
        ("../../etc/passwd", "x", "etc/passwd.x.txt"),
        ("/etc/./passwd", "x", "etc/passwd.x.txt"),
        ("..", "x", "page.x.txt"),
        ("页面", "x", "页面.x.txt"),
        ("page", "a/../b", "page.a_.._b.txt"),
    ],
)
def test_a_name_is_page_pane_and_suffix_below_the_folder(page_id: str, pane: str, name: str):
    assert file_name(page_id, pane, "txt") == name


@pytest.mark.parametrize("character", ["x", "页", "😀", "\udcff"])
def test_a_long_name_is_shortened_to_the_limit_of_file_systems_and_stays_unique(character: str):
    first, second = (file_name(f"folder/{character * 300}{end}", "pane", "txt") for end in "ab")

    assert first != second
    assert len(first.encode("utf-8", "surrogateescape")) <= 255
    assert first.startswith(f"folder/{character}" if character != "\udcff" else "folder/")
    assert first.endswith(".pane.txt")


def test_lone_surrogates_are_escapes_that_json_reads_back():
    text = json.dumps({"source": "page\udcff.html"}, ensure_ascii=False)

    assert encoded("héllo 中文") == "héllo 中文".encode()
    assert json.loads(encoded(text)) == {"source": "page\udcff.html"}
