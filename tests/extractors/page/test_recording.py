"""Resources of a page: those in the archive of a browser, and those it leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.page import Recorded, recording
from boilerscope.extractors.page.recording import read_besides, resources_of_archive

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

ARCHIVE = b"""From: <Saved by Blink>\r
Snapshot-Content-Location: https://a.example/\r
MIME-Version: 1.0\r
Content-Type: multipart/related; type="text/html"; boundary="--B"\r
\r
\r
----B\r
Content-Type: text/html\r
Content-Transfer-Encoding: quoted-printable\r
Content-Location: https://a.example/\r
\r
<p>page=3D</p>\r
----B\r
Content-Type: text/css\r
Content-Transfer-Encoding: quoted-printable\r
Content-Location: https://a.example/a.css\r
\r
p { color: =\r
red }\r
----B\r
Content-Type: image/png\r
Content-Transfer-Encoding: base64\r
Content-Location: file:///b.png\r
\r
AAEC\r
----B\r
Content-Type: text/css\r
Content-Transfer-Encoding: quoted-printable\r
Content-Location: cid:css-1@mhtml.blink\r
\r
h1 { }\r
----B--\r
"""


def test_an_archive_gives_the_loaded_resources_without_the_page_itself() -> None:
    assert resources_of_archive(ARCHIVE) == {
        "https://a.example/a.css": Recorded(b"p { color: red }", "text/css"),
        "file:///b.png": Recorded(b"\x00\x01\x02", "image/png"),
    }


def test_data_that_is_not_an_archive_gives_nothing() -> None:
    for data in (b"", b"\x00" * 100, ARCHIVE[:200], b"Content-Location: x\r\n\r\nbody"):
        assert resources_of_archive(data) == {}


def test_missing_files_are_read_and_unreadable_addresses_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a b.woff2").write_bytes(b"font")
    (tmp_path / "large.otf").write_bytes(bytes(11))
    monkeypatch.setattr(recording, "MAX_ONE_BYTES", 10)
    named, large = ((tmp_path / name).as_uri() for name in ("a b.woff2", "large.otf"))

    resources = read_besides([named, large, "file:///gone.ttf", "ftp://a.example/x", "http://"])

    assert resources == {named: Recorded(b"font", "font/woff2")}
