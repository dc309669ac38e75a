"""The algorithms: a module or package for each, registered by entry points."""
