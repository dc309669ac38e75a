"""The formats of gold standards, a module for each, and their table in `catalogue`."""
