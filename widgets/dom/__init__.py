"""Elements of the page as a tree, with the values of the active pane."""
