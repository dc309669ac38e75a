"""The formats of gold standards, a module each, and their table in `catalogue`."""
