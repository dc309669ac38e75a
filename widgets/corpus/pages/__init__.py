"""Pages against panes: scores as a matrix, with filters, sort and an overview."""
