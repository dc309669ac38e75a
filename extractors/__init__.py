"""Everything that can run on a server: pages, algorithms, scoring, formats, batch. No Qt."""
