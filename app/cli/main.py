"""Entry point of the program: Ctrl+C ends it quietly, even during the imports."""

from extractors.interrupts import INTERRUPTED, handled

with handled():
    from app.cli.commands import READER_GONE, main

__all__ = ["INTERRUPTED", "READER_GONE", "main"]
