"""VIPS: vision-based page segmentation (Cai, Yu, Wen, Ma 2003).

`boxes` holds a page as a browser laid it out, `traits` what the rules ask about, `rules` cut it
into visual blocks, `separators` and `structure` make a tree of these, `content` chooses the main
content (ours), `extractor` tells it all.
"""
