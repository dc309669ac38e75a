"""The formats of gold standards, a module each."""
