"""Runs the extractor of a library in an environment of another version; started as a script.

The environment has the library and what the library needs, in the versions that it needs. Of ours,
only the packages in `OURS` are added, after those of the environment: the adapter of the library,
its probes and the page they read are the same code that runs the pinned version, so that settings,
traces and records are the same. Nothing else of our environment is visible to the library, which
would otherwise find optional packages that its own environment lacks.

The parent sends pages over a pipe. This process ends with it.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
from collections import deque
from importlib.machinery import PathFinder
from multiprocessing.connection import Connection
from typing import Any

OURS = ("boilerscope", "lxml", "numpy", "numpy.libs", "rapidfuzz", "webencodings")
"""Packages that are found in our environment if the library's environment lacks them."""

COMPILED = ("lxml", "numpy", "rapidfuzz")
"""Those of them that only the same version of Python can load."""


class _OurPackages:
    """Finder of `OURS`, asked after all others."""

    def __init__(self, folders: list[str], *, is_same_python: bool) -> None:
        self._folders = folders
        self._names = {name for name in OURS if is_same_python or name not in COMPILED}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return where a package is."""
        if path is not None or name not in self._names:
            return None
        return PathFinder.find_spec(name, self._folders, target)


def main(descriptor: int, python: str, folders: list[str]) -> None:
    """Answer requests until the parent has ended.

    Parameters
    ----------
    descriptor : int
        Our end of the pipe.
    python : str
        Version of the parent's Python, such as ``3.11``.
    folders : list of str
        Folders with `OURS`.
    """
    pipe: Connection[Any, Any] = Connection(descriptor)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    current = "{}.{}".format(*sys.version_info[:2])
    if sys.version_info < (3, 11):  # noqa: UP036 - the environment is the user's
        pipe.send(f"its Python is {current}, and 3.11 or later is needed")
        return
    sys.meta_path.append(_OurPackages(folders, is_same_python=current == python))
    try:
        from boilerscope.extractors.own.versions.answers import answer
    except ImportError as error:
        hint = "" if current == python else f" (its Python is {current}, ours {python})"
        pipe.send(f"it cannot load Boilerscope{hint}: {error}")
        return
    pipe.send("")
    requests: deque[Any] = deque()
    has_request = threading.Semaphore(0)
    threading.Thread(target=_receive, args=(pipe, requests, has_request), daemon=True).start()
    while True:
        has_request.acquire()
        pipe.send_bytes(answer(requests.popleft()))


def _receive(pipe: Connection[Any, Any], requests: deque[Any], has_request: Any) -> None:
    """Read requests in a thread: the end of the parent ends a run that goes on."""
    while True:
        try:
            requests.append(pipe.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)
        has_request.release()


if __name__ == "__main__":
    importlib.invalidate_caches()
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
