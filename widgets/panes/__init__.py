"""Output panes: the text that each extractor kept of the page, side by side at one level."""
