"""Standard output belongs to results: what extractors print goes to standard error."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO


def printing_to_stderr() -> redirect_stdout[TextIO]:
    """Return a context in which ``print`` writes to standard error."""
    return redirect_stdout(sys.stderr)
