"""Locations of the user's extractors: ``file.py:name``, ``module:name``, model, results file."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from boilerscope.extractors.errors import ExtractorError

RESULTS = (".json", ".jsonl")
MODELS = (".joblib", ".pickle", ".pkl")

FORMS = (
    "file.py:function, module:object, a results file (.jsonl, .json) or a saved model"
    " (.joblib, .pkl, .pickle)"
)


class Form(StrEnum):
    """Kind of a location."""

    CODE = "code"
    MODEL = "model"
    RESULTS = "results"


@dataclass(frozen=True, slots=True)
class Location:
    """Location of one of the user's extractors.

    Attributes
    ----------
    form : Form
        Kind of the location.
    file : Path
        Absolute path of the file.
    name : str
        Object in a file of code; else empty.
    module : str
        Import name, if the user gave one; else empty.
    """

    form: Form
    file: Path
    name: str = ""
    module: str = ""

    @property
    def identifier(self) -> str:
        """Identifier of the extractor, such as ``mine.longest`` for ``mine.py:longest``.

        For a model or results file it starts with the form, so that ``trafilatura.json`` does not
        get the identifier of the library.
        """
        stem = self.module or self.file.stem
        text = f"{stem}.{self.name}" if self.name else f"{self.form.value}.{stem}"
        return re.sub(r"[^\w.-]", "_", text)

    @property
    def text(self) -> str:
        """Text of the location, valid from any folder."""
        if self.module:
            return f"{self.module}:{self.name}"
        return f"{self.file}:{self.name}" if self.name else str(self.file)


def is_location(text: str) -> bool:
    """Return whether a text is a location: unlike an identifier, it has a colon or a suffix."""
    return ":" in text or Path(text).suffix in {*RESULTS, *MODELS, ".py"}


def parse_location(text: str) -> Location:
    """Return a location from its text; relative paths start at the current folder.

    Raises
    ------
    ExtractorError
        If the text is not a location or its file is missing; the message gives the valid forms.
    """
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
