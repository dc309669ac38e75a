"""Style sheet of the picture."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from boilerscope.api.picture.colours import COLOURS


@cache
def style_sheet() -> str:
    """Return the style sheet with its colours."""
    colours = ";".join(f"--{name.replace('_', '-')}:{value}" for name, value in COLOURS.items())
    rules = files("boilerscope.api.picture").joinpath("picture.css").read_text(encoding="utf-8")
    return f":root{{color-scheme:light;{colours}}}\n{rules}"


def vote_styles(n_panes: int) -> str:
    """Return the style of text by the number of panes that keep it.

    Text of all panes is blue, of no pane hatched orange, and of some panes purple: the more panes,
    the stronger.
    """
    hatch = "repeating-linear-gradient(135deg,#F3CFAE 0 1px,var(--boilerplate-fill) 1px 6px)"
    styles = [f".v0{{color:var(--boilerplate-ink);background:{hatch}}}"]
    for votes in range(1, n_panes):
        strength = 0.08 + 0.24 * votes / n_panes
        styles.append(f".v{votes}{{background:rgba(106,66,178,{strength:.2f})}}")
    styles.append(f".v{n_panes}{{background:var(--content-fill);color:var(--content-ink)}}")
    return "".join(styles) if n_panes else ""
