"""Scores of the panes on one page against its gold standard."""
