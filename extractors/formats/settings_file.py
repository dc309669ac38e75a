"""Settings files: ``[[pane]]`` tables in TOML, the same for window, command line and batch.

    [[pane]]
    name = "strict"
    extractor = "boilerpipe.article"
    [pane.settings]
    max_link_density = 0.2

Steps of a custom pipeline stand as ``[[pane.step]]`` tables with ``step = NAME``.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import tomli_w

from extractors import registry
from extractors.errors import SettingsError, UnknownNameError
from extractors.model.settings import Settings, from_table, knobs, to_table
from extractors.runner import Pane, free_name

if TYPE_CHECKING:
    from collections.abc import Iterable

_KEYS = ("name", "extractor", "settings", "step")


def read(text: str, *, name: str = "settings") -> tuple[Pane, ...]:
    """Return the panes of a settings file.

    Parameters
    ----------
    text : str
        TOML.
    name : str
        File name for messages.

    Raises
    ------
    SettingsError
        If the text is no TOML, or a value does not fit; the message names file, pane and field.
    UnknownNameError
        If a key, extractor, field or step is unknown; the message names the nearest one.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{name}: {error}") from error
    for key in table:
        if key != "pane":
            raise UnknownNameError(f"key of {name}", key, ["pane"])
    panes: list[Pane] = []
    listed = table.get("pane", [])
    if not isinstance(listed, list):
        raise SettingsError(f"{name}: panes are written as [[pane]], with two brackets")
    for place, entry in enumerate(listed, 1):
        panes.append(_pane(entry, place, name, [pane.name for pane in panes]))
    return tuple(panes)


def write(panes: Iterable[Pane]) -> str:
    """Return a settings file; only what differs from the defaults is written."""
    return tomli_w.dumps({"pane": [_table(pane) for pane in panes]})


def _pane(entry: dict[str, Any], place: int, name: str, taken: list[str]) -> Pane:
    for key in entry:
        if key not in _KEYS:
            raise UnknownNameError(f"key of pane {place} in {name}", key, _KEYS)
    identifier = entry.get("extractor")
    if not isinstance(identifier, str):
        raise SettingsError(f'{name}: pane {place} names no extractor; add extractor = "..."')
    settings_class = registry.extractor(identifier).settings_class
    values = dict(entry.get("settings", {}))
    if "step" in entry:
        values[_pipeline_field(settings_class, identifier, name)] = entry["step"]
    chosen = str(entry.get("name", "")) or free_name(identifier, taken)
    if chosen in taken:
        raise SettingsError(f"{name}: two panes are called {chosen!r}; give one another name")
    try:
        settings = from_table(settings_class, values)
    except SettingsError as error:
        raise SettingsError(f"{name}: pane {chosen}: {error}", field=error.field) from error
    return Pane(chosen, identifier, settings)


def _pipeline_field(settings_class: type[Settings], identifier: str, name: str) -> str:
    for declared in knobs(settings_class):
        if declared.kind == "pipeline":
            return declared.name
    raise SettingsError(f"{name}: {identifier} has no pipeline, so it takes no [[pane.step]]")


def _table(pane: Pane) -> dict[str, Any]:
    values = to_table(pane.settings)
    made: dict[str, Any] = {"name": pane.name, "extractor": pane.extractor}
    steps = [
        declared.name for declared in knobs(type(pane.settings)) if declared.kind == "pipeline"
    ]
    pipeline = [values.pop(field) for field in steps if field in values]
    if values:
        made["settings"] = values
    if pipeline:
        made["step"] = pipeline[0]
    return made
