"""Trainers, and the provenance in every model."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.gold.formats.corpus import NAME as CORPUS
from boilerscope.extractors.gold.formats.corpus import digest, find_corpora
from boilerscope.extractors.sources.gold_sets import open_set

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

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
    folders: Sequence[Path],
    settings: Settings,
    command: str,
    on_page: Callable[[ListedPage], None] = lambda _page: None,
) -> dict[str, Any]:
    """Train a model; return it with its provenance, as plain values.

    Parameters
    ----------
    folders : sequence of Path
        Folders of corpora; see `boilerscope.extractors.gold.formats.corpus`.
    settings : Settings
        A record of the trainer's class.
    command : str
        The command line, for the provenance.
    on_page : callable
        Called with each page before it is read.

    Raises
    ------
    GoldError, PageError
        If the gold or a page cannot be read.
    """
    listed = (page for folder in folders for page in open_set(folder, CORPUS))
    pages = (page for page in listed if page.has_gold)
    table = trainer.train(_watched(pages, on_page), settings)
    format_name = table.pop("format")
    provenance = {
        "program": f"boilerscope {version('boilerscope')}",
        "command": command,
        "corpora": [
            gold.parent.resolve().name for folder in folders for gold in find_corpora(folder)
        ],
        "corpora_sha256": digest(folders),
        **table.pop("counted"),
    }
    return {"format": format_name, "provenance": provenance, **table}


def as_text(table: Mapping[str, Any]) -> str:
    """Return a model as readable JSON: a list or table of plain values is one line."""
    return _json(table, "") + "\n"


def _watched(
    pages: Iterable[ListedPage], on_page: Callable[[ListedPage], None]
) -> Iterable[ListedPage]:
    for page in pages:
        on_page(page)
        yield page


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
