"""Ctrl+C, which may come between any two instructions: what it does, and where.

Python raises a KeyboardInterrupt wherever the main thread is. Inside an import, a callback or a
lock of another library it is printed, swallowed, or leaves processes behind. The handler here
raises it only where the program waits and says so (`interruptible`). While there is anything to
put in order afterwards (`held`), it is kept for the next such place; else it ends the program at
once, as there is nothing to end but the program itself.

This is the first module that the program imports, and needs nothing but built-in ones itself: until
it is there, Ctrl+C is answered by Python, with a traceback.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # signal without its enumerations, which take their time
import os

INTERRUPTED: int = 128 + _signal.SIGINT
"""Exit code of a program that was stopped by Ctrl+C."""

MESSAGE = "Interrupted."

_LONGEST_END_S = 10.0
"""Time for an orderly end before the process is ended at once."""


class _State:
    """State of the handler; only the main thread writes it.

    Attributes
    ----------
    is_held : bool
        Whether there is something to put in order before the program ends.
    is_open : bool
        Whether the main thread waits where a KeyboardInterrupt may be raised.
    has_come : bool
        Whether Ctrl+C was pressed; pressing it again changes nothing.
    is_raised : bool
        Whether the KeyboardInterrupt is on its way.
    """

    is_held = False
    is_open = False
    has_come = False
    is_raised = False


_state = _State()


def install() -> None:
    """Handle Ctrl+C as this module says, until the program ends."""
    _signal.signal(_signal.SIGINT, _on_interrupt)


class handled:  # noqa: N801 - used as a function: a generator would need contextlib
    """Handle Ctrl+C as this module says, for a while."""

    def __enter__(self) -> None:
        self._before = _signal.signal(_signal.SIGINT, _on_interrupt)

    def __exit__(self, *_: object) -> None:
        _signal.signal(_signal.SIGINT, self._before)


class held:  # noqa: N801 - used as a function: a generator would need contextlib
    """Keep Ctrl+C for the next place inside that is `interruptible`, or for the end."""

    def __enter__(self) -> None:
        _state.is_held = True

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            _raise_what_came()
        _state.is_held = _state.is_raised


class interruptible:  # noqa: N801 - used as a function: a generator would need contextlib
    """Let Ctrl+C raise a KeyboardInterrupt inside, also one that came before."""

    def __enter__(self) -> None:
        _state.is_open = True
        _raise_what_came()

    def __exit__(self, *_: object) -> None:
        _state.is_open = False


def _on_interrupt(*_: object) -> None:
    if not _state.is_held and not _state.is_open:
        _end_at_once()
    if not _state.has_come:
        _state.has_come = True
        # Repeated, as a signal that comes just before a wait does not end it.
        _signal.signal(_signal.SIGALRM, _end_at_once)
        _signal.setitimer(_signal.ITIMER_REAL, _LONGEST_END_S, 1.0)
    if _state.is_open:
        _raise_what_came()


def _raise_what_came() -> None:
    if _state.has_come and not _state.is_raised:
        _state.is_raised = _state.is_held = True
        raise KeyboardInterrupt


def _end_at_once(*_: object) -> None:
    try:
        if not _state.has_come:
            os.write(2, f"{MESSAGE}\n".encode())
    finally:  # also where nobody reads any more
        os._exit(INTERRUPTED)
