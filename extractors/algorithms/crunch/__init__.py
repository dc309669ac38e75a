"""Crunch (Gupta, Kaiser, Neistadt, Grimm 2003): remove from the DOM what is not content."""
