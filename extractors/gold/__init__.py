"""Gold standards: read them from every format of the field, align them with pages, write them."""
