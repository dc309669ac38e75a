"""The settings panel: every editor in it is read from the declarations of a settings class."""
