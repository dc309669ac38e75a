"""Batches with inputs and results on a server: FTP, and S3 if its libraries are installed."""

from __future__ import annotations

import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.system.storage import StoredFile
from tests.app.cli.test_batch import PROGRAM, WAITING
from tests.app.cli.test_batch_formats import shard_files
from tests.helpers.material import ROOT
from tests.helpers.processes import processes_of, wait_until
from tests.helpers.warc_files import response, write_warc

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

N_PAGES = 9


@dataclass(frozen=True, slots=True)
class Server:
    """Folder on a server.

    Attributes
    ----------
    address : str
        Address of an empty folder.
    """

    address: str

    def put(self, name: str, data: bytes) -> str:
        """Write a file to the server and return its address."""
        system, path = self._found(name)
        system.makedirs(path.rpartition("/")[0], exist_ok=True)
        system.pipe_file(path, data)
        return f"{self.address}/{name}"

    def files(self, name: str) -> dict[str, bytes]:
        """Return the contents of all files of a folder, by name."""
        system, path = self._found(name)
        return {file.rpartition("/")[2]: system.cat_file(file) for file in system.find(path)}

    def remove(self, name: str) -> None:
        """Remove a file."""
        system, path = self._found(name)
        system.rm_file(path)

    def _found(self, name: str) -> tuple[Any, str]:
        from fsspec.core import url_to_fs

        system, path = url_to_fs(f"{self.address}/{name}", use_listings_cache=False)
        return system, str(path)


@pytest.fixture(params=["ftp", "s3"])
def server(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """Yield a folder on each kind of server."""
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    kind = {"ftp": _ftp, "s3": _s3}[request.param]
    yield from kind(tmp_path, monkeypatch)


def _ftp(tmp_path: Path, _patch: pytest.MonkeyPatch) -> Iterator[Server]:
    handlers = pytest.importorskip("pyftpdlib.handlers", reason="pyftpdlib is not installed")
    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.servers import ThreadedFTPServer

    folder = tmp_path / "server"
    folder.mkdir()
    users = DummyAuthorizer()
    with pytest.warns(RuntimeWarning, match="anonymous"):
        users.add_anonymous(str(folder), perm="elradfmwMT")
    handler = type("Handler", (handlers.FTPHandler,), {"authorizer": users})
    with socket.create_server(("127.0.0.1", 0)) as listening:
        running = ThreadedFTPServer(listening, handler)
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        try:
            yield Server(f"ftp://127.0.0.1:{listening.getsockname()[1]}/store")
        finally:
            running.close_all()
            thread.join(10)


def _s3(_tmp_path: Path, patch: pytest.MonkeyPatch) -> Iterator[Server]:
    pytest.importorskip("s3fs", reason="s3fs is not installed")
    servers = pytest.importorskip("moto.server", reason="moto is not installed")
    running = servers.ThreadedMotoServer(port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    patch.setenv("FSSPEC_S3_ENDPOINT_URL", f"http://{host}:{port}")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        patch.setenv(name, "testing")
    import fsspec
    from fsspec import config

    config.set_conf_env(config.conf)
    try:
        bucket = uuid.uuid4().hex
        fsspec.filesystem("s3").mkdir(bucket)
        yield Server(f"s3://{bucket}/store")
    finally:
        config.conf.pop("s3", None)
        running.stop()


def _page(number: int) -> bytes:
    sentence = f"This is a page with a few words, and it is the one with number {number}"
    return f"<title>Page {number}</title><p>{sentence}.<p><a href=x>Home</a>".encode()


def _write(folder: Path) -> Path:
    """Write pages in files, subfolders, JSON lines and a WARC file."""
    (folder / "pages" / "below").mkdir(parents=True)
    for number in range(3):
        (folder / "pages" / f"{number}.html").write_bytes(_page(number))
    (folder / "pages" / "below" / "3.html.gz").write_bytes(gzip.compress(_page(3), mtime=0))
    lines = [{"id": f"line {n}", "html": _page(n).decode()} for n in (4, 5)]
    (folder / "lines.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    named = {"id": "named", "html": "pages/2.html", "text": None}
    (folder / "named.jsonl").write_text(json.dumps(named))
    records = [response(f"https://example.org/{n}", _page(n)) for n in (6, 7)]
    write_warc(folder / "crawl.warc.gz", records)
    return folder


def _upload(server: Server, folder: Path) -> None:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            server.put(f"in/{file.relative_to(folder).as_posix()}", file.read_bytes())


def _run(*arguments: object, code: int = 0, stdin: bytes = b"") -> str:
    """Run a batch as a program whose workers have the environment of the test."""
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM, "batch", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=_environment(),
        check=False,
    )
    printed = process.stderr.decode()
    assert process.returncode == code, printed
    return " ".join(printed.split())


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}


def _records(files: dict[str, bytes]) -> list[dict[str, Any]]:
    names = sorted(name for name in files if name.endswith(".jsonl"))
    return [json.loads(line) for name in names for line in files[name].splitlines()]


def test_pages_on_a_server_have_the_records_of_local_pages(server: Server, tmp_path: Path):
    folder = _write(tmp_path / "in")
    _upload(server, folder)
    address = f"{server.address}/in"
    panes = ("-e", "bte", "-e", "boilerpipe.article", "--shard-pages", 3, "--jobs", 2)
    names = ("pages", "lines.jsonl", "named.jsonl", "crawl.warc.gz", "pages/*.html")
    list_address = server.put(
        "in/some.list", f"{address}/lines.jsonl\n{address}/pages/1.html\n".encode()
    )
    local_list = tmp_path / "in" / "some.list"
    local_list.write_text(f"{folder}/lines.jsonl\n{folder}/pages/1.html\n")

    _run(*(folder / name for name in names), local_list, *panes, "-o", tmp_path / "local")
    _run(
        *(f"{address}/{name}" for name in names),
        list_address,
        *panes,
        "-o",
        f"{server.address}/out",
    )

    local = _records(shard_files(tmp_path / "local"))
    stored = _records(server.files("out/shards"))
    assert len(local) == 2 * (4 + 2 + 1 + 2), "the pattern and the list name what is named before"
    assert {record["status"] for record in local} <= {"ok", "empty"}
    for record in local:
        record["source"] = record["source"].replace(str(folder), address)
    assert stored == local


def test_a_killed_program_resumes_on_a_server(server: Server, tmp_path: Path):
    addresses = [server.put(f"in/{number}.html", _page(number)) for number in range(N_PAGES)]
    mine = tmp_path / "mine.py"
    mine.write_text(WAITING)
    words = [f"{server.address}/in", "-e", f"{mine}:waiting", "--shard-pages", "2"]
    arguments = ["batch", *words, "-o", f"{server.address}/out", "-q"]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments], env=_environment(), start_new_session=True
    ) as program:
        wait_until((tmp_path / "started").exists)
        wait_until(lambda: "00000001.done" in server.files("out/shards"))
        os.kill(program.pid, signal.SIGKILL)
        assert program.wait() == -signal.SIGKILL
        wait_until(lambda: not processes_of(program.pid))
    assert "00000003.done" not in server.files("out/shards")
    (tmp_path / "go").touch()

    _run("--resume", "-o", f"{server.address}/out")

    _run(*words, "-o", tmp_path / "calm")
    assert server.files("out/shards") == shard_files(tmp_path / "calm")
    assert len(_records(server.files("out/shards"))) == len(addresses)


def test_workers_create_the_same_folders_at_once(server: Server):
    server.put("in/a.html", b"x")
    names = [f"{server.address}/out/{folder}/a/b" for folder in range(10)]

    def write(number: int) -> None:
        for name in names:
            with StoredFile(f"{name}/{number}").open("wb") as stream:
                stream.write(b"x")

    with ThreadPoolExecutor(4) as executor:
        list(executor.map(write, range(4)))

    assert sum(1 for _ in StoredFile(f"{server.address}/out").files()) == 4 * len(names)


def test_a_batch_on_a_server_is_repeated_into_a_folder(server: Server, tmp_path: Path):
    page = server.put("in/a.html", _page(1))
    _run(page, "-e", "bte", "-o", f"{server.address}/out")

    again = _run("--again", f"{server.address}/out", "-o", tmp_path / "again")

    assert "the same records" in again
    assert shard_files(tmp_path / "again") == server.files("out/shards")


def test_files_missing_on_the_server_are_named(server: Server, tmp_path: Path):
    server.put("in/notes.pdf", b"%PDF-1.7")
    absent, pattern = f"{server.address}/absent.html", f"{server.address}/in/*.html"
    for word in (absent, pattern):
        refused = _run(word, "-o", tmp_path / "out", code=2)
        assert word in refused
        assert "no such file or folder, or no file matches" in refused

    _run("-", "-o", tmp_path / "out", stdin=f"{server.address}/in/notes.pdf\n".encode(), code=1)

    (record,) = _records(shard_files(tmp_path / "out"))
    assert record["status"] == "error"
    assert f"{server.address}/in/notes.pdf is not a file of pages" in record["message"]


def test_a_page_removed_before_it_is_read_is_one_error(server: Server, tmp_path: Path):
    addresses = [server.put(f"in/{name}.html", _page(1)) for name in "ab"]
    _run(f"{server.address}/in", "-e", "bte", "-o", f"{server.address}/out")
    server.remove("in/b.html")
    address_list = "".join(f"{address}\n" for address in addresses).encode()

    _run("-", "-e", "bte", "-o", tmp_path / "out", stdin=address_list, code=1)

    records = _records(shard_files(tmp_path / "out"))
    assert [record["status"] for record in records] == ["ok", "error"]
    assert f"{server.address}/in/b.html" in records[1]["message"]


def test_an_unreachable_server_is_named(tmp_path: Path):
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

    refused = _run(f"ftp://127.0.0.1:{port}/a.html", "-o", tmp_path / "out", code=2)

    assert f"ftp://127.0.0.1:{port}/a.html cannot be read" in refused
    assert not (tmp_path / "out").exists()
