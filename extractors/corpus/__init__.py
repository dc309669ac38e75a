"""Corpora: lists of many pages, runs of panes over them, stored and compared results."""
