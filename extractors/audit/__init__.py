"""Audit of gold standards: copies of pages, traces of annotation, damaged gold, and its policy."""
