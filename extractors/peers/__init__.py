"""Adapters of well-known libraries that return a string; extra ``peers``."""
