"""Settings as TOML to be edited by hand: every field stands there, with what it may be.

    [pane.settings]

    # -- Link lists --
    # Link/text ratio: Cells with more links per word are link lists. 0 to 5 links per word.
    limit = 0.5
    # Count text links: Text links count and go.
    #lc_text = true

A field at its default stands behind ``#``, with nothing between them; whoever takes the sign away
has set it. What is to be read stands behind ``#`` and a space.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import tomli_w

from extractors.model.settings import AUTO, Knob, Settings, knobs, to_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HEAD = "# Lines that begin with # and a name are defaults: take the # away to change them.\n\n"
"""What a file with such tables begins with."""

_WIDTH = 100
_LISTS = {"list": "a list of texts", "table": "a list of rows of texts"}


def settings_text(
    settings_class: type[Settings], values: Mapping[str, Any], table: str, steps: str = ""
) -> str:
    """Return the tables that hold settings: one of fields, and one for each step of a pipeline.

    Parameters
    ----------
    settings_class : type of Settings
        Declares the fields.
    values : mapping
        Plain values of those that are set, see `to_table`.
    table : str
        Dotted name of the table of fields, such as ``pane.settings``.
    steps : str
        Dotted name of the tables of steps; the pipeline's field within `table` if left out.
    """
    declared = knobs(settings_class)
    if not declared:
        return ""
    defaults = to_table(settings_class(), everything=True)
    pipelines = [one for one in declared if one.kind == "pipeline"]
    parts = [f"[{table}]\n"]
    group = ""
    for one in declared:
        if one in pipelines and values.get(one.name) != []:
            continue
        if one.group != group:
            group = one.group
            parts.append(f"\n# -- {group} --\n")
        parts += [_comment(one), _field(one.name, values, defaults)]
    for one in pipelines:
        if values.get(one.name) != []:
            parts += ["\n", _comment(one)]
            parts += _steps(one, values, defaults, steps or f"{table}.{one.name}")
    return "".join(parts)


def _field(name: str, values: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    if name in values:
        return tomli_w.dumps({name: values[name]})
    return _behind_a_sign(tomli_w.dumps({name: defaults[name]}))


def _steps(
    declared: Knob, values: Mapping[str, Any], defaults: Mapping[str, Any], table: str
) -> Iterator[str]:
    """Yield a table for each step; those of the default pipeline stand behind ``#``."""
    catalogue = declared.catalogue() if declared.catalogue is not None else {}
    is_set = declared.name in values
    for step in values[declared.name] if is_set else defaults[declared.name]:
        settings_class = catalogue[step["step"]].settings_class
        usual = to_table(settings_class(), everything=True)
        # A default pipeline shows its steps' own values, whether they are defaults or not.
        lines = [f"[[{table}]]\n", tomli_w.dumps({"step": step["step"]})]
        lines += [_field(one, step, usual) for one in usual]
        text = "".join(lines)
        yield (
            text
            if is_set
            else "".join(
                line if line.startswith("#") else f"#{line}"
                for line in text.splitlines(keepends=True)
            )
        )


def _behind_a_sign(text: str) -> str:
    return "".join(f"#{line}" for line in text.splitlines(keepends=True))


def _comment(declared: Knob) -> str:
    """Return what a field is and which values it takes, as lines behind ``#`` and a space."""
    sentence = declared.help.rstrip(".")
    said = f"{declared.label}: {sentence}. {_allowed(declared)}".rstrip()
    return "".join(f"# {line}\n" for line in textwrap.wrap(said, _WIDTH - 2))


def _allowed(declared: Knob) -> str:
    """Return in words which values a field takes, empty where its value shows it."""
    words = _LISTS.get(declared.kind, "")
    if declared.kind == "choice":
        words = "One of " + ", ".join(f'"{choice.value}"' for choice in declared.choices)
    elif declared.kind in {"int", "float"}:
        words = f"{_range(declared)} {declared.unit}".strip()
    if declared.auto:
        plain = "true, false" if declared.kind == "bool" else "a text"
        words = f'{words or plain}, or "{AUTO}"'
    return f"{words[0].upper()}{words[1:]}." if words else ""


def _range(declared: Knob) -> str:
    if declared.low is not None and declared.high is not None:
        return f"{declared.low:g} to {declared.high:g}"
    if declared.low is not None:
        return f"{declared.low:g} or more"
    return f"up to {declared.high:g}" if declared.high is not None else ""
