"""Entry point of the program: Ctrl+C ends it quietly, even during the imports."""

from boilerscope.extractors.system.interrupts import INTERRUPTED, handled

with handled():
    from boilerscope.app.cli.commands import READER_GONE, main

__all__ = ["INTERRUPTED", "READER_GONE", "main"]
