"""What is open and what a user keeps, as plain records: no Qt."""
