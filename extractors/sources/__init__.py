"""Pages that are not read yet: what the words of a user mean, with the gold beside the pages."""
