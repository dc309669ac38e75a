"""Batch runs of panes over many pages, in processes: one record per page and pane in any case."""
