"""Loading of the user's objects; it runs the user's code, so it belongs in worker processes."""

from __future__ import annotations

import hashlib
import importlib
import pickle
import sys
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.own.location import Form
from boilerscope.extractors.system.installing import package_command

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from boilerscope.extractors.own.location import Location

_LOADED: dict[Location, tuple[str, Any]] = {}
"""Objects by location, with the digest of the file from which they were loaded."""


def digest(file: Path) -> str:
    """Return the first 16 digits of the SHA-256 digest of a file.

    Raises
    ------
    ExtractorError
        If the file cannot be read.
    """
    try:
        status = file.stat()
        return _digest(file, status.st_mtime_ns, status.st_size)
    except OSError as error:
        raise ExtractorError(f"{file} cannot be read: {error.strerror or error}.") from error


@lru_cache(maxsize=64)
def _digest(file: Path, changed_ns: int, size: int) -> str:
    """Return the digest of a file, cached by its modification time and size."""
    del changed_ns, size
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:16]


def load(location: Location) -> Any:
    """Return the object at a location; load it again if its file has changed.

    Raises
    ------
    ExtractorError
        If the file has no such object. Errors of the user's code are not caught.
    """
    file_digest = digest(location.file)
    cached = _LOADED.get(location)
    if cached is not None and cached[0] == file_digest:
        return cached[1]
    loaded = _load_model(location.file) if location.form is Form.MODEL else _load_code(location)
    _LOADED[location] = (file_digest, loaded)
    return loaded


def _load_code(location: Location) -> Any:
    module = _module(location)
    if not hasattr(module, location.name):
        raise ExtractorError(f"{location.file} has no {location.name}.")
    return getattr(module, location.name)


def _module(location: Location) -> ModuleType:
    if location.module:
        imported = sys.modules.get(location.module)
        if imported is not None:
            return importlib.reload(imported)
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
    """Let the user's code import modules from its folder."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _load_model(file: Path) -> Any:
    """Return a saved model; this runs code in the file, which the user has named."""
    _find_modules_in(file.parent)
    if file.suffix != ".joblib":
        with file.open("rb") as stream:
            return pickle.load(stream)  # noqa: S301 - the user named the file, and this runs in a worker
    try:
        joblib = importlib.import_module("joblib")
    except ModuleNotFoundError as error:
        raise ExtractorError(
            f"{file.name} needs joblib. Install it with: {package_command('joblib')}"
        ) from error
    return joblib.load(file)
