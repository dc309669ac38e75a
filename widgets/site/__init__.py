"""Other pages of the site of the page on screen."""
