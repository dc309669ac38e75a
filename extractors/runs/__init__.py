"""Pages through panes: worker processes, tasks, stored results, runs of a corpus, batches."""
