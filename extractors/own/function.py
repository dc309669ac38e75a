"""Extractor that calls a function of the user, from markup to text."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.model.aligned import ForeignText, aligned_extraction
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.model.settings import Settings, knobs
from boilerscope.extractors.model.shared_settings import is_shared
from boilerscope.extractors.own.loading import digest, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.own.declaration import FunctionDeclaration
    from boilerscope.extractors.own.location import Location
    from boilerscope.extractors.page import Page


class FunctionExtractor(Extractor[Settings]):
    """Extractor that calls a function of the user.

    Parameters
    ----------
    declaration : FunctionDeclaration
        Arguments of the function, read without running the file.
    settings_class : type of Settings
        Settings class with these arguments.
    """

    foreign: ClassVar[bool] = True

    def __init__(
        self,
        location: Location,
        declaration: FunctionDeclaration,
        settings_class: type[Settings],
    ) -> None:
        first_line, _, _ = declaration.doc.partition("\n")
        self._location = location
        self.id = location.identifier
        self.name = declaration.name
        self.summary = f"{first_line.strip().rstrip('.') or f'Calls {declaration.name}'}."
        self.reference = location.text
        self.settings_class = settings_class
        self.help = (
            f"{declaration.doc or 'This function has no docstring.'}\n\n"
            f"Calls `{declaration.name}` of `{location.file}` with the decoded source of the page"
            " and aligns the returned text to the page. The file is reloaded when it changes."
        )

    def extract(self, page: Page, settings: Settings, inputs: Sequence[Extraction]) -> Extraction:
        """Return the text that the function returns, aligned."""
        del inputs
        function = load(self._location)
        if not callable(function):
            raise ExtractorError(f"{self._location.text} cannot be called.")
        arguments = {
            setting.name: _plain(getattr(settings, setting.name))
            for setting in knobs(type(settings))
            if not is_shared(setting)
        }
        text = function(page.decoded.text, **arguments)
        if not isinstance(text, str):
            raise ExtractorError(
                f'{self._location.text} returned {_kind(text)}, not a str. Return "" for nothing.'
            )
        used = {self._location.file.name: digest(self._location.file)}
        return aligned_extraction(page, self.id, settings, ForeignText(text, used))


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def _kind(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"
