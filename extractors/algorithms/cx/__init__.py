"""cx-extractor (Chen Xin, 2009 and 2011): text is where consecutive source lines are long."""
