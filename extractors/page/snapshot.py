"""Snapshots and sessions: a page and everything needed to show it again, in one file.

A ``.bscope`` file is a zip container:

``manifest.json``
    Format version; name, address, encoding and the rule that chose it; warnings; size of the
    layout; list of recorded resources.
``page.html``
    The bytes as fetched; for a rendered page its markup, for other programs.
``dom.json``
    For a rendered page only: the steps from which the document is rebuilt.
``layout/NAME``
    One column of the layout: little-endian numbers, row by row.
``resources/NUMBER``
    Bodies of style sheets, images and fonts.

The snapshot of a session also has `PARTS`. That of a corpus has no page: the kind in its manifest
is ``none``.
"""

from __future__ import annotations

import dataclasses
import json
import os
import zipfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import PageError, SnapshotError, UnknownNameError
from boilerscope.extractors.page.archive import Archive
from boilerscope.extractors.page.decoding import Decoded, decode
from boilerscope.extractors.page.dom_tree import walk
from boilerscope.extractors.page.page import Page, captured_again, parsed_again
from boilerscope.extractors.page.parsing import MAX_BYTES
from boilerscope.extractors.page.records import Layout, PageWarning, Recorded
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from os import PathLike

SNAPSHOT_SUFFIX = ".bscope"

FORMAT = 2
"""Version of the format that is written; files of all earlier versions can be read.

Version 1 had neither `PARTS` nor files without a page.
"""

PANES, GOLD, RESULTS, VIEWS = "panes.toml", "gold.jsonl", "results.jsonl", "session.json"
PARTS = (PANES, GOLD, RESULTS, VIEWS)
"""Entries of a session: the panes as a settings file, the gold standard of the page in
Boilerscope's own format, the results as ``extract --format jsonl`` writes them, and what the window
shows."""

MAX_RESOURCES = 5_000
MAX_RESOURCE_BYTES = 128 * 2**20
"""Limit on the total size of the resources of a snapshot; resources beyond it are left out."""

_MANIFEST, _PAGE, _DOM = "manifest.json", "page.html", "dom.json"
_NO_PAGE = "none"
_MAX_MANIFEST = 32 * 2**20
_MAX_PART = 64 * 2**20
_MAX_SIDE = 1_000_000_000
_COLUMNS = {
    "element_box": ("elements", 4, "<f8"),
    "slot_box": ("slots", 4, "<f8"),
    "font_size": ("elements", 1, "<f8"),
    "font_weight": ("elements", 1, "<i4"),
    "background": ("elements", 1, "<i4"),
    "visible": ("elements", 1, "|u1"),
}
"""Columns of a layout: the table of their rows, numbers per row, number type."""

_TYPES: dict[str, Any] = {"font_weight": np.int32, "background": np.int32, "visible": np.bool_}

_HOW = frozenset(("bom", "user", "utf-8", "http", "meta", "xml", "detected", "none"))
"""Known rules for an encoding; a snapshot that names another rule is rejected."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Contents of a snapshot file.

    Attributes
    ----------
    page : Page
        The page, with its layout if it had one.
    resources : mapping of str to Recorded
        Style sheets, images and fonts by address.
    saved : str
        Time of writing, ISO 8601 in UTC.
    n_left_out : int
        Number of resources that exceeded the limits and were left out.
    """

    page: Page
    resources: Mapping[str, Recorded] = field(default_factory=dict)
    saved: str = ""
    n_left_out: int = 0


def is_snapshot(file: str | PathLike[str]) -> bool:
    """Return whether a file has the name of a snapshot."""
    return Path(file).suffix.lower() == SNAPSHOT_SUFFIX


def write_snapshot(
    page: Page | None,
    file: str | PathLike[str],
    resources: Mapping[str, Recorded] | None = None,
    parts: Mapping[str, bytes] | None = None,
) -> int:
    """Write a page with its layout and resources; return how many resources were left out.

    An existing file is replaced only when the new one is complete.

    Parameters
    ----------
    page : Page or None
        The page, fetched or rendered, with or without layout; None in the session of a corpus.
    file : path
        Path of the new file, usually with the suffix ``.bscope``.
    resources : mapping of str to Recorded, optional
        By address.
    parts : mapping of str to bytes, optional
        Entries of a session, by their names in `PARTS`.

    Raises
    ------
    SnapshotError
        If the file cannot be written.
    """
    target = Path(file)
    included = _within_limits(resources or {})
    n_left_out = len(resources or {}) - len(included)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        try:
            with unfinished.open("wb") as stream:
                _write_entries(stream, page, included, n_left_out, parts or {})
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SnapshotError(f"{str(target)!r} cannot be written: {reason}.") from error
    return n_left_out


def read_snapshot(file: str | PathLike[str], *, encoding: str | None = None) -> Page:
    """Return the page of a snapshot, with its layout.

    Parameters
    ----------
    file : path
        A ``.bscope`` file.
    encoding : str, optional
        The user's choice instead of the encoding in the file; ignored for a rendered page.

    Raises
    ------
    SnapshotError
        If the file is damaged, too large, or of a newer version.
    UnknownNameError
        If the encoding is unknown.
    """
    with Archive(Path(file)) as archive:
        return _read_page(archive, _read_manifest(archive, Path(file)), encoding)


def open_snapshot(file: str | PathLike[str], *, encoding: str | None = None) -> Snapshot:
    """Return everything in a snapshot; parameters and errors as for `read_snapshot`."""
    with Archive(Path(file)) as archive:
        manifest = _read_manifest(archive, Path(file))
        return Snapshot(
            _read_page(archive, manifest, encoding),
            _read_resources(archive, manifest),
            manifest.text("saved"),
            manifest.number("left_out", MAX_RESOURCES**2),
        )


def read_parts(file: str | PathLike[str], names: Collection[str] = PARTS) -> dict[str, bytes]:
    """Return the entries of a session by name; an empty dict for a snapshot of a page alone.

    Parameters
    ----------
    names : collection of str
        Entries to read.

    Raises
    ------
    SnapshotError
        If the file is damaged, too large, or of a newer version.
    """
    with Archive(Path(file)) as archive:
        _read_manifest(archive, Path(file))
        return {name: archive.read(name, _MAX_PART) for name in names if name in archive}


def has_page(file: str | PathLike[str]) -> bool:
    """Return whether a snapshot has a page; errors as for `read_parts`."""
    with Archive(Path(file)) as archive:
        return _read_manifest(archive, Path(file)).text("kind") != _NO_PAGE


def read_resources(file: str | PathLike[str]) -> dict[str, Recorded]:
    """Return the resources of a snapshot by address; errors as for `read_snapshot`."""
    with Archive(Path(file)) as archive:
        return _read_resources(archive, _read_manifest(archive, Path(file)))


# -- writing -----------------------------------------------------------------------------------


def _within_limits(resources: Mapping[str, Recorded]) -> dict[str, Recorded]:
    """Return the resources that fit within the limit, in order."""
    selected: dict[str, Recorded] = {}
    left = MAX_RESOURCE_BYTES
    for address, resource in resources.items():
        if len(selected) < MAX_RESOURCES and len(resource.data) <= left:
            selected[address] = resource
            left -= len(resource.data)
    return selected


def _write_entries(
    stream: IO[bytes],
    page: Page | None,
    resources: Mapping[str, Recorded],
    n_left_out: int,
    parts: Mapping[str, bytes],
) -> None:
    manifest = _manifest_of(page) | {
        "resources": [
            {"url": address, "media_type": resource.media_type}
            for address, resource in resources.items()
        ],
        "left_out": n_left_out,
    }
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_MANIFEST, json.dumps(manifest, indent=1))
        for name in PARTS:
            if name in parts:
                archive.writestr(name, parts[name])
        if page is not None:
            _write_page(archive, page)
        for number, resource in enumerate(resources.values()):
            archive.writestr(f"resources/{number}", resource.data)


def _write_page(archive: zipfile.ZipFile, page: Page) -> None:
    source = page.source.encode("utf-8", "replace") if page.data is None else page.data
    archive.writestr(_PAGE, source)
    if page.data is None:
        archive.writestr(_DOM, json.dumps(walk(page.root), ensure_ascii=False))
    if page.layout is not None:
        for name, (_rows, _width, kind) in _COLUMNS.items():
            column = np.asarray(getattr(page.layout, name))
            archive.writestr(f"layout/{name}", column.astype(kind).tobytes())


def _manifest_of(page: Page | None) -> dict[str, Any]:
    written: dict[str, Any] = {
        "format": FORMAT,
        "saved": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return written | ({"kind": _NO_PAGE} if page is None else _manifest_of_page(page))


def _manifest_of_page(page: Page) -> dict[str, Any]:
    manifest: dict[str, Any] = {
        "name": page.name,
        "url": page.url,
        "kind": "rendered" if page.data is None else "fetched",
        "encoding": page.decoded.encoding,
        "how": page.decoded.how,
        "layout": None,
    }
    if page.data is None:
        manifest["replaced"] = page.decoded.n_replaced
        manifest["warnings"] = [
            [warning.code, warning.message] for warning in page.decoded.warnings
        ]
    layout = page.layout
    if layout is not None:
        manifest["layout"] = {
            "view_width": layout.view_width,
            "scripts": layout.scripts,
            "pixel_ratio": layout.pixel_ratio,
            "page_width": layout.page_width,
            "page_height": layout.page_height,
            "elements": len(layout.element_box),
            "slots": len(layout.slot_box),
        }
    return manifest


# -- reading -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Manifest:
    """The manifest of an untrusted file."""

    file: str
    facts: dict[str, Any]

    def fault(self, key: str) -> SnapshotError:
        return SnapshotError(f"{self.file!r} is damaged: its manifest has no valid {key!r}.")

    def text(self, key: str) -> str:
        value = self.facts.get(key)
        if not isinstance(value, str):
            raise self.fault(key)
        return value

    def number(self, key: str, limit: int) -> int:
        value = self.facts.get(key)
        if not isinstance(value, int) or not 0 <= value <= limit:
            raise self.fault(key)
        return int(value)

    def part(self, key: str) -> _Manifest | None:
        value = self.facts.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.fault(key)
        return _Manifest(self.file, value)

    def rows(self, key: str, limit: int) -> list[Any]:
        value = self.facts.get(key)
        if not isinstance(value, list) or len(value) > limit:
            raise self.fault(key)
        return value


def _read_manifest(archive: Archive, file: Path) -> _Manifest:
    if _MANIFEST not in archive:
        raise SnapshotError(
            f"{file.name!r} is not a snapshot: it has no {_MANIFEST}. Open a .bscope file."
        )
    try:
        facts = json.loads(archive.read(_MANIFEST, _MAX_MANIFEST))
    except (ValueError, RecursionError) as error:
        raise SnapshotError(f"{file.name!r} is damaged: {_MANIFEST}: {error}.") from error
    if not isinstance(facts, dict):
        raise SnapshotError(f"{file.name!r} is damaged: {_MANIFEST} is not a table.")
    manifest = _Manifest(file.name, facts)
    version = manifest.number("format", 2**31)
    if not 1 <= version <= FORMAT:
        raise SnapshotError(
            f"{file.name!r} has format {version}; this version of Boilerscope reads formats up to"
            f" {FORMAT}. Open it with a newer version."
        )
    return manifest


def _read_page(archive: Archive, manifest: _Manifest, encoding: str | None) -> Page:
    kind = manifest.text("kind")
    if kind == _NO_PAGE:
        raise SnapshotError(
            f"{manifest.file!r} has no page: it is the session of a corpus. Open it in the window."
        )
    name = manifest.text("name")
    url = None if manifest.facts.get("url") is None else manifest.text("url")
    if kind == "fetched":
        data = archive.read(_PAGE, MAX_BYTES)
        page = parsed_again(_decoded(data, manifest, encoding), name, url, data, None)
    elif kind == "rendered":
        page = _rendered(archive, manifest, name, url)
    else:
        raise manifest.fault("kind")
    return _with_layout(page, archive, manifest.part("layout"))


def _decoded(data: bytes, manifest: _Manifest, encoding: str | None) -> Decoded:
    """Decode the bytes as they were first decoded."""
    if encoding:
        return decode(data, encoding=encoding, name=manifest.text("name"))
    how = manifest.text("how")
    try:
        decoded = decode(data, encoding=manifest.text("encoding"), name=manifest.text("name"))
    except UnknownNameError as error:
        raise manifest.fault("encoding") from error
    return dataclasses.replace(decoded, how=how) if how in _HOW else decoded  # type: ignore[arg-type]  # it is one of them


def _rendered(archive: Archive, manifest: _Manifest, name: str, url: str | None) -> Page:
    try:
        steps = json.loads(archive.read(_DOM, MAX_BYTES))
    except (ValueError, RecursionError) as error:
        raise SnapshotError(f"{manifest.file!r} is damaged: {_DOM}: {error}.") from error
    if not isinstance(steps, list):
        raise SnapshotError(f"{manifest.file!r} is damaged: {_DOM} is not a list.")
    warnings = []
    for row in manifest.rows("warnings", 100):
        if not isinstance(row, list) or [type(cell) for cell in row] != [str, str]:
            raise manifest.fault("warnings")
        warnings.append(PageWarning(*row))
    try:
        return captured_again(steps, name, url, manifest.number("replaced", 2**31), tuple(warnings))
    except PageError as error:
        raise SnapshotError(f"{manifest.file!r} is damaged: {error}") from error


def _with_layout(page: Page, archive: Archive, facts: _Manifest | None) -> Page:
    if facts is None:
        return page
    rows = {key: facts.number(key, 2**28) for key in ("elements", "slots")}
    if rows != {"elements": len(page.elements), "slots": len(page.slots)}:
        warning = PageWarning(
            "layout-dropped",
            f"The layout of the snapshot was left out: it has"
            f" {counted(rows['elements'], 'element')} and {counted(rows['slots'], 'text')},"
            f" the page now has {len(page.elements):,} and"
            f" {len(page.slots):,}. Lay the page out again.",
        )
        return dataclasses.replace(page, warnings=(*page.warnings, warning))
    columns = {name: _column(archive, facts.file, name, rows) for name in _COLUMNS}
    ratio = facts.facts.get("pixel_ratio")
    if not isinstance(ratio, int | float) or not 0 < ratio < 1000:
        raise facts.fault("pixel_ratio")
    scripts = facts.facts.get("scripts")
    if not isinstance(scripts, bool):
        raise facts.fault("scripts")
    return page.with_layout(
        Layout(
            view_width=facts.number("view_width", _MAX_SIDE),
            scripts=scripts,
            pixel_ratio=float(ratio),
            page_width=facts.number("page_width", _MAX_SIDE),
            page_height=facts.number("page_height", _MAX_SIDE),
            **columns,
        )
    )


def _column(archive: Archive, file: str, name: str, rows: Mapping[str, int]) -> Any:
    table, width, kind = _COLUMNS[name]
    size = rows[table] * width * np.dtype(kind).itemsize
    data = archive.read(f"layout/{name}", size)
    if len(data) != size:
        raise SnapshotError(f"{file!r} is damaged: layout/{name} has {len(data):,} bytes.")
    column = np.frombuffer(data, dtype=kind).astype(_TYPES.get(name, np.float64))
    return column.reshape(-1, width) if width > 1 else column


def _read_resources(archive: Archive, manifest: _Manifest) -> dict[str, Recorded]:
    resources: dict[str, Recorded] = {}
    left = MAX_RESOURCE_BYTES
    for number, row in enumerate(manifest.rows("resources", MAX_RESOURCES)):
        if not isinstance(row, dict):
            raise manifest.fault("resources")
        facts = _Manifest(manifest.file, row)
        data = archive.read(f"resources/{number}", left)
        left -= len(data)
        resources[facts.text("url")] = Recorded(data, facts.text("media_type"))
    return resources
