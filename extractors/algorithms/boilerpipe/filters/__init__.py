"""The filters, one module per family; `catalogue` lists all filters."""
