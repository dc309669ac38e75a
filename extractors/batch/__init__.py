"""Run panes over many pages, in processes: one record per page and pane, whatever happens."""
