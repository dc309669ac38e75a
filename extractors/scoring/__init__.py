"""Scores: measures of an extraction against gold, and their means and intervals over pages."""
