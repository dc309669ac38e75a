"""The manifest beside results: the settings of their panes, which the records only name."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.formats.slim import extractor_version, settings_digest
from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.system.atomic_write import atomic_write

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from boilerscope.extractors.runner import Pane

FILE = "manifest.json"
FORMAT = "boilerscope results 1"


def write_manifest(folder: Path, panes: Sequence[Pane]) -> None:
    """Write the panes of a run into the folder of its results.

    The settings of earlier runs stay, because their records may still be there.

    Raises
    ------
    SettingsError
        If the folder has another file of this name, or the file cannot be written.
    """
    file = folder / FILE
    table = {
        "format": FORMAT,
        "program": f"boilerscope {version('boilerscope')}",
        "panes": pane_rows(panes),
        "settings": _earlier(file) | settings_by_digest(panes),
    }
    atomic_write(file, json.dumps(table, ensure_ascii=False, indent=1) + "\n")


def pane_rows(panes: Iterable[Pane]) -> list[dict[str, str]]:
    """Return pane, extractor, version and digest of the settings of each pane, as in records."""
    return [
        {
            "pane": pane.name,
            "extractor": pane.extractor,
            "version": extractor_version(pane.extractor),
            "settings": settings_digest(pane.settings),
        }
        for pane in panes
    ]


def settings_by_digest(panes: Iterable[Pane]) -> dict[str, dict[str, Any]]:
    """Return all settings of panes by their digest; panes with equal settings share an entry."""
    return {
        settings_digest(pane.settings): to_table(pane.settings, everything=True) for pane in panes
    }


def _earlier(file: Path) -> dict[str, Any]:
    """Return the settings by digest in a manifest; none without a manifest."""
    try:
        table = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SettingsError(f"{file} cannot be read: {error}") from error
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise SettingsError(
            f"{file} is not a manifest of results ({FORMAT!r}). Choose another folder."
        )
    return dict(table["settings"])
