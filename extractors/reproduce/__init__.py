"""Published tables of benchmarks, and the same tables with results of our own runs."""
