"""cx-extractor (Chen Xin, 2009 and 2011): ranges of long consecutive source lines."""
