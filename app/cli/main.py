"""The way into the program: from here on Ctrl+C ends it quietly, also while it is imported."""

from extractors.interrupts import INTERRUPTED, handled

with handled():
    from app.cli.commands import READER_GONE, main

__all__ = ["INTERRUPTED", "READER_GONE", "main"]
