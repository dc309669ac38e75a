"""Trainers, and the provenance that every model records."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from extractors.gold.formats.corpus import NAME as CORPUS
from extractors.gold.formats.corpus import digest, find_corpora
from extractors.gold.reading import open_gold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from extractors.gold.entry import GoldEntry
    from extractors.model.settings import Settings


@dataclass(frozen=True, slots=True)
class Trainer:
    """A way to learn a model.

    Attributes
    ----------
    name : str
        Identifier of the extractor the model is for.
    help : str
        One sentence: what is learned.
    settings_class : type of Settings
        Settings that training reads, as those of the extractor.
    train : callable
        Turns gold pages and settings into a table of plain values, with the counts of what was
        learned from under ``counted``.
    """

    name: str
    help: str
    settings_class: type[Settings]
    train: Callable[[Iterable[GoldEntry], Settings], dict[str, Any]]


def train(
    trainer: Trainer,
    folder: Path,
    settings: Settings,
    command: str,
    on_page: Callable[[GoldEntry], None] = lambda _page: None,
) -> dict[str, Any]:
    """Return a model with its provenance, as plain values.

    Parameters
    ----------
    trainer : Trainer
        What to learn.
    folder : Path
        Corpora, see `extractors.gold.formats.corpus`.
    settings : Settings
        A record of the trainer's class.
    command : str
        The command line, as it is written down.
    on_page : callable
        Called with each page before it is read.

    Raises
    ------
    GoldError, PageError
        If the gold or a page cannot be read.
    """
    table = trainer.train(_watched(open_gold(folder, format=CORPUS), on_page), settings)
    format_name = table.pop("format")
    provenance = {
        "program": f"boilerscope {version('boilerscope')}",
        "command": command,
        "corpora": [gold.parent.name for gold in find_corpora(folder)],
        "corpora_sha256": digest(folder),
        **table.pop("counted"),
    }
    return {"format": format_name, "provenance": provenance, **table}


def as_text(table: Mapping[str, Any]) -> str:
    """Return a model as JSON that people can read: what holds plain values only is one line."""
    return _json(table, "") + "\n"


def _watched(
    pages: Iterable[GoldEntry], on_page: Callable[[GoldEntry], None]
) -> Iterable[GoldEntry]:
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
    return any(isinstance(each, dict | list) for each in values)
