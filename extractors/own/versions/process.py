"""The process in which another version of a library runs, one per environment and process."""

from __future__ import annotations

import atexit
import multiprocessing
import pickle
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.own.versions import runner

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from boilerscope.extractors.own.versions.answers import Answer, Request
    from boilerscope.extractors.system.environments import Environment

_START_S = 60.0
"""Maximum time of a start: on a cold disk, numpy alone takes seconds."""


class VersionProcess:
    """Python of an environment that runs the adapter of a library.

    It inherits the memory limit of this process and ends with it. The deadline of a run is that of
    the worker process from which it is called.

    Parameters
    ----------
    environment : Environment
        Environment with the library.
    """

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection[Any, Any] | None = None

    def ask(self, request: Request) -> Answer:
        """Return the answer to a request; start the process if necessary.

        Raises
        ------
        ExtractorError
            If the environment cannot run it, or the process ends without an answer.
        """
        pipe = self._pipe or self._start()
        try:
            pipe.send_bytes(pickle.dumps(request))
            answer: Answer = pickle.loads(pipe.recv_bytes())  # noqa: S301 - from our own process
        except (EOFError, OSError) as error:
            code = self.end()
            raise ExtractorError(
                f"The process of {self._environment.folder.name} ended without a result (exit code"
                f" {code})."
            ) from error
        except BaseException:
            self.end()  # an answer that comes later would be that to another page
            raise
        return answer

    def _start(self) -> Connection[Any, Any]:
        ours, theirs = multiprocessing.Pipe()
        python = "{}.{}".format(*sys.version_info[:2])
        with theirs:
            number = theirs.fileno()
            try:
                self._process = subprocess.Popen(  # noqa: S603 - the user has named the environment
                    [
                        *(str(self._environment.python), "-I", "-X", "utf8", "-B"),
                        *(str(runner.__file__), str(number), python, *_our_folders()),
                    ],
                    stdin=subprocess.DEVNULL,
                    pass_fds=(number,),
                )
            except OSError as error:
                raise ExtractorError(
                    f"{self._environment.python} cannot be started: {error.strerror}."
                ) from error
        self._pipe = ours
        atexit.register(self.end)
        try:
            problem = ours.recv() if ours.poll(_START_S) else f"no answer within {_START_S:g} s"
        except (EOFError, OSError):
            problem = "it ended at once"
        if problem:
            self.end()
            raise ExtractorError(f"{self._environment.folder} cannot be used: {problem}.")
        return ours

    def end(self) -> int | None:
        """End the process and return its exit code."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        atexit.unregister(self.end)
        if pipe is not None:
            pipe.close()
        if process is None:
            return None
        process.kill()
        return process.wait()


_PROCESSES: dict[Path, VersionProcess] = {}


def process_of(environment: Environment) -> VersionProcess:
    """Return the process of an environment in this process."""
    return _PROCESSES.setdefault(environment.folder, VersionProcess(environment))


def _our_folders() -> list[str]:
    """Return the folders in which `runner.OURS` are."""
    folders = set()
    for name in runner.OURS:
        spec = find_spec(name) if "." not in name else None
        if spec is not None and spec.origin:
            folders.add(str(Path(spec.origin).parent.parent))
    return sorted(folders)
