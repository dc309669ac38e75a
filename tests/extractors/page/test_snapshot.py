"""Snapshots: pages restored unchanged, old files, and hostile files, which are refused by name."""

from __future__ import annotations

import dataclasses
import io
import json
import struct
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors.errors import SnapshotError, UnknownNameError
from boilerscope.extractors.page import Layout, Page, Recorded, archive, snapshot
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.page.snapshot import (
    FORMAT,
    is_snapshot,
    open_snapshot,
    read_resources,
    read_snapshot,
    write_snapshot,
)
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable

OLD = Path(__file__).parents[2] / "data" / "snapshots"
CJK = "<html><body><p>中文 text</p><p>second <b>bold</b></p></body></html>"
RESOURCES = {
    "https://site.example/a.css": Recorded(b"p { color: red }", "text/css"),
    "file:///folder/dot.png": Recorded(bytes(range(256)), "image/png"),
}
DOM = [
    ["html"],
    ["body"],
    "one ",
    ["p", "class", 'a "b"'],
    "in\x01ner",
    ["p"],
    "deep",
    2,
    " end",
    2,
]


def laid_out(page: Page) -> Page:
    return page.with_layout(flow_layout(page))


def fetched() -> Page:
    return laid_out(
        Page.from_bytes(
            CJK.encode("gb18030"), name="p.html", url="https://a.example/p", encoding="gbk"
        )
    )


def same_layout(first: Layout | None, second: Layout | None) -> bool:
    assert first is not None
    assert second is not None
    for field in dataclasses.fields(Layout):
        left, right = getattr(first, field.name), getattr(second, field.name)
        exact = not isinstance(left, np.ndarray) or left.dtype != np.float64
        if not np.array_equal(left, right, equal_nan=not exact):
            return False
    return True


def same_page(first: Page, second: Page) -> bool:
    facts = ("name", "url", "data", "decoded", "text", "warnings")
    return all(getattr(first, name) == getattr(second, name) for name in facts) and (
        first.elements.tag == second.elements.tag
        and np.array_equal(first.tokens.start, second.tokens.start)
        and np.array_equal(first.source_positions.start, second.source_positions.start)
    )


def test_a_page_as_fetched_is_restored_with_layout_and_resources(tmp_path: Path) -> None:
    page = fetched()
    n_left_out = write_snapshot(page, tmp_path / "p.bscope", RESOURCES)

    restored = open_snapshot(tmp_path / "p.bscope")

    assert n_left_out == restored.n_left_out == 0
    assert same_page(restored.page, page)
    assert same_layout(restored.page.layout, page.layout)
    assert restored.resources == RESOURCES == read_resources(tmp_path / "p.bscope")
    assert restored.saved.startswith("20")


def test_a_rendered_page_is_restored_from_its_document_not_from_its_markup(tmp_path: Path) -> None:
    page = laid_out(Page.from_dom(DOM, url="https://a.example/", name="live"))
    write_snapshot(page, tmp_path / "p.bscope")

    restored = read_snapshot(tmp_path / "p.bscope")

    assert same_page(restored, page)
    assert restored.data is None
    assert restored.warnings == page.warnings != ()
    assert restored.decoded.n_replaced == 1
    assert same_layout(restored.layout, page.layout)
    with zipfile.ZipFile(tmp_path / "p.bscope") as zip_file:
        assert zip_file.read("page.html").decode() == page.source


def test_missing_boxes_are_restored_as_missing(tmp_path: Path) -> None:
    page = fetched()
    assert page.layout is not None
    boxes = page.layout.element_box.copy()
    boxes[0] = np.nan
    page = page.with_layout(dataclasses.replace(page.layout, element_box=boxes))
    write_snapshot(page, tmp_path / "p.bscope")

    restored = read_snapshot(tmp_path / "p.bscope").layout

    assert restored is not None
    assert np.isnan(restored.element_box[0]).all()
    assert restored.visible.dtype == np.bool_
    assert restored.background.dtype == restored.font_weight.dtype == np.int32


@pytest.mark.parametrize(
    "page",
    [
        Page.from_text("", name="empty"),
        Page.from_text("a \ud800 b", name="surrogate \ud800"),
        Page.from_bytes(b"\xff\xfe<\x00p\x00>\x00x\x00", name="bom"),
        Page.from_bytes(b"<p>\xe9</p>", name="http", http_charset="latin-1"),
        Page.from_bytes(b"<meta charset=gbk><p>\xd6\xd0</p>", name="meta"),
    ],
    ids=lambda page: page.name.split()[0],
)
def test_a_page_without_layout_is_restored_as_it_was_decoded(page: Page, tmp_path: Path) -> None:
    write_snapshot(page, tmp_path / "p.bscope")

    restored = read_snapshot(tmp_path / "p.bscope")

    assert restored.layout is None
    assert restored.text == page.text
    assert (restored.decoded.encoding, restored.decoded.how) == (
        page.decoded.encoding,
        page.decoded.how,
    )


def test_a_snapshot_is_recognised_by_its_suffix_in_any_case(tmp_path: Path) -> None:
    write_snapshot(fetched(), tmp_path / "P.BScope")

    assert is_snapshot(tmp_path / "P.BScope")
    assert not is_snapshot("p.html")
    assert read_page(tmp_path / "P.BScope").layout is not None


def test_another_encoding_can_be_chosen(tmp_path: Path) -> None:
    write_snapshot(fetched(), tmp_path / "p.bscope")

    restored = read_page(tmp_path / "p.bscope", encoding="latin-1")

    assert restored.decoded.how == "user"
    assert "中" not in restored.text
    with pytest.raises(UnknownNameError, match="did you mean"):
        read_page(tmp_path / "p.bscope", encoding="utf-88")


def test_a_layout_of_another_document_is_left_out_with_a_warning(tmp_path: Path) -> None:
    page = fetched()
    other = Page.from_text(CJK.replace("<b>", "<i>").replace("second", "<u>second</u>"), name="o")
    write_snapshot(page.with_layout(flow_layout(other)), tmp_path / "p.bscope")

    restored = read_snapshot(tmp_path / "p.bscope")

    assert restored.layout is None
    assert [warning.code for warning in restored.warnings] == ["layout-dropped"]


def test_resources_beyond_the_limit_are_left_out_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "MAX_RESOURCE_BYTES", 300)
    many = {f"https://a.example/{n}": Recorded(b"x" * 120, "text/css") for n in range(4)}

    n_left_out = write_snapshot(fetched(), tmp_path / "p.bscope", many)

    assert n_left_out == 2
    assert list(read_resources(tmp_path / "p.bscope")) == list(many)[:2]


def test_a_file_that_cannot_be_written_is_an_error_and_leaves_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "p.bscope").mkdir()

    with pytest.raises(SnapshotError, match=r"p\.bscope.* cannot be written"):
        write_snapshot(fetched(), tmp_path / "p.bscope")
    with pytest.raises(SnapshotError, match="cannot be written"):
        write_snapshot(fetched(), tmp_path / "nowhere" / "p.bscope")
    assert [path.name for path in tmp_path.iterdir()] == ["p.bscope"]


@pytest.mark.parametrize("name", ["format1_fetched.bscope", "format1_rendered.bscope"])
def test_files_of_every_old_format_open(name: str) -> None:
    restored = open_snapshot(OLD / name)

    assert "Quiet lake" in restored.page.text
    assert restored.page.layout is not None
    assert list(restored.resources) == ["https://lake.example/style.css"]
    assert restored.page.url == "https://lake.example/"


# -- hostile files -----------------------------------------------------------------------------


def rewritten(
    tmp_path: Path,
    change: Callable[[dict[str, Any]], None] = lambda _manifest: None,
    replace: dict[str, bytes | None] | None = None,
) -> Path:
    """Return a snapshot with a changed manifest and changed entries."""
    write_snapshot(fetched(), tmp_path / "good.bscope", RESOURCES)
    with zipfile.ZipFile(tmp_path / "good.bscope") as good:
        entries = {name: good.read(name) for name in good.namelist()}
    manifest = json.loads(entries["manifest.json"])
    change(manifest)
    changes = {"manifest.json": json.dumps(manifest).encode(), **(replace or {})}
    file = tmp_path / "bad.bscope"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bad:
        for name, data in (entries | changes).items():
            if data is not None:
                bad.writestr(name, data)
    return file


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": FORMAT + 1}, r"has format \d+.* newer version"),
        ({"format": "1"}, "no valid 'format'"),
        ({"kind": "other"}, "no valid 'kind'"),
        ({"name": 5}, "no valid 'name'"),
        ({"url": ["x"]}, "no valid 'url'"),
        ({"encoding": "utf-88"}, "no valid 'encoding'"),
        ({"layout": 3}, "no valid 'layout'"),
        ({"layout": {"elements": -1}}, "no valid 'elements'"),
        ({"resources": None}, "no valid 'resources'"),
        ({"resources": [3]}, "no valid 'resources'"),
        ({"resources": [{"url": "x"}]}, "no valid 'media_type'"),
        ({"resources": [{"url": "x", "media_type": "y"}] * 3}, "'resources/2' is missing"),
    ],
)
def test_a_manifest_with_an_invalid_value_is_refused(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    file = rewritten(tmp_path, lambda manifest: manifest.update(change))

    with pytest.raises(SnapshotError, match=message):
        open_snapshot(file)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pixel_ratio", 0),
        ("pixel_ratio", "1"),
        ("scripts", 1),
        ("page_width", 10**12),
        ("view_width", -1),
    ],
)
def test_a_layout_with_an_impossible_value_is_refused(
    key: str, value: object, tmp_path: Path
) -> None:
    file = rewritten(tmp_path, lambda manifest: manifest["layout"].update({key: value}))

    with pytest.raises(SnapshotError, match=f"no valid '{key}'"):
        read_snapshot(file)


@pytest.mark.parametrize(
    ("replace", "message"),
    [
        ({"manifest.json": None}, "not a snapshot"),
        ({"manifest.json": b"[" * 100_000}, "damaged"),
        ({"manifest.json": b"[]"}, "not a table"),
        ({"page.html": None}, "'page.html' is missing"),
        ({"layout/element_box": b"123"}, "layout/element_box has 3 bytes"),
        ({"layout/element_box": bytes(10**6)}, "too large"),
    ],
)
def test_entries_that_do_not_fit_are_refused(
    replace: dict[str, bytes | None], message: str, tmp_path: Path
) -> None:
    with pytest.raises(SnapshotError, match=message):
        read_snapshot(rewritten(tmp_path, replace=replace))


@pytest.mark.parametrize("dom", [b"{}", b"[3]", b"[[", b'[["html"]]', b'["x", [[]], 3, 4]'])
def test_an_invalid_document_is_refused(dom: bytes, tmp_path: Path) -> None:
    def rendered(manifest: dict[str, Any]) -> None:
        manifest.update(kind="rendered", replaced=0, warnings=[])

    with pytest.raises(SnapshotError, match="damaged"):
        read_snapshot(rewritten(tmp_path, rendered, {"dom.json": dom}))


def test_names_of_entries_are_not_used_as_paths(tmp_path: Path) -> None:
    file = rewritten(tmp_path, replace={"../../escaped": b"x", "/absolute": b"x"})

    open_snapshot(file)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.bscope", "good.bscope"]
    assert not (tmp_path.parent / "escaped").exists()


def test_unpacking_of_a_bomb_stops_at_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 10**6)
    file = rewritten(tmp_path, replace={"page.html": b" " * 2 * 10**6})

    with pytest.raises(SnapshotError, match=r"too large at 'page\.html'"):
        read_snapshot(file)


def test_a_page_larger_than_its_declared_size_is_refused(tmp_path: Path) -> None:
    file = rewritten(tmp_path, replace={"page.html": b" " * 10**6})
    data = bytearray(file.read_bytes())
    offset = data.rfind(b"page.html") - 46  # its row in the list of entries
    data[offset + 24 : offset + 28] = struct.pack("<I", 10)
    file.write_bytes(data)

    with pytest.raises(SnapshotError, match="damaged"):
        read_snapshot(file)


@pytest.mark.parametrize(
    "data",
    [b"", b"<html>", b"PK\x03\x04" + b"x" * 100, b"PK\x05\x06", b"PK\x05\x06" + b"\xff" * 18],
)
def test_a_file_that_is_not_a_zip_file_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "bad.bscope"
    file.write_bytes(data)

    with pytest.raises(SnapshotError, match=r"bad\.bscope"):
        read_page(file)


def test_a_file_cut_at_any_offset_is_refused(tmp_path: Path) -> None:
    write_snapshot(fetched(), tmp_path / "good.bscope", RESOURCES)
    data = (tmp_path / "good.bscope").read_bytes()
    file = tmp_path / "cut.bscope"

    for length in range(0, len(data), 97):
        file.write_bytes(data[:length])
        with pytest.raises(SnapshotError):
            open_snapshot(file)


def test_a_file_with_any_byte_changed_opens_or_is_refused(tmp_path: Path) -> None:
    write_snapshot(fetched(), tmp_path / "good.bscope", RESOURCES)
    data = (tmp_path / "good.bscope").read_bytes()
    file = tmp_path / "changed.bscope"
    refused = 0

    for offset in range(0, len(data), 13):
        file.write_bytes(data[:offset] + bytes([data[offset] ^ 0xFF]) + data[offset + 1 :])
        try:
            open_snapshot(file)
        except SnapshotError:
            refused += 1

    assert refused > 10


def test_too_many_entries_are_refused_before_they_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = rewritten(tmp_path, replace={f"extra/{n}": b"" for n in range(50)})
    monkeypatch.setattr(archive, "MAX_ENTRIES", 40)

    with pytest.raises(SnapshotError, match="more than 40 entries"):
        read_snapshot(file)


def test_a_duplicate_entry_is_refused(tmp_path: Path) -> None:
    write_snapshot(fetched(), tmp_path / "p.bscope")
    with (
        zipfile.ZipFile(tmp_path / "p.bscope", "a") as added,
        pytest.warns(UserWarning, match="Dup"),
    ):
        added.writestr("page.html", "<p>other</p>")

    with pytest.raises(SnapshotError, match="twice"):
        read_snapshot(tmp_path / "p.bscope")


def test_other_compressions_are_refused(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_BZIP2) as packed:
        packed.writestr("manifest.json", "{}")
    (tmp_path / "p.bscope").write_bytes(stream.getvalue())

    with pytest.raises(SnapshotError, match="unsupported compression"):
        read_snapshot(tmp_path / "p.bscope")


def test_a_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"'gone\.bscope' cannot be read: No such file"):
        read_page(tmp_path / "gone.bscope")
