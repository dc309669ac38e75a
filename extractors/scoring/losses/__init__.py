"""Losses of a pane over many pages: the ledger, and its files."""
