"""The router: the result of one of its members, chosen for each page by expected F1."""
