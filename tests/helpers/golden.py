"""Golden comparison: a digest of every field of every extraction, saved and compared later.

``scripts/golden save FILE`` before a change, ``scripts/golden compare FILE`` after it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import multiprocessing
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click
import numpy as np
from lxml import etree

from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.extraction import Column, Curve, Extraction
from boilerscope.extractors.model.sentence import deciding_step, deciding_steps, explain_step
from boilerscope.extractors.model.settings import Settings, to_table
from boilerscope.extractors.model.steps import Step
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.page.kept_text import kept_text
from tests.helpers.layout import flow_layout
from tests.helpers.material import CORPORA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.model.extractor import Extractor
    from boilerscope.extractors.page import Page

Digests: TypeAlias = dict[str, dict[str, str]]
"""Digests by name of the result (extractor and preset), then by field."""

N_WORKERS = 2
N_SENTENCES = 20
PAGE = "page"
TEXT_FORMATS = ("text", "markdown", "html", "wml")
"""Formats that write the text; the other formats write fields that are compared anyway."""
WORDING = frozenset({"message", "warnings", "wording"})
"""Texts for readers: their wording may change without a change of results."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that has changed.

    Attributes
    ----------
    page : str
        File of the page.
    result : str
        Extractor and preset.
    """

    page: str
    result: str
    field: str

    def __str__(self) -> str:
        return f"{self.page}  {self.result}  {self.field}"


# -- compared values ----------------------------------------------------------------------------


def fields_of_page(page: Page) -> dict[str, object]:
    """Return the columns and the source of a page, by name."""
    return {
        "text": page.text,
        "encoding": page.decoded.encoding,
        "elements": page.elements,
        "slots": page.slots,
        "tokens": page.tokens,
        "source_positions": page.source_positions,
        "warnings": page.warnings,
    }


def fields_of(page: Page, extraction: Extraction) -> dict[str, object]:
    """Return every field of an extraction by name, except the run time.

    Texts that only readers see are one field, `wording`, so that results can be compared while
    these texts are rewritten.
    """
    names = [field.name for field in dataclasses.fields(extraction) if field.name != "seconds"]
    return {
        **{name: getattr(extraction, name) for name in names},
        "page_text": kept_text(page, extraction.mask),
        "deciding_steps": deciding_steps(extraction),
        "wording": list(_wording(extraction)),
    }


def _wording(extraction: Extraction) -> Iterator[object]:
    tree = extraction.tree
    for column in (*extraction.columns, *(tree.columns if tree is not None else ())):
        yield column.name, column.label, column.unit, column.meaning
    for curve in extraction.curves:
        yield curve.name, curve.x_label, curve.y_label
    for step in extraction.steps:
        yield step.title, [rule.explanation for rule in step.rules]
    n_blocks = len(extraction.blocks)
    for block in range(0, n_blocks, n_blocks // N_SENTENCES + 1):
        number = deciding_step(extraction, block)
        yield explain_step(extraction, extraction.steps[number], block) if number >= 0 else ""


def _fields_of_record(record: Any) -> Iterable[object]:
    """Return the fields of a record in their order, without the wording."""
    if isinstance(record, Settings):
        return [to_table(record, everything=True)]
    left_out: tuple[str, ...] = ()
    if isinstance(record, Column):
        left_out = ("label", "unit", "meaning")
    elif isinstance(record, Curve):
        left_out = ("name", "x_label", "y_label")
    elif isinstance(record, Step):
        rules = [(rule.code, rule.outcome, rule.tests) for rule in record.rules]
        values = _values(record, without=("title", "rules"))
        return [rules, *values]
    return _values(record, without=left_out)


def _values(record: Any, *, without: tuple[str, ...]) -> list[object]:
    names = [field.name for field in dataclasses.fields(record) if field.name not in without]
    return [getattr(record, name) for name in names]


def digest(value: object) -> str:
    """Return a short digest of a value: records, sequences, mappings, arrays, plain values.

    Only values count, not the names of classes or the width of numbers. An array, a list and a
    tuple of equal values differ.
    """
    hasher = hashlib.blake2b(digest_size=6)
    for part in _encoded(value):
        hasher.update(part)
    return hasher.hexdigest()


def _encoded(value: Any) -> Iterator[bytes]:
    if isinstance(value, np.ndarray):
        yield from _encoded_array(value)
        return
    plain = _plain(value)
    if isinstance(plain, list):
        yield b"("
        for item in plain:
            yield from _encoded(item)
        yield b")"
    else:
        text = repr(plain).encode("utf-8", "surrogatepass")
        yield b"%d:%b;" % (len(text), text)


def _plain(value: Any) -> bool | float | str | bytes | list[Any] | None:
    """Return a value as a plain value or a list; raise `TypeError` if it is not data."""
    if isinstance(value, np.generic | Enum):
        value = value.item() if isinstance(value, np.generic) else value.value
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return value
    if isinstance(value, Mapping):
        return [part for key in sorted(value) for part in (key, value[key])]
    if dataclasses.is_dataclass(value):
        return list(_fields_of_record(value))
    if isinstance(value, etree._Element):  # noqa: SLF001 - lxml has no other name for it
        return "comment" if callable(value.tag) else str(value.tag)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be digested")


def _encoded_array(values: np.ndarray[Any, Any]) -> Iterator[bytes]:
    yield f"[{values.dtype.kind.replace('u', 'i')}{values.shape}".encode()
    if values.dtype.kind == "b":
        yield values.tobytes()
    elif values.dtype.kind in "iu":
        yield values.astype(np.int64).tobytes()
    elif values.dtype.kind == "f":
        yield np.where(np.isnan(values), np.nan, values + 0.0).astype(np.float64).tobytes()
    else:
        yield from _encoded(values.tolist())


# -- running -------------------------------------------------------------------------------------


@cache
def _extractors() -> tuple[Extractor[Any], ...]:
    """Return every extractor that loads.

    Raises
    ------
    RuntimeError
        If one does not: its results would be missing.
    """
    entries = registry.entries()
    for entry in entries:
        if entry.extractor is None:
            raise RuntimeError(f"{entry.id} does not load: {entry.error}")
    return tuple(registry.extractor(identifier) for identifier in registry.algorithms())


def digests_of(path: Path) -> Digests:
    """Return the digests of a page itself, and of each extractor with each preset.

    Extractors that need a layout get a made-up layout, other extractors none. The results of
    default settings are also written in the text formats.
    """
    page = read_page(path)
    laid_out = page.with_layout(flow_layout(page))
    cached: dict[bool, runner.CachedResults] = {False: {}, True: {}}
    digests: Digests = {PAGE: _digested(fields_of_page(page))}
    for extractor in _extractors():
        has_layout = "layout" in extractor.needs
        input_page = laid_out if has_layout else page
        settings: dict[str, Settings] = {"": extractor.default_settings()}
        settings |= {preset.name: extractor.preset_settings(preset) for preset in extractor.presets}
        for preset, preset_settings in settings.items():
            extraction = runner.run(input_page, extractor.id, preset_settings, cached[has_layout])
            fields = fields_of(input_page, extraction)
            if not preset:
                fields |= _written(input_page, extraction)
            digests[f"{extractor.id} [{preset or 'default'}]"] = _digested(fields)
    return digests


def _written(page: Page, extraction: Extraction) -> dict[str, object]:
    """Return the kept text as each of the `TEXT_FORMATS` writes it."""
    result = Result(page.name, page.name, extraction.extractor, page, extraction)
    formats = [FORMATS[name] for name in TEXT_FORMATS]
    return {
        f"format {text_format.name}": text_format.write(result)
        for text_format in formats
        if text_format.takes(extraction.status)
    }


def _digested(fields: Mapping[str, object]) -> dict[str, str]:
    return {name: digest(value) for name, value in fields.items()}


def pages_below(folders: Iterable[Path]) -> list[Path]:
    """Return the pages in folders, sorted within each folder."""
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".html", ".htm", ".bscope"}
    ]


def run(paths: Sequence[Path], n_workers: int = N_WORKERS) -> Iterator[tuple[str, Digests]]:
    """Yield the short name of each page with its digests, in order."""
    context = multiprocessing.get_context("forkserver")
    with ProcessPoolExecutor(n_workers, mp_context=context) as pool:
        for path, digests in zip(paths, pool.map(digests_of, paths), strict=True):
            yield f"{path.parent.parent.name}/{path.name}", digests


def differences(
    page: str, before: Digests, after: Digests, ignored: frozenset[str] = frozenset()
) -> Iterator[Difference]:
    """Yield the fields whose digests differ or exist on one side only."""
    for result in dict.fromkeys((*before, *after)):
        old, new = before.get(result, {}), after.get(result, {})
        for field in dict.fromkeys((*old, *new)):
            if field not in ignored and old.get(field) != new.get(field):
                yield Difference(page, result, field)


# -- command -------------------------------------------------------------------------------------


@click.group()
def main() -> None:
    """Save the results of every extractor on the developer corpora, and compare them later."""


_every = click.option(
    "--every", type=click.IntRange(1), default=1, help="Take each Nth page.", metavar="N"
)
_folders = click.argument(
    "folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path)
)


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_folders
@_every
def save(file: Path, folders: tuple[Path, ...], every: int) -> None:
    """Write the digests of all pages below FOLDERS (default: the developer corpora) to FILE."""
    paths = _chosen(folders, every)
    with file.open("w", encoding="utf-8") as stream:
        for page, digests in _shown(run(paths), len(paths)):
            stream.write(json.dumps({"page": page, "digests": digests}) + "\n")


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_folders
@_every
@click.option("--results", is_flag=True, help="Ignore messages, warnings and wording.")
def compare(file: Path, folders: tuple[Path, ...], every: int, *, results: bool) -> None:
    """Run again and list each field that differs from FILE; exit with 1 if there is one.

    Give the FOLDERS and N with which FILE was written; with a larger N fewer of its pages are
    compared.
    """
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    saved: dict[str, Digests] = {row["page"]: row["digests"] for row in rows}
    paths = _chosen(folders, every)
    ignored = WORDING if results else frozenset[str]()
    n_different = n_compared = 0
    for page, digests in _shown(run(paths), len(paths)):
        if page not in saved:
            continue
        n_compared += 1
        for difference in differences(page, saved[page], digests, ignored):
            n_different += 1
            click.echo(str(difference))
    if not n_compared:
        raise click.ClickException(f"{file} has none of these pages")
    click.echo(f"{n_compared} pages compared, {n_different} fields differ", err=True)
    sys.exit(1 if n_different else 0)


def _chosen(folders: tuple[Path, ...], every: int) -> list[Path]:
    paths = pages_below(folders or (CORPORA,))[::every]
    if not paths:
        raise click.ClickException(f"no pages below {', '.join(map(str, folders or (CORPORA,)))}")
    return paths


def _shown(results: Iterable[tuple[str, Digests]], total: int) -> Iterator[tuple[str, Digests]]:
    """Yield the results and show the progress of the run on standard error."""
    for number, (page, digests) in enumerate(results, start=1):
        click.echo(f"\r\033[K[{number}/{total}] {page}", err=True, nl=False)
        yield page, digests
    click.echo(err=True)


if __name__ == "__main__":
    main()
