"""The process in which another version of a library runs, one per environment and process."""

from __future__ import annotations

import pickle
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.own.versions import runner
from boilerscope.extractors.system.answering_process import AnsweringProcess

if TYPE_CHECKING:
    from boilerscope.extractors.own.versions.answers import Answer, Request
    from boilerscope.extractors.system.environments import Environment

_PROCESSES: dict[Path, AnsweringProcess] = {}


def ask(environment: Environment, request: Request) -> Answer:
    """Return the answer of the process of an environment, which is started if necessary.

    It inherits the memory limit of this process.

    Raises
    ------
    ExtractorError
        If the environment cannot run it, or the process ends without an answer.
    """
    process = _PROCESSES.get(environment.folder)
    if process is None:
        name = str(environment.folder)

        def command(number: int) -> list[str]:
            python = "{}.{}".format(*sys.version_info[:2])
            program = [str(environment.python), "-I", "-X", "utf8", "-B", str(runner.__file__)]
            return [*program, str(number), python, *_our_folders()]

        process = _PROCESSES[environment.folder] = AnsweringProcess(name, command)
    answer: Answer = pickle.loads(process.ask(pickle.dumps(request)))  # noqa: S301 - from our own process
    return answer


def _our_folders() -> list[str]:
    """Return the folders in which `runner.OURS` are."""
    folders = set()
    for name in runner.OURS:
        spec = find_spec(name) if "." not in name else None
        if spec is not None and spec.origin:
            folders.add(str(Path(spec.origin).parent.parent))
    return sorted(folders)
