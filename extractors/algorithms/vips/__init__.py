"""VIPS: vision-based page segmentation (Cai, Yu, Wen, Ma 2003).

`boxes` has the page as a browser laid it out, `traits` the properties that the rules test. `rules`
divides the page into visual blocks (section 4.1 of the paper), `separators` finds the gaps between
them (4.2), `structure` makes a tree of them (4.3), `segmentation` runs these steps round by round.
`content` chooses the main content, which is ours.
"""
