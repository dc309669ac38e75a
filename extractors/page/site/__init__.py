"""Other pages of the site of a page: what is kept of them, and what they are evidence of."""
