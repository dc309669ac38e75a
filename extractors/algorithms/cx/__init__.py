"""cx-extractor (Chen Xin, 2009 and 2011): long lines of the source in a row."""
