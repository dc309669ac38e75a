"""Load what a location names; this runs the user's code, so it belongs into worker processes."""

from __future__ import annotations

import hashlib
import importlib
import pickle
import sys
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any

from extractors.errors import ExtractorError
from extractors.own.location import Form

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from extractors.own.location import Location

_LOADED: dict[Location, tuple[str, Any]] = {}
"""The object of each location, with the digest of the file that it was loaded from."""


def digest(file: Path) -> str:
    """Return the first digits of the SHA-256 digest of a file, which change when it does.

    Raises
    ------
    ExtractorError
        If the file cannot be read.
    """
    try:
        facts = file.stat()
        return _digest(file, facts.st_mtime_ns, facts.st_size)
    except OSError as error:
        raise ExtractorError(f"{file} cannot be read: {error.strerror or error}.") from error


@lru_cache(maxsize=64)
def _digest(file: Path, changed_ns: int, size: int) -> str:
    """Return the digest of a file as it is at this time and size."""
    del changed_ns, size
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:16]


def load(location: Location) -> Any:
    """Return the object that a location names, loaded again if its file has changed.

    Raises
    ------
    ExtractorError
        If the file has no such object. Whatever the code of the user raises is passed on.
    """
    now = digest(location.file)
    known = _LOADED.get(location)
    if known is not None and known[0] == now:
        return known[1]
    loaded = _load_model(location.file) if location.form is Form.MODEL else _load_code(location)
    _LOADED[location] = (now, loaded)
    return loaded


def _load_code(location: Location) -> Any:
    module = _module(location)
    if not hasattr(module, location.name):
        raise ExtractorError(f"{location.file} has no {location.name}.")
    return getattr(module, location.name)


def _module(location: Location) -> ModuleType:
    if location.module:
        known = sys.modules.get(location.module)
        if known is not None:
            return importlib.reload(known)
        levels = location.module.count(".") + (location.file.name == "__init__.py")
        _find_modules_in(location.file.parents[levels])
        return importlib.import_module(location.module)
    _find_modules_in(location.file.parent)
    name = f"boilerscope_own_{hashlib.sha256(str(location.file).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, location.file)
    if spec is None or spec.loader is None:
        raise ExtractorError(f"{location.file} is not a Python file.")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _find_modules_in(folder: Path) -> None:
    """Let the code of the user import what is beside it."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _load_model(file: Path) -> Any:
    """Return a saved model. This runs code that is in the file: the user asked for it."""
    _find_modules_in(file.parent)
    if file.suffix != ".joblib":
        with file.open("rb") as stream:
            return pickle.load(stream)  # noqa: S301 - the user named the file, and this is a worker
    try:
        joblib = importlib.import_module("joblib")
    except ModuleNotFoundError as error:
        raise ExtractorError(
            f"{file.name} needs joblib. Install it: python -m pip install joblib"
        ) from error
    return joblib.load(file)
