"""Two panes side by side: how many words they share, and the settings in which they differ."""
