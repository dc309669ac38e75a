"""Advertisement trimming: trimming by the size of the parent, and title search by word overlap."""
