"""Every kind of input with every command: the table in docs/inputs.md, cell by cell."""

from __future__ import annotations

import gzip
import json
import pickle
import re
import shutil
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
import zstandard
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.app.cli.paths import PathName
from boilerscope.app.session.sources import read, understand
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.page.snapshot import write_snapshot
from boilerscope.extractors.runs import fork_server, workers
from boilerscope.extractors.sources.corpus import Corpus
from boilerscope.extractors.sources.listing import is_corpus_name
from boilerscope.extractors.sources.words import existing_path
from tests.helpers.gold_files import GOLD, LAKE, TEXT
from tests.helpers.host_server import host_server
from tests.helpers.material import ROOT
from tests.helpers.warc_files import response, write_warc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from click.testing import Result

DOCS = (ROOT / "docs" / "inputs.md").read_text(encoding="utf-8")
YES = "yes"
OVER = ("--over", "tag_weight=1:2:2")
COMMANDS = {
    "extract": ("extract", "-q", "-e", "bte", "WORD"),
    "batch": ("batch", "-q", "-e", "bte", "-o", "OUT", "WORD"),
    "score": ("score", "-q", "-e", "bte", "WORD"),
    "losses": ("losses", "-q", "-e", "bte", "--no-store", "WORD"),
    "sweep": ("sweep", "-q", "-e", "bte", *OVER, "WORD"),
    "tune": ("tune", "-q", "-e", "bte", *OVER, "--over", "bodies=1:2:2", "--trials", "2", "WORD"),
    "train": ("train", "bayes_blocks", "-q", "-o", "OUT", "--corpus", "WORD"),
    "gold check": ("gold", "check", "-q", "WORD"),
    "snapshot": ("snapshot", "WORD", "-o", "OUT.bscope"),
}
"""Command line of each command."""


def _table() -> dict[str, dict[str, str]]:
    """Return the cells of the table by input and command."""
    lines = [line.strip("| ").split(" | ") for line in DOCS.splitlines() if line.startswith("|")]
    header, _, *rows = lines
    return {row[0]: dict(zip(header[1:], row[1:], strict=True)) for row in rows}


def _cells() -> Iterator[Any]:
    for kind, row in _table().items():
        for column, cell in row.items():
            for command in column.split(", "):
                yield pytest.param(kind, command, cell, id=f"{command}: {kind}")


SENTENCES = dict(re.findall(r"^- \*\*(.+?)\*\*: `(.+?)`", DOCS, re.MULTILINE))
"""Sentence of each refusal."""


class InProcess:
    """Stands for worker processes: runs everything in this process, as if it had been sent."""

    def __init__(self, make: Callable[[], object]) -> None:
        del make

    def schedule(self, work: Callable[..., Any], *args: object, timeout_s: float) -> Future[Any]:
        del timeout_s
        future: Future[Any] = Future()
        sent_work, sent_args = pickle.loads(pickle.dumps((work, args)))  # noqa: S301 - made here
        future.set_result(sent_work(*sent_args))
        return future

    def end(self) -> None:
        pass


@pytest.fixture(autouse=True)
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no processes."""
    monkeypatch.setattr(workers, "LivePool", InProcess)
    monkeypatch.setattr(fork_server, "start", lambda *_, **__: None)


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Return a word of each kind of input."""
    folder = tmp_path_factory.mktemp("inputs")
    with host_server() as server:
        server.answers = {"/lake": (200, LAKE.read_bytes())}
        yield dict(zip(_table(), _make(folder, f"{server.url}/lake"), strict=True))


def _make(folder: Path, address: str) -> Iterator[str]:
    """Yield a word for each row of the table."""
    markup, line = LAKE.read_bytes(), {"id": 7, "html": LAKE.read_text(encoding="utf-8")}
    for name in ("plain", "marked", "empty", "batch"):
        (folder / name).mkdir()
    page, marked = Path(shutil.copy(LAKE, folder / "plain")), folder / "marked" / "lake.html"
    yield from (str(page), _marked(marked))
    yield _written(folder / "packed.html.zst", zstandard.ZstdCompressor().compress(markup))
    yield _written(folder / "saved.php", b"\n" + markup)
    yield from (str(folder / "plain"), str(folder / "marked"), str(folder / "mar*" / "*.html"))
    yield _written(folder / "lines.NDJSON", json.dumps(line).encode())
    packed = json.dumps(line | {"text": TEXT, "lang": "en"}).encode() + b"\n"
    yield _written(folder / "gold.jsonl.gz", gzip.compress(packed))
    record = response("https://harbour.example/lake", markup)
    yield str(write_warc(folder / "crawl.warc.gz", [record]))
    yield _written(folder / "crawl.warc.zst", zstandard.ZstdCompressor().compress(record))
    yield _written(folder / "list.txt", f"# pages\n{marked}\n".encode())
    yield from ("-", address, f"local://{page}")
    write_snapshot(read_page(LAKE), folder / "lake.bscope")
    yield str(folder / "lake.bscope")
    manifest = {"format": "boilerscope-batch", "folder": str(folder), "inputs": ["marked"]}
    _written(folder / "batch" / "manifest.json", json.dumps(manifest).encode())
    yield str(folder / "batch")
    yield str(GOLD / "corpus")
    yield str(GOLD / "article-benchmark" / "ground-truth.json")
    yield str(next(GOLD.glob("cleaneval/**/*.txt")))
    yield str(GOLD / "lake.html.gold.jsonl")
    yield str(folder / "empty")
    yield _written(folder / "paper.pdf", b"%PDF-1.7 ...")
    yield str(folder / "absent")


def _marked(file: Path) -> str:
    """Return a new page with marks beside it."""
    shutil.copy(LAKE, file)
    shutil.copy(GOLD / "lake.html.gold.jsonl", f"{file}.gold.jsonl")
    return str(file)


def _of_no_site(folder: Path) -> str:
    """Return a page with gold and without an address, which is a site of its own."""
    line = {"id": "other", "html": LAKE.read_text(encoding="utf-8"), "text": TEXT}
    return _written(folder / "other.jsonl", json.dumps(line).encode())


def _written(file: Path, data: bytes) -> str:
    file.write_bytes(data)
    return str(file)


def run(command: str, word: str, tmp_path: Path, marked: str, *further: str) -> Result:
    """Run a command; standard input is a page for extract, else a list."""
    places = {"WORD": word, "OUT": str(tmp_path / "out"), "OUT.bscope": str(tmp_path / "a.bscope")}
    arguments = [places.get(argument, argument) for argument in COMMANDS[command]]
    stdin = LAKE.read_bytes() if command == "extract" else f"{marked}\n".encode()
    return CliRunner().invoke(main, [*arguments, *further], input=stdin)


def opened(word: str) -> int:
    """Open a word as the window does; return the number of its pages, 1 for a live page."""
    path = existing_path(word)
    if path is not None and is_corpus_name(path):
        return len(Corpus([path]).read_all().pages)
    request = understand(word)
    return 1 if request.is_live else bool(read(request).n_tokens)


@pytest.mark.parametrize(("kind", "command", "cell"), list(_cells()))
def test_every_command_reads_an_input_or_says_why_not(
    kind: str, command: str, cell: str, words: dict[str, str], tmp_path: Path
):
    word, marked = words[kind], words[list(words)[1]]
    if command == "open" or (command == "snapshot" and cell in {YES, "no document"}):
        message = ""
        try:
            assert opened(word)
        except BoilerscopeError as error:
            message = str(error)
        assert message == "" if cell == YES else SENTENCES[cell] in message
        return

    # A search needs pages of two sites.
    further = (_of_no_site(tmp_path),) if command == "tune" and cell == YES else ()
    result = run(command, word, tmp_path, marked, *further)

    assert result.exception is None or isinstance(result.exception, SystemExit)
    if cell == YES:
        assert result.exit_code == 0, result.output
        assert result.stdout or (tmp_path / "out").exists()
    else:
        assert result.exit_code == 2, result.output
        assert SENTENCES[cell] in " ".join(result.output.split())
        assert "Traceback" not in result.output


def test_every_refusal_of_the_table_is_a_sentence_of_the_docs():
    cells = {cell for row in _table().values() for cell in row.values()}

    assert cells == {YES, *SENTENCES}


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_text_is_not_the_working_folder(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "pages"
    folder.mkdir()
    shutil.copy(LAKE, folder)
    monkeypatch.chdir(folder)

    result = run(command, "", tmp_path, str(LAKE))

    assert result.exit_code == 2, result.output
    assert re.search("An empty text names no|'' is neither a file nor", result.output)
    assert [path.name for path in folder.iterdir()] == [LAKE.name]


@pytest.mark.parametrize("words", [("open", ""), ("",), ("open", "--sample", "")])
def test_the_window_does_not_open_for_an_empty_text(words: tuple[str, ...]):
    result = CliRunner().invoke(main, list(words))

    assert result.exit_code == 2
    assert "An empty text names no input." in result.output


def _commands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command."""
    if not isinstance(group, click.Group):
        yield path
        return
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from _commands(command, (*path, name))


def test_no_option_takes_an_empty_text_for_a_path():
    open_paths = []
    for words in _commands(main):
        command: click.Command = main
        for word in words:
            assert isinstance(command, click.Group)
            found = command.get_command(click.Context(command), word)
            assert found is not None
            command = found
        open_paths += [
            (*words, option.name)
            for option in command.params
            if isinstance(option.type, click.Path) and not isinstance(option.type, PathName)
        ]

    assert not open_paths, "use app.cli.paths.PathName"


def test_a_batch_among_its_own_inputs_is_a_folder_of_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shutil.copy(LAKE, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["batch", "-q", "-e", "bte", "-o", ".", "."]).exit_code == 0

    pages = Corpus([tmp_path]).read_all().pages

    assert [page.page_id for page in pages] == [LAKE.stem]
