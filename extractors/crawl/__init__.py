"""Batches over crawls: shards of pages that run on any executor and can be resumed."""
