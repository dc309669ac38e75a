"""Data that is shipped: lists and models, each with where it comes from."""
