"""Work in the background of the window."""
