"""Sweeps and searches: choices, curve, heatmap, trials, best so far."""
