"""The window: its controllers, its background work and what opens it."""
