"""Scores of structure: Markdown divided into its parts, tables as trees, and their similarity."""
