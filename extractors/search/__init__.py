"""Search for settings on a corpus: sweeps and tuning."""
