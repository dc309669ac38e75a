"""QD content extraction: points per feature for title, time, related links and main text."""
