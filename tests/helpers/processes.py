"""Processes of programs that tests start: found by session, waited for."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_WAIT_S = 60.0


def wait_until(happened: Callable[[], object], seconds: float = LONGEST_WAIT_S) -> None:
    """Wait until a condition is met; fail if it is not."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        os.sched_yield()


def processes_of(session: int) -> list[int]:
    """Return the processes of a session."""
    pids = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(ProcessLookupError):
                if os.getsid(int(folder.name)) == session:
                    pids.append(int(folder.name))
    return pids
