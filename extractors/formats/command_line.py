"""Panes as options of the command line, so that a result on screen can be repeated.

Options are written as ``-e`` and ``--set`` of all commands that run panes; `options_of` and
`boilerscope.app.cli.choosing` are the inverse of each other.
"""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry
from boilerscope.extractors.model.settings import find_knob, knobs, to_table
from boilerscope.extractors.runner import Pane, free_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from boilerscope.extractors.model.settings import Settings


def options_of(panes: Iterable[Pane], own: Mapping[str, str]) -> list[str]:
    """Return the options that select panes with their settings, unquoted.

    The command line names panes by their extractors and their order. A setting of the first pane of
    an extractor is also set in its other panes, which then set it back.

    Parameters
    ----------
    own : mapping of str to str
        Locations of the user's extractors by identifier, see
        `boilerscope.extractors.own.added.locations`. A command names these extractors by their
        location, so that it also runs where they were not added.
    """
    words: list[str] = []
    wanted: list[tuple[str, Pane]] = []
    for pane in panes:
        wanted.append((free_name(pane.extractor, [name for name, _ in wanted]), pane))
        words += ["-e", own.get(pane.extractor, pane.extractor)]
    present = [registry.extractor(pane.extractor).default_settings() for _, pane in wanted]
    for index, (name, pane) in enumerate(wanted):
        for field in _differing(present[index], pane.settings):
            words += ["--set", f"{name}.{field}={set_text(pane.settings, field)}"]
            value = getattr(pane.settings, field)
            for other, (other_name, other_pane) in enumerate(wanted):
                if name in (other_name, other_pane.extractor):
                    present[other] = present[other].replace(**{field: value})
    return words


def extract_command(
    page: str, panes: Iterable[Pane], own: Mapping[str, str], further: Sequence[str] = ()
) -> str:
    """Return the command that runs panes on a page, quoted for a POSIX shell.

    Parameters
    ----------
    page : str
        File, address, or ``-`` for standard input.
    own : mapping of str to str
        Locations of the user's extractors, see `options_of`.
    further : sequence of str
        Other options, such as ``--encoding`` and its value.
    """
    place = f"./{page}" if page.startswith("-") and page != "-" else page
    return shlex.join(["boilerscope", "extract", place, *options_of(panes, own), *further])


def set_text(settings: Settings, field: str) -> str:
    """Return the value of a setting as ``--set`` reads it; see `parse_value`."""
    value = to_table(settings, everything=True)[field]
    is_bare = find_knob(type(settings), field).kind in {"choice", "text"} or isinstance(value, str)
    return str(value) if is_bare else toml_value(value)


def toml_value(value: Any) -> str:
    """Return a plain value as TOML on one line.

    >>> toml_value([True, 0.5, {"step": "a b"}])
    '[true, 0.5, {step = "a b"}]'
    """
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{_key(key)} = {toml_value(each)}" for key, each in value.items())
            + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # A basic string has the escapes of JSON; the delete character must be escaped too.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)


def _key(name: str) -> str:
    is_bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if is_bare else toml_value(name)


def _differing(present: Settings, wanted: Settings) -> list[str]:
    """Return the fields to set, in the order of their declaration."""
    names = (knob.name for knob in knobs(type(wanted)))
    return [name for name in names if getattr(present, name) != getattr(wanted, name)]
