"""A page and its panes as one HTML document without scripts."""
