"""The open corpus: reading it, running the panes on it, and the state of the Corpus face."""
