"""Locations of extractors of the user: ``file.py:name``, ``module:name``, model or results file."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from extractors.errors import ExtractorError

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
    """Location of an extractor of the user.

    Attributes
    ----------
    form : Form
        What is there.
    file : Path
        The file, absolute.
    name : str
        Object in a file of code, else empty.
    module : str
        Import name, where the user gave one.
    """

    form: Form
    file: Path
    name: str = ""
    module: str = ""

    @property
    def identifier(self) -> str:
        """Identifier of the extractor, such as ``mine.longest`` for ``mine.py:longest``.

        That of a file without code begins with its form, so that ``trafilatura.json`` is not
        mistaken for the library.
        """
        stem = self.module or self.file.stem
        text = f"{stem}.{self.name}" if self.name else f"{self.form.value}.{stem}"
        return re.sub(r"[^\w.-]", "_", text)

    @property
    def text(self) -> str:
        """The location as the user can give it again, from every folder."""
        if self.module:
            return f"{self.module}:{self.name}"
        return f"{self.file}:{self.name}" if self.name else str(self.file)


def is_location(text: str) -> bool:
    """Return whether a text can only be a location: an identifier has no colon, and no such end."""
    return ":" in text or Path(text).suffix in {*RESULTS, *MODELS, ".py"}


def parse_location(text: str) -> Location:
    """Return a location from its text; relative paths start at the current folder.

    Raises
    ------
    ExtractorError
        Names what is missing and what a location looks like.
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
        sys.path.append(folder)  # as python itself finds modules beside a script
    try:
        spec = find_spec(module)
    except (ImportError, ValueError) as error:
        raise ExtractorError(f"{module} cannot be found: {error}.") from error
    if spec is None or not spec.origin:
        raise ExtractorError(f"Module {module} was not found. Give {FORMS}.")
    return Path(spec.origin)
