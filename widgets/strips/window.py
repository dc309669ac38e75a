"""The visible part of the page, which zooming and moving change; no Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """The visible part of the page.

    Attributes
    ----------
    start, end : float
        Range in tokens.
    """

    start: float
    end: float

    @property
    def length(self) -> float:
        """Number of visible tokens."""
        return self.end - self.start

    def token_at(self, share: float) -> float:
        """Return the token position at a share of the width."""
        return self.start + share * self.length

    def share_of(self, token: float) -> float:
        """Return the position of a token as a share of the width (outside 0 to 1: not visible)."""
        return (token - self.start) / self.length

    def zoomed(
        self, factor: float, share: float, n_tokens: int, *, min_length: float = 8.0
    ) -> Window:
        """Return a window `factor` times as long, with a fixed point at a share of its width."""
        length = min(max(self.length * factor, min(min_length, n_tokens)), float(max(n_tokens, 1)))
        start = self.token_at(share) - share * length
        return Window(start, start + length).inside(n_tokens)

    def moved(self, tokens: float, n_tokens: int) -> Window:
        """Return the window moved along the page, limited to the page."""
        return Window(self.start + tokens, self.end + tokens).inside(n_tokens)

    def inside(self, n_tokens: int) -> Window:
        """Return the window limited to the page."""
        length = min(self.length, float(max(n_tokens, 1)))
        start = min(max(self.start, 0.0), max(n_tokens, 1) - length)
        return Window(start, start + length)

    def around(self, start: int, end: int, n_tokens: int) -> Window:
        """Return a window in which a range is visible, the same window if possible."""
        if start >= self.start and end <= self.end:
            return self
        length = max(self.length, (end - start) * 1.2)
        middle = (start + end) / 2
        return Window(middle - length / 2, middle + length / 2).inside(n_tokens)
