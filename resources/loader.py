"""Paths of resource files by name, and the list of sample pages."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Wording:
    """A text in both languages of the window.

    Parameters
    ----------
    en : str
        English.
    zh : str
        Simplified Chinese.
    """

    en: str
    zh: str

    def in_language(self, language: str) -> str:
        """Return the text for a language code such as ``zh_CN`` or ``en-GB``.

        Chinese codes give Chinese, all other codes English.
        """
        return self.zh if language.lower().startswith("zh") else self.en


@dataclass(frozen=True, slots=True)
class Sample:
    """Built-in sample page, written by us.

    Parameters
    ----------
    identifier : str
        Short name, as in ``boilerscope open --sample news-en``.
    file : str
        Path of the page below ``resources/samples``, with forward slashes.
    language : str
        Language of the page's text: ``en`` or ``zh``.
    icon : str
        Name of the icon on the start screen, ``mdi6.*`` in qtawesome.
    on_start_screen : bool
        Whether the start screen offers the page.
    title, description : Wording
        Texts of the page on the start screen, of one line.
    """

    identifier: str
    file: str
    language: str
    icon: str
    on_start_screen: bool
    title: Wording
    description: Wording

    @classmethod
    def from_table(cls, table: dict[str, Any]) -> Self:
        """Return the sample that a ``[[sample]]`` table of ``samples.toml`` describes.

        Raises
        ------
        TypeError
            If a key is missing or unknown.
        """
        wordings = {key: Wording(**table[key]) for key in ("title", "description")}
        return cls(**(table | wordings))

    @property
    def path(self) -> Path:
        """The page's file; its pictures are in the same folder."""
        return resource_path(f"samples/{self.file}")

    @property
    def gold_path(self) -> Path:
        """The gold standard: UTF-8, one paragraph per line, in the order of the page."""
        return resource_path(f"samples/{self.file}").with_suffix(".gold.txt")

    @property
    def address(self) -> str:
        """Text that the address bar shows for the page."""
        return f"sample:{self.file}"


def resource_path(name: str) -> Path:
    """Return the path of a file or folder of the resources.

    Parameters
    ----------
    name : str
        Path below ``resources``, with forward slashes: ``fonts/Inter-Regular.otf``.

    Raises
    ------
    FileNotFoundError
        If the file is missing.
    ValueError
        If the name leads out of the resources folder.
    """
    room = _room()
    path = room.joinpath(name).resolve()
    if not path.is_relative_to(room):
        raise ValueError(f"Resource name {name!r} leads out of the resources folder.")
    if not path.exists():
        raise FileNotFoundError(f"No resource {name!r} in {room}.")
    return path


@cache
def samples() -> tuple[Sample, ...]:
    """Return all sample pages, in the order of the start screen."""
    text = resource_path("samples/samples.toml").read_text(encoding="utf-8")
    return tuple(Sample.from_table(table) for table in tomllib.loads(text)["sample"])


@cache
def _room() -> Path:
    # The package is always installed as a folder (its wheel is never imported as a zip file), and
    # the context manager has nothing to clean up then.
    with as_file(files("boilerscope.resources")) as room:
        return room.resolve()
