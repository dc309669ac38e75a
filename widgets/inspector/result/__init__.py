"""Result of a pane as a whole: facts, rows and links."""
