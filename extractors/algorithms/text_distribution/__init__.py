"""Text distribution coefficient: descent to the node whose text is spread evenly."""
