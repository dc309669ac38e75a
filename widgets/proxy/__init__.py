"""View of the cleaning proxy: start and stop, and the pages that went through."""
