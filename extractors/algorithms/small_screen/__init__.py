"""Pages for small screens: the accordion and the deck of cards."""
