"""Random actions on a face of the window, whose views are compared after each of them.

Each sequence of actions has a seed. ``BOILERSCOPE_SEQUENCES`` sets how many sequences run, and
``BOILERSCOPE_FIRST_SEED`` the seed of the first one: the next seeds find what these do not.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from random import Random

_FIRST = int(os.environ.get("BOILERSCOPE_FIRST_SEED", "0"))
SEEDS = range(_FIRST, _FIRST + int(os.environ.get("BOILERSCOPE_SEQUENCES", "4")))

_AT_ONCE = 0.4
"""Share of the actions that come before the views have followed the one before."""


class Face(Protocol):
    """All views of a face, and random actions on them."""

    @property
    def random(self) -> Random: ...

    def act(self) -> str:
        """Carry out a random action and return its description."""
        ...

    def check_at_once(self) -> None:
        """Check what must hold while the views still follow."""
        ...

    def rest(self) -> None:
        """Wait until nothing is computed any more."""
        ...

    def check(self) -> None:
        """Compare all views with figures that are computed afresh."""
        ...


def act_and_check(face: Face, n_actions: int) -> None:
    """Carry out actions and check the face after each; an error lists the actions before it."""
    face.check()
    done: list[str] = []
    for _ in range(n_actions):
        done.append(face.act())
        if face.random.random() < _AT_ONCE:
            done.append(face.act())
        try:
            face.check_at_once()
            face.rest()
            face.check()
        except (AssertionError, KeyError, IndexError) as error:
            error.add_note("\n".join(done))
            raise
