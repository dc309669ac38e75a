"""The learned extractor: an additive model of block features that explains every block (ours)."""
