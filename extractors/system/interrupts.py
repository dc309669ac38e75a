"""Handling of Ctrl+C, which can come between any two instructions.

Python raises a KeyboardInterrupt wherever the main thread is. Inside an import, a callback or a
lock of another library it is printed, swallowed, or leaves processes behind. The handler here
raises it only where the program waits for it (`interruptible`). Inside `held`, where the program
has something to clean up, an earlier Ctrl+C is delivered at the next such place. Elsewhere Ctrl+C
ends the program at once.

The program imports this module first, and it imports only built-in modules: until it is loaded,
Python answers Ctrl+C with a traceback.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # signal without its enumerations, which take their time
import _thread
import os

INTERRUPTED: int = 128 + _signal.SIGINT
"""Exit code of a program that was stopped by Ctrl+C."""

MESSAGE = "Interrupted."

_MAX_END_S = 10.0
"""Maximum time for a clean end before the process is ended at once."""


class _State:
    """State of the handler; only the main thread writes it.

    Attributes
    ----------
    is_held : bool
        Whether the program has something to clean up before it ends.
    is_open : bool
        Whether the main thread waits where a KeyboardInterrupt may be raised.
    has_come : bool
        Whether Ctrl+C was pressed; pressing it again has no effect.
    is_raised : bool
        Whether the KeyboardInterrupt has been raised.
    main_thread : int
        Identifier of the thread that installed the handler: Ctrl+C interrupts only its waits.
    """

    is_held = False
    is_open = False
    has_come = False
    is_raised = False
    main_thread = 0


_state = _State()


def install() -> None:
    """Install the handler until the program ends."""
    _state.main_thread = _thread.get_ident()
    _signal.signal(_signal.SIGINT, _on_interrupt)


def has_come() -> bool:
    """Return whether Ctrl+C was pressed: for work inside `held` that ends with what it has."""
    return _state.has_come


class handled:  # noqa: N801 - used as a function: a generator would need contextlib
    """Context in which the handler is installed."""

    def __enter__(self) -> None:
        _state.main_thread = _thread.get_ident()
        self._before = _signal.signal(_signal.SIGINT, _on_interrupt)

    def __exit__(self, *_: object) -> None:
        _signal.signal(_signal.SIGINT, self._before)


class terminable:  # noqa: N801 - used as a function: a generator would need contextlib
    """Context in which SIGTERM has the effect of Ctrl+C, but not in forked processes."""

    def __enter__(self) -> None:
        process = os.getpid()

        def end(*_: object) -> None:
            if os.getpid() != process:
                os._exit(128 + _signal.SIGTERM)
            _on_interrupt()

        self._before = _signal.signal(_signal.SIGTERM, end)

    def __exit__(self, *_: object) -> None:
        _signal.signal(_signal.SIGTERM, self._before)


class held:  # noqa: N801 - used as a function: a generator would need contextlib
    """Context that delays Ctrl+C until the next `interruptible` inside it, or until its end."""

    def __enter__(self) -> None:
        _state.is_held = True

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            _raise_pending()
        _state.is_held = _state.is_raised


class interruptible:  # noqa: N801 - used as a function: a generator would need contextlib
    """Context in which Ctrl+C, including an earlier one, raises a KeyboardInterrupt.

    It has an effect only in the thread that installed the handler.
    """

    def __enter__(self) -> None:
        if _thread.get_ident() == _state.main_thread:
            _state.is_open = True
            _raise_pending()

    def __exit__(self, *_: object) -> None:
        if _thread.get_ident() == _state.main_thread:
            _state.is_open = False


def _on_interrupt(*_: object) -> None:
    if not _state.is_held and not _state.is_open:
        _end_at_once()
    if not _state.has_come:
        _state.has_come = True
        # The timer repeats, since a signal just before a wait does not end the wait.
        _signal.signal(_signal.SIGALRM, _end_at_once)
        _signal.setitimer(_signal.ITIMER_REAL, _MAX_END_S, 1.0)
    if _state.is_open:
        _raise_pending()


def _raise_pending() -> None:
    if _state.has_come and not _state.is_raised:
        _state.is_raised = _state.is_held = True
        raise KeyboardInterrupt


def _end_at_once(*_: object) -> None:
    try:
        if not _state.has_come:
            os.write(2, f"{MESSAGE}\n".encode())
    finally:  # also if standard error is closed
        os._exit(INTERRUPTED)
