"""Widgets that show records of `extractors` and emit what the user did. No algorithm runs here."""
