"""The tab Losses of the Corpus face: which rule costs how much, on which pages, and what if."""
