"""Built-in data: lists and models, with the source of each."""
