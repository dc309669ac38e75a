"""The tab Changes: what changes from one pane to another, by rule and by page."""
