"""The page on screen: a locked-down Chromium, the page rebuilt in it, and the heatmap over it."""
