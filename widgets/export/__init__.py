"""Export dialog: choices, options of the structure, preview."""
