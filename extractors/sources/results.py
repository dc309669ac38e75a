"""Results of extractors that were computed elsewhere: a text for each page.

Two forms are read and written. Those of article-extraction-benchmark, ``output/<extractor>.json``,
are an object from each page to ``{"articleBody": ...}``, alone or as ``output`` beside ``version``.
Those of the SIGIR 2023 benchmark, ``model-outputs/<set>/<model>.jsonl``, have a line for each page
with ``page_id``, ``plaintext`` and ``model``. Our own JSON lines are read as well: they have
``text`` and ``pane`` instead, and the status of each result. So is the folder of a batch.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.json_files import read_lines, read_object
from boilerscope.extractors.model.extraction import ANSWERED, Fault, Status
from boilerscope.extractors.page.files import page_stem
from boilerscope.extractors.sources.batch_folder import (
    is_batch_folder,
    read_records,
    record_files,
    run_times,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from boilerscope.extractors.gold.json_files import Fields

_JSON = (
    'an object such as {"version": "1.0", "output": {"a1b2": {"articleBody": "Main content"}}}, or'
    " the object of output alone"
)
_FAULTS = frozenset(Fault) - {Fault.NONE}
_FIELDS = ("page_id", "text", "pane", "status", "message")
_PAGE = "page_id"
"""Key of the page. Beside ``plaintext`` it may be called ``id``; a line with ``id`` and ``text`` is
one of a gold standard, whose texts are no results."""
_LINES = 'lines such as {"page_id": "a1b2", "plaintext": "Main content", "model": "bte"}'


@dataclass(frozen=True, slots=True)
class Output:
    """Result of an extractor on one page.

    Attributes
    ----------
    page_id : str
        Identifier of the page in its set.
    text : str
        The text; empty if there was none.
    extractor : str
        Name of the extractor, or of the pane.
    version : str
        Its version, empty if unknown.
    status, message : Status, str
        Outcome of the run, and the reason if it has no result.
    seconds : float
        Time of the run, 0 if unknown.
    """

    page_id: str
    text: str
    extractor: str
    version: str = ""
    status: Status = Status.OK
    message: str = ""
    seconds: float = field(default=0.0, compare=False)

    @property
    def is_answer(self) -> bool:
        """Whether the run ended with a text, which may be empty."""
        return self.status in ANSWERED


def read_outputs(file: Path) -> Iterator[Output]:
    """Yield the results in a ``.json`` or ``.jsonl`` file, or in the folder of a batch.

    Our own records of failures are yielded as well, see `Output.status`.

    Raises
    ------
    GoldError
        Names file and line, or file and key.
    """
    if is_batch_folder(file):
        for shard in record_files(file):
            seconds = run_times(shard)
            for record in read_records(shard, _FIELDS):
                took_s = seconds.get((record["page_id"], record["pane"]), 0.0)
                for output in _own_output(*(record[name] for name in _FIELDS)):
                    yield replace(output, seconds=took_s) if took_s else output
    elif file.suffix == ".jsonl":
        yield from _of_lines(file)
    elif file.suffix == ".json":
        yield from _of_object(file)
    else:
        raise GoldError(f"{file} is neither a .json nor a .jsonl file. Expected: {_LINES}")


def outputs_by_page(outputs: Iterable[Output], file: Path) -> dict[str, Output]:
    """Return results of one extractor by page identifier; a text has precedence over a failure.

    Raises
    ------
    GoldError
        If a page has two texts; the message names the file that they were read from.
    """
    by_page: dict[str, Output] = {}
    for output in outputs:
        earlier = by_page.get(output.page_id)
        if earlier is not None and earlier.is_answer and output.is_answer:
            raise GoldError(
                f"{file} has two results for the page {output.page_id}. Keep one result for each"
                " page."
            )
        if earlier is None or output.is_answer:
            by_page[output.page_id] = output
    return by_page


def output_of(by_page: Mapping[str, Output], name: str, url: str | None) -> Output | None:
    """Return the result of a page, None if the file has no result for it.

    Parameters
    ----------
    by_page : mapping of str to Output
        Results of one extractor.
    name : str
        Set and page, or path of the page. The file may also identify the page by the last part of
        the name, with or without the endings ``.html`` and ``.gz``.
    url : str or None
        Address of the page; the file may also identify the page by it.
    """
    return next((by_page[key] for key in page_keys(name, url) if key in by_page), None)


def page_keys(name: str, url: str | None) -> list[str]:
    """Return the names by which a file may identify a page, the most exact first."""
    last = name.rpartition("/")[2]
    keys = (name, name.partition("/")[2], last, page_stem(last), url)
    return [key for key in keys if key]


def _of_lines(file: Path) -> Iterator[Output]:
    for _, fields in read_lines(file, _LINES):
        key, model = ("plaintext", "model")
        if "plaintext" not in fields.table and "text" in fields.table:
            # Boilerscope's own records; two panes may have the same extractor.
            key, model = ("text", "pane" if "pane" in fields.table else "extractor")
        if key not in fields.table:
            raise fields.error("the key plaintext is missing")
        text = fields.optional_text(key) or ""
        name = fields.optional_text(model) or file.stem
        if key == "plaintext":
            has_id = "id" in fields.table and _PAGE not in fields.table
            yield Output(fields.text("id" if has_id else _PAGE), text, name)
            continue
        status, message = fields.optional_text("status"), fields.optional_text("message")
        yield from _own_output(fields.text(_PAGE), text, name, status or "", message or "")


def _own_output(
    page_id: str, text: str, extractor: str, status: str, message: str
) -> Iterator[Output]:
    """Yield the result in one of our records; nothing if the run was cancelled."""
    if status in _FAULTS:
        yield Output(page_id, "", extractor, "", Status.ERROR, message)
    elif status in {Status.ERROR, Status.TIMEOUT, Status.UNAVAILABLE}:
        yield Output(page_id, "", extractor, "", Status(status), message)
    elif status != Status.CANCELLED:
        yield Output(page_id, text, extractor)


def _of_object(file: Path) -> Iterator[Output]:
    document = read_object(file, _JSON)
    is_wrapped = isinstance(document.table.get("output"), dict) and "version" in document.table
    items = document.inner("output") if is_wrapped else document
    version = (document.optional_text("version") or "") if is_wrapped else ""
    for page_id in items.table:
        item: Fields = items.inner(page_id)
        yield Output(page_id, item.optional_text("articleBody") or "", file.stem, version)
