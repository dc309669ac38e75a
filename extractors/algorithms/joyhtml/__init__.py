"""joyhtml (Song Liu, 2009)."""
