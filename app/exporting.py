"""Write results of the window's panes to files. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from extractors.batch.inputs import SUFFIXES, address_id, is_address
from extractors.formats import FORMATS, Format, settings_file
from extractors.formats.files import encoded, file_name
from extractors.formats.record import Result
from extractors.runner import Pane
from extractors.whole_file import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from extractors.page import Page
    from widgets.records import PaneRecord


@dataclass(frozen=True, slots=True)
class Export:
    """What to write.

    Attributes
    ----------
    panes : tuple of str
        Names of the panes.
    format : str
        Name in `FORMATS`.
    folder : Path or None
        Where to; None is the clipboard.
    """

    panes: tuple[str, ...]
    format: str
    folder: Path | None


def page_id(page: Page, address: str) -> str:
    """Return the short name of a page in file names."""
    if is_address(address):
        return address_id(address)
    name = PurePath(page.name.replace("\\", "/")).name
    stem, dot, suffix = name.rpartition(".")
    if dot and f".{suffix.lower()}" in SUFFIXES:
        name = stem
    kept = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in name)
    return kept.strip("._")[:100] or "page"


def results(page: Page, address: str, panes: Sequence[PaneRecord]) -> list[Result]:
    """Return what writers are handed, one per pane that has run, also where the run failed.

    A pane that is shown after one of its steps says so in its name: ``crunch after R3``.
    """
    name = page_id(page, address)
    return [
        Result(address, name, _name_of(pane), page, pane.extraction)
        for pane in panes
        if pane.extraction is not None
    ]


def _name_of(pane: PaneRecord) -> str:
    return pane.name if pane.step is None else f"{pane.name} after {pane.step_code}"


def as_text(made: Sequence[Result], format_name: str) -> str:
    """Return results as one text, for the clipboard.

    A pane whose run failed has no text; only formats that are records hold it.

    Raises
    ------
    ValueError
        If there is nothing to write, or the format holds one result only and there are several.
    """
    wanted, taken = _taken(made, format_name)
    if len(taken) == 1:
        return wanted.write(taken[0])
    if wanted.join is not None:
        return wanted.join([wanted.write(one) for one in taken])
    if wanted.piece is None:
        raise ValueError(f"{wanted.label} holds one result; choose one pane")
    return wanted.header + "".join(wanted.piece(one) for one in taken)


def write_files(made: Sequence[Result], format_name: str, folder: Path) -> list[Path]:
    """Write one file per pane, ``<page_id>.<pane>.<suffix>``; return their paths.

    Several panes in a format that holds them over one text are one file, ``<page_id>.<suffix>``.
    A pane whose run failed has no text; only formats that are records hold it.

    Raises
    ------
    ValueError
        If there is nothing to write.
    OSError
        If a file cannot be written.
    """
    wanted, taken = _taken(made, format_name)
    folder.mkdir(parents=True, exist_ok=True)
    texts = [(one.pane, wanted.write(one)) for one in taken]
    if wanted.join is not None and len(texts) > 1:
        texts = [("", wanted.join([text for _, text in texts]))]
    written = []
    for pane, text in texts:
        file = folder / file_name(taken[0].page_id, pane, wanted.suffix)
        file.write_bytes(encoded(text))
        written.append(file)
    return written


def write_settings(panes: Sequence[PaneRecord], file: Path) -> None:
    """Write the panes with their settings as a settings file, whole or not at all.

    Raises
    ------
    SettingsError
        If the file cannot be written.
    """
    text = settings_file.write(Pane(one.name, one.extractor, one.settings) for one in panes)
    write_whole(file, text)


def _taken(made: Sequence[Result], format_name: str) -> tuple[Format, list[Result]]:
    wanted = FORMATS[format_name]
    taken = [one for one in made if wanted.takes(one.extraction.status)]
    if not taken:
        raise ValueError("no chosen pane has a result")
    return wanted, taken
