"""The help text of VIPS."""

HELP = """\
VIPS looks at the page as the eye does: at boxes, fonts and colours of a **laid out** page. Lay the
page out in the window or open a snapshot; without a layout it gives no result.

**Visual blocks.** Beginning at the body, each element is asked the rules of its class in order; the
first that applies cuts it (nothing is seen), divides it, or takes it as a block.

| class | rules in order |
| --- | --- |
| inline element, P | 1 2 3 4 5 6 7 9 10 12 |
| TABLE | 1 2 3 8 10 13 |
| TR | 1 2 3 7 8 10 13 |
| TD, TH | 1 2 3 4 9 10 11 13 |
| other | 1 2 3 4 6 7 9 10 12 |

1 no valid child: cut. 2 one valid child, no text: divide. 3 the root: divide. 4 nothing but text:
a block. 5 a child breaks the line: divide. 6 an HR among the children: divide. 7 children larger
than itself: divide. 8 a child of another background: divide, and keep that child whole. 9 it holds
text and is small: a block. 10 its largest child is small: a block. 11 the sibling before was not
divided: a block. 12 divide. 13 a block.

**Separators** are the gaps between blocks. Their weight grows with their width, an HR in them,
other backgrounds and fonts on both sides.

**Structure.** Blocks are cut along the heaviest separators, then the next, into a tree. The degree
of coherence (DoC) of a part is `max(1, 10 - ceil(9 w / w_max))`, `w` being the heaviest separator
inside it; that of a block follows from its rule. Blocks below the permitted degree (PDoC) are
divided again in the next round.

**On the page.** *Boxes* in the page's header draws the tree over it, round by round: leaves at the
PDoC in strong lines, what a later round divides in broken ones, separators as grey bands with their
weight. A click chooses a box, another one the box around it.

**Main content is our choice**, VIPS itself only segments: of the leaves at the PDoC the one with
the best `characters outside links x (1 - link share) x centrality`, with siblings that come near.

*Source.* Deng Cai, Shipeng Yu, Ji-Rong Wen, Wei-Ying Ma, MSR-TR-2003-79, 2003. The paper gives no
numbers for weights, degrees and sizes: those of weights are the best-known Java port's; degrees by
tag and the size threshold are ours. That port leaves out rule 7 and turns rule 10 round: it is no
reference. TH counts as TD, an invisible DIV around floats as large as they are (`grow_floats`).

*Where it fails.* Overlapping boxes hide separators (`shrink_overlap`). It suits tables better than
DIVs, which have no rules 8 and 11. Fixed boxes lie where they were when the page was laid out;
what lies wholly left of the page or above it, where nobody can scroll, is not seen.
Division stops at 5,000 visual blocks and says so.
"""
