"""Corpora: many pages in one list, panes run over all of them, results kept and compared."""
