"""Factory of the user's extractors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boilerscope.extractors.own.declaration import read_declaration
from boilerscope.extractors.own.function import FunctionExtractor
from boilerscope.extractors.own.location import Form
from boilerscope.extractors.own.results import ResultsExtractor
from boilerscope.extractors.own.settings import settings_class
from boilerscope.extractors.own.versions.extractor import VersionExtractor

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.model.extractor import Extractor
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.own.location import Location


def make_extractor(
    location: Location, restore: Callable[[str, dict[str, Any]], Settings]
) -> Extractor[Any]:
    """Create the extractor at a location.

    Parameters
    ----------
    restore : function
        Returns the settings from an identifier and plain values, in another process.

    Raises
    ------
    BoilerscopeError
        If the file is invalid; the message gives the reason.
    """
    from boilerscope.extractors.own.estimator import (
        EstimatorExtractor,  # importing the features is slow
    )

    if location.form is Form.VERSION:
        return VersionExtractor(location)
    if location.form is Form.RESULTS:
        return ResultsExtractor(location)
    if location.form is Form.MODEL:
        return EstimatorExtractor(location)
    declaration = read_declaration(location.file, location.name)
    if declaration is None:
        return EstimatorExtractor(location)
    fields = settings_class(location.identifier, declaration.parameters, restore)
    return FunctionExtractor(location, declaration, fields)
