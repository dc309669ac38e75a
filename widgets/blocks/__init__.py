"""Table of a pane's blocks: its model, its order, and the widget."""
