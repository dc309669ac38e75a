"""The filters, a module per family; `catalogue` lists them all."""
