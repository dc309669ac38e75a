"""A ``[[pane]]`` or ``[[preset]]`` table with other settings: comments, order and layout stay."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

import tomli_w

from boilerscope.extractors.formats.settings_text import steps_text
from boilerscope.extractors.model.settings import Knob, knobs, to_table
from boilerscope.extractors.system import toml_tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.model.settings import Settings

_COMMENTS = re.compile(r"\A(?:[ \t]*#(?![\w\[]).*\n)*")


@dataclass(frozen=True, slots=True)
class SettingsTable:
    """Contents of a ``[[pane]]`` or ``[[preset]]`` table.

    Attributes
    ----------
    texts : mapping of str to str or None
        Fields beside the settings, such as the name; None if a field is left out.
    settings : Settings
        Settings of the pane or preset.
    """

    texts: Mapping[str, str | None]
    settings: Settings


def changed_table(text: str, name: str, steps: str, old: SettingsTable, new: SettingsTable) -> str:
    """Return the text of one table with other contents.

    Parameters
    ----------
    text : str
        TOML with one ``[[name]]`` table.
    name : str
        ``pane`` or ``preset``.
    steps : str
        Dotted name of the tables of steps; ``{}`` in it is the field of the pipeline.
    old, new : SettingsTable
        What the table contains, and what it shall contain: settings of the same class.

    Raises
    ------
    tomlkit.exceptions.TOMLKitError
        If the text cannot be changed.
    """
    if old == new:
        return text
    pipeline = next(
        (field for field in knobs(type(new.settings)) if field.kind == "pipeline"), None
    )
    before = to_table(old.settings, everything=True)
    after = to_table(new.settings, everything=True)
    if pipeline is None or before[pipeline.name] == after[pipeline.name]:
        return _changed_fields(text, name, old, new, "")
    step_name = steps.format(pipeline.name)
    head, step_texts = toml_tables.split_tables(text, step_name)
    if step_texts:  # what is above the first step is the help of the pipeline
        first = _COMMENTS.sub("", step_texts[0], count=1)
        head += step_texts[0].removesuffix(first)
        step_texts[0] = first
    written = _steps(pipeline, step_name, step_texts, old.settings, new.settings)
    head = _without_commented_steps(head, step_name)
    head = _changed_fields(head, name, old, new, pipeline.name)
    return _closed(head) + written


def _changed_fields(
    text: str, name: str, old: SettingsTable, new: SettingsTable, pipeline: str
) -> str:
    """Return the text with other values of the fields; only steps have tables of their own."""
    import tomlkit

    document = tomlkit.parse(text)
    body = _table(document, name)
    for field, value in new.texts.items():
        if value == old.texts.get(field):
            continue
        if value is None:
            toml_tables.comment_out(body, field, "")
        else:
            toml_tables.set_value(body, field, value)
    changes = _changes(old.settings, new.settings)
    if pipeline:
        toml_tables.remove_value(body, "step")
        if changes[pipeline].value:
            changes[pipeline] = _Change(None, is_default=True)
    added = _change_settings(body, changes)
    text = tomlkit.dumps(document)
    return f"{text.rstrip()}\n[{name}.settings]\n{tomli_w.dumps(added)}" if added else text


@dataclass(frozen=True, slots=True)
class _Change:
    """A new value of a field; None removes the field."""

    value: Any
    is_default: bool


def _changes(old: Settings, new: Settings) -> dict[str, _Change]:
    defaults = to_table(type(new)(), everything=True)
    before, after = to_table(old, everything=True), to_table(new, everything=True)
    return {
        name: _Change(value, value == defaults[name])
        for name, value in after.items()
        if value != before[name]
    }


def _change_settings(body: toml_tables.Body, changes: Mapping[str, _Change]) -> dict[str, Any]:
    """Change the settings of a table; return those that need a table of settings first."""
    from tomlkit.items import InlineTable, Table

    places = [
        index
        for index, (key, item) in enumerate(body)
        if key is not None and key.key == "settings" and isinstance(item, InlineTable | Table)
    ]
    if not places:
        return {name: change.value for name, change in changes.items() if not change.is_default}
    for name, change in changes.items():
        index = next((index for index in places if name in body[index][1].value), places[-1])
        key, item = body[index]
        if isinstance(item, InlineTable):
            value = None if change.is_default else change.value
            toml_tables.change_inline(body, index, name, value)
        elif not change.is_default:
            toml_tables.set_value(item.value.body, name, change.value)
        elif change.value is None or (key is not None and key.is_dotted()):
            toml_tables.remove_value(item.value.body, name)
        else:
            toml_tables.comment_out(item.value.body, name, change.value)
    return {}


def _steps(field: Knob, name: str, texts: Sequence[str], old: Settings, new: Settings) -> str:
    """Return the tables of the steps; those of a default pipeline are commented out."""
    before = to_table(old, everything=True)[field.name]
    after = to_table(new, everything=True)[field.name]
    defaults = to_table(type(new)(), everything=True)
    fresh = list(steps_text(field, to_table(new), defaults, name))
    if len(texts) != len(before) or after == defaults[field.name]:
        return "".join(fresh)
    old_kinds, kinds = ([step["step"] for step in steps] for steps in (before, after))
    written: list[str] = []
    matcher = SequenceMatcher(None, old_kinds, kinds, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "equal":
            written += [
                _changed_step(texts[i], name, before[i], after[j], field)
                for i, j in zip(range(start, end), range(first, last), strict=True)
            ]
        else:
            written += fresh[first:last]
    return "".join(map(_closed, written))


def _changed_step(
    text: str, name: str, old: dict[str, Any], new: dict[str, Any], field: Knob
) -> str:
    import tomlkit

    catalogue = field.catalogue() if field.catalogue is not None else {}
    document = tomlkit.parse(text)
    defaults = to_table(catalogue[new["step"]].settings_class(), everything=True)
    toml_tables.change_table(_table(document, name), old, new, defaults)
    return tomlkit.dumps(document)


def _table(document: Any, name: str) -> toml_tables.Body:
    """Return the contents of the only table ``[[name]]``."""
    *outer, last = name.split(".")
    for part in outer:
        document = document[part]
    body: toml_tables.Body = document[last].body[0].value.body
    return body


def _without_commented_steps(text: str, name: str) -> str:
    table = rf"^#\[\[{re.escape(name)}\]\]\n(?:#(?:\w|\]|    ).*\n)*"
    return re.sub(table, "", text, flags=re.MULTILINE)


def _closed(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"
