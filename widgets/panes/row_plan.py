"""Which panes of a row are open, and how wide; no Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def folded_by_width(
    names: Sequence[str],
    by_hand: Collection[str],
    active: str,
    room: int,
    *,
    least: int,
    spine: int,
) -> set[str]:
    """Return the panes that fold because room is short: from the right, never the active one.

    Parameters
    ----------
    names : sequence of str
        All panes of the row, from left to right.
    by_hand : collection of str
        Those that the reader folded; they stay folded.
    active : str
        The pane that stays open.
    room : int
        Width of the row, pixels.
    least : int
        Width that every open pane needs with its line.
    spine : int
        Width of a folded pane with its line.
    """
    opened = [name for name in names if name not in by_hand]
    folded: set[str] = set()
    for name in reversed(opened):
        n_open = len(opened) - len(folded)
        needed = n_open * least + (len(names) - n_open) * spine
        if needed <= room or n_open <= 1:
            break
        if name != active:
            folded.add(name)
    return folded


def shared_out(wished: Sequence[float], room: int, *, low: int, high: int) -> list[int]:
    """Return widths in proportion to wishes, each within limits, filling the room if they can.

    Parameters
    ----------
    wished : sequence of float
        Any positive measures.
    room : int
        What is to be shared out, pixels.
    low, high : int
        Limits of each width.
    """
    if not wished:
        return []
    little, much = low / max(wished), high / min(wished)
    # the sum of the limited widths grows with the scale, so the right scale lies between the two
    for _ in range(60):
        scale = (little + much) / 2
        fits = sum(min(max(scale * wish, low), high) for wish in wished) <= room
        little, much = (scale, much) if fits else (little, scale)
    made = [int(min(max(little * wish, low), high) + 1e-6) for wish in wished]
    for place, width in enumerate(made):
        made[place] += min(max(room - sum(made), 0), 1, high - width)
    return made


def index_after_move(edges: Sequence[int], at: int, moved: int) -> int:
    """Return the place that a pane takes when it is let go.

    Parameters
    ----------
    edges : sequence of int
        Middle of each pane, from left to right.
    at : int
        Where it is let go.
    moved : int
        Its place now.
    """
    return sum(1 for place, middle in enumerate(edges) if middle < at and place != moved)
