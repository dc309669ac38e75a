"""Settings to sweep or to search, from options and from a TOML file."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

import click

from boilerscope.app.cli import options
from boilerscope.app.cli.paths import PathName
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.gold.formats.catalogue import FORMATS as GOLD_FORMATS
from boilerscope.extractors.model.settings import parse_value
from boilerscope.extractors.model.value_range import STEPS
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.search.base import SHARE, make_axis
from boilerscope.extractors.system.toml_tables import check_keys, parse, read_text

if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from pathlib import Path

    from boilerscope.app.cli.options import Decorator
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.search.base import Axis

Command = TypeVar("Command")

gold = click.option(
    "--gold",
    type=PathName(exists=True),
    help="Gold standard, if PAGES do not contain it. Pages are matched by name.",
)
gold_format = click.option(
    "--gold-format",
    type=click.Choice(list(GOLD_FORMATS)),
    help="Format of the gold standard; by default, it is detected, and marks beside pages count.",
)
bounds = click.option(
    "--bounds",
    is_flag=True,
    help="Add two rows: floor keeps everything, ceiling the blocks with the best token F1.",
)
annotators = click.option(
    "--annotator",
    "annotators",
    multiple=True,
    metavar="NAME",
    help="Add a row for an annotator named in the gold: the words marked as main content."
    " Can be repeated.",
)
gold_by = click.option(
    "--gold-by",
    default="",
    metavar="NAME",
    help="Score by the marks of this annotator, on pages that have some, not by the gold.",
)
comments = click.option(
    "--comments", is_flag=True, help="Count comments as main content, not as boilerplate."
)
scored_text = click.option(
    "--text",
    type=click.Choice([kind.value for kind in ScoredText]),
    default=ScoredText.PAGE.value,
    show_default=True,
    help="Text to score: the kept text of the page, or the extractor's own text.",
)
share = click.option(
    "--share",
    type=click.FloatRange(0, 1),
    default=SHARE,
    show_default=True,
    help="Share of the pages for training. Pages of one site stay together.",
)


def decisive_measure(purpose: str) -> Decorator:
    """Return the option for the measure that decides."""
    return click.option(
        "--measure",
        type=click.Choice(list(MEASURES)),
        default="token_f1",
        show_default=True,
        help=purpose,
    )


@dataclasses.dataclass(frozen=True, slots=True)
class SearchCommand(options.SettingsOptions):
    """Options that sweeps and searches share, see the help of the commands."""

    pages: tuple[str, ...]
    extractor: str | None
    over: tuple[str, ...]
    measure: str
    text: str
    share: float
    seed: int
    format_name: str
    output: Path | None


_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "pages": list,
    "extractor": str,
    "preset": str,
    "settings": dict,
    "over": list,
    "measure": str,
    "text": str,
    "share": (int, float),
    "seed": int,
}
_OVER_KEYS = ("setting", "low", "high", "steps", "values")


def read_axis(pane: Pane, text: str) -> Axis:
    """Return the setting and values of ``FIELD``, ``FIELD=LOW:HIGH[:STEPS]`` or a list of values.

    Raises
    ------
    SettingsError, UnknownNameError
        If it is not of this form.
    """
    field, _, spec = text.partition("=")
    parts = spec.split(":")
    if "," in spec:
        kind = type(pane.settings)
        values = [parse_value(kind, field, part.strip()) for part in spec.split(",") if part]
        return make_axis(pane.extractor, field, values=values)
    if not spec:
        return make_axis(pane.extractor, field)
    try:
        low, high = float(parts[0]), float(parts[1])
        steps = int(parts[2]) if len(parts) > 2 else STEPS
    except (IndexError, ValueError) as error:
        raise SettingsError(
            f"--over {text}: write FIELD=LOW:HIGH, FIELD=LOW:HIGH:STEPS or FIELD=VALUE,VALUE"
        ) from error
    return make_axis(pane.extractor, field, low=low, high=high, steps=steps)


def with_file(
    command: Command,
    named: Container[str],
    file: Path,
    name: str,
    further: Mapping[str, type] | None = None,
) -> Command:
    """Return a command with values from a file for options that are not on the command line.

    Parameters
    ----------
    file : Path
        TOML file.
    name : str
        Name of its table.
    further : mapping of str to type, optional
        Keys of this command that `SearchCommand` does not have, with the types of their values.

    Raises
    ------
    SettingsError, UnknownNameError
        If the file is wrong; the message names file and key.
    """
    kinds = {**_KINDS, **(further or {})}
    table = _read(file, name, kinds)
    read: dict[str, Any] = {
        "pages": tuple(str(file.parent / word) for word in table.get("pages", ())),
        "extractor": table.get("extractor"),
        "over": tuple(_over(entry, name, file) for entry in table.get("over", ())),
        "sets": tuple(_sets(table, file)),
        "presets": tuple(_presets(table, file)),
    }
    plain = kinds.keys() - {"pages", "extractor", "preset", "settings", "over"}
    read |= {key: table[key] for key in plain if key in table}
    values = {key: value for key, value in read.items() if key not in named}
    return dataclasses.replace(command, **values)  # type: ignore[type-var]  # each command is a dataclass


def _read(file: Path, name: str, kinds: Mapping[str, type | tuple[type, ...]]) -> dict[str, Any]:
    table = parse(read_text(file), name=str(file)).get(name)
    if not isinstance(table, dict):
        raise SettingsError(f"{file} has no table [{name}]. Begin it with [{name}].")
    check_keys(table, kinds, f"[{name}]", str(file))
    for key, value in table.items():
        if not isinstance(value, kinds[key]) or isinstance(value, bool):
            raise SettingsError(f"{file}: {key} has a wrong value, {value!r}.", field=key)
    if table.get("measure", "token_f1") not in MEASURES:
        raise UnknownNameError("measure", table["measure"], MEASURES, place=str(file))
    if table.get("text", "page") not in [kind.value for kind in ScoredText]:
        raise SettingsError(f"{file}: text must be page or own, got {table['text']!r}.")
    return table


def _over(entry: Any, name: str, file: Path) -> str:
    """Return a table [[NAME.over]] in the form of ``--over``."""
    heading = f"[[{name}.over]]"
    if not isinstance(entry, dict) or not isinstance(entry.get("setting"), str):
        raise SettingsError(f'{file}: write {heading} with setting = "..." for each setting.')
    check_keys(entry, _OVER_KEYS, heading, str(file))
    setting: str = entry["setting"]
    if "values" in entry:
        return f"{setting}={','.join(_plain(value) for value in entry['values'])},"
    if "low" not in entry and "high" not in entry:
        return setting
    return f"{setting}={entry.get('low')}:{entry.get('high')}:{entry.get('steps', STEPS)}"


def _sets(table: Mapping[str, Any], file: Path) -> list[str]:
    extractor = _extractor_of(table, "settings", file)
    settings = table.get("settings", {}).items()
    return [f"{extractor}.{name}={_plain(value)}" for name, value in settings]


def _presets(table: Mapping[str, Any], file: Path) -> list[str]:
    extractor = _extractor_of(table, "preset", file)
    return [f"{extractor}={table['preset']}"] if "preset" in table else []


def _extractor_of(table: Mapping[str, Any], key: str, file: Path) -> str | None:
    """Return the extractor of a table; raise `SettingsError` if a key needs one that is absent."""
    extractor: str | None = table.get("extractor")
    if table.get(key) and extractor is None:
        raise SettingsError(f'{file}: {key} needs an extractor. Add extractor = "...".')
    return extractor


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
