"""The command line that does what the window does. No Qt."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from boilerscope.app.session.sources import local_path
from boilerscope.extractors.formats.structure.options import StructureOptions
from boilerscope.extractors.model.settings import find_knob, knobs, to_table
from boilerscope.extractors.own.added import locations
from boilerscope.extractors.runner import free_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boilerscope.app.session.exporting import Export
    from boilerscope.app.session.sources import PageRequest
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.widgets.records import PaneRecord

PROGRAM = "boilerscope"


def extract_command(
    request: PageRequest,
    panes: Sequence[PaneRecord],
    export: Export,
    translate: Callable[[str], str],
) -> str:
    """Return the command that writes an export of these panes; to the clipboard, it prints it.

    Raises
    ------
    ValueError
        If no command does the same; the message says why.
    """
    words = [PROGRAM, "extract", _page(request, translate)]
    if request.encoding:
        words += ["--encoding", request.encoding]
    stepped = next((pane.name for pane in panes if pane.step is not None), "")
    if stepped:
        text = translate("{pane} shows a step, and a command runs all of its steps.")
        raise ValueError(text.format(pane=stepped))
    words += pane_words([(pane.extractor, pane.settings) for pane in panes])
    words += ["--format", export.format]
    if export.page_text:
        words.append("--page-text")
    words += _structure_words(export.structure)
    if export.folder is not None:
        words += ["-o", str(export.folder)]
    return shlex.join(words)


def pane_words(panes: Sequence[tuple[str, Settings]]) -> list[str]:
    """Return the options of the command line that select extractors with these settings.

    A setting of the first pane of an extractor also changes its other panes, which are named by
    the extractor and a number; those set it back.
    """
    own = locations()
    words: list[str] = []
    names: list[str] = []
    changed: dict[str, set[str]] = {}
    sets: list[str] = []
    for extractor, settings in panes:
        words += ["-e", own.get(extractor, extractor)]
        names.append(free_name(extractor, names))
        table = to_table(settings)
        fields = changed.setdefault(extractor, set())
        everything = to_table(settings, everything=True)
        for field in dict.fromkeys([*table, *sorted(fields)]):
            value = _value(settings, field, everything[field])
            sets += ["--set", f"{names[-1]}.{field}={value}"]
        if names[-1] == extractor:
            fields.update(table)
    return [*words, *sets]


def _page(request: PageRequest, translate: Callable[[str], str]) -> str:
    """Return the word for a page.

    Raises
    ------
    ValueError
        If the page is neither a file nor the answer of an address.
    """
    if request.rendered:
        raise ValueError(
            translate(
                "The page is shown as the browser rendered it. Save it as a snapshot and open that."
            )
        )
    if request.is_live:
        return request.address
    path = local_path(request)
    if path is None:
        raise ValueError(translate("The page has no file of its own. Save it and open the file."))
    return str(path)


def _structure_words(options: StructureOptions) -> Iterator[str]:
    for knob in knobs(StructureOptions):
        value = getattr(options, knob.name)
        if value == knob.default:
            continue
        if knob.kind == "bool":
            yield f"--{knob.name}" if value else f"--no-{knob.name}"
        else:
            yield from (f"--{knob.name}", str(value.value))


def _value(settings: Settings, field: str, plain: Any) -> str:
    """Return a plain value as the right side of ``--set``."""
    is_text = find_knob(type(settings), field).kind in {"choice", "text"}
    return str(plain) if is_text or isinstance(plain, str) else _toml(plain)


def _toml(value: Any) -> str:
    """Return a plain value as TOML on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {_toml(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)
