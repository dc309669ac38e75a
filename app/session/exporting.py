"""Write results of the window's panes to files. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from extractors import registry
from extractors.atomic_write import atomic_write
from extractors.batch.inputs import address_id, is_address
from extractors.formats import FORMATS, Format, settings_file
from extractors.formats.files import encoded, file_name
from extractors.formats.record import Result
from extractors.page.files import page_stem
from extractors.page.kept_text import kept_text
from extractors.runner import Pane

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.model.extractor import TextRepair
    from extractors.page import Page
    from widgets.records import PaneRecord


@dataclass(frozen=True, slots=True)
class Export:
    """Contents and target of an export.

    Attributes
    ----------
    panes : tuple of str
        Names of the panes.
    format : str
        Name in `FORMATS`.
    folder : Path or None
        Where to; None is the clipboard.
    page_text : bool
        Write kept words with the page's own spacing instead of the extractors' own texts.
    """

    panes: tuple[str, ...]
    format: str
    folder: Path | None
    page_text: bool = False


def folder_of(typed: str) -> Path:
    """Return the folder that a user typed as an absolute path.

    Raises
    ------
    ValueError
        If it names the home of an unknown user, or something that is not a folder.
    """
    try:
        folder = Path(typed).expanduser().absolute()
    except RuntimeError as error:
        raise ValueError(f"{typed}: no home folder of this name is known") from error
    inner = next(one for one in (folder, *folder.parents) if one.exists())
    if not inner.is_dir():
        raise ValueError(f"{inner} is a file; choose a folder")
    return folder


def text_repair(page: Page, pane: PaneRecord) -> TextRepair | None:
    """Return how the own text of a pane can be repaired, None where nothing runs together."""
    made = pane.extraction
    repair = _declared_repair(pane.extractor)
    if repair is None or made is None or pane.step is not None:
        return None
    if getattr(made.settings, repair.field):
        return None
    on_page = len(kept_text(page, made.mask).split())
    return repair if len(made.own_text.split()) < repair.share * on_page else None


def _declared_repair(extractor: str) -> TextRepair | None:
    entry = registry.entry(extractor)
    return None if entry.extractor is None else entry.extractor.text_repair


def page_id(page: Page, address: str) -> str:
    """Return the short name of a page in file names."""
    if is_address(address):
        return address_id(address)
    name = page_stem(PurePath(page.name.replace("\\", "/")).name)
    kept = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in name)
    return kept.strip("._")[:100] or "page"


def results(
    page: Page, address: str, panes: Sequence[PaneRecord], *, page_text: bool = False
) -> list[Result]:
    """Return what writers are handed, one per pane that has run, also where the run failed.

    A pane that is shown after one of its steps says so in its name: ``crunch after R3``.
    With `page_text` the texts are the kept words with the page's own spacing.
    """
    name = page_id(page, address)
    made = [(pane, pane.extraction) for pane in panes if pane.extraction is not None]
    if page_text:
        made = [(pane, replace(one, own_text=kept_text(page, one.mask))) for pane, one in made]
    return [Result(address, name, _name_of(pane), page, one) for pane, one in made]


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


def files_of(made: Sequence[Result], format_name: str, folder: Path) -> list[Path]:
    """Return the files that `write_files` would write.

    Raises
    ------
    ValueError
        If there is nothing to write.
    """
    wanted, taken = _taken(made, format_name)
    joined = wanted.join is not None and len(taken) > 1
    names = [""] if joined else [one.pane for one in taken]
    return [folder / file_name(taken[0].page_id, name, wanted.suffix) for name in names]


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
    files = files_of(made, format_name, folder)
    texts = [wanted.write(one) for one in taken]
    if wanted.join is not None and len(texts) > 1:
        texts = [wanted.join(texts)]
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(encoded(text))
    return files


def write_settings(panes: Sequence[PaneRecord], file: Path) -> None:
    """Write the panes with their settings as a settings file, whole or not at all.

    Raises
    ------
    SettingsError
        If the file cannot be written.
    """
    text = settings_file.write(Pane(one.name, one.extractor, one.settings) for one in panes)
    atomic_write(file, text)


def _taken(made: Sequence[Result], format_name: str) -> tuple[Format, list[Result]]:
    wanted = FORMATS[format_name]
    taken = [one for one in made if wanted.takes(one.extraction.status)]
    if not taken:
        raise ValueError("no chosen pane has a result")
    return wanted, taken
