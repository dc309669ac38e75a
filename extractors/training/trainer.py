"""Trainers, and the provenance in every model."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.gold.formats.corpus import NAME as CORPUS
from boilerscope.extractors.gold.formats.corpus import digest, find_corpora
from boilerscope.extractors.sources.detection import format_of
from boilerscope.extractors.sources.listing import pages_with_gold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Settings


@dataclass(frozen=True, slots=True)
class Trainer:
    """Training of one extractor.

    Attributes
    ----------
    help : str
        One sentence on what the training does.
    settings_class : type of Settings
        Class of the training's settings.
    train : callable
        Turns gold pages and settings into a model as plain values. Its entry ``counted`` has the
        numbers of pages, blocks or lines.
    """

    name: str
    help: str
    settings_class: type[Settings]
    train: Callable[[Iterable[ListedPage], Settings], dict[str, Any]]


def train(
    trainer: Trainer,
    words: Sequence[str],
    settings: Settings,
    command: str,
    on_page: Callable[[ListedPage], None] = lambda _page: None,
    listed: Callable[[Sequence[str]], list[ListedPage]] = pages_with_gold,
) -> dict[str, Any]:
    """Train a model; return it with its provenance, as plain values.

    Parameters
    ----------
    words : sequence of str
        Inputs with gold, see `boilerscope.extractors.sources.listing`.
    settings : Settings
        A record of the trainer's class.
    command : str
        The command line, for the provenance.
    on_page : callable
        Called with each page before it is read.
    listed : callable
        Lists the pages with gold that the words name.

    Raises
    ------
    GoldError, PageError
        If the gold or a page cannot be read.
    """
    pages = listed(words)
    table = trainer.train(_watched(pages, on_page), settings)
    format_name = table.pop("format")
    provenance = {
        "program": f"boilerscope {version('boilerscope')}",
        "command": command,
        **_origin(words, pages),
        **table.pop("counted"),
    }
    return {"format": format_name, "provenance": provenance, **table}


def _origin(words: Sequence[str], pages: Iterable[ListedPage]) -> dict[str, Any]:
    """Return names and digest of the corpora."""
    folders = [Path(word) for word in words]
    if all(folder.is_dir() and format_of(folder) == CORPUS for folder in folders):
        files = [gold for folder in folders for gold in find_corpora(folder)]
        names = [gold.parent.resolve().name for gold in files]
        return {"corpora": names, "corpora_sha256": digest(folders)}
    sha256 = hashlib.sha256()
    sources = dict.fromkeys(page.source.partition("#")[0] for page in pages)
    for file in filter(Path.is_file, map(Path, sources)):
        sha256.update(file.name.encode("utf-8", "surrogateescape"))
        sha256.update(file.read_bytes())
    names = [folder.resolve().name for folder in folders]
    return {"corpora": names, "corpora_sha256": sha256.hexdigest()}


def as_text(table: Mapping[str, Any]) -> str:
    """Return a model as readable JSON: a list or table of plain values is one line."""
    return _json(table, "") + "\n"


def _watched(
    pages: Iterable[ListedPage], on_page: Callable[[ListedPage], None]
) -> Iterable[ListedPage]:
    for page in pages:
        on_page(page)
        yield page.located()


def _json(value: Any, margin: str) -> str:
    inner = margin + " "
    if isinstance(value, dict) and _has_parts(value.values()):
        items = [f"{inner}{json.dumps(k, ensure_ascii=False)}: " for k in value]
        parts = [item + _json(v, inner) for item, v in zip(items, value.values(), strict=True)]
        return "{\n" + ",\n".join(parts) + f"\n{margin}}}"
    if isinstance(value, list) and _has_parts(value):
        return "[\n" + ",\n".join(inner + _json(v, inner) for v in value) + f"\n{margin}]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _has_parts(values: Iterable[Any]) -> bool:
    return any(isinstance(value, dict | list) for value in values)
