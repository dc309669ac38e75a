"""Reports: what a page or a corpus says about its panes, as one HTML file without scripts."""
