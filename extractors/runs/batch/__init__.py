"""Batches: pages cut into shards, run on any executor, results that resume."""
