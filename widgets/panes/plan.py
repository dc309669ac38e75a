"""Plan of the row of panes: which panes are open, and their widths; no Qt."""

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
    open_width: int,
    spine: int,
) -> set[str]:
    """Return the panes to fold for lack of space: from the right, but never the active pane.

    Parameters
    ----------
    names : sequence of str
        All panes of the row, from left to right.
    by_hand : collection of str
        Panes that the user folded; they stay folded.
    active : str
        The pane that stays open.
    room : int
        Width of the row, pixels.
    open_width : int
        Minimum width of an open pane with its line.
    spine : int
        Width of a folded pane with its line.
    """
    opened = [name for name in names if name not in by_hand]
    folded: set[str] = set()
    for name in reversed(opened):
        n_open = len(opened) - len(folded)
        needed = n_open * open_width + (len(names) - n_open) * spine
        if needed <= room or n_open <= 1:
            break
        if name != active:
            folded.add(name)
    return folded


def shared_out(requested: Sequence[float], room: int, *, low: int, high: int) -> list[int]:
    """Return widths within limits that fill the space if possible, in the requested ratio.

    Parameters
    ----------
    requested : sequence of float
        Relative widths, positive.
    room : int
        Space to distribute, pixels.
    """
    if not requested:
        return []
    low_scale, high_scale = low / max(requested), high / min(requested)
    # The sum of the limited widths grows with the scale, so bisection finds the scale.
    for _ in range(60):
        scale = (low_scale + high_scale) / 2
        fits = sum(min(max(scale * width, low), high) for width in requested) <= room
        low_scale, high_scale = (scale, high_scale) if fits else (low_scale, scale)
    widths = [int(min(max(low_scale * width, low), high) + 1e-6) for width in requested]
    for index, width in enumerate(widths):
        widths[index] += min(max(room - sum(widths), 0), 1, high - width)
    return widths


def index_after_move(middles: Sequence[int], x: int, moved: int) -> int:
    """Return the index of a pane after it is dropped.

    Parameters
    ----------
    middles : sequence of int
        Middle of each pane, from left to right.
    x : int
        Horizontal position of the drop.
    moved : int
        Index of the pane before the move.
    """
    return sum(1 for index, middle in enumerate(middles) if middle < x and index != moved)
