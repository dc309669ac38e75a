"""Batches over crawls: pages cut into shards, run on any executor, with results that resume."""
