"""Redirection of output: extractors print to standard error; results go to standard output."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO


def printing_to_stderr() -> redirect_stdout[TextIO]:
    """Return a context in which ``print`` writes to standard error."""
    return redirect_stdout(sys.stderr)
