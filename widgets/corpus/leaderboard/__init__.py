"""Leaderboard: the panes compared over the pages of a corpus, a row for each pane."""
