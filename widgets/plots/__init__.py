"""Parts of all plots: the plot in the theme, its axes, ticks, lines, areas and pictures."""
