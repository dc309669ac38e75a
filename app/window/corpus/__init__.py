"""The open corpus: reading it, running the panes on it, and what the Corpus face shows."""
