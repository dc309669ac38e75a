"""Settings of the router."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


@dataclass(frozen=True)
class RouterSettings(ExtractorSettings):
    """Members, and what their expected F1 is computed from."""

    members: tuple[tuple[str, ...], ...] = knob(
        (("learned",), ("largest_body",), ("boilerpipe.article",), ("qd",)),
        "Members",
        "Extractors, with their default settings, of which each page gets the most promising. The"
        " first is the favourite.",
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
        """Check that there are members, each named once."""
        names = [name for name, *_ in self.members]
        if not names:
            raise SettingsError("members must name at least one extractor", field="members")
        repeated = next((name for name in names if names.count(name) > 1), None)
        if repeated is not None:
            raise SettingsError(
                f"members has {repeated} twice; keep one of the rows", field="members"
            )
