"""Locations of the user's extractors.

``file.py:name``, ``module:name``, a model, a results file, ``library==version``,
``library[extra]==version``, ``library@folder``.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.own.libraries import library_named
from boilerscope.extractors.system.environments import Environment
from boilerscope.extractors.system.folders import versions_folder

RESULTS = (".json", ".jsonl")
MODELS = (".joblib", ".pickle", ".pkl")

FORMS = (
    "file.py:function, module:object, a results file (.jsonl, .json), a saved model"
    " (.joblib, .pkl, .pickle), a version of a library (trafilatura==2.0.0, with extras"
    " newspaper4k[zh]==0.9.3) or a library in an environment (trafilatura@/srv/env)"
)

_NAME = r"[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?"
_VERSION = re.compile(
    rf"({_NAME})\s*(?:\[\s*({_NAME}(?:\s*,\s*{_NAME})*)\s*\])?\s*==\s*(\d[\w.!+-]*)"
)
_REQUIREMENT = re.compile(rf"{_NAME}\s*(?:\[.*|(?:[=<>~!]=|<|>).*)", re.DOTALL)
"""Requirements as installers read them, of which only those of one version name an extractor."""
_ENVIRONMENT = re.compile(r"([\w.-]+)\s*@\s*(~?[^@]*/.*|~)", re.DOTALL)


class Form(StrEnum):
    """Kind of a location."""

    CODE = "code"
    MODEL = "model"
    RESULTS = "results"
    VERSION = "version"


@dataclass(frozen=True, slots=True)
class Location:
    """Location of one of the user's extractors.

    Attributes
    ----------
    form : Form
        Kind of the location.
    file : Path
        Absolute path of the file; of a version, the folder of the packages of its environment.
    name : str
        Object in a file of code, or identifier of the extractor of a library; else empty.
    module : str
        Import name, if the user gave one; else empty.
    version : str
        Version of a library that is installed into an environment of its own; else empty.
    extras : tuple of str
        Extras of the library that are installed with it, sorted.
    folder : Path or None
        Environment of a library; else None.
    """

    form: Form
    file: Path
    name: str = ""
    module: str = ""
    version: str = ""
    folder: Path | None = None
    extras: tuple[str, ...] = ()

    @property
    def identifier(self) -> str:
        """Identifier of the extractor, such as ``mine.longest`` for ``mine.py:longest``.

        For a model or results file it starts with the form, so that ``trafilatura.json`` does not
        get the identifier of the library.
        """
        if self.folder is not None:
            folder = self.folder.parent if self.folder.name.startswith(".") else self.folder
            parts = (self.name, *self.extras, self.version or folder.name)
            return re.sub(r"[^\w.-]", "_", "-".join(parts))
        stem = self.module or self.file.stem
        text = f"{stem}.{self.name}" if self.name else f"{self.form.value}.{stem}"
        return re.sub(r"[^\w.-]", "_", text)

    @property
    def text(self) -> str:
        """Text of the location, valid from any folder."""
        if self.folder is not None:
            library = library_named(self.name).package
            if self.version:
                return _requirement(library, self.extras, self.version)
            return f"{library}@{self.folder}"
        if self.module:
            return f"{self.module}:{self.name}"
        return f"{self.file}:{self.name}" if self.name else str(self.file)


def is_location(text: str) -> bool:
    """Return whether a text is a location: unlike an identifier, it has a colon or a suffix."""
    if is_version(text) or ":" in text:
        return True
    return bool(_REQUIREMENT.fullmatch(text)) or Path(text).suffix in {*RESULTS, *MODELS, ".py"}


def is_version(text: str) -> bool:
    """Return whether a text is a library with its version or its environment."""
    return bool(_VERSION.fullmatch(text) or _ENVIRONMENT.fullmatch(text))


def parse_location(text: str) -> Location:
    """Return a location from its text; relative paths start at the current folder.

    Raises
    ------
    ExtractorError
        If the text is not a location or its file is missing; the message gives the valid forms.
    UnknownNameError
        If a library has no extractor.
    """
    if version := _VERSION.fullmatch(text):
        return _of_version(*version.groups())
    if _REQUIREMENT.fullmatch(text):
        raise ExtractorError(
            f"{text} does not name one version of a library. Write library==version, such as"
            " trafilatura==2.0.0, or with extras library[extra]==version, such as"
            " newspaper4k[zh]==0.9.3."
        )
    if in_environment := _ENVIRONMENT.fullmatch(text):
        name, folder = in_environment.groups()
        return _in_environment(name, Path(folder).expanduser())
    path = Path(text).expanduser()
    if path.suffix in RESULTS:
        return Location(Form.RESULTS, _existing(path))
    if path.suffix in MODELS:
        return Location(Form.MODEL, _existing(path))
    module, _, name = text.rpartition(":")
    if not module or not name.isidentifier():
        raise ExtractorError(f"{text} does not name an object. Give {FORMS}.")
    if module.endswith(".py"):
        return Location(Form.CODE, _existing(Path(module).expanduser()), name)
    return Location(Form.CODE, _file_of_module(module), name, module)


def _requirement(package: str, extras: tuple[str, ...], version: str) -> str:
    listed = f"[{','.join(extras)}]" if extras else ""
    return f"{package}{listed}=={version}"


def _of_version(name: str, extras_text: str | None, version: str) -> Location:
    library = library_named(name)
    named = {extra.strip().lower() for extra in (extras_text or "").split(",")}
    extras = tuple(sorted(named - {""}))
    environment = Environment(versions_folder() / _requirement(library.package, extras, version))
    return Location(
        Form.VERSION,
        environment.packages,
        library.identifier,
        version=version,
        folder=environment.folder,
        extras=extras,
    )


def _in_environment(name: str, folder: Path) -> Location:
    library = library_named(name)
    environment = Environment(folder.absolute())
    if not environment.exists():
        raise ExtractorError(
            f"{folder} is not an environment: it has no bin/python. Name the folder of one."
        )
    return Location(
        Form.VERSION, environment.packages, library.identifier, folder=environment.folder
    )


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise ExtractorError(f"{path} is not a file.")
    return path.resolve()


def _file_of_module(module: str) -> Path:
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.append(folder)  # as Python finds modules beside a script
    try:
        spec = find_spec(module)
    except (ImportError, ValueError) as error:
        raise ExtractorError(f"{module} cannot be found: {error}.") from error
    if spec is None or not spec.origin:
        raise ExtractorError(f"Module {module} was not found. Give {FORMS}.")
    return Path(spec.origin)
