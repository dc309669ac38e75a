"""One controller for each subject of the window: it does its actions and shows its views."""
