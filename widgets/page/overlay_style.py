"""Colours and opacities of the overlay: always those of the light theme.

The page is evidence and keeps its colours in the dark theme, so the overlay keeps its colours too.
"""

from __future__ import annotations

from typing import Any

from boilerscope.widgets import colours, theme
from boilerscope.widgets.marks import GOLD_LETTERS, GOLD_ROLES

CONTENT_TINT = 0.19
BOILERPLATE_TINT = 0.13
HATCH = 0.36
RIGHT_TINT, WRONG_TINT = 0.05, 0.24
AMOUNT_TINTS = (0.10, 0.45)
AGREEMENT_ENDS = 0.16
AGREEMENT_BETWEEN = 0.42
MISSING_TINT = 0.5
LEAF_TINT, OPEN_TINT = 0.16, 0.06
BAND_TINTS = (0.16, 0.6)
"""Opacities at the middle of the intensity slider."""

RAMP_STEPS = 128
MIDDLE = 0.5
"""Intensity at which the opacities have the values above."""


def channels(colour_text: str) -> list[int]:
    """Return red, green and blue of a colour.

    >>> channels("#0B63C5")
    [11, 99, 197]
    """
    return [int(colour_text[start : start + 2], 16) for start in (1, 3, 5)]


def overlay_style() -> dict[str, Any]:
    """Return colours and opacities as arguments of the agent."""
    light = theme.LIGHT
    return {
        "content": channels(light.content),
        "boilerplate": channels(light.boilerplate),
        "boilerplate_fill": channels(light.boilerplate_fill),
        "boilerplate_ink": channels(light.boilerplate_ink),
        "missed": channels(light.missed),
        "split": channels(light.split),
        "selection": channels(light.selection),
        "paper": channels(light.surface),
        "ink": channels(light.ink),
        "missing": channels(light.hover),
        "dots": channels(light.control_line),
        "ramp": colours.viridis(RAMP_STEPS, light).tolist(),
        "classes": [channels(colour) for colour in colours.CLASS_COLOURS],
        "gold": {
            int(kind): {
                "colour": channels(light.colour(role).name()),
                "letter": GOLD_LETTERS[kind],
            }
            for kind, role in GOLD_ROLES.items()
        },
        "content_tint": CONTENT_TINT,
        "boilerplate_tint": BOILERPLATE_TINT,
        "hatch": HATCH,
        "right_tint": RIGHT_TINT,
        "wrong_tint": WRONG_TINT,
        "amount_low": AMOUNT_TINTS[0],
        "amount_high": AMOUNT_TINTS[1],
        "agreement_ends": AGREEMENT_ENDS,
        "agreement_between": AGREEMENT_BETWEEN,
        "missing_tint": MISSING_TINT,
        "leaf_tint": LEAF_TINT,
        "open_tint": OPEN_TINT,
        "band_low": BAND_TINTS[0],
        "band_high": BAND_TINTS[1],
    }
