"""Parts of all tables: the base, its focus without a selection, the copying of rows."""
