"""Controllers of the Corpus face."""
