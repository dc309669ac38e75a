"""Settings as TOML for editing by hand: every field, with the values that it accepts.

    [pane.settings]

    # -- Link lists --
    # Link/text ratio: Cells with more links per word are link lists. 0 to 5 links per word.
    limit = 0.5
    # Text links: Count text links in the link/text ratio and remove them from link lists.
    #lc_text = true

A field at its default is commented out by ``#`` without a space; remove the ``#`` to set the field.
A ``#`` with a space starts a comment.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import tomli_w

from boilerscope.extractors.model.settings import AUTO, Knob, Settings, knobs, to_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HEAD = "# Lines that begin with # and a name are defaults: remove the # to change them.\n\n"
"""First lines of a file with such tables."""

_WIDTH = 100
_LISTS = {"list": "a list of texts", "table": "a list of rows of texts"}


def settings_text(
    settings_class: type[Settings], values: Mapping[str, Any], table: str, steps: str = ""
) -> str:
    """Return the tables of settings: one with the fields, and one for each step of a pipeline.

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
    fields = knobs(settings_class)
    if not fields:
        return ""
    defaults = to_table(settings_class(), everything=True)
    pipelines = [field for field in fields if field.kind == "pipeline"]
    parts = [f"[{table}]\n"]
    group = ""
    for field in fields:
        if field in pipelines and values.get(field.name) != []:
            continue
        if field.group != group:
            group = field.group
            parts.append(f"\n# -- {group} --\n")
        parts += [_comment(field), _field(field.name, values, defaults)]
    for field in pipelines:
        if values.get(field.name) != []:
            parts += ["\n", _comment(field)]
            parts += steps_text(field, values, defaults, steps or f"{table}.{field.name}")
    return "".join(parts)


def _field(name: str, values: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    if name in values:
        return tomli_w.dumps({name: values[name]})
    return _commented_out(tomli_w.dumps({name: defaults[name]}))


def steps_text(
    field: Knob, values: Mapping[str, Any], defaults: Mapping[str, Any], table: str
) -> Iterator[str]:
    """Yield a table for each step; the steps of the default pipeline are commented out.

    Parameters
    ----------
    field : Knob
        The pipeline.
    values, defaults : mapping
        Plain values of the fields that are set, and of all fields at their defaults.
    table : str
        Dotted name of the tables.
    """
    catalogue = field.catalogue() if field.catalogue is not None else {}
    is_set = field.name in values
    for step in values[field.name] if is_set else defaults[field.name]:
        settings_class = catalogue[step["step"]].settings_class
        usual = to_table(settings_class(), everything=True)
        # A default pipeline shows its steps' own values, whether they are defaults or not.
        lines = [f"[[{table}]]\n", tomli_w.dumps({"step": step["step"]})]
        lines += [_field(name, step, usual) for name in usual]
        text = "".join(lines)
        yield (
            text
            if is_set
            else "".join(
                line if line.startswith("#") else f"#{line}"
                for line in text.splitlines(keepends=True)
            )
        )


def _commented_out(text: str) -> str:
    return "".join(f"#{line}" for line in text.splitlines(keepends=True))


def _comment(field: Knob) -> str:
    """Return label, help and accepted values of a field as comment lines."""
    sentence = field.help.rstrip(".")
    comment = f"{field.label}: {sentence}. {_allowed(field)}".rstrip()
    return "".join(f"# {line}\n" for line in textwrap.wrap(comment, _WIDTH - 2))


def _allowed(field: Knob) -> str:
    """Return the accepted values of a field in words, empty if its value shows them."""
    allowed = _LISTS.get(field.kind, "")
    if field.kind == "choice":
        allowed = "One of " + ", ".join(f'"{choice.value}"' for choice in field.choices)
    elif field.kind in {"int", "float"}:
        allowed = f"{_range(field)} {field.unit}".strip()
    if field.auto:
        plain = "true, false" if field.kind == "bool" else "a text"
        allowed = f'{allowed or plain}, or "{AUTO}"'
    return f"{allowed[0].upper()}{allowed[1:]}." if allowed else ""


def _range(field: Knob) -> str:
    if field.low is not None and field.high is not None:
        return f"{field.low:g} to {field.high:g}"
    if field.low is not None:
        return f"{field.low:g} or more"
    return f"up to {field.high:g}" if field.high is not None else ""
