"""Groups of pages with the mean of each pane."""
