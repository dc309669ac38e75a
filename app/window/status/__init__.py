"""Status bar of the window: its widget and its texts."""
