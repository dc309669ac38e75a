"""Deck of cards (Kaasinen et al. 2000)."""
