"""Adapters of well-known libraries, each of which returns a string; extra ``peers``."""
