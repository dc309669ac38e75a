"""Losses: which step and rule decided the words that a pane got wrong."""
