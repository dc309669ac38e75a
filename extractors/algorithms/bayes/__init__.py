"""Naive Bayes over the blocks of a page."""
