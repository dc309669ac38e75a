"""Views of the Corpus face: leaderboard, pages, scatter, groups, sweeps."""
