"""The window: its controllers, its background work and its start."""
