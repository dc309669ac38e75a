"""Crunch (Gupta, Kaiser, Neistadt, Grimm 2003): removal of clutter from the DOM."""
