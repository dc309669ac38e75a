"""Output panes: what each extractor kept of the page, side by side at the same height."""
