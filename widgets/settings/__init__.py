"""Settings panel; its editors are generated from the declarations of a settings class."""
