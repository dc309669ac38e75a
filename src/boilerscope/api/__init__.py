"""Implementation of the public names of `boilerscope`; import them from there."""
