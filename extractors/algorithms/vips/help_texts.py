"""Help text of VIPS."""

HELP = """\
VIPS looks at a page as the eye does: at the boxes, fonts and colours of a **laid out** page. Lay
out the page in the window or open a snapshot; VIPS needs a layout.

**Visual blocks.** Starting at the body, the rules of an element's class are tried in order. The
first rule that applies cuts the element (drops it), divides it, or makes it a block.

| class | rules in order |
| --- | --- |
| inline element, P | 1 2 3 4 5 6 7 9 10 12 |
| TABLE | 1 2 3 8 10 13 |
| TR | 1 2 3 7 8 10 13 |
| TD, TH | 1 2 3 4 9 10 11 13 |
| other | 1 2 3 4 6 7 9 10 12 |

1 no valid child: cut. 2 one valid child, which is not text: divide. 3 the root: divide. 4 only text
inside: block. 5 a child breaks the line: divide. 6 a child is an HR: divide. 7 the children are
larger than the element: divide. 8 a child has a different background: divide, but keep that child
whole. 9 text inside, and small: block. 10 the largest child is small: block. 11 the previous
sibling was not divided: block. 12 divide. 13 block.

**Separators** are the gaps between blocks. Their weight grows with their width, with an HR inside,
and with different backgrounds and fonts on their two sides.

**Structure.** The blocks are cut along the heaviest separators, then along the next ones, into a
tree. The degree of coherence (DoC) of a part is `max(1, 10 - ceil(9 w / w_max))`, where `w` is the
weight of the heaviest separator inside it. The DoC of a block follows from its rule. Blocks below
the permitted degree of coherence (PDoC) are divided again in the next round.

**On the page.** *Boxes* in the page's header draws the tree over the page: leaves at the PDoC with
solid lines, parts that a later round divides with broken lines, separators as grey bands with their
weight. Click a box to select it, and again to select the box around it.

**The choice of the main content is ours**; VIPS itself only segments. It is the leaf at the PDoC
with the best `characters outside links x (1 - link share) x centrality`, together with siblings
that have a similar score.

*Source.* Deng Cai, Shipeng Yu, Ji-Rong Wen, Wei-Ying Ma, MSR-TR-2003-79, 2003. The paper gives no
numbers for weights, degrees and sizes. The weights are those of the best-known Java port; the
degrees by tag and the size threshold are ours. The Java port is not a reference: it omits rule 7
and reverses rule 10. Here TH is treated as TD, and a DIV without height around floats has the size
of the floats (`grow_floats`).

*Where it fails.* Overlapping boxes hide separators (`shrink_overlap`). VIPS suits tables better
than DIVs, whose class has no rules 8 and 11. Fixed boxes are where they were when the page was laid
out. Boxes entirely to the left of the page or above it, where a reader cannot scroll, are ignored.
Division stops at 5,000 visual blocks, with a warning.
"""
