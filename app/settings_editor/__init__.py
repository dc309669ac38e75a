"""The settings of one extractor in a window of their own, without page and runs."""
