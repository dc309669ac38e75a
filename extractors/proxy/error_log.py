"""Errors of the proxy on standard error, without texts that may name pages."""

from __future__ import annotations

import logging
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def only_errors() -> Iterator[None]:
    """Print errors on standard error; drop mitmproxy's warnings, which have addresses of pages."""
    root, logger = logging.getLogger(), logging.getLogger("mitmproxy")
    printer = logging.StreamHandler()
    printer.setLevel(logging.ERROR)
    printer.setFormatter(_WithoutAddresses())
    previous = logger.level
    logger.setLevel(logging.ERROR)
    root.addHandler(printer)
    try:
        yield
    finally:
        root.removeHandler(printer)
        logger.setLevel(previous)


class _WithoutAddresses(logging.Formatter):
    """Format an error as its subject, the class of its exception and the position in the code."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line; the text after a colon may have addresses and is left out."""
        subject = record.getMessage().partition("\n")[0].partition(":")[0].rstrip(".!")
        if not record.exc_info or record.exc_info[0] is None:
            return f"Error in the proxy: {subject}"
        kind, _, trace = record.exc_info
        frame = traceback.extract_tb(trace)[-1]
        position = f"{Path(frame.filename).name}, line {frame.lineno}"
        return f"Error in the proxy: {subject}; {kind.__name__} in {position}"
