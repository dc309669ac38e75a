"""Resources of the window: page scripts, icons, styles, sample pages, translations."""
