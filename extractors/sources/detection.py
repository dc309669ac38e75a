"""Detection of the format of a file or folder from its content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import GoldError, PageError
from boilerscope.extractors.gold.formats import (
    article_benchmark,
    boilernet,
    cetd,
    cleaneval,
    corpus,
    daniel,
    l3s,
    own,
    readability,
    sigir2023,
    snippets,
    teco,
    wcxb,
    webmainbench,
)
from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.gold.json_files import is_json_lines_name, read_lines, read_object
from boilerscope.extractors.gold.page_files import page_names
from boilerscope.extractors.page.files import is_page_name, read_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

_MAX_EXAMINED = 20
"""Number of files of a folder that are examined."""

_FILES = {
    corpus.FILE: corpus.NAME,
    article_benchmark.FILE: article_benchmark.NAME,
    daniel.FILE: daniel.NAME,
    **dict.fromkeys(snippets.FILES, snippets.NAME),
}
"""Names of files that only one format uses."""


def find_format(path: Path) -> str:
    """Return the name of the format that a file or folder is in.

    Raises
    ------
    GoldError
        If the format is not known; the message lists the known formats.
    """
    if not path.exists():
        raise GoldError(f"{path}: no such file or folder.")
    gold_format = format_of(path)
    if gold_format is None:
        raise GoldError(f"{path} is not a gold standard. Known formats:\n{known_formats()}")
    return gold_format


def format_of(path: Path) -> str | None:
    """Return the name of the format that a file or folder is in, None if it is not known."""
    return _of_folder(path) if path.is_dir() else _of_file(path)


def known_formats() -> str:
    """Return a line for each format that describes a valid file."""
    return "\n".join(
        f"{gold_format.name} ({gold_format.title}): {gold_format.valid_form}"
        for gold_format in FORMATS.values()
    )


def _of_folder(folder: Path) -> str | None:
    for name, matches in (
        (corpus.NAME, _is_corpus),
        (article_benchmark.NAME, lambda path: (path / article_benchmark.FILE).is_file()),
        (snippets.NAME, lambda path: snippets.snippet_file(path) is not None),
        (daniel.NAME, daniel.is_set),
        (wcxb.NAME, lambda path: bool(wcxb.splits(path))),
        (sigir2023.NAME, _is_sigir),
        (webmainbench.NAME, _is_webmainbench),
        (readability.NAME, lambda path: bool(readability.page_folders(path))),
        # Before marks beside pages, so that labels in the markup are never measured.
        (l3s.NAME, lambda path: _has_label(path, "annotated", l3s.MARK)),
        (boilernet.NAME, lambda path: _has_label(path, "prepared_html", boilernet.MARK)),
        (teco.NAME, lambda path: _has_any(teco.labelled(path, _MAX_EXAMINED))),
        (own.NAME, lambda path: _has_any(path.glob(f"*{own.SUFFIX}"))),
        (cetd.NAME, lambda path: bool(cetd.sites(path, _MAX_EXAMINED))),
        (cleaneval.NAME, _is_cleaneval),
    ):
        if _is_match(matches, folder):
            return name
    return None


def _is_match(matches: Callable[[Path], bool], folder: Path) -> bool:
    """Return whether a folder is in a format; a file that cannot be read is in none.

    The file is listed, and gives its error when it is read.
    """
    try:
        return matches(folder)
    except (GoldError, PageError, OSError):
        return False


def _of_file(file: Path) -> str | None:
    name = file.name.lower()
    if is_page_name(name):
        return _of_page(file)
    if name.endswith(".txt"):
        return cleaneval.NAME
    if name in _FILES:
        return _FILES[name]
    if name.endswith(own.SUFFIX):
        return own.NAME
    if is_json_lines_name(name):
        return _of_table(_first_line(file))
    return _of_table(_one_item(file)) if name.endswith(".json") else None


def _of_page(file: Path) -> str | None:
    if file.name == readability.SOURCE and (file.parent / readability.EXPECTED).is_file():
        return readability.NAME
    data = read_bytes(file)
    marks = {l3s.MARK: l3s.NAME, boilernet.MARK: boilernet.NAME, teco.MARK: teco.NAME}
    return next((name for mark, name in marks.items() if mark in data), None)


def _of_table(table: dict[str, Any]) -> str | None:
    """Return the format of one page by the keys that only this format has."""
    keys = {
        own.NAME: "ranges",
        webmainbench.NAME: webmainbench.CONVERTED,
        sigir2023.NAME: "plaintext",
        article_benchmark.NAME: "articleBody",
        snippets.NAME: "file",
        corpus.NAME: "html",
    }
    if webmainbench.CORRECTED in table:
        return webmainbench.NAME
    return next((name for name, key in keys.items() if key in table), None)


def _first_line(file: Path) -> dict[str, Any]:
    lines = read_lines(file, "lines that are JSON objects")
    return next((fields.table for _, fields in lines), {})


def _one_item(file: Path) -> dict[str, Any]:
    """Return the value of the first key of a JSON file, or of the results in it."""
    table = read_object(file, "an object from each page to its gold").table
    results = table.get("output")
    items = results if isinstance(results, dict) else table
    first: Any = next(iter(items.values()), None)
    return first if isinstance(first, dict) else {}


def _is_corpus(folder: Path) -> bool:
    return (folder / corpus.FILE).is_file() or _has_any(folder.glob(f"*/{corpus.FILE}"))


def _is_sigir(folder: Path) -> bool:
    files = [file for file in sigir2023.gold_files(folder) if not file.name.endswith(own.SUFFIX)]
    return any(_of_table(_first_line(file)) == sigir2023.NAME for file in files[:1])


def _is_webmainbench(folder: Path) -> bool:
    files = [file for file in sorted(folder.glob("*.jsonl")) if not file.name.endswith(own.SUFFIX)]
    return any(_of_table(_first_line(file)) == webmainbench.NAME for file in files[:1])


def _is_cleaneval(folder: Path) -> bool:
    files = cleaneval.gold_files(folder)[:_MAX_EXAMINED]
    pages = set(page_names(cleaneval.page_folder(files[0].parent))) if files else set()
    stems = {name.split(".")[0] for name in pages}
    return any(file.stem.removesuffix("-cleaned") in stems for file in files)


def _has_label(folder: Path, inner: str, mark: bytes) -> bool:
    page_folder = folder / inner if (folder / inner).is_dir() else folder
    names = page_names(page_folder)[:_MAX_EXAMINED]
    return any(_has_mark(page_folder / name, mark) for name in names)


def _has_mark(file: Path, mark: bytes) -> bool:
    try:
        return file.is_file() and mark in read_bytes(file)  # a pipe would be waited for
    except PageError:  # raised when the page is read
        return False


def _has_any(paths: Iterable[Path] | Iterator[Path]) -> bool:
    return any(True for _ in paths)
