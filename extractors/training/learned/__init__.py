"""Training of the learned extractor: rows, shortened pages, boosting, cross-validation."""
