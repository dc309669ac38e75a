"""Needs of extractors and their inputs for the layout of a page. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors import registry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.model.extractor import ExtractorInput
    from boilerscope.extractors.model.settings import Settings

_MAX_INPUTS = 100  # of inputs and their inputs, in case a plug-in names new inputs without end


def needs_layout(extractor: str, settings: Settings) -> bool:
    """Return whether an extractor or one of its inputs needs the layout of the page."""
    return any("layout" in needs for needs, _ in _uses(extractor, settings))


def layout_width(extractor: str, settings: Settings) -> int | None:
    """Return the page width in the settings of an extractor or one of its inputs, or None."""
    widths = (
        getattr(in_force, "view_width", None)
        for needs, in_force in _uses(extractor, settings)
        if "layout" in needs
    )
    return next((width for width in widths if width is not None), None)


def _uses(extractor: str, settings: Settings) -> Iterator[tuple[frozenset[str], Settings | None]]:
    """Yield the needs and settings of an extractor, then those of its inputs."""
    pending: list[tuple[str, Settings | None]] = [(extractor, settings)]
    seen: set[tuple[str, Settings | None]] = set()
    while pending and len(seen) < _MAX_INPUTS:
        name, requested = use = pending.pop()
        if use in seen:
            continue
        seen.add(use)
        needs, inputs, in_force = _needs_of(name, requested)
        yield needs, in_force
        pending += [(used.extractor, used.settings) for used in inputs]


def _needs_of(
    identifier: str, settings: Settings | None
) -> tuple[frozenset[str], Sequence[ExtractorInput], Settings | None]:
    """Return the needs of an extractor, its inputs and the settings in force."""
    try:
        extractor = registry.extractor(identifier)
        in_force = extractor.default_settings() if settings is None else settings
        return extractor.needs, extractor.inputs(in_force), in_force
    except Exception:  # noqa: BLE001 - a broken extractor needs nothing; its run reports the error
        return frozenset(), (), settings
