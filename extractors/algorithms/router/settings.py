"""Settings of the router."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.model.extractor import ExtractorInput
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


@dataclass(frozen=True)
class RouterSettings(ExtractorSettings):
    """Members, and what their expected F1 is computed from."""

    members: tuple[tuple[str, ...], ...] = knob(
        (("learned",), ("largest_body",), ("qd",)),
        "Members",
        "Extractors, of which each page gets the most promising, with default settings or those of"
        " a preset: `learned: precision`. The first is the favourite.",
        group="Route",
        columns=("extractor",),
        names=registry.identifiers,
    )
    margin: float = knob(
        0.0,
        "Margin",
        "Leave the favourite only for a member whose expected F1 is greater by more than this.",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.OURS,
        group="Route",
        main=MainKnob.DISTRIBUTION,
    )
    max_outside: float = knob(
        0.01,
        "Words outside the body",
        "Leave the favourite only for a member with at most this share of its words outside the"
        " body of the page; a page of many records has no body, so the favourite stays. 1: for any"
        " member.",
        unit="share of words",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.OURS,
        group="Route",
    )
    agreement: bool = knob(
        True,
        "Use agreement",
        "Use the agreement of the members; off: each result is judged by itself and the page.",
        group="Route",
    )
    likely: bool = knob(
        True,
        "Use probabilities",
        "Use the probabilities that the model of `learned` gives to the words of the page.",
        group="Route",
    )

    def check(self) -> None:
        """Check that there are members, each named once, and that their presets exist."""
        names = [name for name, *_ in self.members]
        if not names:
            raise SettingsError("members must name at least one extractor", field="members")
        repeated = next((name for name in names if names.count(name) > 1), None)
        if repeated is not None:
            raise SettingsError(
                f"members has {repeated} twice; keep one of the rows", field="members"
            )
        for name in names:
            member_input(name)


def member_input(member: str) -> ExtractorInput:
    """Return a member as an input of the router.

    Parameters
    ----------
    member : str
        Extractor, or extractor and preset: ``learned: full trees``.

    Raises
    ------
    SettingsError
        If a preset is named that the extractor does not have.
    """
    identifier, colon, name = member.partition(": ")
    if not colon:
        return ExtractorInput(member)
    try:
        extractor = registry.extractor(identifier)
    except UnknownNameError as error:
        raise SettingsError(f"members: {error}", field="members") from error
    preset = next((preset for preset in extractor.presets if preset.name == name), None)
    if preset is None:
        known = ", ".join(preset.name for preset in extractor.presets) or "none"
        raise SettingsError(
            f"members: {identifier} has no preset {name!r}; it has {known}", field="members"
        )
    return ExtractorInput(identifier, extractor.preset_settings(preset))
