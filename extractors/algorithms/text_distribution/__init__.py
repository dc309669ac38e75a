"""Text distribution coefficient: descent to where text is spread evenly."""
