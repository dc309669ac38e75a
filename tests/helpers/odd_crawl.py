"""A crawl of more than 200 damaged and odd inputs, one page or one failure each."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import os
import random
import zipfile
import zlib
from typing import TYPE_CHECKING

from tests.helpers.packing import lz4, zstd
from tests.helpers.warc_files import record, response

if TYPE_CHECKING:
    from pathlib import Path

SENTENCE = "The ferry leaves the harbour at noon, and the market opens an hour later in it. "
PAGE = f"<!DOCTYPE html><title>Harbour</title><body><p>{SENTENCE * 3}</p></body>".encode()
RUSSIAN = "<html><title>Порт</title><body><p>" + "Паром уходит из порта в полдень. " * 6
CHINESE = "<html><title>港口</title><body><p>" + "渡轮中午离开港口，市场一小时后开放。" * 6
JAPANESE = "<html><title>港</title><body><p>" + "フェリーは正午に港を出ます。" * 6
BOMB = b"<p>" + b"\0" * 300_000_000
"""Above the maximum size of a page."""


def write_crawl(folder: Path) -> list[Path]:
    """Write the crawl; return its inputs.

    ``files`` has everything that is named like a page; ``archives.txt`` lists the other inputs.
    """
    files, archives = folder / "files", folder / "archives"
    files.mkdir(parents=True)
    archives.mkdir()
    inputs = [_write(files / name, data) for name, data in _pages().items()]
    inputs += _by_name(files) + _of_the_file_system(files)
    listed = [_write(archives / name, data) for name, data in (_warcs() | _lines()).items()]
    (folder / "archives.txt").write_text("".join(f"{path}\n" for path in listed))
    return inputs + listed


def _write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _pages() -> dict[str, bytes]:
    """Return files by name: encodings, content, packing."""
    return {
        f"{kind}-{number:02d}{suffix}": data
        for kind, variants in (
            ("encoding", [(data, ".html") for data in _encodings()]),
            ("content", [(data, ".html") for data in _contents()]),
            ("packed", _packed()),
        )
        for number, (data, suffix) in enumerate(variants)
    }


def _encodings() -> list[bytes]:
    declared = "<meta charset=utf-8>"
    latin = f"<meta charset=iso-8859-1><p>Caf\u00e9 {SENTENCE}"
    return [
        RUSSIAN.encode(),
        b"\xef\xbb\xbf" + RUSSIAN.encode(),
        b"\xef\xbb\xbf\xef\xbb\xbf" + RUSSIAN.encode(),
        RUSSIAN.encode("utf-16"),
        RUSSIAN.encode("utf-16-le"),
        RUSSIAN.encode("utf-16-be"),
        b"\xfe\xff" + RUSSIAN.encode("utf-16-be"),
        b"\r\0\n\0" + RUSSIAN.encode("utf-16-le"),
        RUSSIAN.encode("utf-16-le")[:-1],
        RUSSIAN.encode("utf-32"),
        PAGE.decode().encode("cp037"),
        PAGE.decode().encode("cp500"),
        bytes(range(0x80, 0xA0)) * 40,
        RUSSIAN.encode("cp1251"),
        RUSSIAN.encode("koi8-r"),
        (declared + RUSSIAN).encode("cp1251"),
        CHINESE.encode("gb18030"),
        CHINESE.encode("gbk")[:-1],
        (f"<meta charset=gb2312>{CHINESE}").encode()[:-1],
        CHINESE.encode("big5", "replace"),
        JAPANESE.encode("shift_jis"),
        JAPANESE.encode("euc-jp"),
        JAPANESE.encode("iso-2022-jp"),
        JAPANESE.encode("iso-2022-jp")[:-2],
        latin.encode(),
        latin.encode("latin-1"),
        latin.encode("latin-1") + bytes(range(0x80, 0xA0)),
        b"<meta charset=no-such-encoding>" + PAGE,
        b"<meta charset=utf-7>+AGEAYgBj-" + PAGE,
        b"<meta charset=''>" + PAGE,
        PAGE + b"\xff",
        PAGE + b"\xc3",
        PAGE.replace(b"ferry", b"f\xe9rry"),
    ]


def _contents() -> list[bytes]:
    rest = PAGE.partition(b"<body>")[2]
    return [
        b"",
        b"\n",
        b" \t\r\n" * 40,
        b"\0",
        b"\0" * 5000,
        PAGE.replace(b" ", b"\0"),
        PAGE + b"\0" * 9000,
        b"x",
        b"<",
        b"<>",
        SENTENCE.encode() * 3,
        b"<!DOCTYPE html>",
        b"<!-- nothing -->",
        b"<!--" + rest,
        b"<script>let page = 1</script>",
        b"<script>" + rest,
        b"<style>" + rest,
        b"<title>" + rest,
        b"<textarea>" + rest,
        b"<plaintext>" + rest,
        b"<p class='never closed" + rest.replace(b"'", b""),
        b"<frameset><frame src=a.html><noframes><p>none</noframes></frameset>",
        b"<iframe><p>" + rest + b"</iframe>",
        b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>" + rest,
        b"<svg xmlns='http://www.w3.org/2000/svg'><text>drawing</text></svg>",
        b"<rss version='2.0'><channel><title>feed</title></channel></rss>",
        b'{"html": "<p>not a page</p>"}',
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\x7fELF\x02\x01\x01" + b"\0" * 100,
        b"PK\x03\x04" + b"\0" * 60,
        b"SQLite format 3\0" + b"\0" * 60,
        b"MZ\x90\0" + b"\0" * 60,
        b"PAR1" + bytes(range(256)),
        b"\n\n%PDF-1.4\n1 0 obj",
        SENTENCE.encode() + b"a = 1\n",
        random.Random(3).randbytes(20_000),
        PAGE + b"</html>" + rest + b"<html><body>" + rest,
        rest * 3,
        b"<div>" * 50_000 + rest,
        b"<b>" * 50_000 + rest,
        b"<div>" * 2047 + rest,
        b"<table><tr><td>" * 3_000 + rest,
        b"<ul><li>" * 5_000 + rest,
        b"</div>" * 50_000 + rest,
        b"<p>" * 30_000 + rest,
        b"<" * 300_000,
        b"<a" * 150_000,
        b"&" * 300_000,
        b"&#x41;" * 50_000,
        b"<!--" * 60_000,
        b"<![CDATA[" * 30_000,
        b"<p a='" + b"y" * 3_000_000 + b"'>" + rest,
        b"<p " + b" ".join(b"a%d=1" % number for number in range(3_000)) + b">" + rest,
        b"<img src='data:image/png;base64," + b"A" * 3_000_000 + b"'>" + rest,
        b"<p>" + b"word" * 300_000,
        b"<p>" + b"a " * 300_000,
        b"<p>&#xD800;&#xDFFF;&#0;&#x110000;&#xFFFE; " + rest,
        "<p>\u202e\u200b\u00ad\ufeff\u0301 ".encode() + rest,
        b"<p>a" + "\u0301".encode() * 20_000,
        "<p>\U0001f600\u200d\U0001f468 ".encode() * 2_000,
        b"<p>\x01\x02\x08\x0b\x0c\x1f\x7f " + rest,
        b"<!-- c -->" * 30_000 + rest,
        b"<script type='application/ld+json'>" + b"[" * 100_000 + b"</script>" + rest,
        b"<base href='http://['><a href='http://[::'>link</a>" + rest,
        b"<meta http-equiv=refresh content='0'>" + rest,
    ]


def _packed() -> list[tuple[bytes, str]]:
    packed = gzip.compress(PAGE, mtime=0)
    zstd_frame, lz4_frame = zstd(PAGE), lz4(PAGE)
    damaged = bytearray(packed)
    damaged[len(packed) // 2] ^= 0xFF
    plain_zip = io.BytesIO()
    with zipfile.ZipFile(plain_zip, "w") as archive:
        archive.writestr("page.html", PAGE)
    return [
        (packed, ".html.gz"),
        (packed[:-20], ".html.gz"),
        (packed[:5], ".html.gz"),
        (bytes(damaged), ".html.gz"),
        (packed + b"trailing garbage", ".html.gz"),
        (packed + packed, ".html.gz"),
        (gzip.compress(packed, mtime=0), ".html.gz"),
        (gzip.compress(b"", mtime=0), ".html.gz"),
        (b"", ".html.gz"),
        (PAGE, ".html.gz"),
        (packed, ".html"),
        (gzip.compress(BOMB, 1, mtime=0), ".html.gz"),
        (zstd_frame, ".html.zst"),
        (zstd_frame[:-9], ".html.zst"),
        (packed, ".html.zst"),
        (zstd(BOMB), ".html.zst"),
        (lz4_frame, ".html.lz4"),
        (lz4_frame[:-9], ".html.lz4"),
        (bz2.compress(PAGE), ".html.gz"),
        (plain_zip.getvalue(), ".bscope"),
        (b"", ".bscope"),
        (b"PK\x05\x06" + b"\0" * 18, ".bscope"),
    ]


def _by_name(folder: Path) -> list[Path]:
    """Write pages with odd names; return them."""
    names = (
        *(b"a page.html", b"-page.html", b"'page'.html", b'"page".html', b"page[1].html"),
        *(b"page#2.html", b"page%20.html", b"page?q=1.html", b"page*.html", b"page\\.html"),
        *(b"line\nend.html", b"tab\t.html", b"esc\x1b[31m.html", b"\xe9t\xe9.html", b"\xff.html"),
        *("e\u0301.html".encode(), "港.html".encode(), "\U0001f600.html".encode()),
        *(
            b"PAGE.HTML",
            b"page.htm",
            b"page.xhtml",
            b"n" * 200 + b".html",
            b"m" * 250 + b".html",
            b"--jobs=9.html",
            b"~.html",
            b"\xe2\x80\xaelmth.html",
            b"...html",
            b"$HOME.html",
        ),
    )
    paths = [folder / os.fsdecode(name) for name in names]
    return [_write(path, PAGE) for path in paths]


def _of_the_file_system(folder: Path) -> list[Path]:
    """Write what is named like a page and is something else; return it."""
    links = {
        "dangling.html": "nowhere.html",
        "loop.html": "loop.html",
        "to-null.html": "/dev/null",
        "to-folder.html": ".",
        "to-page.html": "a page.html",
    }
    for name, target in links.items():
        (folder / name).symlink_to(target)
    os.mkfifo(folder / "pipe.html")
    (folder / "folder.html").mkdir()
    inside = _write(folder / "folder.html" / "page inside.html", PAGE)
    return [*(folder / name for name in links), folder / "pipe.html", inside]


def _warcs() -> dict[str, bytes]:
    """Return WARC files by name, with one record each."""
    url, packed = "http://a.example/", gzip.compress(PAGE, mtime=0)
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(PAGE), PAGE)
    extended = b"%x;sig=abc\r\n%s\r\n0\r\n\r\n" % (len(PAGE), PAGE)
    whole = response(url, PAGE)
    raw = zlib.compressobj(wbits=-15)

    def coded(body: bytes, coding: str) -> bytes:
        return response(url, body, more=f"Content-Encoding: {coding}\r\n")

    def in_chunks(body: bytes) -> bytes:
        return response(url, body, more="Transfer-Encoding: chunked\r\n")

    plain = [
        whole,
        in_chunks(chunked),
        in_chunks(PAGE),
        in_chunks(extended),
        in_chunks(chunked[:-30]),
        in_chunks(b"zz\r\nnonsense"),
        *(coded(PAGE, coding) for coding in ("none", "UTF-8", "gzip", "br", "foo")),
        *(coded(packed, coding) for coding in ("gzip", "x-gzip", "br", "foo", "")),
        coded(packed[:-20], "gzip"),
        coded(zlib.compress(PAGE), "deflate"),
        coded(raw.compress(PAGE) + raw.flush(), "deflate"),
        coded(zstd(PAGE), "zstd"),
        coded(gzip.compress(BOMB, 1, mtime=0), "gzip"),
        whole.replace(url.encode(), b"<http://a.example/>"),
        whole.replace(url.encode(), b"http://a.example/\xff\xfe"),
        whole.replace(b"WARC-Date", b"WARC-Truncated: length\r\nWARC-Date"),
        whole.replace(b"HTTP/1.1 200 OK", b"HTTP/2 200"),
        whole[: len(whole) // 2],
        whole[:40],
        whole[:-4],
        b"",
        b"not a WARC file",
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n",
        PAGE,
        random.Random(4).randbytes(3_000),
        response(url, PAGE, "Text/HTML"),
        response(url, PAGE, "application/octet-stream"),
        response(url, b"\x89PNG", "image/png"),
        response(url, PAGE, status="404 Not Found"),
        response(url, b""),
        record("resource", url, PAGE, "text/html"),
        record("conversion", url, b"text", "text/plain"),
        record("revisit", url, b"HTTP/1.1 200 OK\r\n\r\n", "application/http"),
        record("request", url, b"GET / HTTP/1.1\r\n\r\n", "application/http"),
    ]
    files = {f"warc-{number:02d}.warc": data for number, data in enumerate(plain)}
    member = gzip.compress(whole, mtime=0)
    return files | {
        "packed.warc.gz": member,
        "packed-cut.warc.gz": member[:-30],
        "packed-page.warc.gz": packed,
        "zstd.warc.zst": zstd(whole),
        "zstd-cut.warc.zst": zstd(whole)[:-20],
    }


def _lines() -> dict[str, bytes]:
    """Return files of JSON lines by name, with one line each."""
    html = PAGE.decode()
    rows: list[object] = [
        {"id": "first", "html": html},
        {"id": "half \ud800", "html": html},
        {"id": "text", "html": f"half \udfff {html}"},
        {"id": 7, "html": html},
        {"id": "", "html": html},
        {"id": "a/../b\n\0c", "html": html},
        {"id": ["a"], "html": html},
        {"id": "none"},
        {"id": "number", "html": 7},
        {"id": "empty", "html": ""},
        {"url": "http://[", "html": html},
        [html],
        None,
        float("nan"),
    ]
    files = {
        f"lines-{number:02d}.jsonl": json.dumps(row).encode() + b"\n"
        for number, row in enumerate(rows)
    }
    line = files["lines-00.jsonl"]
    more = [
        line.rstrip(),
        line[:-30],
        b"\xef\xbb\xbf" + line,
        line.replace(b"\n", b"\r\n"),
        line.replace(b"ferry", b"f\xe9rry"),
        b"[" * 100_000,
        gzip.compress(PAGE, mtime=0),
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + random.Random(5).randbytes(3_000),
        b"",
        b"\n\n",
    ]
    # Two pages of the same name would get numbers in the order of the inputs.
    files |= {
        f"more-{number:02d}.jsonl": data.replace(b"first", b"more %d" % number)
        for number, data in enumerate(more)
    }
    wide = {
        name: line.decode().replace("first", name) for name in ("utf-16", "utf-16-be", "utf-32")
    }
    files |= {f"{name}.jsonl": text.encode(name) for name, text in wide.items()}
    packed = gzip.compress(line.replace(b"first", b"packed"), mtime=0)
    cut = gzip.compress(line.replace(b"first", b"cut"), mtime=0)[:-20]
    other = line.replace(b"first", b"other name")
    return files | {"packed.jsonl.gz": packed, "cut.jsonl.gz": cut, "lines.ndjson": other}
