"""Controllers of the page: opening it, showing it in its column, its boxes, saving it."""
