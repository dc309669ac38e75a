"""What the window carries with it: page scripts, icons, styles, sample pages, translations."""
