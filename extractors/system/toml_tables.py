"""TOML that a user writes: read with messages that name the file, and changed in place.

tomlkit, which keeps comments, order and layout, is imported only to change a text.
"""

from __future__ import annotations

import re
import tomllib
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

import tomli_w

from boilerscope.extractors.errors import SettingsError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from tomlkit.items import Item, Key

    Body = list[tuple[Key | None, Item]]

_ABSENT: Any = object()


def read_text(file: Path) -> str:
    """Return the text of a file.

    Raises
    ------
    SettingsError
        If the file cannot be read or is not UTF-8.
    """
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file} is not UTF-8 text: {error.reason}") from error


def parse(text: str, *, name: str) -> dict[str, Any]:
    """Return the tables of a text.

    Parameters
    ----------
    name : str
        File name for messages.

    Raises
    ------
    SettingsError
        If the text is not TOML, or a number or a nesting is too large.
    """
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{name}: {error}") from error


def check_keys(table: Iterable[str], known: Iterable[str], of: str = "", place: str = "") -> None:
    """Raise `UnknownNameError` with the nearest known key if a table has an unknown one.

    Parameters
    ----------
    of : str
        Name of the table for the message, such as ``pane 2 in news.toml``.
    place : str
        File or table that the message begins with.
    """
    names = list(known)
    for key in table:
        if key not in names:
            raise UnknownNameError(f"key of {of}" if of else "key", key, names, place=place)


def split_tables(text: str, name: str) -> tuple[str, list[str]]:
    """Return the text before the first ``[[name]]`` table, and the text of each such table.

    Comments directly above the heading of a table belong to it, but not fields that are commented
    out.
    """
    word = r"""[ \t]*["']?{}["']?[ \t]*"""
    dotted = r"\.".join(word.format(re.escape(part)) for part in name.split("."))
    heading = re.compile(rf"[ \t]*\[\[{dotted}\]\]")
    comment = re.compile(r"[ \t]*#(?![\w\[])")
    lines = text.splitlines(keepends=True)
    starts: list[int] = []
    for number, line in enumerate(lines):
        if heading.match(line):
            start = number
            while start > max(starts, default=0) and comment.match(lines[start - 1]):
                start -= 1
            starts.append(start)
    edges = [*starts, len(lines)]
    tables = ["".join(lines[edges[i] : edges[i + 1]]) for i in range(len(starts))]
    return "".join(lines[: edges[0]]), tables


def with_values(text: str, changes: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    """Return a text with other values of some fields outside of tables.

    A field that gets its default is removed; if it has a comment behind it, it is commented out.
    """
    import tomlkit

    document = tomlkit.parse(text)
    for name, value in changes.items():
        if value == defaults[name]:
            remove_value(document.body, name)
        else:
            set_value(document.body, name, value)
    return tomlkit.dumps(document)


def with_table(text: str, name: str, values: Mapping[str, Any]) -> str:
    """Return a text whose table `name` has exactly these values; what stays is not touched."""
    import tomlkit

    document = tomlkit.parse(text)
    if name not in document:
        return f"{text.rstrip()}\n\n{tomli_w.dumps({name: dict(values)})}".lstrip()
    table: Any = document[name]
    old = table.unwrap()
    for key in old.keys() - values.keys():
        del table[key]
    for key, value in values.items():
        if old.get(key, _ABSENT) != value:
            table[key] = value
    return tomlkit.dumps(document)


def change_table(
    body: Body, old: Mapping[str, Any], new: Mapping[str, Any], defaults: Mapping[str, Any]
) -> None:
    """Change the fields of a table whose values differ.

    A field that gets its default is commented out, with the comment behind it; a field that is
    commented out is set where it is; any other field is added at the end.

    Parameters
    ----------
    body : list of (Key or None, Item)
        Contents of a table of tomlkit, changed in place.
    old, new, defaults : mapping
        Plain values of the same fields.
    """
    for name, value in new.items():
        if value == old.get(name, _ABSENT):
            continue
        if name in defaults and value == defaults[name]:
            comment_out(body, name, value)
        else:
            set_value(body, name, value)


def set_value(body: Body, name: str, value: Any) -> None:
    """Set a field: where it is, where it is commented out, or behind all others."""
    from tomlkit import key as toml_key

    index = _index(body, name)
    if index is not None:
        key, item = body[index]
        body[index] = (key, _changed(item, value))
        return
    index = _commented(body, name)
    if index is None:
        index = _end(body)
        body.insert(index, (toml_key(name), _ended(_new(value))))
        return
    body[index] = (toml_key(name), _in_place_of(_uncommented(body, index, name), _new(value)))


def comment_out(body: Body, name: str, value: Any) -> None:
    """Comment out a field and show a value there; its own comment stays behind it."""
    from tomlkit import comment

    index = _index(body, name)
    if index is None:
        return
    trivia = body[index][1].trivia
    text = _commented_text(name, value) + trivia.comment_ws + trivia.comment
    replaced = comment(text)
    replaced.trivia.comment, replaced.trivia.indent = text, trivia.indent
    body[index] = (None, replaced)


def remove_value(body: Body, name: str) -> None:
    """Remove a field; a comment behind it stays, and the field with it, commented out."""
    index = _index(body, name)
    if index is None:
        return
    if body[index][1].trivia.comment:
        comment_out(body, name, body[index][1].unwrap())
    else:
        del body[index]


def change_inline(body: Body, index: int, name: str, value: Any) -> None:
    """Set a field of the inline table at an index; None removes it."""
    import tomlkit

    key, table = body[index]
    fields = {
        field.key: (field.as_string().strip(), item.as_string())
        for field, item in table.value.body
        if field is not None
    }
    if value is None:
        fields.pop(name, None)
    else:
        written, _ = fields.get(name, (name, ""))
        fields[name] = written, _new(value).as_string()
    text = ", ".join(f"{field} = {item}" for field, item in fields.values())
    changed: Any = tomlkit.parse(f"value = {{ {text} }}" if text else "value = {}").item("value")
    body[index] = (key, _in_place_of(table, changed))


def _commented_text(name: str, value: Any) -> str:
    text = tomli_w.dumps({name: value})
    return "\n".join(f"#{line}" for line in text.splitlines())


def _index(body: Body, name: str) -> int | None:
    return next((i for i, (key, _) in enumerate(body) if key is not None and key.key == name), None)


def _commented(body: Body, name: str) -> int | None:
    """Return where a field is commented out, None if it is not."""
    field = re.compile(rf"#{re.escape(name)}[ \t]*=")
    return next(
        (
            i
            for i, (key, item) in enumerate(body)
            if key is None and field.match(item.as_string().lstrip())
        ),
        None,
    )


def _uncommented(body: Body, index: int, name: str) -> Item:
    """Return a field that is commented out, and remove the further lines of its value."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import Comment

    indent = body[index][1].trivia.indent
    lines: list[str] = []
    for n_lines, (key, item) in enumerate(body[index:], 1):
        if key is not None or not isinstance(item, Comment):
            break
        lines.append(item.trivia.comment.removeprefix("#"))
        try:
            parsed: Item = tomlkit.parse("\n".join(lines) + "\n").item(name)  # type: ignore[assignment] # no table
        except TOMLKitError:
            continue
        del body[index + 1 : index + n_lines]
        parsed.trivia.indent = indent
        return parsed
    item = _ended(_new(""))
    item.trivia.indent = indent
    return item


def _end(body: Body) -> int:
    """Return where a further field is added: behind the last one, before any table."""
    from tomlkit.items import AoT, Table, Whitespace

    tables = (
        i
        for i, (key, item) in enumerate(body)
        if key is not None and not key.is_dotted() and isinstance(item, AoT | Table)
    )
    end = next(tables, len(body))
    while end and body[end - 1][0] is None and not body[end - 1][1].as_string().strip():
        end -= 1
    if end and not isinstance(body[end - 1][1], Whitespace):
        _ended(body[end - 1][1])
    return end


def _ended(item: Item) -> Item:
    """Return an item that ends with the end of its line."""
    if not item.trivia.trail.endswith("\n"):
        item.trivia.trail += "\n"
    return item


def _new(value: Any) -> Item:
    """Return a value, laid out as in a file that is written for the first time."""
    import tomlkit

    item: Item = tomlkit.parse(tomli_w.dumps({"value": value})).item("value")  # type: ignore[assignment] # no table
    return item


def _changed(item: Item, value: Any) -> Item:
    """Return an item with another value and the same comments; of a list only what differs."""
    from tomlkit.items import Array

    if isinstance(item, Array) and isinstance(value, list):
        _change_list(item, value)
        return item
    return _in_place_of(item, _new(value))


def _in_place_of(old: Item, new: Item) -> Item:
    """Return an item with the indentation and the comment of the one that it replaces."""
    trivia, old_trivia = new.trivia, old.trivia
    trivia.indent, trivia.trail = old_trivia.indent, old_trivia.trail
    trivia.comment_ws, trivia.comment = old_trivia.comment_ws, old_trivia.comment
    return new


def _change_list(array: Any, values: Sequence[Any]) -> None:
    old = [repr(value) for value in array.unwrap()]
    matcher = SequenceMatcher(None, old, [repr(value) for value in values], autojunk=False)
    for kind, start, end, first, last in reversed(matcher.get_opcodes()):
        if kind == "equal":
            continue
        for _ in range(start, end):
            del array[start]
        for offset, value in enumerate(values[first:last]):
            array.insert(start + offset, value)
