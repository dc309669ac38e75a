"""Keys of stored results: digests of everything that a result depends on.

A stored result is used only if nothing that it depends on has changed: the page, the code of the
program or of the package with the extractor, its settings with the files they name, and the same
for its inputs.
"""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import json
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boilerscope.extractors
from boilerscope.extractors import registry
from boilerscope.extractors.data.kept_hosts import kept_file
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import Settings, to_table
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.own.added import locations
from boilerscope.extractors.own.location import parse_location
from boilerscope.extractors.scoring.results import versions
from boilerscope.extractors.system.printing import printing_to_stderr
from boilerscope.extractors.system.record_parts import record_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.other_pages import SiteLink
    from boilerscope.extractors.runner import Pane

WITH_EFFECT = (
    *(
        "algorithms",
        "data",
        "features",
        "formats",
        "gold",
        "model",
        "own",
        "page",
        "peers",
        "scoring",
    ),
    *("sources", "text", "errors.py", "registry.py", "runner.py"),
    *("runs/kept.py", "runs/keys.py", "runs/limits.py"),
    *("runs/packed_losses.py", "runs/pool.py", "runs/score_task.py", "runs/workers.py"),
)
"""Packages and modules of ``extractors`` that decide what is stored: pages, results and scores."""

_MAX_INPUT_LEVELS = 20


@dataclasses.dataclass(frozen=True, slots=True)
class ResultKey:
    """Key of a result: everything that it depends on, except its page.

    Attributes
    ----------
    version : str
        Digest of the code of the extractor and of its inputs.
    settings : str
        Digest of the settings.
    """

    extractor: str
    version: str
    settings: str

    @property
    def parts(self) -> tuple[str, str, str]:
        """The three parts."""
        return self.extractor, self.version, self.settings


def key_of(pane: Pane, site: SiteLink | None = None) -> ResultKey:
    """Return the key of the results of a pane.

    Parameters
    ----------
    site : SiteLink, optional
        Way to the other pages of the site of the page, on which some results depend.
    """
    settings = _digest(pane.settings)
    if site is not None and reads_site(pane.extractor, pane.settings):
        settings = f"{settings} {site.version}"
    return ResultKey(pane.extractor, _version(pane.extractor, pane.settings), settings)


def some_read_site(panes: Iterable[Pane]) -> bool:
    """Return whether the results of any pane depend on other pages of the site."""
    return any(reads_site(pane.extractor, pane.settings) for pane in panes)


def reads_site(identifier: str, settings: Settings, level: int = 0) -> bool:
    """Return whether an extractor with these settings, or an input of it, reads other pages."""
    if isinstance(settings, ExtractorSettings) and settings.reads_site:
        return True
    try:
        extractor = registry.extractor(identifier)
        if "site" in extractor.needs:
            return True
        with printing_to_stderr():
            inputs = tuple(extractor.inputs(settings)) if level < _MAX_INPUT_LEVELS else ()
        return any(
            reads_site(
                needed.extractor,
                registry.extractor(needed.extractor).default_settings()
                if needed.settings is None
                else needed.settings,
                level + 1,
            )
            for needed in inputs
        )
    except Exception:  # noqa: BLE001 - the result of a broken plug-in is its error
        return False


def page_digest(page: Page) -> str:
    """Return the SHA-256 of everything in a page that an extractor can read."""
    digest = hashlib.sha256(page.source_bytes if page.data is None else page.data)
    digest.update(f"\0{page.decoded.encoding}\0{page.url}\0".encode("utf-8", "surrogatepass"))
    if page.layout is not None:
        for part in record_parts(page.layout):
            digest.update(part)
    return digest.hexdigest()


def fingerprint(entry: ListedPage) -> str:
    """Return a digest that changes with the page or its gold, without reading page files.

    A file is represented by its path, its size and its modification time. Other pages of the site
    are not part of it: they are in the key of the results that depend on them.

    Raises
    ------
    BoilerscopeError
        If the entry cannot be read.
    """
    digest = hashlib.sha256()
    for part in record_parts(dataclasses.replace(entry, site=None)):
        digest.update(part)
    return digest.hexdigest()


@cache
def program_digest() -> str:
    """Return the digest of the code behind all built-in results and scores."""
    [folder] = boilerscope.extractors.__path__
    digest = hashlib.sha256(json.dumps(versions(), sort_keys=True).encode())
    for file in _program_files(Path(folder)):
        digest.update(f"{file.relative_to(folder)}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _program_files(folder: Path) -> Iterator[Path]:
    """Yield the files of `WITH_EFFECT`: code, and all files of ``data``."""
    for name in WITH_EFFECT:
        part = folder / name
        files = sorted(part.rglob("*" if name == "data" else "*.py")) if part.is_dir() else [part]
        yield from (file for file in files if file.is_file() and "__pycache__" not in file.parts)


def _version(identifier: str, settings: Settings, level: int = 0) -> str:
    digest = hashlib.sha256(program_digest().encode())
    for part in record_parts(kept_file()):  # the user's host list, even if settings do not name it
        digest.update(part)
    try:
        entry = registry.entry(identifier)
        extractor = registry.extractor(identifier)
        inputs = extractor.inputs(settings) if level < _MAX_INPUT_LEVELS else ()
    except Exception as error:  # noqa: BLE001 - the result of a broken plug-in is its error
        return f"broken: {type(error).__name__}: {error}"
    library_version = getattr(extractor, "version", None)  # version of a peer's library
    if callable(library_version):
        digest.update(f"{library_version()} ".encode())
    if entry.distribution == registry.OWN:
        for part in record_parts(parse_location(locations()[identifier])):
            digest.update(part)
    elif entry.distribution != registry.BUILT_IN:
        digest.update(_plug_in_code(entry.distribution, type(extractor)))
    for input_ in inputs:
        input_settings = input_.settings
        if input_settings is None:
            try:
                input_settings = registry.extractor(input_.extractor).default_settings()
            except BoilerscopeError:
                continue  # the result of a missing input is an error that names it
        digest.update(f"{input_.extractor} {_digest(input_settings)} ".encode())
        digest.update(_version(input_.extractor, input_settings, level + 1).encode())
    return digest.hexdigest()


def _plug_in_code(distribution: str, kind: type) -> bytes:
    try:
        released = version(distribution)
    except PackageNotFoundError:
        released = ""
    try:
        file = inspect.getsourcefile(kind)
    except TypeError:
        file = None
    return f"{distribution} {released} ".encode() + (Path(file).read_bytes() if file else b"")


def _digest(settings: Settings) -> str:
    """Return the digest of settings and of the state of files that they name."""
    table = to_table(settings.resolve(), everything=True)
    digest = hashlib.sha256(json.dumps(table, sort_keys=True).encode("utf-8", "surrogatepass"))
    for text in _texts(table):
        if "/" in text and len(text) < 4_096 and "\0" not in text:
            for part in record_parts(Path(text)):
                digest.update(part)
    return digest.hexdigest()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
