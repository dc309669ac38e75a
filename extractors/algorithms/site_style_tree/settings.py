"""Settings of site_style_tree."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


@dataclass(frozen=True)
class StyleTreeSettings(ExtractorSettings):
    """Pages of the site, what counts as presentation, and the threshold of importance."""

    threshold: float = knob(
        0.4,
        "Threshold",
        "An element is noise if its composite importance, and that of all below, is lower.",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="composite",
        group="Importance",
    )
    gamma: float = knob(
        0.9,
        "Attenuation",
        "Weight of the elements below against the styles of an element: this to the power of the"
        " number of styles.",
        low=0.0,
        high=1.0,
        step=0.05,
        source=Source.PAPER,
        group="Importance",
    )
    max_pages: int = knob(
        40,
        "Pages of the site",
        "The tree is built from at most this many pages.",
        unit="pages",
        low=2,
        high=40,
        step=1,
        group="Site",
    )
    attributes: tuple[str, ...] = knob(
        ("class", "bgcolor", "width", "align"),
        "Attributes of presentation",
        "Elements are alike if their tag and these attributes are equal. The paper names display"
        " attributes such as bgcolor and width; class is ours.",
        group="Site",
    )
