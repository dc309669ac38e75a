"""Tables, code blocks and formulas of a pane against the gold, one by one."""
