"""Colours of the picture: those of the window's light theme (`boilerscope.widgets.theme`)."""

COLOURS = {
    "surface": "#FFFFFF",
    "raised": "#F7F8FA",
    "line": "#DCE0E5",
    "ink": "#1A1E23",
    "ink2": "#525C67",
    "button": "#2B333C",
    "content": "#0B63C5",
    "content_fill": "#DCE9FA",
    "content_ink": "#0A4C99",
    "boilerplate": "#CC5F00",
    "boilerplate_fill": "#FBE6D3",
    "boilerplate_ink": "#8F4200",
    "split": "#4A3B5C",
    "error": "#B3261E",
}
"""Colours by the window's name of their role."""

VIRIDIS = (
    "#440154",
    "#472D7B",
    "#3B528B",
    "#2C718E",
    "#21908D",
    "#27AD81",
    "#5CC863",
    "#AADC32",
)
"""Colours of a value from low to high, without the yellow end, which is pale on white."""
