"""Session and user data as plain records, without Qt."""
