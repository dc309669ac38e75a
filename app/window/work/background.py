"""Background work for views: of each kind, the newest request wins."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.work.worker_thread import WorkerThread
from boilerscope.extractors.errors import BoilerscopeError

if TYPE_CHECKING:
    from collections.abc import Callable


class Background(QObject):
    """Computes in one thread, so that the window does not freeze.

    A request replaces an older request of its name that has not begun; the result of an older
    request that has begun is dropped.

    Signals
    -------
    failed(str, str)
        Name of the request, and the error that ended it.
    """

    failed = Signal(str, str)
    _done = Signal(str, int, object)
    _fell = Signal(str, int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Condition()
        self._waiting: dict[str, tuple[int, Callable[[], Any]]] = {}
        self._takers: dict[str, tuple[int, Callable[[Any], object]]] = {}
        self._number = 0
        self._stopping = False
        self._thread = WorkerThread(self._work)
        self._done.connect(self._deliver)
        self._fell.connect(self._report)

    def ask(self, name: str, work: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Start a computation; `then` gets its result in the thread of the window.

        Parameters
        ----------
        name : str
            Name of the request. An older request of this name is dropped.
        work : callable
            Computes the result, without changes to data that the window reads.
        then : callable
            Takes the result, unless a newer request of the name was made.
        """
        self._number += 1
        self._takers[name] = (self._number, then)
        with self._lock:
            self._waiting.pop(name, None)  # behind the requests that wait already
            self._waiting[name] = (self._number, work)
            self._lock.notify()
        if not self._thread.isRunning():
            self._thread.start()

    def drop(self, name: str) -> None:
        """Drop a request; its result is not delivered."""
        self._takers.pop(name, None)
        with self._lock:
            self._waiting.pop(name, None)

    @property
    def idle(self) -> bool:
        """Whether all results were delivered."""
        return not self._takers

    def stop(self, *, wait: bool = True) -> bool:
        """End the thread; the object cannot be used afterwards. See `WorkerThread.end`."""
        self._takers.clear()
        with self._lock:
            self._stopping = True
            self._waiting.clear()
            self._lock.notify()
        return self._thread.end(wait=wait)

    # -- worker thread ---------------------------------------------------------------------

    def _work(self) -> None:
        while (request := self._next()) is not None:
            name, number, work = request
            try:
                result = work()
            except (BoilerscopeError, OSError) as error:
                self._fell.emit(name, number, str(error))
            except Exception as error:  # noqa: BLE001 - every error is shown to the user
                self._fell.emit(name, number, f"{type(error).__name__}: {error}")
            else:
                self._done.emit(name, number, result)

    def _next(self) -> tuple[str, int, Callable[[], Any]] | None:
        with self._lock:
            self._lock.wait_for(lambda: self._stopping or bool(self._waiting))
            if self._stopping:
                return None
            name = next(iter(self._waiting))
            return (name, *self._waiting.pop(name))

    # -- thread of the window --------------------------------------------------------------

    def _take(self, name: str, number: int) -> Callable[[Any], object] | None:
        newest, then = self._takers.get(name, (0, None))
        if newest != number:
            return None
        del self._takers[name]
        return then

    def _deliver(self, name: str, number: int, result: object) -> None:
        then = self._take(name, number)
        if then is not None:
            then(result)

    def _report(self, name: str, number: int, message: str) -> None:
        if self._take(name, number) is not None:
            self.failed.emit(name, message)
