"""The command line that does what the window does. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.app.session.sources import local_path
from boilerscope.extractors.formats.command_line import extract_command
from boilerscope.extractors.formats.structure.options import StructureOptions
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.own.added import locations
from boilerscope.extractors.runner import Pane

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boilerscope.app.session.exporting import Export
    from boilerscope.app.session.sources import PageRequest
    from boilerscope.widgets.records import PaneRecord


def export_command(
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
    page = _page(request, translate)
    stepped = next((pane.name for pane in panes if pane.step is not None), "")
    if stepped:
        text = translate("{pane} shows a step, and a command runs all of its steps.")
        raise ValueError(text.format(pane=stepped))
    words = ["--encoding", request.encoding] if request.encoding else []
    words += ["--format", export.format]
    if export.page_text:
        words.append("--page-text")
    words += _structure_words(export.structure)
    if export.folder is not None:
        words += ["-o", str(export.folder)]
    used = [Pane(pane.name, pane.extractor, pane.settings) for pane in panes]
    return extract_command(page, used, locations(), words)


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
