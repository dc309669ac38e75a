"""The algorithms: one module or package each, known to the program by entry point."""
